"""What is to be feared of the enemy: it is the greatest danger, and all that is said of it is so on the boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from qb_engine.board_notation import parse_board
from qb_engine.board_state import BoardState
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EqualBelief
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.evaluation import BoardEvaluation, LanePowerEvaluator
from qb_engine.fear import Fear, Loss, fears, greatest_fear, greatest_fears, nothing_to_fear
from qb_engine.game_state import GameState
from qb_engine.geometry import COLUMNS, LANES, TILES, Side, long_name
from qb_engine.models import Move, Mulligan
from qb_engine.powers import powers
from qb_engine.prediction import PredictionEngine
from qb_engine.predictor import PredictorEngine, RatedReply
from qb_engine.replies import SimulatedReply
from qb_engine.ruleset import Ruleset
from qb_engine.wording import odds
from tests.amounts import amount
from tests.qb_engine.kernel.starts import HYDRATOR, random_start

BELIEF = EqualBelief(HYDRATOR, limit=4)
COACH = CoachingEngine.standard(HYDRATOR, belief=BELIEF)
EVALUATOR = LanePowerEvaluator()
PASSING = "If the enemy passes too, the game ends"
CASES = [(seed, rules) for seed in range(amount(12, 200)) for rules in (Ruleset.REBIRTH, Ruleset.V2_2_4)]


class Danger(NamedTuple):
    """A board, what the enemy may do on it, and the one that is feared."""

    before: BoardState
    replies: tuple[RatedReply, ...]
    found: tuple[Fear, ...]


@cache
def dangers(seed: int, ruleset: Ruleset) -> tuple[Danger, ...]:
    """After each of YOUR moves in a random position, and in the position itself on the enemy's turn before it."""
    rng, state = Random(seed), random_start(seed, ruleset)
    while any(state.mulligan_open):
        state.play(Mulligan())
    for _ in range(rng.randrange(9)):
        if state.to_move is not None:
            state.play(rng.choice(state.legal_placements(state.side_to_act) or state.legal_moves()))
    if state.to_move is Side.YOU:
        view = state.observe(Side.YOU)
        moves = COACH.rank_moves(view, EnemyObservation.of(view).snapshot())
        made = [move.prediction for move in moves if move.prediction.replies]
        return tuple(
            Danger(one.board, one.replies, tuple(fears(one.board, one.evaluation, one.replies))) for one in made[:8]
        )
    return (on_the_enemys_turn(state.observe(Side.YOU)),) if state.to_move is Side.ENEMY else ()


def on_the_enemys_turn(view: GameState) -> Danger:
    seen, engine = EnemyObservation.of(view).snapshot(), PredictionEngine.standard(HYDRATOR, belief=BELIEF)
    threat = engine.full_enemy_prediction(view, seen)
    now = EVALUATOR.evaluate(view.board)
    rated = PredictorEngine.rate(view.board, (), view.passes, threat.replies, now)
    return Danger(view.board, tuple(rated), tuple(fears(view.board, now, rated)))


def every_danger() -> Iterator[Danger]:
    for case in CASES:
        yield from dangers(*case)


# The same again, told in the plainest way that there is.


def sums(board: BoardState) -> list[tuple[int, int]]:
    """Power of both sides by lane."""
    now = powers(board).power
    rows = [range(lane * COLUMNS, (lane + 1) * COLUMNS) for lane in range(LANES)]

    def of(side: Side, row: range) -> int:
        return sum(now[index] for index in row if (one := board.occupants[index]) is not None and one.side is side)

    return [(of(Side.YOU, row), of(Side.ENEMY, row)) for row in rows]


