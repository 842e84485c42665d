"""Whatever was given, a refusal repeats a short piece of it at most, and nothing in it that a terminal obeys."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from fleet_engine.errors import FleetError
from fleet_engine.game import FleetGame, setup_of
from fleet_engine.game_state import FleetState
from fleet_engine.notation import parse_command, parse_design, parse_fleet, parse_map
from fleet_engine.ruleset import FleetRuleset
from gamekit.quoting import has_controls
from gamekit.record import Record, RecordError, replay
from gamekit.variants import VariantError
from qb_app.asking.decks import choose_deck
from qb_app.asking.holdings import listed_copies
from qb_app.errors import InputError
from qb_app.live.imports import import_match
from qb_app.live.session import Session
from qb_app.live.tools import Tools
from qb_engine.board_notation import BOARD_OPTIONS
from qb_engine.booster_packs import find_pack
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import parse_deck
from qb_engine.deep.puzzles import find_puzzle
from qb_engine.errors import QueensBloodError
from qb_engine.game import QueensBlood
from qb_engine.geometry import Tile
from qb_engine.models import Move
from qb_engine.notation import parse_position
from qb_engine.opponents import find_opponent
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Ruleset
from tests.qb_app.live.material import OPENING
from tests.qb_app.live.stores import entered
from tests.qb_app.storage.model import ModelMatches

WILD = ("\x1b[31m\x07\u202e\ud800ab" * 1000)[:5000]
PLAIN = ("zuckerwatte" * 1000)[:5000]
DIGITS = "7" * 5000
LANES = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
CARD = {"id": "own1", "name": "Own One", "rank": 1, "power": 2}
CARDS = CardHydrator.shared()


def assert_short(told: str) -> None:
    assert 0 < len(told) < 400, told
    assert not has_controls(told), told


LINES = (
    *("{}", "e {}", "{} m1", "e {} m1", "m1 {}", "hand {}, {}", "draw {}", "mulligan {}", "set {}", "set m1 {}"),
    *("set m1 enemy {}", "set m1 power {}", "set m1 card {} you", "set m1 card zu you {}", "set turn {}"),
    *("set enemy hand {}", "set you deck {}", "set score {} {}", "board {}", "board {}/{}/{}", f"board {LANES} {{}}"),
    *(
        f"board {LANES} {{}}={{}}",
        f"board {LANES} next={{}}",
        f"board rebirth {LANES} Y hand={{}}",
        "card {}",
        "pass {}",
    ),
    *('card {{"id": "{}"}}', "undo {}", "redo {}", "best {}", "why {}", "what {}", "what {} m1", "log {}", "keep {}"),
    *("┌{}", "│{}│\nTotal:", "Top lane:\nM1: {}", "Top lane:\nM1: your {}, power 3", "y {}", "1 {}"),
)


@pytest.fixture(scope="module")
def session() -> Session:
    return entered(*OPENING)


@pytest.mark.parametrize("junk", [WILD, PLAIN, DIGITS], ids=["wild", "plain", "digits"])
def test_lines(session: Session, junk: str) -> None:
    refused = 0
    for form in LINES:
        outcome = session.enter(form.format(junk, junk, junk))
        for line in outcome.lines if outcome.refused or outcome.choice else ():
            assert_short(line)
        refused += outcome.refused
    assert refused > len(LINES) * 3 // 4


POSITIONS = (
    *(
        "{0}",
        "{0} {1} Y",
        "rebirth {0} Y",
        "rebirth {1} {0}",
        "rebirth{{{0}=1}} {1} Y",
        "rebirth{{deck_size={0}}} {1} Y",
    ),
    *("rebirth {2}[{0}],-,-,-,E1/{3} Y", "rebirth {2}[008+{0}],-,-,-,E1/{3} Y", "rebirth {2}[008#{0}],-,-,-,E1/{3} Y"),
    *("rebirth {2}{0},-,-,-,E1/{3} Y", "rebirth {1} Y {0}", "rebirth {1} Y {0}={0}", "v2.2.4 {1} Y base={0}"),
    *(f"v2.2.4 {{1}} Y {key}={{0}}" for key in (*BOARD_OPTIONS, "turn", "passes", "phase", "hand", "deck", "seed")),
    *("rebirth {1} Y mulligan={0}", "rebirth {1} Y mulligans={0},0", "rebirth {1} Y deckseeds={0}", "x {1} Y"),
)


def read_position(form: str, junk: str) -> object:
    return parse_position(form.format(junk, LANES, "Y1", LANES[12:]))


READERS: dict[str, Callable[[str], object]] = {
    **{form: partial(read_position, form) for form in POSITIONS},
    "tile": Tile.parse,
    "move": Move.parse,
    "decision": parse_decision,
    "decision with a tile": lambda junk: parse_decision(f"{junk} m1"),
    "ruleset": Ruleset.parse,
    "deck": lambda junk: parse_deck(junk, CARDS),
    "deck code": lambda junk: parse_deck(f"QB1-{junk}", CARDS),
    "deck code with a sum": lambda junk: parse_deck(f"QB1-{junk}-{junk}", CARDS),
    "counted": lambda junk: parse_deck(f"{junk} Zu", CARDS),
    "card": lambda junk: CARDS[junk],
    "card JSON": CardHydrator().add_json,
    **{
        f"card {key}": lambda junk, key=key: CardHydrator().add_json(json.dumps({**CARD, key: junk, f"{key}x": junk}))  # type: ignore[misc]
        for key in (*CARD, "pawns", "effect", "token")
    },
    "card key": lambda junk: CardHydrator().add_json(json.dumps({**CARD, junk: 1})),
    "puzzle": lambda junk: find_puzzle(junk, CARDS),
    "opponent": lambda junk: find_opponent(junk, CARDS),
    "booster pack": lambda junk: find_pack(junk, CARDS),
    "owned cards": lambda junk: listed_copies(junk, CARDS),
    "too many owned cards": lambda junk: listed_copies(junk * 3, CARDS),
    "a deck that is meant": lambda junk: choose_deck(junk, CARDS, None, files=False),
    "match": lambda junk: import_match(ModelMatches(), junk.encode(errors="surrogatepass"), Tools()),
    "match JSON": lambda junk: import_match(ModelMatches(), b"{" + junk.encode(errors="surrogatepass"), Tools()),
    "fleet command": parse_command,
    "fleet order": lambda junk: parse_command(f"{junk} move {junk} shoot {junk}"),
    "fleet action": lambda junk: parse_command(f"3 stay {junk}"),
    "fleet wait": lambda junk: parse_command(f"+{junk} timeout"),
    "fleet design": parse_design,
    "fleet ships": lambda junk: parse_fleet(f"{junk}:laser/none/none/none/000/0@5,2"),
    "fleet kills": lambda junk: parse_fleet(f"1:laser/none/none/none/000/{junk}@5,2"),
    "fleet map": parse_map,
    "fleet points": lambda junk: parse_map(f"blocked=- scoring=5,8:{junk}"),
    "fleet state": lambda junk: FleetState.parse(f"plan {junk}"),
    "fleet ruleset": FleetRuleset.parse,
    "fleet setup": lambda junk: FleetGame().start({**setup_of(FleetRuleset.parse("plan")), "max_score": junk}, 1),
    "record": Record.parse,
    "record seed": lambda junk: Record.parse(f'[Game "x"]\n[Version "1"]\n[Seed "{junk}"]\n[Result "*"]\n\n'),
    "record move": lambda junk: Record.parse(f'[Game "x"]\n[Version "1"]\n[Seed "1"]\n[Result "*"]\n\n{junk}'),
    "record twice": lambda junk: Record.parse(f'[Setup "{junk}" "1"]\n' * 2),
    "record of a game": lambda junk: replay(QueensBlood(), Record(junk, 1, (), 1, (), junk)),
    "record number": lambda junk: Record.parse(f"{junk}. x"),
}
REFUSALS = (QueensBloodError, InputError, FleetError, RecordError, VariantError)


@pytest.mark.parametrize("junk", [WILD, PLAIN, DIGITS], ids=["wild", "plain", "digits"])
@pytest.mark.parametrize("reader", READERS)
def test_texts(reader: str, junk: str) -> None:
    with pytest.raises(REFUSALS) as refused:
        READERS[reader](junk)
    assert_short(str(refused.value))
