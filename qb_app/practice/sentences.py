"""Everything that is said in training, by facts; the sentences themselves stand in the catalogue, under ``train``.

Tiles stand in braces in what is kept with an exercise (``worded`` names them).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from qb_engine.card_hydrator import CardHydrator
from qb_engine.catalogue import listed, say
from qb_engine.geometry import Tile, TileNaming
from qb_engine.models import Move
from qb_engine.narration import result_words
from qb_engine.scoring import MatchScore
from qb_engine.themes import Theme
from qb_engine.wording import lane_words

_PRIVATE = range(0xE000, 0xF900)
"""Code points that stand for nothing."""


def braced(text: str) -> str:
    """A text that is to stand in a template as it is."""
    return text.replace("{", "{{").replace("}", "}}")


def templates(tell: Callable[[TileNaming], Sequence[str]]) -> tuple[str, ...]:
    """Sentences with their tiles in braces; ``tell`` says them with tiles named as it is asked to."""
    plain = "".join(tell(str))
    free = (mark for mark in map(chr, _PRIVATE) if mark not in plain)  # a card may be called anything
    opening, closing = next(free), next(free)
    told = map(braced, tell(lambda tile: f"{opening}{tile}{closing}"))
    return tuple(one.replace(opening, "{").replace(closing, "}") for one in told)


def move_template(move: Move, hydrator: CardHydrator) -> str | None:
    """The move as a player says it, its tile in braces; None for a pass."""
    if move.card is None or move.tile is None:
        return None
    return f"{braced(hydrator.get(move.card).name)} {{{move.tile}}}"


# Exercises


def task_title(number: int, title: str, place: int, of: int) -> str:
    return say("train.task_title", number=f"{number}", title=title, place=f"{place}", of=f"{of}")


def puzzle_title(puzzle_id: str, grade: int) -> str:
    return say("train.puzzle_title", id=puzzle_id, grade=f"{grade}")


def board_title(title: str) -> str:
    return say("train.board_title", title=title)


def board_task() -> str:
    return say("train.board_task")


def mistake_title(place: str, number: int) -> str:
    return say("train.mistake_title", place=place, number=f"{number}")


def mistake_place(match: str) -> str:
    return say("train.own_match", match=match)


def duel_place(level: int) -> str:
    return say("train.own_duel", level=f"{level}")


def mistake_task(played: str | None, loss: float) -> str:
    """``played`` is None for a pass."""
    if played is None:
        return say("train.mistake_task_pass", loss=f"{100 * loss:.0f}")
    return say("train.mistake_task", played=played, loss=f"{100 * loss:.0f}")


# Hints


def theme_hint(theme: Theme) -> str:
    return say(f"train.theme_hint_{theme}")


def card_hint(names: Sequence[str]) -> str:
    """``names`` are those of the right cards; none means that no card is to be placed."""
    return say("train.card_hint", cards=listed(names, either=True)) if names else say("train.pass_hint")


def lane_hint(lanes: Sequence[int]) -> str:
    return say("train.lane_hint", lanes=lane_words(sorted(set(lanes)), either=True))


def order_hint(moves: int) -> str:
    return say("train.order_hint", moves)


# Themes


def theme_name(theme: Theme) -> str:
    return say(f"train.theme_{theme}")


# Answers


def right(hints: int, *, length: int) -> str:
    if hints:
        return say("train.right_hinted", hints)
    return say("train.right_order") if length > 1 else say("train.right")


def on_the_way(answer: str, left: int) -> str:
    return say("train.on_the_way", left, answer=answer)


def wrong(move: str) -> str:
    return say("train.wrong", move=move[0].upper() + move[1:])


def solution(ways: Sequence[Sequence[str]], most: int = 3) -> str:
    """How it is done; of many ways the first few."""
    told = [listed(way) if len(way) < 2 else ", ".join(way) for way in ways[:most]]
    more = len(ways) - len(told)
    return say("train.solution", ways=listed(told, either=True)) + (
        "" if more <= 0 else " " + say("train.more_ways", more)
    )


def game_ends(score: MatchScore) -> str:
    """The result as a clause, to stand within a sentence."""
    result = result_words(score)
    return say("train.drawn", result=result) if score.winner is None else result


def refuted_exactly(reply: str, result: str, best: str) -> str:
    """By the enemy's best answer, both sides seeing all cards; ``result`` and ``best`` tell how games end."""
    return say("train.refuted_exactly", reply=reply, result=result, best=best)


