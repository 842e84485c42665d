"""The one way to an answer: what it refuses, what it keeps, and what it does without a kernel or a storage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from qb_app.answers import advisor as module
from qb_app.answers.advisor import Advisor
from qb_app.answers.kept import pack_choices, pack_look, unpack_choices, unpack_look
from qb_app.answers.question import Question
from qb_app.asking.choices import BeliefName
from qb_app.asking.enemies import choose_enemy
from qb_app.asking.positions import EXAMPLE_POSITION, choose_view
from qb_app.storage import open_storage
from qb_app.storage.errors import DatabaseReadOnlyError
from qb_app.storage.stores import Storage
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.search import Budget
from qb_engine.deep.win_chance import DeepSearchUnavailableError
from qb_engine.errors import GameOverError, TurnOrderError
from qb_engine.kernel import door
from tests.qb_engine.deep.games import needs_kernel

HYDRATOR = CardHydrator()
LANES = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
OPENING = f"rebirth {LANES} Y hand=001,007,020 ehand=?*5"
ON_HAND = f"rebirth {LANES} Y phase=draw hand=001,007,020,014,008 deck=?*10 ehand=?*5 edeck=?*10 mulligan=YE"
MOMENT = "2026-01-01T12:00:00.000+00:00"
BUDGET = Budget(600)


def question(text: str = EXAMPLE_POSITION, **enemy: Any) -> Question:
    view = choose_view([text], example=False)
    told = {"deck": None, "opponent": None, "belief": None, **enemy}
    return Question(view, choose_enemy(told["deck"], told["opponent"], told["belief"], view.ruleset, HYDRATOR))


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    """The budgets of all searches that were really made."""
    made: list[Budget] = []
    really = DeepCoach.look

    def look(self: DeepCoach, state: Any, seen: Any, budget: Budget, **options: Any) -> Any:
        made.append(budget)
        return really(self, state, seen, budget, **options)

    monkeypatch.setattr(DeepCoach, "look", look)
    return made


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    with open_storage(str(tmp_path / "answers.db")) as opened:
        yield opened


def keeping(storage: Storage) -> Advisor:
    return Advisor(lambda: storage.answers, lambda: MOMENT)


@needs_kernel
def test_a_move_that_is_asked_about_is_searched_and_kept_for_itself(searched: list[Budget]) -> None:
    advisor, asked = Advisor(), question().asking("pass")
    plain, closer = advisor.advise(question(), BUDGET), advisor.advise(asked, BUDGET)
    assert (plain.asked, plain.asked_words()) == (None, None)
    assert closer.asked is not None
    move = closer.asked.candidate.move
    assert closer.looked[move].chance.sample > plain.looked[move].chance.sample
    best = closer.recommendation.moves[0].candidate.move
    assert closer.looked[best].chance == plain.looked[best].chance
    assert advisor.knows(asked, BUDGET)
    assert advisor.advise(asked, BUDGET).look == closer.look
    assert advisor.advise(question(), BUDGET).look == plain.look
    assert searched == [BUDGET, BUDGET]


@needs_kernel
def test_what_was_found_is_not_searched_again(searched: list[Budget]) -> None:
    advisor = Advisor()
    first = advisor.advise(question(), BUDGET)
    assert advisor.knows(question(), BUDGET)
    assert advisor.advise(question(), BUDGET).look == first.look
    assert first.look is not None
    assert advisor.chance(question(), BUDGET) == first.look.chance
    assert searched == [BUDGET]


@needs_kernel
@pytest.mark.parametrize(
    "other",
    [
        question(EXAMPLE_POSITION.replace("hand=003", "hand=004")),
        question(EXAMPLE_POSITION.replace("ehand=?*4", "ehand=?*3")),
        question(deck="Shinra-8 tournament"),
        question(belief=BeliefName.EVIDENCE),
        question(opponent="Red XIII Shinra-8"),
        replace(question(), cards=('{"id": "own1"}',)),
        question().asking("pass"),
    ],
    ids=["hand", "enemy's hand", "deck", "belief", "opponent", "own card", "move asked about"],
)
def test_another_question_is_another_answer(other: Question) -> None:
    assert other.key("look", 600) != question().key("look", 600)


def test_the_key_names_kind_size_and_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question()
    keys = {asked.key("look", 600), asked.key("look", 601), asked.key("mulligan", 600)}
    monkeypatch.setattr("qb_app.answers.question.SEARCH_VERSION", 10**6)
    assert len({*keys, asked.key("look", 600)}) == 4


@needs_kernel
def test_answers_outlive_the_advisor_in_the_storage(storage: Storage, searched: list[Budget]) -> None:
    told = keeping(storage).advise(question(), BUDGET)
    again = keeping(storage).advise(question(), BUDGET)
    assert len(searched) == 1
    assert (again.look, again.primary) == (told.look, told.primary)
    first, second = keeping(storage).mulligan(question(ON_HAND)), keeping(storage).mulligan(question(ON_HAND))
    assert first.choices == second.choices


@needs_kernel
def test_a_search_that_was_called_off_or_had_a_clock_is_not_kept(storage: Storage, searched: list[Budget]) -> None:
    advisor = keeping(storage)
    advisor.advise(question(), BUDGET, cancelled=lambda: True)
    assert not advisor.knows(question(), BUDGET)
    clock = Budget(None, 0.01)
    for _ in range(2):
        advisor.advise(question(), clock)
        assert not advisor.knows(question(), clock)
    assert len(searched) == 3


class Failing:
    """A store that has nothing and takes nothing."""

    def get(self, key: str) -> Mapping[str, Any] | None:
        raise DatabaseReadOnlyError("no")

    def put(self, key: str, document: Mapping[str, Any], *, at: str) -> None:
        raise DatabaseReadOnlyError("no")

    def prune(self, keep: int) -> None:
        raise DatabaseReadOnlyError("no")


@needs_kernel
def test_an_answer_is_as_good_where_it_cannot_be_kept() -> None:
    assert Advisor(Failing, lambda: MOMENT).advise(question(), BUDGET).look == Advisor().advise(question(), BUDGET).look


@needs_kernel
@pytest.mark.parametrize("damage", [{}, {"moves": [{}]}, {"moves": [], "chance": {"x": 1}, "nodes": 3}])
def test_a_kept_answer_that_makes_no_sense_is_found_anew(
    storage: Storage, searched: list[Budget], damage: dict[str, Any]
) -> None:
    storage.answers.put(question().key("look", 600), damage, at=MOMENT)
    keeping(storage).advise(question(), BUDGET)
    assert len(searched) == 1


@needs_kernel
def test_memory_forgets_what_was_not_asked_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ANSWERS", 2)
    advisor = Advisor()
    first, second, third = (question(f"{OPENING} turn={turn}") for turn in (3, 5, 7))
    budget = Budget(50)
    for asked in (first, second, first, third):
        advisor.look(asked, budget)
    assert [advisor.knows(asked, budget) for asked in (first, second, third)] == [True, False, True]


@needs_kernel
def test_kept_answers_come_back_to_the_last_digit() -> None:
    look = Advisor().look(question(), BUDGET)
    assert unpack_look(pack_look(look)) == look
    choices = Advisor().mulligan(question(ON_HAND)).choices
    assert unpack_choices(pack_choices(choices)) == choices


def test_without_a_kernel_the_answer_is_provisional_and_a_budget_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "available", False)
    advice = Advisor().advise(question())
    assert advice.is_provisional
    assert advice.primary.startswith("Provisional")
    assert [advice.label(move) for move in advice.recommendation.moves].count("best") == 0
    assert Advisor().chance(question()) is None
    with pytest.raises(DeepSearchUnavailableError):
        Advisor().advise(question(), BUDGET)
    hand = Advisor().mulligan(question(ON_HAND))
    assert hand.is_provisional
    assert "rule of thumb" in hand.primary


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (OPENING.replace(" Y ", " E "), TurnOrderError),
        (f"{OPENING} passes=2", GameOverError),
        (f"{OPENING} phase=end", TurnOrderError),
        (ON_HAND, TurnOrderError),
        (f"{OPENING} turn=3 phase=draw deck=001", TurnOrderError),
    ],
)
@needs_kernel
def test_a_wrong_moment_is_refused_before_anything_is_searched(
    text: str, error: type[Exception], searched: list[Budget]
) -> None:
    with pytest.raises(error):
        Advisor().advise(question(text), BUDGET)
    assert searched == []


@needs_kernel
def test_an_exchange_is_advised_only_when_it_is_clearly_better() -> None:
    stuck = ON_HAND.replace("001,007,020,014,008", "017,044,053,056,060")
    advice = Advisor().mulligan(question(stuck))
    best = advice.choices[0]
    assert best.gain_low > 0
    assert [card.id for card in advice.exchanged] == [advice.hand[index].id for index in best.mulligan.indices]
    fine = Advisor().mulligan(question(ON_HAND.replace("001,007,020,014,008", "001,007,008,001,007")))
    assert (fine.choices[0].gain_low > 0) == bool(fine.exchanged)
