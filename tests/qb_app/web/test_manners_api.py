"""How the enemy plays, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qb_app.storage import Storage
from tests.qb_app.web.caller import Caller, calling
from tests.qb_app.web.conftest import OPENING, needs_kernel

POSITION = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=9 hand=008 ehand=?*1"
ME = "Neighbour"


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as caller:
        yield caller


def match(api: Caller, *lines: str) -> str:
    match_id = api.ok("POST", "/matches", {"opponent": ME})["id"]
    for line in lines:
        assert not api.ok("POST", f"/matches/{match_id}/commands", {"text": line})["refused"], line
    return str(match_id)


@needs_kernel
def test_a_position_is_asked_with_how_the_enemy_plays(api: Caller) -> None:
    asked = {"position": POSITION, "enemy_waits": 0.2, "must_win": True}
    told = api.ok("POST", "/positions/advice", asked)
    assert "waits in 20 % of games. You must win" in told["against"]
    assert (told["belief"]["waits"], told["draw_worth"], told["weaker"]) == (0.2, 0.0, None)
    assert api.ok("POST", "/positions/advice", {"position": POSITION, "quick": True})["against"] is None
    assert "40 are needed" in api.refused(422, "POST", "/positions/advice", {**asked, "against": "Red XIII Shinra-8"})
    for wrong in (-0.1, 1.1):
        api.refused(422, "POST", "/positions/advice", {**asked, "enemy_waits": wrong})


@needs_kernel
def test_a_match_and_the_report_tell_what_its_turns_showed(api: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qb_engine.temper.LEAST_TURNS", 2)
    monkeypatch.setattr("qb_app.live.habits.STRENGTH_NODES", 50)
    api.ok("PUT", f"/opponents/{ME}", {})
    for _ in range(2):
        match(api, *OPENING, "sec m1", "e pass")
    later = match(api, *OPENING)
    told = api.ok("GET", f"/matches/{later}/advice?against=true")
    assert told["belief"]["waits_text"].endswith("in 2 opening turns it did 2 times.")
    assert (told["weaker"]["opponent"], told["weaker"]["turns"]) == (ME, 2)
    report = api.ok("GET", f"/opponents/{ME}?strength=true")
    assert (report["waited"], report["strength"]["turns"], report["strength"]["known"]) == (2, 2, True)
    assert api.ok("GET", f"/opponents/{ME}")["strength"] is None
