"""Another revision of the project, built beside the present one: its sources, its kernel, nothing else.

The engine needs the standard library only, so an environment is a Python with the tools that build the kernel, and the
revision's own ``gamekit`` and ``qb_engine``. What has been built once is used again.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CACHE = Path.home() / ".cache" / "qbcoach-bench"
PARTS = ("gamekit", "qb_engine", "kernel")
TOOLS = ("nanobind", "cmake", "ninja")
_DONE = ".built"


class Engine(NamedTuple):
    """An engine that a program of ours can be run with."""

    name: str
    python: str
    folder: str
    """Where its packages are."""

    def command(self, program: str) -> list[str]:
        return [self.python, "-P", program]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": self.folder, "QBCOACH_PURE": "0"}


def present() -> Engine:
    """The tree that this file belongs to, named after what is in it."""
    from qb_engine import _kernel

    return Engine(f"present-{fingerprint(ROOT, Path(_kernel.__file__))}", sys.executable, str(ROOT))


def fingerprint(root: Path, kernel: Path) -> str:
    """Names everything that the engine of a tree plays with: its sources, its data, its kernel."""
    files = [path for part in PARTS[:2] for path in (root / part).rglob("*") if path.is_file()]
    digest = sha256()
    for path in [*sorted(path for path in files if path.suffix not in (".pyc", ".so")), kernel]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def build(revision: str, cache: Path = CACHE) -> Engine:
    """The engine of a revision; an unknown one is refused by git, with its words."""
    commit = _git("rev-parse", "--verify", f"{revision}^{{commit}}").decode().strip()
    name = commit[:7]
    folder = cache / name
    engine = Engine(name, str(folder / "venv" / "bin" / "python"), str(folder / "tree"))
    if (folder / _DONE).exists():
        return engine
    print(f"building {name} in {folder} ...", file=sys.stderr, flush=True)
    tree = folder / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, *PARTS))) as archive:
        archive.extractall(tree, filter="data")
    _run(sys.executable, "-m", "venv", "--clear", str(folder / "venv"))
    _run(engine.python, "-m", "pip", "install", "--quiet", "-c", str(ROOT / "constraints.txt"), *TOOLS)
    cmake, made = str(folder / "venv" / "bin" / "cmake"), str(folder / "made")
    ninja = folder / "venv" / "bin" / "ninja"
    options = ["-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={engine.python}", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
    _run(cmake, "-S", str(tree / "kernel"), "-B", made, "-G", "Ninja", *options)
    _run(cmake, "--build", made)
    _run(cmake, "--install", made, "--prefix", str(tree))
    (folder / _DONE).touch()
    return engine


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
    if done.returncode:
        raise SystemExit(f"git {' '.join(arguments)}: {done.stderr.decode().strip()}")
    return done.stdout


def _run(*command: str) -> None:
    """Run a noisy command silently; show what it said only if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stdout}\nthis failed: {' '.join(command)}")
