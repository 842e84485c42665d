"""The game that plays itself on the first screen of the page."""

import asyncio
import json
from typing import Any

import pytest

import demo

ASKED_AGAIN = 2
"""Moves of which the coach is asked anew; the others are made as the file has them."""


@pytest.fixture
def made() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(demo.FILE.read_text(encoding="utf-8"))
    return document


def yours(made: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for step in made["steps"] if step["side"] == "Y"]


def test_it_is_what_the_program_makes(made: dict[str, Any]) -> None:
    moves = [step["move"] for step in yours(made)]
    again = asyncio.run(demo.play(moves[:-ASKED_AGAIN]))
    for step in yours(made)[:-ASKED_AGAIN]:
        del step["chance"], step["says"]
    assert again == made, "the coach or the rules have changed: python packaging/demo.py makes it anew"


def test_it_is_a_short_game_that_is_won_and_explained(made: dict[str, Any]) -> None:
    assert demo.FILE.stat().st_size <= demo.MOST_BYTES
    assert made["result"].startswith("Y ")
    assert 10 <= len(made["steps"]) <= 16
    assert all(step["says"] and step["chance"].endswith(" %") for step in yours(made))
    telling = made["steps"][made["telling"]]
    assert telling["side"] == "Y"
    assert telling["card"]
