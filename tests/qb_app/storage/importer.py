"""A program of its own that imports a match, for tests that kill it.

    python -m tests.qb_app.storage.importer

It loads what the commands need, then forks a process for each line of input: a JSON list of a storage and the words of
a command. The process runs the command, says what came of it and waits to be killed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile

from qb_app.api import create_app
from qb_app.cli.program import main as qbcoach
from qb_app.storage import open_storage
from qb_app.web.server import run_server
from qb_app.web.settings import ApiSettings
from tests.qb_app.storage.writer import say

LOADED = (create_app, run_server, ApiSettings)
"""By the commands themselves only when they are run."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        open_storage(f"{folder}/any.db").close()
    qbcoach(["import", "no such file"])
    say("ready")
    for line in sys.stdin:
        os.environ["QBCOACH_DATABASE"], *command = json.loads(line)
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
    main()
