"""Own mistakes: found by the look back, kept once they were attempted, refuted by the coach's own answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from qb_app.practice import mistakes
from qb_app.practice.choosing import Wish
from qb_app.practice.exercise import Exercise, ExerciseKind, worded
from qb_app.practice.mistakes import Mistakes, Played, keep_mistake, kept_mistake, mistake_id, mistake_of
from qb_app.practice.refutation import refute
from qb_app.practice.trainer import Trainer
from qb_app.review.exercises import exercises_of
from qb_app.storage import Storage
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.win_chance import DeepSearchUnavailableError
from qb_engine.geometry import long_name
from qb_engine.kernel import door as kernel
from qb_engine.models import Move
from qb_engine.themes import Theme
from tests.qb_app.practice.conftest import Clock
from tests.qb_app.practice.own_match import BEST, MISTAKE, play_badly, tools
from tests.qb_app.review.courses import engine_game, reviewed

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
OWN = Wish(kinds=(ExerciseKind.MISTAKE,))


@pytest.fixture
def match_id(storage: Storage, clock: Clock) -> str:
    return play_badly(storage, clock)


@pytest.fixture
def own(storage: Storage, clock: Clock, match_id: str) -> Mistakes:
    return Mistakes(storage, tools(storage, clock))


@pytest.fixture
def mistake(own: Mistakes) -> Exercise:
    (found,) = own.find()
    return found


def test_a_mistake_with_one_answer_becomes_an_exercise(mistake: Exercise, match_id: str) -> None:
    assert mistake.exercise_id == mistake_id(match_id, MISTAKE)
    assert (mistake.kind, mistake.themes) == (ExerciseKind.MISTAKE, (Theme.PASSING,))
    assert [str(move) for move in mistake.accepted] == [BEST]
    assert worded(mistake.task).startswith("You passed here, which gave away ")
    assert mistake.origin.title == "Your match against an unknown opponent, move 2"
    assert mistake.explanation
    assert set(mistake.accepted) < {move for move in mistake.start.legal_moves() if isinstance(move, Move)}


def test_an_explanation_names_tiles_as_the_screen_does() -> None:
    review = reviewed(3)
    found = exercises_of(replace(review, plies=tuple(replace(ply, clear=True) for ply in review.plies)))
    assert any(one.contrast(long_name) != one.contrast() for one in found)
    game = Played("m", 1, "Your match", False, lambda: engine_game(3))
    for one in found:
        kept = kept_mistake(keep_mistake(mistake_of(one, game)))
        for place in (str, long_name):
            assert tuple(worded(line, place) for line in kept.explanation) == one.contrast(place)


def test_what_was_found_is_known_without_another_search(
    own: Mistakes, mistake: Exercise, storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def searched(*_: Any, **__: Any) -> Any:
        raise AssertionError("a position was searched again")

    monkeypatch.setattr(DeepCoach, "look", searched)
    elsewhere = Mistakes(storage, tools(storage, clock))
    assert elsewhere.known() == (mistake,)
    assert elsewhere.find() == (mistake,)
    assert elsewhere.unsearched() == ()


def test_a_match_that_was_not_looked_back_on_is_unsearched(own: Mistakes, match_id: str) -> None:
    assert own.known() == ()
    (played,) = own.unsearched()
    assert played.game_id == match_id
    own.find_in(played)
    assert own.unsearched() == ()


def test_an_exercise_is_the_same_after_it_was_kept(mistake: Exercise) -> None:
    assert kept_mistake(keep_mistake(mistake)) == mistake


def test_what_was_attempted_outlives_its_match(
    mistake: Exercise, storage: Storage, clock: Clock, match_id: str
) -> None:
    trainer = Trainer(storage.practice, clock, (mistake,))
    assert trainer.practice().next(OWN) == mistake
    trainer.answer(mistake, (Move.PASS,))
    storage.matches.delete(match_id)
    storage.answers.prune(0)
    clock.wait(days=1)
    later = Trainer(storage.practice, clock)
    assert later.practice().due(OWN) == (mistake,)
    assert later.practice().shelf.find(mistake.exercise_id) == mistake


def test_the_refutation_is_what_the_coach_says(own: Mistakes, mistake: Exercise) -> None:
    question = own.question(mistake)
    assert question.view.key() == mistake.position
    found = refute(mistake, (Move.PASS,), own.tools.advisor, own.question)
    assert found.reply is None  # the game is over
    assert found.board.is_over
    look = own.tools.advisor.look(question.asking(Move.PASS))
    assert found.sentence.startswith("Your chance to win is 0 %, certain then, with the right move it is ")
    assert f"{100 * look.moves[0].chance.worth:.0f} %" in found.sentence


def test_without_its_match_the_position_is_asked_about_by_itself(
    own: Mistakes, mistake: Exercise, storage: Storage, match_id: str
) -> None:
    storage.matches.delete(match_id)
    assert own.question(mistake).view.key() == mistake.position
    assert refute(mistake, (Move.PASS,), own.tools.advisor, own.question).board.is_over


def test_without_the_kernel_nothing_is_kept_as_searched(own: Mistakes, monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable(*_: object) -> None:
        raise DeepSearchUnavailableError("no kernel")

    with monkeypatch.context() as patch:
        patch.setattr(mistakes, "deep_engine", unavailable)
        with pytest.raises(DeepSearchUnavailableError):
            own.find()
    assert len(own.unsearched()) == 1


def test_matches_in_which_nothing_can_be_judged_give_none(storage: Storage, clock: Clock) -> None:
    storage.matches.create({"odd": 1}, title="odd", ruleset="rebirth", opponent=None, at=clock())
    assert Mistakes(storage, tools(storage, clock)).find() == ()
