"""The four ways of data in ARCHITECTURE.md, gone and watched: what runs of the app is what is drawn."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from qb_app.cli.program import main
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_app.storage import open_storage
from qb_app.terminal.conversation import LineReader, converse, open_show
from qb_engine import card_hydrator
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_state import GameState
from qb_engine.kernel import door
from qb_engine.kernel.door import KernelEngine
from qb_engine.library import library_decks
from qb_engine.models import Move
from qb_engine.ruleset import Ruleset
from tests.qb_app.live.material import OPENING
from tests.qb_app.web.caller import calling

PAGE = (Path(__file__).parent.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
needs_kernel = pytest.mark.skipif(not door.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")


def drawn(title: str) -> tuple[set[str], set[str]]:
    """The modules of the app, and those of the engine, that the drawing under this title names."""
    drawing = PAGE.partition(f"\n{title}:\n\n```\n")[2].partition("```")[0]
    assert drawing, title
    engine = set(re.findall(r"qb_engine/([\w/]+)(?![\w/.])", drawing))
    app = set(re.findall(r"(?<![\w/])(?:cli|web|terminal|documents|live|answers|asking|storage)/\w+|figures", drawing))
    return app, engine


@contextmanager
def watched() -> Iterator[set[str]]:
    """Modules whose own code runs meanwhile, in any thread; what dataclasses write for themselves does not count."""
    ran: set[str] = set()

    def see(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename[0] != "<" and frame.f_code.co_name != "<module>":
            ran.add(frame.f_globals.get("__name__", ""))

    threading.setprofile(see)
    sys.setprofile(see)
    try:
        yield ran
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def went(title: str, ran: set[str]) -> None:
    """The drawing names every module of the app that ran, and no module of app or engine that did not."""
    app, engine = drawn(title)
    assert {name.removeprefix("qb_app.").replace(".", "/") for name in ran if name.startswith("qb_app.")} == app
    assert engine <= {name.removeprefix("qb_engine.").replace(".", "/") for name in ran}


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QBCOACH_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")


def test_a_typed_move() -> None:
    with open_storage() as storage:
        session = Session.start(storage.matches, MatchSetup(), Tools(opponents=storage.opponents))
        show = open_show(json=False, plain=False, top=0)
        converse(session, LineReader(OPENING, prompting=False), show)
        with watched() as ran:
            converse(session, LineReader(["sec m1"], prompting=False), show)
    went("A move typed in `live`", ran)


def test_a_posted_move() -> None:
    with open_storage() as storage:
        with calling(storage) as before:
            match_id = before.begin(*OPENING)
        # A caller of its own: threads that are there already are not watched.
        with watched() as ran, calling(storage) as api:
            ran.clear()
            api.enter(match_id, "sec m1")
    went("A move posted by the page", ran)


@needs_kernel
def test_coach() -> None:
    command = ["coach", "--example", "--nodes", "200"]
    main(command)
    with watched() as ran:
        main(command)
    went("`coach`, to the kernel and back", ran)


@needs_kernel
def test_a_cards_effect() -> None:
    card_hydrator._standard_cards.cache_clear()
    with watched() as ran:
        cards = CardHydrator()
        deck = library_decks(cards)[0].card_ids
        state = GameState.start(deck, deck, seed=7, ruleset=Ruleset.REBIRTH, hydrator=cards)
        for _ in range(2):
            state.play("keep")
        engine = KernelEngine(cards, Ruleset.REBIRTH)
        packed = engine.state(state)
        move = next(move for move in state.legal_moves() if isinstance(move, Move))
        state.play(move)
        engine.play(packed, move)
    went("A card's effect, from `cards.json` to both engines", ran)