def ends_exactly(result: str, best: str) -> str:
    return say("train.ends_exactly", result=result, best=best)


def refuted_by_search(reply: str | None, chance: str, best: str) -> str:
    if reply is None:
        return say("train.refuted_at_once", chance=chance, best=best)
    return say("train.refuted_by_search", reply=reply, chance=chance, best=best)


def proven(result: str) -> str:
    return say("train.proven", result=result)


def no_order_left() -> str:
    return say("train.no_order_left")


def not_refuted() -> str:
    """Where the answer cannot be computed."""
    return say("train.not_refuted")


def missing(condition: str, value: object, place: TileNaming) -> str:
    """What a task of a lesson asks for and a move does not do."""
    facts = {"tiles": "", "number": ""}
    match value:
        case str() if (tile := Tile.find(value)) is not None:
            facts["tiles"] = place(tile)
        case list():
            facts["tiles"] = listed([place(Tile.parse(one)) for one in value])
        case dict():
            facts["tiles"] = listed([place(Tile.parse(one)) for one in value])
            facts["number"] = listed([f"{number}" for number in value.values()])
        case _:
            facts["number"] = f"{value}"
    return say(f"train.missing_{condition}", **facts)


# Progress


def next_time(due: datetime, now: datetime) -> str:
    """When an exercise comes back."""
    if (days := round((due - now) / timedelta(days=1))) >= 1:
        return say("train.comes_back", days)
    return say("train.comes_back_soon", max(1, round((due - now) / timedelta(minutes=1))))


def try_again() -> str:
    return say("train.try_again")


def lesson_title(number: int, title: str) -> str:
    return say("train.lesson_title", number=f"{number}", title=title)


def enemy_holds(names: Sequence[str]) -> str:
    return say("train.enemy_holds", cards=listed(names))


def draws_next(names: Sequence[str], *, yours: bool) -> str:
    return say("train.you_draw" if yours else "train.enemy_draws", cards=", ".join(names))


def not_counted() -> str:
    return say("train.not_counted")


def rating_words(rating: float, reach: float, puzzles: int) -> str:
    if not puzzles:
        return say("train.no_rating")
    return say("train.rating", puzzles, rating=f"{rating:.0f}", reach=f"{reach:.0f}")


def due_words(due: int, new: int) -> str:
    return say("train.due", due, new=f"{new:,}")


def go_on() -> str:
    return say("train.go_on")


def nothing_left() -> str:
    return say("train.nothing_left")


def kind_name(kind: str) -> str:
    return say(f"train.kind_{kind}")


def state_words(due: str | None, *, is_due: bool) -> str:
    """How an exercise stands: new, due, or known until a day."""
    if due is None:
        return say("train.state_new")
    return say("train.state_due") if is_due else say("train.state_until", day=due)


def first_time() -> str:
    return say("train.first_time")


def no_mistakes() -> str:
    return say("train.no_mistakes")


def lesson_done(number: int, following: str | None) -> str:
    """``following`` is the title of the next one."""
    if following is None:
        return say("train.lesson_done_last", number=f"{number}")
    return say("train.lesson_done", number=f"{number}", following=following, next=f"{number + 1}")


def no_more_hints() -> str:
    return say("train.no_more_hints")


def left() -> str:
    return say("train.left")


def help_text() -> str:
    return say("train.help")


# Refusals


def no_such_exercise(quoted_id: str, near: Sequence[str]) -> str:
    """``near`` are ids that may be meant."""
    if near:
        return say("train.no_such_exercise_near", id=quoted_id, near=listed(near, either=True))
    return say("train.no_such_exercise", id=quoted_id)


def no_such_lesson(given: str, last: int) -> str:
    return say("train.no_such_lesson", given=given, last=f"{last}")


def no_such_theme(given: str, themes: Sequence[str]) -> str:
    return say("train.no_such_theme", given=given, themes=listed(themes, either=True))


def one_wish_only() -> str:
    return say("train.one_wish_only")


def after_the_answer(moves: int) -> str:
    return say("train.after_the_answer", moves)


def not_on_the_way() -> str:
    return say("train.not_on_the_way")
