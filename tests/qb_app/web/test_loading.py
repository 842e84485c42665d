"""What the web loads: nothing that draws on a terminal."""

from __future__ import annotations

import subprocess
import sys

from tests.qb_app.conftest import ROOT

SCRIPT = """
import pkgutil, sys
from importlib import import_module
import qb_app.api, qb_app.web
names = [found.name for found in pkgutil.walk_packages(qb_app.web.__path__, "qb_app.web.")]
for name in names:
    import_module(name)
print(len(names), *sorted({"rich", "typer", "prompt_toolkit"} & set(sys.modules)))
"""


def test_the_web_loads_nothing_that_draws() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, capture_output=True, text=True, check=True)
    count, *drawing = done.stdout.split()
    assert int(count) == len(list((ROOT / "qb_app/web").rglob("*.py"))) - 1  # the folder's own file
    assert drawing == []
