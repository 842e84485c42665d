"""What made users stop trusting a predecessor. Each complaint has a test that it cannot happen here."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given

from qb_app.answers.advisor import Advisor
from qb_app.answers.question import Question
from qb_app.live.outcome import Advised, Foreseen
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_app.live.tools import Tools
from qb_engine.board_state import MAX_RANK
from qb_engine.game_state import GameState
from qb_engine.geometry import Side, Tile
from qb_engine.models import Move
from tests.qb_app.live.advisors import PlayoutAdvisor
from tests.qb_app.live.material import FIRST_ROUND, HYDRATOR, OPENING, STARTER, card_on
from tests.qb_app.live.stores import MOMENT, entered, new_session
from tests.qb_app.live.test_matches_entered import MATCHES, enter
from tests.qb_engine.deep.games import needs_kernel
from tests.qb_engine.strategies import Playout, playouts


def typed(session: Session, state: GameState, move: Move) -> str:
    """How a player would enter what really happened."""
    side = "e " if state.side_to_act is Side.ENEMY else ""
    return f"{side}pass" if move.card is None else f"{side}{HYDRATOR.get(move.card).name} {move.tile}"


@given(playouts())
def test_the_coachs_board_is_the_board_of_the_game_after_every_move(playout: Playout) -> None:
    """Whole games under all rule sets, entered move by move with hidden hands: no play dropped, no tile differs."""
    session = new_session(MatchSetup(ruleset=playout.ruleset, first=playout.first))
    for real, decision in playout.plies():
        if not isinstance(decision, Move):
            continue
        outcome = session.enter(typed(session, real, decision))
        assert outcome.changed, outcome.lines
        after = real.clone()
        after.play(decision)
        assert session.state.board == after.board
        assert (session.state.turn, session.state.side_to_act) == (after.turn, after.side_to_act)
        assert len(session.state.hands[Side.ENEMY]) == len(after.hands[Side.ENEMY])
        assert max(session.state.board.rank(index) for index in range(15)) <= MAX_RANK


def test_the_enemys_last_play_is_on_the_board_and_in_the_advice() -> None:
    session = entered(*FIRST_ROUND, "draw zu")
    assert card_on(session, "M5") == "Levrikon"
    answer = session.enter("best").answer
    assert isinstance(answer, Advised)
    for move in answer.advice.recommendation.moves:
        card = move.prediction.board.occupants[Tile.parse("M5").index]
        assert card is not None
        assert card.card.name == "Levrikon"
    assert session.questions.question.observation.played_ids == ("007",)


@pytest.mark.parametrize("play", ["e ogre m5", "e levrikon m4", "e mandragora m1", "e mandragora t2", "e grandhorn t3"])
def test_an_enemy_play_that_the_coach_thinks_illegal_never_leaves_the_player_stuck(play: str) -> None:
    """The refusal quotes the commands that let it happen; entered as quoted, the match goes on."""
    session = entered(*OPENING, "sec m1")
    refused = session.enter(play)
    assert refused.refused
    fix, again = re.findall(r"'([^']+)'", refused.lines[0])
    assert not session.enter(fix.replace("NAME", "security officer")).refused
    assert not session.enter(again).refused
    assert session.state.side_to_act is Side.YOU


def test_an_enemy_hand_that_was_miscounted_never_leaves_the_player_stuck() -> None:
    session = entered(*OPENING, "sec m1", "set enemy hand 0")
    refused = session.enter("e levrikon m5")
    assert refused.refused
    (fix,) = re.findall(r"'([^']+)'", refused.lines[0])
    session.enter(fix)
    assert not session.enter("e levrikon m5").refused


def test_an_enemy_card_outside_the_known_deck_is_taken_and_advice_goes_on() -> None:
    setup = MatchSetup(enemy_deck=STARTER)
    session = entered(*OPENING, "sec m1", setup=setup)
    outcome = session.enter("e archdragon m5")
    assert any("Archdragon" in line and "guess" in line for line in outcome.lines)
    session.enter("draw zu")
    assert not session.enter("best").refused
    assert not session.enter("threat").refused


@pytest.mark.parametrize("line", ["set m3 enemy 4", "set m3 you 9", "set m3 enemy 0"])
def test_ranks_above_three_are_refused(line: str) -> None:
    outcome = new_session().enter(line)
    assert outcome.refused
    assert "1 to 3" in outcome.lines[0]


def test_a_destroyed_card_is_gone_and_its_tile_stays_with_its_owner() -> None:
    session = enter(MATCHES["redxiii-1"]).session
    destroyed = [entry.event for entry in session.state.log if type(entry.event).__name__ == "CardDestroyed"]
    assert len(destroyed) == 2
    session.enter("undo")
    assert card_on(session, "M4") is None
    assert session.state.board.owners[Tile.parse("M4").index] is Side.ENEMY


def test_tiles_of_the_enemy_are_the_enemys() -> None:
    session = entered(*OPENING, "sec m1", "e levrikon m5")
    real = {
        str(Tile(*divmod(index, 5))) for index, owner in enumerate(session.state.board.owners) if owner is Side.ENEMY
    }
    assert {"T5", "M5", "B5", "M4"} <= real


def test_cards_come_from_the_data_or_from_the_player_never_from_memory() -> None:
    session = entered(*OPENING)
    assert session.enter("gorgonzola m1").refused
    own = {"id": "own1", "name": "Gorgonzola", "rank": 1, "power": 6, "pawns": [[0, 1]]}
    assert session.enter("card " + json.dumps({**own, "rank": 7})).refused
    assert not session.enter("card " + json.dumps(own)).refused
    session.enter("hand gorgonzola, mu")
    session.enter("gorg m1")
    assert session.state.score().lanes[1].power_you == 6
    session.enter("undo 3")
    assert session.enter("hand gorgonzola, mu").refused


def tools() -> Tools:
    return Tools(advisor=PlayoutAdvisor(), clock=lambda: MOMENT)


@needs_kernel
def test_every_percentage_is_a_percentage_and_all_places_show_the_same() -> None:
    session = entered(*FIRST_ROUND, "draw zu")
    answer = session.enter("best").answer
    assert isinstance(answer, Advised)
    look = answer.advice.look
    assert look is not None
    assert look.chance == look.moves[0].chance
    for chance in (move.chance for move in look.moves):
        assert chance.win + chance.draw + chance.loss == pytest.approx(1)
        assert 0 <= chance.low <= chance.points <= chance.high <= 1


def test_weights_of_the_replies_sum_to_one() -> None:
    answer = entered(*FIRST_ROUND).enter("threat").answer
    assert isinstance(answer, Foreseen)
    assert sum(one.weight for one in answer.outlook.threat.outcomes) == pytest.approx(1)


def test_the_sign_is_yours_a_won_match_is_one_and_a_lost_one_nought() -> None:
    for setting, points in (("set m1 card sephiroth you 30", 1.0), ("set m5 card sephiroth enemy 30", 0.0)):
        session = entered(*OPENING, setting, "pass", "e pass", tools=tools())
        assert session.result is not None
        assert session.result.startswith("Y" if points else "E")
        ended = session.questions.course.result
        assert ended is not None
        assert ended.worth == points


def test_an_even_empty_board_shows_no_lead() -> None:
    score = new_session().state.score()
    assert (score.margin, score.winner) == (0, None)


class Broken(Advisor):
    def check(self, question: Question) -> None:
        raise RuntimeError("the engine is broken")


def test_an_error_of_the_engine_is_not_swallowed() -> None:
    session = entered(*OPENING, tools=Tools(advisor=Broken(), clock=lambda: MOMENT))
    with pytest.raises(RuntimeError, match="broken"):
        session.enter("best")


def test_every_move_of_the_advice_counts_the_enemys_reply() -> None:
    answer = entered(*FIRST_ROUND, "draw zu").enter("best").answer
    assert isinstance(answer, Advised)
    moves = answer.advice.recommendation.moves
    assert len(moves) > 5
    assert all(move.replies > 0 and move.worst is not None for move in moves)


def test_one_copy_too_many_is_taken_as_it_was_seen_and_said_at_once() -> None:
    session = entered(*FIRST_ROUND, "draw ?", "pass", "e levrikon t5", "draw ?", "pass")
    outcome = session.enter("e levrikon b5")
    assert outcome.changed
    assert card_on(session, "B5") == "Levrikon"
    assert outcome.lines[-1].startswith("The enemy has shown 3 copies of Levrikon, and rebirth allows 2: an entry may")
    session.enter("draw ?")
    session.enter("pass")
    assert not any("copies" in line for line in session.enter("e mu t4").lines), "and not again with every move"
