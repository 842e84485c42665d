"""A real Chromium, for measurements, pictures and tests of the page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_NAMES = os.environ.get("QBCOACH_CHROMIUM", "chromium-headless-shell chromium").split()
"""The shell is the same Chromium without the windows of a desktop: a page opens with a quarter of the work."""
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
MISSING = "no Chromium is installed; scripts/setup dev installs it on Debian, QBCOACH_CHROMIUM may name one"
FLAGS = [
    "--no-sandbox",  # as root, in CI
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def running_chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        raise RuntimeError(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
