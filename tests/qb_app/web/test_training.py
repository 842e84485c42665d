"""Training over HTTP: lessons, exercises without answers, answers that count once, a whole session."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from qb_app.practice.exercise import Exercise
from qb_app.practice.lessons import lessons
from qb_app.practice.puzzles import plays_alone, puzzle_exercises
from qb_app.storage import Storage
from qb_engine.kernel import door as kernel
from tests.qb_app.practice.conftest import Clock
from tests.qb_app.practice.own_match import BEST, MISTAKE, play_badly
from tests.qb_app.web.caller import Caller, calling

needs_kernel = pytest.mark.skipif(not kernel.available, reason="the kernel is not built")
TASK = "lesson-place-1"
RIGHT = {"exercise": TASK, "moves": ["security officer m1"]}
WRONG = {"exercise": TASK, "moves": ["pass"]}


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with calling(storage) as api:
        yield api


def board() -> Exercise:
    return next(one for one in puzzle_exercises() if plays_alone(one))


def test_lessons_tell_their_text_and_exercises(api: Caller) -> None:
    document = api.ok("GET", "/train/lessons")
    assert [row["number"] for row in document["lessons"]] == [lesson.number for lesson in lessons()]
    first, *_, last = document["lessons"]
    assert first["text"].startswith("The board has three lanes")
    assert [row["id"] for row in first["exercises"]] == ["lesson-place-1", "lesson-place-2"]
    assert (last["theme"], {"passing"} <= set(last["exercises"][0]["themes"])) == ("passing", True)
    assert all(row["exercises"] for row in document["lessons"])


def test_an_exercise_is_told_without_its_answer_and_with_the_hints_asked_for(api: Caller) -> None:
    exercise = board()
    plain = api.ok("GET", f"/train/exercises/{exercise.exercise_id}")
    assert (plain["hints"], plain["hints_left"], plain["moves"]) == ([], len(exercise.hints), 3)
    assert plain["position"] == exercise.position
    assert plain["hand"] == ["023", "015", "014"]
    assert plain["answers"] == 0
    assert not {"solution", "lines", "accepted"} & set(plain)
    hinted = api.ok("GET", f"/train/exercises/{exercise.exercise_id}?hints=2")
    assert hinted["hints"] == list(exercise.hints[:2])
    assert hinted["hints_left"] == len(exercise.hints) - 2
    everything = api.ok("GET", f"/train/exercises/{exercise.exercise_id}?hints=20")
    assert (everything["hints"], everything["hints_left"]) == (list(exercise.hints), 0)


def test_a_right_answer_is_stored_and_explained(api: Caller) -> None:
    document = api.ok("POST", "/train/answers", RIGHT)
    assert (document["verdict"], document["text"], document["counted"]) == ("right", "Right.", True)
    assert [[move["move"] for move in way] for way in document["solution"]] == [["001 MID-1"]]
    assert document["refutation"] is None
    assert api.ok("GET", f"/train/exercises/{TASK}")["right"] == 1
    assert api.ok("GET", "/train/lessons")["lessons"][0]["done"] == 1


def test_a_wrong_answer_tells_what_is_wrong_and_not_the_answer(api: Caller) -> None:
    document = api.ok("POST", "/train/answers", {**WRONG, "hints": 1})
    assert (document["verdict"], document["text"], document["hints"]) == ("wrong", "Pass is not it.", 1)
    assert document["refutation"]["text"] == "Another card is asked for."
    assert (document["solution"], document["explanation"]) == ([], [])
    again = api.ok("POST", "/train/answers", RIGHT)
    assert (again["verdict"], again["counted"], again["due"]) == ("right", False, document["due"])


def test_no_move_gives_up(api: Caller) -> None:
    document = api.ok("POST", "/train/answers", {"exercise": TASK, "moves": []})
    assert (document["verdict"], document["text"]) == ("wrong", "The answer: Security Officer M1.")
    assert document["solution"]
    assert document["refutation"] is None


def test_an_answer_that_is_sent_again_counts_once_and_is_told_the_same(api: Caller) -> None:
    first = api.ok("POST", "/train/answers", WRONG, Idempotency_Key="k")
    assert api.ok("POST", "/train/answers", WRONG, Idempotency_Key="k") == first
    assert api.ok("GET", "/train/progress")["version"] == 1
    assert api.ok("POST", "/train/answers", RIGHT, Idempotency_Key="k") == first


def test_an_order_is_played_move_by_move(api: Caller) -> None:
    moves = ["fleetwing b3", "zu t1", "quetzalcoatl m2"]
    exercise = board().exercise_id
    first = api.ok("POST", "/train/answers", {"exercise": exercise, "moves": moves[:1]})
    assert (first["verdict"], first["reply"]["move"], first["hand"]) == ("on_the_way", "pass", ["015", "014"])
    assert api.ok("GET", "/train/progress")["version"] == 0
    shown = api.ok("GET", f"/train/exercises/{exercise}?moves=fleetwing b3&hints=2")
    assert (shown["moves"], shown["hand"], shown["hints"][1]) == (2, ["015", "014"], "The card to place is Zu.")
    assert "no beginning of an answer" in api.refused(422, "GET", f"/train/exercises/{exercise}?moves=pass")
    last = api.ok("POST", "/train/answers", {"exercise": exercise, "moves": moves})
    assert (last["verdict"], last["board"]["winner"]) == ("right", "Y")


@needs_kernel
def test_a_wrong_move_in_a_puzzle_is_refuted_on_the_board_and_moves_the_rating(api: Caller) -> None:
    puzzle = next(one for one in puzzle_exercises() if one.origin.grade == 1)
    document = api.ok("POST", "/train/answers", {"exercise": puzzle.exercise_id, "moves": ["pass"]})
    assert document["verdict"] == "wrong"
    refutation = document["refutation"]
    assert re.search("; with the right move (you win|it is a draw,) ", refutation["text"])
    assert refutation["reply"] is not None
    assert document["rating"]["rating"] < document["rating_before"]
    progress = api.ok("GET", "/train/progress")
    assert progress["rating"] == document["rating"]
    assert progress["rating"]["low"] < progress["rating"]["rating"] < progress["rating"]["high"]
    assert sum(row["answers"] for row in progress["themes"]) == 1


def test_the_next_exercise_fits_the_wish_and_is_the_same_for_the_same_seed(api: Caller) -> None:
    found = api.ok("GET", "/train/next?theme=tempo&kind=puzzle&seed=7")
    assert found["exercise"]["kind"] == "puzzle"
    assert "tempo" in found["exercise"]["themes"]
    assert api.ok("GET", "/train/next?theme=tempo&kind=puzzle&seed=7") == found
    skipped = api.ok("GET", f"/train/next?theme=tempo&kind=puzzle&seed=7&skip={found['exercise']['id']}")
    assert skipped["exercise"]["id"] != found["exercise"]["id"]
    nothing = api.ok("GET", "/train/next?kind=mistake")
    assert (nothing["exercise"], nothing["due"], nothing["new"]) == (None, 0, 0)
    assert nothing["text"].startswith("Nothing of this is due")


@pytest.mark.parametrize("path", ["/train/lessons", "/train/progress", f"/train/exercises/{TASK}", "/train/next"])
def test_who_has_it_already_is_told_so(api: Caller, path: str) -> None:
    tag = api("GET", path).headers["etag"]
    assert api("GET", path, If_None_Match=tag).status_code == 304
    api.ok("POST", "/train/answers", RIGHT)
    assert api("GET", path, If_None_Match=tag).status_code == 200


@needs_kernel
def test_mistakes_are_found_match_by_match_and_trained(api: Caller, storage: Storage) -> None:
    match_id = play_badly(storage, Clock())
    found = api.ok("POST", "/train/mistakes")
    assert (found["game"], found["games_left"]) == (match_id, 0)
    (row,) = found["exercises"]
    assert (row["match"], row["move"], row["kind"]) == (match_id, MISTAKE, "mistake")
    nothing = api.ok("POST", "/train/mistakes")
    assert (nothing["game"], nothing["exercises"], nothing["games_left"]) == (None, [], 0)
    exercise = api.ok("GET", "/train/next?kind=mistake")["exercise"]
    assert exercise["id"] == row["id"]
    answer = {"exercise": row["id"], "moves": ["pass"]}
    wrong = api.ok("POST", "/train/answers", answer)
    assert wrong["refutation"]["text"].startswith("Your chance to win is 0 %, certain then")
    right = api.ok("POST", "/train/answers", {**answer, "moves": [BEST]})
    assert (right["verdict"], bool(right["explanation"])) == ("right", True)


def test_a_whole_session(api: Caller) -> None:
    """Every lesson on the rules is done as the page would do it: asked for, hinted at, missed, done."""
    right: dict[str, Any] = {
        task.exercise.exercise_id: task.exercise.accepted[0] for lesson in lessons() for task in lesson.tasks
    }
    count = 0
    for lesson in api.ok("GET", "/train/lessons")["lessons"]:
        for row in lesson["exercises"] if lesson["theme"] is None else ():
            shown = api.ok("GET", f"/train/exercises/{row['id']}?hints=1")
            assert shown["version"] == count
            assert len(shown["hints"]) == 1
            move = str(right[row["id"]])
            answer = {"exercise": row["id"], "moves": [move], "hints": 1}
            told = api.ok("POST", "/train/answers", answer, Idempotency_Key=row["id"])
            assert (told["verdict"], told["text"]) == ("right", "Right, after one hint.")
            count += 1
    progress = api.ok("GET", "/train/progress")
    assert progress["version"] == count == len(right)
    kinds = {row["kind"]: row for row in progress["kinds"]}
    assert (kinds["lesson"]["exercises"], kinds["lesson"]["new"]) == (count, 0)


@pytest.mark.parametrize(
    ("status", "method", "path", "body", "sentence"),
    [
        (
            404,
            "GET",
            "/train/exercises/cake",
            None,
            "there is no exercise 'cake'; ids look like lesson-place-1 or p0006",
        ),
        (404, "POST", "/train/answers", {"exercise": "cake", "moves": ["pass"]}, "there is no exercise 'cake'"),
        (422, "GET", "/train/next?theme=mulligan", None, "there is no theme 'mulligan'; themes are room"),
        (422, "GET", "/train/next?kind=cake", None, "the request does not fit"),
        (422, "POST", "/train/answers", {"exercise": TASK, "moves": ["zu m1"]}, "Zu is not in your hand"),
        (422, "POST", "/train/answers", {"exercise": TASK, "moves": ["levrikon m5"]}, "M5 belongs to the other"),
        (422, "POST", "/train/answers", {"exercise": TASK, "moves": ["pass", "pass"]}, "the answer is finished"),
        (422, "POST", "/train/answers", {"exercise": TASK, "moves": ["pass"], "hints": -1}, "does not fit"),
        (422, "POST", "/train/answers", {"exercise": TASK}, "does not fit"),
    ],
)
def test_what_cannot_be_is_refused_and_stores_nothing(
    api: Caller, status: int, method: str, path: str, body: object, sentence: str
) -> None:
    assert sentence in api.refused(status, method, path, body)
    assert api.ok("GET", "/train/progress")["version"] == 0
