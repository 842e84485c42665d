"""A program of its own that imports a match, for tests that kill it.

    python -m tests.qb_app.storage.importer URL COMMAND ARGUMENT …

It loads what the commands need, then forks a process for each line of input that runs ``qbcoach COMMAND ARGUMENT …``
on that storage, says what came of it and waits to be killed.
"""

from __future__ import annotations

import os
import signal
import sys

from qb_app.api import create_app
from qb_app.cli.program import main as qbcoach
from qb_app.storage import open_storage
from qb_app.web.server import run_server
from qb_app.web.settings import ApiSettings
from tests.qb_app.storage.writer import say

LOADED = (create_app, run_server, ApiSettings)
"""By the commands themselves only when they are run."""


def main(url: str, *command: str) -> None:
    os.environ["QBCOACH_DATABASE"] = url
    open_storage(url).close()
    qbcoach(["import", "no such file"])
    say("ready")
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            code = qbcoach(command)
            sys.stdout.flush()
            say(f"done {code}")
            signal.pause()
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("dead")


if __name__ == "__main__":
    main(*sys.argv[1:])
