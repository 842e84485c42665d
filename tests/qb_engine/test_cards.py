"""Every card does what it says: the cases under ``cards/``, and the runner's own honesty."""

from dataclasses import replace
from pathlib import Path

import pytest

from qb_engine.card_hydrator import CardHydrator
from qb_engine.models import Card
from tests.qb_engine import card_cases
from tests.qb_engine.card_cases import FOLDER, HYDRATOR, Case, CaseError, parse_cases, run_case

NUMBERED = ("001-050.txt", "051-100.txt", "101-145.txt", "146-166.txt")
FILES = sorted(FOLDER.glob("*.txt"))
CASES = [case for path in FILES for case in parse_cases(path.read_text(encoding="utf-8"), path.name)]


def run_text(text: str) -> frozenset[str]:
    """Run the only case of a text."""
    (case,) = parse_cases(text, "here.txt")
    return run_case(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_card_case(case: Case) -> None:
    run_case(case)


def test_every_file_is_known() -> None:
    assert sorted(path.name for path in FILES) == sorted([*NUMBERED, "rules.txt", "v2.2.4.txt"])


def test_titles_are_unique() -> None:
    titles = [case.title for case in CASES]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", NUMBERED)
def test_a_numbered_file_tells_of_its_cards_in_order(name: str) -> None:
    cases = [case for case in CASES if case.file == name]
    assert [case.title for case in cases if case.card_id is None] == []
    ids = [case.card_id or "" for case in cases]
    first, _, last = Path(name).stem.partition("-")
    assert ids == sorted(ids)
    assert set(ids) == {f"{number:03}" for number in range(int(first), int(last) + 1)}


def test_every_card_is_played_or_spawned_in_a_case_of_its_own() -> None:
    own = [(case.card_id, run_case(case)) for case in CASES if case.file in NUMBERED]
    assert [card_id for card_id, involved in own if card_id not in involved] == []
    assert {card_id for card_id, _ in own} == {card.id for card in HYDRATOR.all()}


def fails_with(card: Card, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether some case of that card notices that it is no longer the printed one."""
    others = (other for other in HYDRATOR.all() if other.id != card.id)
    monkeypatch.setattr(card_cases, "HYDRATOR", CardHydrator([*others, card]))
    for case in [case for case in CASES if case.card_id == card.id]:
        try:
            run_case(case)
        except CaseError:
            return True
    return False


@pytest.mark.parametrize("card", [card for card in HYDRATOR.all() if card.abilities], ids=str)
def test_a_card_without_its_ability_would_be_noticed(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(len(card.abilities)):
        rest = card.abilities[:number] + card.abilities[number + 1 :]
        assert fails_with(replace(card, abilities=rest), monkeypatch)


@pytest.mark.parametrize("card", [card for card in HYDRATOR.all() if card.pawns], ids=str)
def test_a_card_without_its_pawns_would_be_noticed(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fails_with(replace(card, pawns=()), monkeypatch)
    assert not fails_with(card, monkeypatch)


GRENADIER = """\
003 Grenadier: takes 4 from the enemy two tiles ahead
  given   M2 Y2
  given   M4 E2 enemy Ogre +1  # a comment
  you     Grenadier M2

  M2      Y2 you Grenadier 1
  M4      E2 enemy Ogre 2
  hand you -
  lane    MID 1-2 enemy 2
  score   0-2
  nothing else
"""


def test_a_true_case_runs_and_names_the_cards_it_played() -> None:
    assert run_text(GRENADIER) == {"003"}


@pytest.mark.parametrize(
    ("line", "right", "wrong", "message"),
    [
        (7, "enemy Ogre 2", "enemy Ogre 1", "'E2 enemy Ogre 2 (021)'"),
        (7, "enemy Ogre 2", "you Ogre 2", "'E2 enemy Ogre 2 (021)'"),
        (7, "enemy Ogre 2", "enemy Zu 2", "'E2 enemy Ogre 2 (021)'"),
        (7, "E2 enemy Ogre 2", "E2", "'E2 enemy Ogre 2 (021)'"),
        (7, "E2 enemy Ogre 2", "E1 enemy Ogre 2", "'E2 enemy Ogre 2 (021)'"),
        (6, "Y2 you Grenadier 1", "-", "'Y2 you Grenadier 1 (003)'"),
        (8, "hand you -", "hand you Moogle", "what has come to that hand is -"),
        (9, "1-2 enemy 2", "1-2 enemy 12", "the lane stands 1-2 enemy 2"),
        (9, "MID", "M", "'M' is no lane"),
        (10, "0-2", "2-0", "the score is 0-2"),
        (11, "nothing else", "M3 Y1", "the tile is '-'"),
        (11, "nothing else", "nothing more", "'nothing' is not a tile"),
        (4, "Grenadier M2", "Grenadier M3", "the play is illegal: M3 belongs to nobody"),
        (4, "you     Grenadier M2", "enemy Grenadier M2", "the play is illegal: M2 belongs to the other"),
        (4, "Grenadier M2", "Granadier M2", "unknown card 'Granadier', did you mean Grenadier"),
        (4, "Grenadier M2", "Diamond Dust M2", "use an id: 154, 155, 156"),
        (4, "Grenadier M2", "Grenadier M6", "'M6' is not a tile"),
        (4, "you     Grenadier M2", "illegal you Grenadier M2 neutral", "the play is legal"),
        (4, "you     Grenadier M2", "illegal you Grenadier M3 occupied", "another reason, neutral"),
        (4, "you     Grenadier M2", "illegal him Grenadier M2 neutral", "'him' is no side"),
        (2, "given   M2 Y2", "ruleset v3", "unknown ruleset 'v3'"),
        (3, "given   M4 E2 enemy Ogre +1", "ruleset rebirth", "the rule set comes first"),
        (3, "enemy Ogre +1", "enemy Ogre +x", "'+x' is no number"),
        (3, "E2 enemy Ogre +1", "", "says nothing of the tile"),
        (7, "M4      E2 enemy Ogre 2", "given M3 Y1", "nothing can be given after a play"),
        (7, "E2 enemy Ogre 2", "", "says nothing of the tile"),
    ],
)
def test_a_wrong_line_fails_with_its_place_and_the_truth(line: int, right: str, wrong: str, message: str) -> None:
    assert right in GRENADIER.splitlines()[line - 1]
    with pytest.raises(CaseError) as failure:
        run_text(GRENADIER.replace(right, wrong, 1))
    assert str(failure.value).startswith(f"here.txt:{line}: ")
    assert message in str(failure.value)


@pytest.mark.parametrize("forgotten", ["  M4      E2 enemy Ogre 2\n", "  M2      Y2 you Grenadier 1\n"])
def test_nothing_else_fails_when_a_change_is_not_named(forgotten: str) -> None:
    with pytest.raises(CaseError, match=r"here\.txt:10: 'nothing else': M. has become"):
        run_text(GRENADIER.replace(forgotten, ""))


def test_nothing_else_sees_hands() -> None:
    with pytest.raises(CaseError, match="hand you has become '146', it was '-'"):
        run_text("x\n  you Mandragora M1\n  M1 you Mandragora 1\n  M2 Y1\n  B1 Y2\n  nothing else\n")


@pytest.mark.parametrize("text", ["x\n", "x\n  given M2 Y2\n  M2 Y2\n", "x\n  M2 -\n  you Zu M1\n"])
def test_a_case_that_proves_nothing_fails(text: str) -> None:
    with pytest.raises(CaseError, match=r"here\.txt:"):
        run_text(text)


def test_a_line_before_any_title_fails() -> None:
    with pytest.raises(CaseError, match=r"here\.txt:2: 'given M2 Y2' stands before any title"):
        parse_cases("\n  given M2 Y2\n", "here.txt")
