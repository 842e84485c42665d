"""Why one move and not another: said in positions made for it, and found out again by the rules in random games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from qb_engine.contrast import ANYWAY, Answer, Contrast, Harm, contrast
from qb_engine.geometry import LANES, Side, Tile, long_name
from qb_engine.models import Move
from qb_engine.reasons.context import MoveContext
from qb_engine.reasons.field import Field
from qb_engine.reasons.finding import TELLING, every_reason
from qb_engine.reasons.kinds import ReasonKind
from qb_engine.reasons.telling import sentence
from qb_engine.themes import Theme, theme_of
from qb_engine.wording import begun, lane_words, percent
from tests.amounts import amount
from tests.qb_engine.deep.games import needs_kernel
from tests.qb_engine.reasons.facts import CHECKS
from tests.qb_engine.reasons.played import Answer as Placement
from tests.qb_engine.reasons.played import Played, free, played
from tests.qb_engine.reasons.positions import BLANK, HYDRATOR, START, Case, Told, cards, field_of, move_of

YOU, ENEMY = Side.YOU, Side.ENEMY
K = ReasonKind
TAKEN = f"Y1,-,-,-,E1/-,Y1,E1,-,-/{BLANK}"
CAPTURE_FIRST = (Told("Levrikon M2", 0.6), Told("Levrikon T1", 0.5))
THREATENED = f"Y1,-,-,-,-/Y1,-,-,Y1[{{}}],E1/{BLANK}"
"""A card of yours on M4, before a tile of the enemy."""


def pair(case: Case) -> tuple[MoveContext, MoveContext]:
    first, second = field_of(case).contexts
    return first, second


def of(case: Case, *line: str) -> Contrast:
    """The second move of the case held up against the first; behind it the line goes on so."""
    better, worse = pair(case)
    return contrast(better, worse, (worse.move, *map(move_of, line)) if line else ())


def threatened(card: str, deck: str, *line: str) -> Contrast:
    told = (Told("Levrikon M1", 0.6), Told("Levrikon T1", 0.5))
    return of(Case(THREATENED.format(card), "Levrikon M1", deck, told=told), *line)


# What the worse move lacks.


def test_what_the_worse_move_lacks_is_its_reason_and_its_theme() -> None:
    found = of(Case(TAKEN, "Levrikon M2", told=CAPTURE_FIRST))
    assert (found.better, found.worse) == (move_of("Levrikon M2"), move_of("Levrikon T1"))
    assert found.loss == pytest.approx(0.1)
    assert found.reason is not None
    assert (found.reason.kind, found.theme, found.of_better) == (K.CONCEDES_TILES, Theme.ROOM, False)
    (said,) = found.sentences(HYDRATOR)
    assert "M3" in said
    assert "Levrikon M2" in said
    (whole,) = found.sentences(HYDRATOR, long_name)
    assert "MID-3" in whole


def test_where_nothing_is_lacking_the_better_move_speaks_for_itself() -> None:
    found = of(Case(START, "Mandragora T1", told=(Told("Mandragora T1", 0.6), Told("Levrikon T1", 0.55))))
    assert found.of_better
    assert found.reason is not None
    assert not found.reason.is_warning
    reason = sentence(found.reason, HYDRATOR)
    assert found.sentences(HYDRATOR) == (f"Mandragora T1 has more going for it. {reason}",)
    passing = replace(found, better=Move.PASS)
    assert passing.sentences(HYDRATOR) == (f"Passing has more going for it. {reason}",)


def test_a_pass_beside_a_placement_is_about_passing() -> None:
    for told in ((Told("pass", 0.6), Told("Levrikon M1", 0.4)), (Told("Levrikon M1", 0.6), Told("pass", 0.4))):
        found = of(Case(START, "Levrikon M1", told=told))
        assert found.theme is Theme.PASSING
        assert 1 <= len(found.sentences(HYDRATOR)) <= 2


def test_a_move_beside_itself_loses_nothing_and_lacks_nothing() -> None:
    best, _ = pair(Case(TAKEN, "Levrikon M2", told=CAPTURE_FIRST))
    found = contrast(best, best)
    assert found.loss == 0.0
    assert found.better == found.worse
    assert found.reason is None or found.of_better


def test_two_moves_of_one_card_of_which_another_copy_is_held() -> None:
    told = (Told("Levrikon M1", 0.6, {"used": (("007", 64),)}), Told("Levrikon B1", 0.4, {}))
    found = of(Case(START, "Levrikon M1", hand="007", told=told))
    assert found.loss == pytest.approx(0.2)


def test_without_chances_the_move_scores_are_set_beside_one_another() -> None:
    contexts = field_of(Case(START, "Levrikon M1", hand="015")).contexts
    found = contrast(contexts[0], contexts[-1])
    assert found.loss == pytest.approx(contexts[0].worth - contexts[-1].worth)


@pytest.mark.parametrize(("games", "anyway"), [(64, (0,)), (30, ())])
def test_a_lane_that_the_better_move_wins_too_is_yours_anyway(games: int, anyway: tuple[int, ...]) -> None:
    counts = {"lanes_you": (games, 40, 40)}
    told = (Told("Levrikon M1", 0.6, counts), Told("Levrikon T1", 0.5, {}))
    found = of(Case(START, "Levrikon M1", hand="015", told=told))
    assert found.anyway == anyway
    assert found.sentences(HYDRATOR)[0].startswith("The top lane is yours anyway.") is bool(anyway)


# What the enemy answers.


def test_an_answer_that_destroys_a_card_is_told_with_the_share_of_hands() -> None:
    answer = threatened("002", "020 005", "020 M5").answer
    assert answer is not None
    assert (answer.harm, answer.cards, answer.tiles) == (Harm.DESTROYS, cards("Riot Trooper"), (Tile.parse("M4"),))
    assert answer.probability == 0.5


def test_an_answer_that_takes_tiles_or_a_lead_is_told_with_them_and_the_room_that_is_left() -> None:
    lead = threatened("001", "065", "065 M5").answer
    assert lead is not None
    assert (lead.harm, lead.lanes, lead.probability) == (Harm.LEADS, (1,), 1.0)
    told = (Told("pass", 0.6), Told("Levrikon M3", 0.5))
    taken = of(Case(f"{BLANK}/-,-,Y1,-,E1/{BLANK}", "Levrikon M3", "008 005", told=told), "008 M5").answer
    assert taken is not None
    assert (taken.harm, taken.tiles, taken.probability) == (Harm.TAKES, (Tile.parse("M4"),), 0.5)
    assert (taken.own_tiles, taken.enemy_tiles) == (1, 2)


@pytest.mark.parametrize("line", [(), ("pass",), ("005 M5",), ("114 M5",)])
def test_an_answer_that_does_no_harm_or_cannot_be_given_is_not_told(line: tuple[str, ...]) -> None:
    found = threatened("011", "005 020", *line)
    assert found.answer is None
    assert len(found.sentences(HYDRATOR)) <= 1


@pytest.mark.parametrize(("deck", "words"), [("020", "Any hand "), ("020 005", "50 % of hands ")])
def test_an_answer_is_told_as_sure_only_where_every_hand_has_one(deck: str, words: str) -> None:
    said = threatened("002", deck, "020 M5").sentences(HYDRATOR)[-1]
    assert said.startswith(words)
    assert "Riot Trooper on M4" in said
    assert "Archdragon M5" in said


# In random games.


def fallen(me: Played, placement: Placement, harm: Harm) -> set[int]:
    """Tiles that the enemy takes, or on which cards of yours are gone after it; or lanes in which you lead no more."""
    after, then = me.after.board, placement.board
    if harm is Harm.TAKES:
        return {tile.index for tile in free(after, YOU) if then.owners[tile.index] is ENEMY}
    if harm is Harm.DESTROYS:
        there = {it.number for it in then.occupants if it is not None}
        mine = ((at, it) for at, it in enumerate(after.occupants) if it is not None and it.side is YOU)
        return {at for at, it in mine if it.number not in there}
    leaders = [lane.winner for lane in me.context.after.score.lanes]
    return {lane for lane in range(LANES) if leaders[lane] is YOU is not placement.leaders[lane]}


def check_answer(me: Played, answer: Answer) -> None:
    placement = me.answer(answer.move.card, answer.move.tile)
    done = fallen(me, placement, answer.harm)
    told = {*answer.lanes} if answer.harm is Harm.LEADS else {tile.index for tile in answer.tiles}
    assert done == told != set()
    earlier = [harm for harm in Harm if [*Harm].index(harm) < [*Harm].index(answer.harm)]
    assert not any(fallen(me, placement, harm) for harm in earlier)
    share = me.share_of_hands(lambda it: bool(fallen(me, it, answer.harm) & done))
    assert answer.probability == pytest.approx(share)
    assert (answer.own_tiles, answer.enemy_tiles) == tuple(len(free(placement.board, side)) for side in Side)


def check(better: Played, worse: Played) -> Contrast:
    found = contrast(better.context, worse.context, worse.looked.line)
    assert found.loss == max(0.0, better.worth - worse.worth)
    of_better, of_worse = every_reason(Field((better.context, worse.context), clearly=0.0))
    if found.reason is not None:
        CHECKS[found.reason.kind](found.reason, better if found.of_better else worse, [better, worse])
        assert found.reason in (of_better if found.of_better else of_worse)
    against = [reason for reason in of_worse if reason.is_warning and reason.kind is not ReasonKind.IS_LOST]
    lacking = [reason for reason in against if reason.weight <= -TELLING]
    assert found.of_better is (not lacking)
    if lacking:
        assert found.reason is not None
        telling = [reason for reason in lacking if reason.kind is not ReasonKind.GIVES_TURN] or lacking
        assert found.reason.weight == min(reason.weight for reason in telling)
    passes = better.move == Move.PASS or worse.move == Move.PASS
    expected = Theme.PASSING if passes else Theme.LANES if found.reason is None else theme_of(found.reason.kind)
    assert found.theme is expected
    for lane in found.anyway:
        prospect = better.looked.prospect
        assert prospect is not None
        assert prospect.lanes_you[lane] >= ANYWAY * prospect.games
        assert worse.state.score().lanes[lane].winner is not YOU is worse.after.score().lanes[lane].winner
    if found.answer is not None:
        assert found.answer.move == worse.looked.line[1]
        check_answer(worse, found.answer)
    return found


@needs_kernel
@pytest.mark.parametrize("seed", range(amount(30, 1000)))
def test_what_is_said_of_two_moves_is_so(seed: int) -> None:
    moves = played(seed)
    for worse in moves[1:]:
        found = check(moves[0], worse)
        said = found.sentences(HYDRATOR)
        assert len(said) == (found.reason is not None) + (found.answer is not None) <= 2
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)
        if found.answer is not None and found.answer.probability < 1.0:
            assert said[-1].startswith(f"{percent(found.answer.probability)} of hands")
        if found.anyway:
            assert said[0].startswith(begun(lane_words(found.anyway)))


@needs_kernel
def test_most_of_what_can_be_said_comes_up() -> None:
    found = [check(moves[0], worse) for seed in range(30) for moves in [played(seed)] for worse in moves[1:]]
    assert {each.answer.harm for each in found if each.answer} >= {Harm.TAKES, Harm.LEADS}
    assert {each.theme for each in found} >= {Theme.ROOM, Theme.TEMPO, Theme.LANES, Theme.PASSING}
    assert any(each.anyway for each in found)
    assert any(each.of_better for each in found)
