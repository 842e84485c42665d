"""A card that the data does not have: the refusal says how to hand in its JSON, and what it says works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qb_app.live.outcome import Outcome
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.storage import open_storage
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.live.material import FIRST_ROUND, card_on
from tests.qb_app.live.stores import entered
from tests.qb_app.storage.model import ModelMatches
from tests.qb_app.web.caller import calling

CARD = 'card {"id": "own1", "name": "New Card", "rank": 1, "power": 2}'
HOW = f"card that is not in the data: '{CARD}' hands in its JSON"
UNKNOWN = f"unknown card 'xyzzy'; 'qbcoach cards' lists all cards; a {HOW}"
BOARD = "board rebirth Y1[Zuu],-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        *(
            (line, UNKNOWN)
            for line in ("xyzzy m2", "what xyzzy m2", "draw xyzzy", "hand xyzzy, ?", "set t1 card xyzzy you")
        ),
        (BOARD, f"unknown card 'Zuu', did you mean Zu? A {HOW}"),
    ],
    ids=lambda text: text.split()[0],
)
def test_the_refusal_says_how_to_hand_in_the_card(line: str, told: str) -> None:
    assert entered(*FIRST_ROUND).enter(line) == Outcome(lines=(told,), refused=True)


def test_what_the_refusal_says_works_can_be_undone_and_is_replayed() -> None:
    store = ModelMatches()
    session = Session.start(store, MatchSetup())
    for line in FIRST_ROUND[:-1]:
        assert session.enter(line).changed
    assert session.enter("e xyzzy m5").refused
    assert session.enter(CARD.replace("New Card", "Xyzzy")).changed
    assert session.enter("e xyzzy m5").lines == ("The enemy plays Xyzzy on M5.",)
    assert Session.resume(store, session.match_id).state.key() == session.state.key()
    assert session.enter("undo 2").changed
    assert session.enter("e xyzzy m5").refused
    assert session.enter("redo 2").changed
    assert card_on(session, "M5") == "Xyzzy"


def test_a_card_can_be_handed_in_instead_of_answering_what_a_typo_means() -> None:
    session = entered(*FIRST_ROUND[:-1])
    asked = session.enter("e levrikn m5").choice
    assert asked is not None
    assert asked.question == (
        "No card is called 'levrikn'. Is it Levrikon? (y or n, or 'card {…}' with the JSON of a card that is not in "
        "the data)"
    )
    assert session.enter("n").lines == ("Nothing was entered.", f"A {HOW}.")
    assert session.enter("e levrikn m5").choice is not None
    assert session.enter(CARD.replace("New Card", "Levrikn")).changed
    assert session.enter("e levrikn m5").lines == ("The enemy plays Levrikn on M5.",)


def test_where_several_cards_fit_none_is_missing() -> None:
    session = entered(*FIRST_ROUND[:-1])
    asked = session.enter("e lev m5").choice
    assert asked is not None
    assert asked.question == "Several cards fit 'lev'. Which is it?"
    assert session.enter("n").lines == ("Nothing was entered.",)


def test_programs_and_the_interface_get_the_same_sentence(run: Run, tmp_path: Path) -> None:
    last = run("live", "--json", *FIRST_ROUND, "xyzzy m2").stdout.splitlines()[-1]
    document = json.loads(last)
    assert (document["refused"], document["lines"]) == (True, [UNKNOWN])
    with open_storage(str(tmp_path / "web.db")) as storage, calling(storage) as api:
        match_id = api.begin(*FIRST_ROUND)
        assert api.refused(422, "POST", f"/matches/{match_id}/commands", {"text": "xyzzy m2"}) == UNKNOWN


def test_before_a_match_its_cards_come_as_files(refuse: Refuse) -> None:
    told = "unknown card 'Zuu', did you mean Zu? A card that is not in the data: '--card FILE' hands in its JSON"
    assert refuse("live", "--deck", "2 Zuu, Mu") == told
    assert refuse("deck", "2 Zuu, Mu") == "unknown card 'Zuu', did you mean Zu?"