def costs(before: BoardState, after: BoardState, margins: tuple[int, int], *, ends: bool) -> str | None:
    """What the reply costs you, by the boards before and after it."""
    first, then = margins
    if ends and then <= 0:
        return f"end the game, and you would lose by {-then}" if then else "end the game in a draw"
    lanes = [("the top lane", "the middle lane", "the bottom lane")[lane] for lane in range(LANES)]
    pairs = [*zip(lanes, sums(before), sums(after), strict=True)]
    if taken := [lane for lane, old, new in pairs if old[0] >= old[1] and new[0] < new[1]]:
        return f"take {in_words(taken)}"
    if evened := [lane for lane, old, new in pairs if old[0] > old[1] and new[0] == new[1]]:
        return f"turn {in_words(evened)} even"
    lying = {one.number for one in after.occupants if one is not None}
    mine = [(one, tile) for one, tile in zip(before.occupants, TILES, strict=True) if one and one.side is Side.YOU]
    if fallen := [f"{one.card.name} on {tile}" for one, tile in mine if one.number not in lying]:
        return f"destroy your {in_words(fallen)}" if len(fallen) < 3 else f"destroy {len(fallen)} of your cards"
    yours = [index for index in range(len(TILES)) if before.owners[index] is Side.YOU]
    if lost := sum(after.owners[index] is Side.ENEMY for index in yours):
        return f"take {lost if lost > 1 else 'one'} of your tiles"
    if then < first:
        return f"cost {first - then} point{'s' if first - then > 1 else ''}"
    return None


