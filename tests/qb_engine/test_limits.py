"""Numbers at their limits and beyond: a text is refused with a sentence, or everything works with what it says."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.quoting import has_controls
from gamekit.ranges import Range
from gamekit.record import Record, RecordError
from qb_app.answers.advisor import Advisor
from qb_app.answers.outlook import look_ahead
from qb_app.answers.question import Question
from qb_engine import limits
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import parse_deck
from qb_engine.deep.search import Budget
from qb_engine.errors import NotationError, QueensBloodError, UnknownCardError
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.kernel.door import LimitError, kernel_engine
from qb_engine.notation import format_position, parse_position
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Ruleset
from tests.qb_engine.deep.games import needs_kernel

HYDRATOR = CardHydrator.shared()
START = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
HUGE = ("9" * 20, "9" * 5000, "-" + "9" * 20)


def with_card(change: str) -> Callable[[str], str]:
    return lambda number: (
        f"v2.2.4 Y1[008{change.format(number)}],-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y hand=001,007 ehand=?*5"
    )


def with_option(option: str, ruleset: str = "rebirth") -> Callable[[str], str]:
    lanes = START.replace("Y1", "Y1[008]", 1)
    return lambda number: f"{ruleset} {lanes} Y {option.format(number)}"


PLACES: dict[str, tuple[Callable[[str], str], Range]] = {
    "lasting": (with_card("+{}"), Range(0, limits.POWER_CHANGE.high)),
    "lowered": (with_card("-{}"), Range(0, -limits.POWER_CHANGE.low)),
    "own": (with_card("^{}"), limits.POWER_CHANGE),
    "number": (with_card("#{}"), limits.NUMBER),
    "next": (with_option("hand=001 next={}"), Range(2, limits.NEXT_NUMBER.high)),
    "turn": (with_option("hand=001 ehand=?*5 turn={}"), limits.TURN),
    "passes": (with_option("hand=001 ehand=?*5 passes={}"), limits.PASSES),
    "hand": (with_option("hand=001*{}"), limits.COPIES),
    "enemy hand": (with_option("hand=001 ehand=?*{}"), limits.COPIES),
    "deck": (with_option("hand=001 deck=007*{}"), limits.COPIES),
    "enemy deck": (with_option("hand=001 ehand=?*5 edeck=?*{}"), limits.COPIES),
    "opening hand": (with_option("mulligan=Y hand=001*{} ehand=?*5"), limits.COPIES),
    "mulligans": (with_option("hand=001 mulligans={},0"), limits.MULLIGANS),
    "seed": (with_option("hand=001 seed={}"), limits.SEED),
    "base": (
        lambda number: f"v2.2.4 {START.replace('Y1', 'Y3', 1)} Y hand=001 base=T1+{number}-0",
        Range(3, limits.PAWN_CHANGE.high),
    ),
    "deltas": (with_option("hand=001 deltas=1@T2+{}-0", "v2.2.4"), Range(0, limits.PAWN_CHANGE.high)),
}


def looked_at(text: str) -> GameState:
    """The position with everything asked of it that a surface asks; a refusal may come, nothing else."""
    state = GameState.parse(text)
    assert format_position(parse_position(format_position(state.position()))) == format_position(state.position())
    engine = kernel_engine(state.hydrator, state.ruleset)
    if engine is not None:
        assert engine.unpack_state(engine.state(state)).board == state.board
    question = Question.about(state.observe(Side.YOU))
    advisor = Advisor(budget=Budget(nodes=8))
    for ask in (advisor.mulligan if question.on_opening_hand else advisor.advise, advisor.chance, look_ahead):
        try:
            ask(question)
        except NotationError:
            raise
        except QueensBloodError as error:
            assert_sentence(error)
    return state


def assert_sentence(error: Exception) -> None:
    assert 0 < len(str(error)) < 400
    assert not has_controls(str(error))


@pytest.mark.parametrize("place", PLACES)
def test_the_ends_of_a_range_can_be_looked_at_and_what_lies_beyond_is_refused(place: str) -> None:
    text, numbers = PLACES[place]
    for number in (numbers.low, numbers.high):
        looked_at(text(str(number)))
    for beyond in (str(numbers.low - 1), str(numbers.high + 1), *HUGE):
        with pytest.raises(QueensBloodError) as refused:
            parse_position(text(beyond))
        assert_sentence(refused.value)


@given(st.integers(0, 2**32))
def test_a_position_is_refused_or_can_be_looked_at(seed: int) -> None:
    rng = Random(seed)
    parts = [f"{rng.choice(('rebirth', 'v2.2.4'))} {_lanes(rng)} {rng.choice('YYYE')} hand=001,007,020 ehand=?*4"]
    parts += rng.sample(_OPTIONS, rng.randrange(4))
    text = " ".join(part.format(*(_number(rng) for _ in range(2))) for part in parts)
    try:
        parse_position(text)
    except NotationError as error:
        assert_sentence(error)
    else:
        looked_at(text)


_OPTIONS = (
    *("turn={}", "passes={}", "deck=?*{}", "edeck=?*{}", "mulligans={},{}", "seed={}", "next={}", "mulligan=Y"),
    *("base=T1+{}-{}", "deltas=1@T2+{}-{}", "deckseeds={},-", "phase=end", "phase=draw"),
)


def _number(rng: Random) -> str:
    return rng.choice(("0", "1", "2", "3", "9", "60", "61", "99", "100", "30000", "60000", "99999", *HUGE))


def _lanes(rng: Random) -> str:
    tiles = START.replace("/", ",").split(",")
    for index in rng.sample(range(15), rng.randrange(4)):
        side = rng.choice("YE")
        change = rng.choice(("", "+{}", "-{}", "^{}")).format(rng.choice(("1", "99", "29999", "30000", "30001")))
        tiles[index] = f"{side}{rng.choice('123')}[{rng.choice(('008', '015', '020', '086'))}{change}]"
    return "/".join(",".join(tiles[start : start + 5]) for start in (0, 5, 10))


@pytest.mark.parametrize("digits", [20, 5000])
def test_long_numbers_are_refused_wherever_one_is_read(digits: int) -> None:
    number = "9" * digits
    record = f'[Game "x"]\n[Version "1"]\n[Seed "{number}"]\n[Result "*"]\n\n'
    readers: tuple[tuple[Callable[[], object], type[Exception]], ...] = (
        (lambda: parse_deck(f"{number} Zu", HYDRATOR), NotationError),
        (lambda: parse_deck("0 Zu", HYDRATOR), NotationError),
        (lambda: parse_decision(f"mulligan {number}"), NotationError),
        (lambda: parse_decision(f"{number} M1", hand=[HYDRATOR["Zu"]]), QueensBloodError),
        (lambda: Ruleset.parse(f"rebirth{{deck_size={number}}}"), NotationError),
        (lambda: HYDRATOR.from_json(f'[{{"power": {number}}}]'), QueensBloodError),
        (lambda: Record.parse(record), RecordError),
        (lambda: Record.parse(record.replace(number, "1").replace('Version "1"', f'Version "{number}"')), RecordError),
        (lambda: Record.parse(record.replace(number, "1") + f"{number}. x\n"), RecordError),
        (lambda: Record("x", 1, (), 2**63, (), "*"), RecordError),
    )
    for read, error in readers:
        with pytest.raises(error) as refused:
            read()
        assert_sentence(refused.value)


def test_deltas_of_a_tile_have_an_end() -> None:
    lanes = START.replace("Y1", "Y1[008]", 1)
    for count, fits in ((15, True), (16, False)):
        text = f"v2.2.4 {lanes} Y hand=001 deltas={','.join(['1@T2+0-0'] * count)}"
        if fits:
            looked_at(text)
        else:
            with pytest.raises(NotationError, match="more than 15"):
                parse_position(text)


@needs_kernel
def test_what_the_kernel_cannot_hold_is_a_refusal_like_any_other() -> None:
    state = GameState.parse(f"rebirth {START} Y hand=001*5 next=60000 turn=3 ehand=?*5")
    assert issubclass(LimitError, QueensBloodError)
    with pytest.raises(LimitError, match="at most 60,000 cards"):
        Advisor().look(Question.about(state), Budget(nodes=64))
    assert Advisor().advise(Question.about(state)).look is None, "the answer looks one move ahead instead"


@needs_kernel
def test_great_margins_are_not_turned_over_when_an_opening_hand_is_tried() -> None:
    lanes = "Y1[008+20000],Y1[008+20000],-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
    state = GameState.parse(f"rebirth {lanes} Y mulligan=Y hand=001,001,007 ehand=?*3")
    advice = Advisor().mulligan(Question.about(state))
    assert min(choice.win for choice in advice.choices) > 0.999


def test_a_long_gap_in_a_list_of_cards_takes_no_time() -> None:
    gap = " " * 30_000
    before = process_time()
    with pytest.raises(UnknownCardError):
        parse_deck(f"2 zu{gap}mu", HYDRATOR)
    assert process_time() - before < 1
