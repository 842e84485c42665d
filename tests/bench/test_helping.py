"""Does the coach help: a player with the coach beside it, in both seats, and what is counted of its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from bench.deals import mixed_deal
from bench.helped_player import Help, HelpedPlayer, HelpedTurn
from bench.helping import LEARNER, HelpPlan, pairs_of, play_pair, report
from bench.played import PlayedGame, Seats, own_view, play_game
from bench.run_log import Row
from gamekit.agents import Agent
from gamekit.sides import BySide
from qb_app.review.marks import is_costly
from qb_engine import CardHydrator, GameState, Side
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.deep.coach import DeepCoach
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.search import Budget, DeepSearch
from qb_engine.game import random_player
from qb_engine.mirror import mirrored_decision
from qb_engine.models import Decision, Move
from qb_engine.temper import NEVER_WAITS
from tests.qb_engine.deep.games import HYDRATOR, needs_kernel

BELIEF = EqualBelief(HYDRATOR, limit=3)
COACH = DeepCoach(CoachingEngine.standard(HYDRATOR, belief=BELIEF), DeepSearch(threads=1), temper=NEVER_WAITS)
BUDGET = Budget(200)
Played = list[tuple[GameState, HelpedTurn]]


def played(helped: Help, seed: int, side: Side, learner: Agent[GameState, Decision] | None = None) -> Played:
    """What the helped player decided in a game against a random one, and where."""
    level3 = DeepPlayer(HYDRATOR, Budget(20), LEARNER.slips, tries_hands=False, belief=BELIEF)
    player = HelpedPlayer(learner or level3, COACH, helped, BUDGET)
    game = play_game(seed, BySide(*(player if each is side else random_player() for each in Side)), HYDRATOR)
    chosen = [state for state in game.states if state.to_move is side and len(state.legal_moves()) > 1]
    return list(zip(chosen, player.turns, strict=True))


def both_seats(helped: Help, seeds: Sequence[int] = (1, 2)) -> Iterator[tuple[GameState, HelpedTurn]]:
    for seed in seeds:
        for side in Side:
            yield from played(helped, seed, side)


def worths(state: GameState, turn: HelpedTurn, *, asking: bool) -> dict[Move, float]:
    """What the coach says of every move, as the mover writes it, best first."""
    side = state.side_to_act
    look = COACH.look(*own_view(state, side, None), BUDGET, asked=exchanged(turn.own, side) if asking else None)
    return {exchanged(each.move, side): each.chance.worth for each in look.every}


def exchanged(move: Move, side: Side) -> Move:
    """A move of that side as YOURS, and back."""
    found = mirrored_decision(move) if side is Side.ENEMY else move
    assert isinstance(found, Move)
    return found


@dataclass(frozen=True)
class Stubborn:
    """Comes to the same move whenever it thinks: the first placement that there is."""

    name: str = "stubborn"

    def choose(self, view: GameState, rng: Random) -> Decision:
        return view.legal_moves()[0]


@needs_kernel
@pytest.mark.parametrize("helped", Help)
def test_every_move_is_legal_in_both_seats(helped: Help) -> None:
    for side in Side:
        turns = played(helped, 3, side)
        assert turns
        for state, turn in turns:
            assert {turn.own, turn.played} <= {*state.legal_moves()}


@needs_kernel
def test_who_takes_back_never_plays_what_the_same_answer_warns_of() -> None:
    warned = 0
    for state, turn in both_seats(Help.TAKES_BACK):
        said = worths(state, turn, asking=True)
        best = next(iter(said))
        assert turn.loss == said[best] - said[turn.own]
        assert not is_costly(said[best] - said[turn.played])
        assert turn.played == (best if is_costly(turn.loss) else turn.own)
        warned += turn.warned
    assert warned >= 3


@needs_kernel
def test_who_follows_sometimes_plays_the_best_move_of_the_answer_on_a_third_of_its_turns() -> None:
    turns = list(both_seats(Help.SOMETIMES, range(5)))
    assert 0.2 < sum(turn.asked for _, turn in turns) / len(turns) < 0.5
    for state, turn in turns:
        assert turn.played == (next(iter(worths(state, turn, asking=False))) if turn.asked else turn.own)
    assert any(turn.changed for _, turn in turns)


@needs_kernel
def test_who_thinks_again_finds_another_move_without_being_told_one() -> None:
    warned = [(state, turn) for state, turn in both_seats(Help.THINKS_AGAIN) if turn.warned]
    assert all(turn.changed for _, turn in warned)
    assert any(turn.played != next(iter(worths(state, turn, asking=True))) for state, turn in warned)


@needs_kernel
def test_who_comes_to_nothing_else_insists() -> None:
    turns = [turn for _, turn in played(Help.THINKS_AGAIN, 0, Side.ENEMY, Stubborn())]
    assert any(turn.warned for turn in turns)
    assert not any(turn.changed for turn in turns)


@needs_kernel
def test_alone_nobody_is_asked() -> None:
    assert all(turn == HelpedTurn(turn.own, turn.own, asked=False) for _, turn in both_seats(Help.NONE))


@needs_kernel
@pytest.mark.parametrize("side", Side)
def test_all_have_the_same_luck_until_the_coach_changes_something(side: Side) -> None:
    alone, *others = ([turn for _, turn in played(helped, 4, side)] for helped in Help)
    for turns in others:
        changed = next(number for number, turn in enumerate(turns) if turn.changed)
        assert [turn.own for turn in turns[: changed + 1]] == [turn.own for turn in alone[: changed + 1]]


@needs_kernel
@pytest.mark.parametrize("helped", Help)
def test_the_same_seed_gives_the_same_games(helped: Help) -> None:
    plan = HelpPlan(5, helped, 50)
    assert play_pair(plan) == play_pair(plan)


def test_margins_are_those_of_the_learner_in_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    def first_wins(seed: int, seats: Seats, hydrator: CardHydrator) -> PlayedGame:
        return PlayedGame(mixed_deal(seed, hydrator), [], 5)

    monkeypatch.setattr("bench.helping.play_game", first_wins)
    assert play_pair(HelpPlan(5, Help.NONE, 50))["margins"] == [5, -5]


def row(helped: Help, *margins: int) -> Row:
    counted = {"turns": 15, "asked": 4, "warned": 4, "changed": 3, "lost": 1.0}
    return {"help": helped, "margins": list(margins), **counted}


def test_points_are_counted_by_pairs() -> None:
    assert pairs_of([row(Help.NONE, 3, -2), row(Help.NONE, 0, 5), row(Help.NONE, -1, -9)]).scores == (1.0, 1.5, 0.0)


def test_the_report_tells_what_was_gained_on_the_same_deals(capsys: pytest.CaptureFixture[str]) -> None:
    made = {Help.NONE: (-1, -1), Help.SOMETIMES: (1, -1), Help.TAKES_BACK: (1, 1), Help.THINKS_AGAIN: (1, 0)}
    report([row(helped, *margins) for _ in range(20) for helped, margins in made.items()])
    lines = capsys.readouterr().out.splitlines()
    gains = [line for line in lines if ", over " in line]
    assert [line.split(": ")[1].split(" of")[0] for line in gains] == ["+50.0%", "+100.0%", "+75.0%", "+25.0%"]
    shares = [line.split(": ")[1].split(" of")[0] for line in lines if ": " in line and ", over " not in line]
    assert shares == ["0.0%", "50.0%", "100.0%", "75.0%"]
    assert "of 2.00 moves it warned (25.0% of the chance each), 1.50 moves were changed" in lines[5]