def in_words(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def told(danger: Danger, rated: RatedReply) -> str | None:
    """The whole sentence."""
    reply, after = rated.reply, danger.before.clone()
    first = EVALUATOR.evaluate(danger.before).score.margin
    if reply.move.card is None or reply.move.tile is None:
        if not rated.ends_game or first > 0:
            return None
        return f"{PASSING} and you lose by {-first}." if first else f"{PASSING} in a draw."
    card = HYDRATOR.get(reply.move.card)
    COACH.predictor.prediction.effect_engine.resolve_play(after, Side.ENEMY, card, reply.move.tile)
    margin = EVALUATOR.evaluate(after).score.margin
    ends = after.ruleset.ends_on_full_board and all(after.occupants)
    cost = costs(danger.before, after, (first, margin), ends=ends)
    if cost is None:
        return None
    held = "; it holds the card." if reply.in_hand == 1.0 else f" (in its hand: {odds(reply.in_hand)})."
    return f"{card.name} on {reply.move.tile} would {cost}{held}"


def weight(danger: Danger, rated: RatedReply) -> float:
    return rated.reply.in_hand * (EVALUATOR.evaluate(danger.before).value.for_you - rated.score.for_you)


# What holds in any position.


def test_what_is_told_of_a_fear_is_so_on_the_boards() -> None:
    kinds = set()
    for danger in every_danger():
        by_move = {rated.reply.move: rated for rated in danger.replies}
        for fear in danger.found[:: max(1, len(danger.found) // 6)]:
            assert fear.sentence(HYDRATOR) == told(danger, by_move[fear.move])
            assert fear.in_hand == by_move[fear.move].reply.in_hand > 0
            kinds.add(fear.loss)
    assert kinds >= {*Loss} - {Loss.DRAW}


def test_the_first_fear_weighs_most_of_all_that_costs_something() -> None:
    calm = 0
    for danger in every_danger():
        ranked = sorted(danger.replies, key=lambda rated: -weight(danger, rated))
        first = next((rated for rated in ranked if weight(danger, rated) > 1e-9 and told(danger, rated)), None)
        assert (first is None) == (not danger.found)
        if first is not None:
            by_move = {rated.reply.move: weight(danger, rated) for rated in danger.replies}
            assert by_move[danger.found[0].move] == pytest.approx(weight(danger, first), abs=1e-8)
            weights = [round(by_move[fear.move], 9) for fear in danger.found]
            assert weights == sorted(weights, reverse=True)
        calm += first is None
    assert calm, "no calm position among them"


def test_fears_are_of_different_cards() -> None:
    for danger in every_danger():
        few = greatest_fears(danger.found)
        assert len({fear.move.card for fear in few}) == len(few) <= 3
        assert few[:1] == danger.found[:1]


def test_after_a_move_that_ends_the_game_nothing_is_to_be_feared() -> None:
    view = GameState.parse("rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 passes=1 hand=001 ehand=?*4", HYDRATOR)
    moves = COACH.rank_moves(view, EnemyObservation.of(view).snapshot())
    ended = {move.candidate.move: move.fear for move in moves if move.prediction.ends_game}
    assert ended == {Move.PASS: None}
    assert all(move.fear == greatest_fear(move.prediction) for move in moves)


# What each loss sounds like.


def threatened(lanes: str, card: str, tile: str, ruleset: Ruleset = Ruleset.REBIRTH) -> list[Fear]:
    """The fears on a board where the enemy can do nothing but lay that card there, and holds it."""
    board, now, reply = replied(lanes, card, tile, ruleset)
    return [*fears(board, now, PredictorEngine.rate(board, (), 0, [reply], now))]


def replied(lanes: str, card: str, tile: str, ruleset: Ruleset) -> tuple[BoardState, BoardEvaluation, SimulatedReply]:
    text, *options = lanes.split()
    board = parse_board(text, dict(option.split("=") for option in options), ruleset, HYDRATOR)
    now, move, then = EVALUATOR.evaluate(board), Move.parse(f"{card} {tile}", HYDRATOR), board.clone()
    assert move.tile is not None
    changes = COACH.predictor.prediction.effect_engine.resolve_play(then, Side.ENEMY, HYDRATOR.get(card), move.tile)
    return board, now, SimulatedReply(move, 1.0, then, EVALUATOR.evaluate(then), tuple(changes))


LANES_TAKEN = "Y1,E1,-,Y1,E1/Y1[063#2],E2[066#1],E1,E1,E2[018#3]/Y2[033#4],Y3,E2,-,E3 next=5"
CARDS_FALL = (
    "Y2[114-1#3],Y3,Y2[065#5],E3[065#6],E1/Y2[064-1!0#4],Y2,-,Y3[137#7],E1[117-3^1#2]/Y1,Y1,-,Y3,E1[144-1#1] next=8"
)
MANY_FALL = (
    "E3[076#12],N0[Y073#7],Y3[071#13],E2[047#14],E3[049^1#9]/Y3[013#15],Y2,Y1,E3,E3[041#10]/"
    "Y1[059#11],Y2[039+3^1#5],Y3[118-2#8],E3[101-1#3],Y2[063-1#1] next=16"
)
TILES_TAKEN = (
    "Y1,Y1[091#15],Y2,Y1[076#2],E2[052-2^1#4]/Y3[149+1#13],Y3,E1,E1[052+2#8],E1[052+2#3]/"
    "Y2[158#12],N0[Y030+2#11],E3[101#9],E3[122#14],E1[040#5] next=16"
)
ONE_TAKEN = (
    "E1,E1[066-2!01#2],E3[127-1#4],E3,E1/E2[066^1!1#6],N0[E066-3!01#1],N0[E066-1!01#5],Y1,E2/"
    "E3,E3[113-1#3],E2,N0[Y066!0#7],E3[066^1!0#8] next=9"
)
POINTS_LOST = (
    "E2[010#16],E3[046#11],Y3[122!0#13],E1,E1/Y1[030#10],Y3[079-3^1#8],Y1[052#15],Y3[089^1#3],E3[162+2#12]/"
    "E2[028^1#2],-,Y3[012#5],E3[086#14],E1[063#17] next=18"
)


@pytest.mark.parametrize(
    ("lanes", "card", "tile", "cost"),
    [
        ("Y1[008],-,-,-,E2/-,-,-,-,-/-,-,-,-,-", "Elphadunk", "T5", "take the top lane"),
        (LANES_TAKEN, "J-Squad", "B5", "take the top lane, the middle lane and the bottom lane"),
        ("Y1,-,-,-,E1/Y2,-,-,-,E1/Y1[036],Y1,-,-,E1", "Security Officer", "B5", "turn the bottom lane even"),
        (CARDS_FALL, "Yuffie", "M5", "destroy your Haunted Hotel on M4"),
        (CARDS_FALL, "Yuffie", "T4", "destroy your Stone Golem on T3 and Haunted Hotel on M4"),
        (MANY_FALL, "Custom Valkyrie", "M4", "destroy 3 of your cards"),
        (ONE_TAKEN, "Valron", "B3", "take one of your tiles"),
        (TILES_TAKEN, "Baby Grangalan", "M3", "take 2 of your tiles"),
        (POINTS_LOST, "Mandragora Minion", "T5", "cost 1 point"),
        (POINTS_LOST, "Cactuar", "T5", "cost 4 points"),
    ],
)
def test_what_a_loss_sounds_like(lanes: str, card: str, tile: str, cost: str) -> None:
    [fear] = threatened(lanes, card, tile)
    assert fear.sentence(HYDRATOR) == f"{card} on {tile} would {cost}; it holds the card."
    assert fear.margin <= 0


FULL = "Y1[008],Y1[001],E1[001],E1[001],E1/{},E1[001],E1[001],E1[008]/Y1[156],Y1[008],E1[021],E1[008],E1[008]"


@pytest.mark.parametrize(
    ("yours", "told"),
    [
        ("Y1[156],Y1[001]", ["Security Officer on T5 would end the game, and you would lose by 2; it holds the card."]),
        ("Y1[114],Y1[001]", ["Security Officer on T5 would end the game in a draw; it holds the card."]),
        ("Y1[114],Y1[008]", []),
    ],
)
def test_a_reply_that_ends_the_game_is_told_by_its_end(yours: str, told: list[str]) -> None:
    rules = Ruleset.REBIRTH.varied(ends_on_full_board=True)
    found = threatened(FULL.format(yours), "Security Officer", "T5", ruleset=rules)
    assert [fear.sentence(HYDRATOR) for fear in found] == told


@pytest.mark.parametrize(
    ("lanes", "told"),
    [
        ("Y1[008],-,-,Y1,-/Y1,-,-,-,E1/Y1,-,-,-,E1[008]", f"{PASSING} in a draw."),
        ("Y1[008],-,-,-,E1/Y1,-,-,-,E1/E2[011],-,-,-,E1", f"{PASSING} and you lose by 2."),
        ("Y2[011],-,-,-,E1/Y1,-,-,-,E1/E1[008],-,-,-,E1", ""),
    ],
)
def test_after_your_pass_the_enemy_may_end_the_game(lanes: str, told: str) -> None:
    board = parse_board(lanes, {}, Ruleset.REBIRTH, HYDRATOR)
    now = EVALUATOR.evaluate(board)
    found = [*fears(board, now, PredictorEngine.rate(board, (), 1, [], now))]
    assert [fear.sentence(HYDRATOR) for fear in found] == ([told] if told else [])


def test_tiles_are_named_as_the_surface_does() -> None:
    [fear] = threatened(CARDS_FALL, "Yuffie", "T4")
    assert fear.sentence(HYDRATOR, long_name).startswith("Yuffie on TOP-4 would destroy your Stone Golem on TOP-3 and ")


@pytest.mark.parametrize(
    ("probability", "said"),
    [
        *((1.0, "100 %"), (0.999, ">99 %"), (0.62, "62 %"), (0.2, "20 %"), (0.0, "0 %")),
        *((0.199, "1 in 5"), (1 / 12, "1 in 12"), (0.06, "1 in 17"), (0.0004, "1 in 2,500")),
    ],
)
def test_odds_are_said_as_of_a_danger(probability: float, said: str) -> None:
    assert odds(probability) == said


# Where there is nothing to fear.

TOP_LED = "Y1[008],-,-,-,E1/-,-,-,-,-/-,-,-,-,-"


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (None, "The enemy cannot hurt you: no card that it may hold can be placed."),
        ("Security Officer T5", "The enemy can hardly hurt you: no card that it may hold changes a lane."),
        (
            "Levrikon T5",
            "The enemy can hardly hurt you: every card that it may hold gives you at least as much as it takes.",
        ),
    ],
)
def test_why_nothing_is_to_be_feared(reply: str | None, said: str) -> None:
    card, _, tile = (reply or "001 T5").rpartition(" ")
    board, now, found = replied(TOP_LED, card, tile, Ruleset.REBIRTH)
    passing = SimulatedReply(Move.PASS, 1.0, board, now, ())
    rated = PredictorEngine.rate(board, (), 0, [passing, *([] if reply is None else [found])], now)
    assert nothing_to_fear(now, rated) == said


@pytest.mark.parametrize(
    ("in_hand", "said"),
    [(1.0, "; it holds the card."), (0.999, " (in its hand: >99 %)."), (0.1, " (in its hand: 1 in 10).")],
)
def test_only_a_card_that_is_held_for_certain_is_said_to_be_held(in_hand: float, said: str) -> None:
    fear = Fear(Move.parse("Levrikon M4", HYDRATOR), in_hand, Loss.POINTS, -2, amount=2)
    assert fear.sentence(HYDRATOR) == f"Levrikon on M4 would cost 2 points{said}"
