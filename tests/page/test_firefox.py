"""The main way through a match, in Firefox: what is written for every browser is tried in one that is not Chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest

from page import find_npm
from qb_engine.card_hydrator import CardHydrator
from tests.page.actions import OPENING, Document, log_texts

FIREFOX = shutil.which(os.environ.get("QBCOACH_FIREFOX", "firefox-esr"))
MISSING = "no Firefox is installed; scripts/setup dev installs it on Debian, QBCOACH_FIREFOX may name one"
WALK = Path(__file__).resolve().parents[2] / "page/tests/firefox.mjs"
LONGEST = 300
"""Seconds after which it is given up; every wait on the way has an end of its own long before."""
ENTERED = [
    f"hand {', '.join(OPENING)}",
    "keep",
    "Security Officer MID-1",
    "e Grasslands Wolf MID-5",
    "draw Elphadunk",
    "Levrikon MID-2",
    "e pass",
    "draw Mu",
    "pass",
]


def walk(url: str, firefox: str) -> Document:
    """What was told at the end of the way."""
    npm = find_npm()
    assert npm is not None, "scripts/setup dev provides Node"
    ids = {name: CardHydrator.shared().get(name).id for name in (*OPENING, "Elphadunk")}
    cards = {
        "hand": [ids[name] for name in OPENING],
        "own": ids["Security Officer"],
        "theirs": ids["Grasslands Wolf"],
        "drawn": [ids["Elphadunk"], ids["Mu"]],
    }
    asked = json.dumps({"url": url, "firefox": firefox, "cards": cards})
    command = [str(npm.with_name("node")), str(WALK), asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            said, errors = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.terminate()  # it takes its browser along
            raise
    assert said, errors
    told: Document = json.loads(said)
    return told


def test_the_way_through_a_match(coach_url: str, api: httpx.Client) -> None:
    if FIREFOX is None:
        pytest.skip(MISSING)
    told = walk(coach_url, FIREFOX)
    assert told["faults"] == []
    assert told["at"] == "the end"
    assert re.fullmatch(r"\d+ %", told["advised"]), "the coach told how good its move is"
    assert log_texts(api, told["match"]) == ENTERED
