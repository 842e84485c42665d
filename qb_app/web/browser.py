"""The page in the user's browser, where there is one."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping

from gamekit.quoting import escaped


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser with windows is plausible; one in the terminal would take it away from the server."""
    if platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in environment
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def show_page(address: str) -> None:
    """Open the page; whatever goes wrong with that, the address stands in the terminal."""
    if has_screen(os.environ, sys.platform):
        # Some browsers do not return before they are closed.
        threading.Thread(target=_open, args=(address,), daemon=True).start()


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except Exception as error:  # a broken browser is no reason to stop
        print(f"The browser cannot be opened: {escaped(str(error))}", file=sys.stderr)
