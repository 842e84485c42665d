"""Every event of a game in words."""

import re
from typing import get_args

import pytest

from gamekit.match import play_match
from gamekit.record import replay
from gamekit.sides import BySide
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import (
    AbilityFired,
    CardAt,
    CardDestroyed,
    CardPlaced,
    CardToHand,
    DeathCause,
    LostReason,
    Pawns,
    PawnsLaid,
    PawnsLost,
    PawnsUndone,
    PowerCause,
    PowerChanged,
    TileCaptured,
    TokenSpawned,
)
from qb_engine.effects import Trigger
from qb_engine.game import QueensBlood, random_player, setup_of
from qb_engine.game_events import CardDrawn, DrawMissed, Event, GameEnded, LogEntry, Mulliganed, OpeningHand, Passed
from qb_engine.geometry import Side, Tile, long_name
from qb_engine.models import HIDDEN, Move
from qb_engine.narration import decision_words, move_name, narrate, narrate_log
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import LaneScore, MatchScore

HYDRATOR = CardHydrator()


def at(card: str, tile: str, side: Side = Side.YOU, number: int = 1) -> CardAt:
    return CardAt(number, HYDRATOR.get(card).id, side, Tile.parse(tile))


def score(you: int, enemy: int) -> MatchScore:
    lanes = tuple(LaneScore(lane, 0, 0, None, 0) for lane in range(3))
    winner = None if you == enemy else Side.YOU if you > enemy else Side.ENEMY
    return MatchScore(lanes, you, enemy, winner, you - enemy)


ZU = at("Zu", "M3")
GRENADIER = at("Grenadier", "M2", number=2)
OGRE = at("Ogre", "M4", Side.ENEMY, number=3)
TITAN = at("Titan", "T1", number=4)
CRAB = at("Crystalline Crab", "M1", number=5)
NOBODY, T3, M4 = Pawns(None, 0, 0), Tile.parse("T3"), Tile.parse("M4")
LASTING, AURA, COUNT = PowerCause.LASTING, PowerCause.AURA, PowerCause.COUNT

LINES: list[tuple[Event, str]] = [
    (CardPlaced(ZU), "Zu lands on M3 (you)"),
    (CardPlaced(OGRE), "Ogre lands on M4 (enemy)"),
    (PawnsLaid(T3, ZU, NOBODY, Pawns(Side.YOU, 1, 0)), "T3 goes to you (rank 1)"),
    (PawnsLaid(T3, OGRE, NOBODY, Pawns(Side.ENEMY, 0, 2)), "T3 goes to the enemy (rank 2)"),
    (PawnsLaid(T3, ZU, Pawns(Side.YOU, 1, 0), Pawns(Side.YOU, 2, 0)), "T3 rises from rank 1 to 2 (yours)"),
    (
        PawnsLaid(M4, ZU, Pawns(Side.ENEMY, 0, 3), Pawns(Side.ENEMY, 1, 2)),
        "M4 is contested by you: pawns 1 against 2, still the enemy's, rank 2",
    ),
    (
        PawnsLaid(M4, OGRE, Pawns(Side.YOU, 3, 0), Pawns(Side.YOU, 2, 1)),
        "M4 is contested by the enemy: pawns 1 against 2, still yours, rank 2",
    ),
    (TileCaptured(M4, ZU, Pawns(Side.ENEMY, 0, 2), Pawns(Side.YOU, 2, 0)), "M4 falls to you (rank 2)"),
    (PawnsLost(T3, ZU, LostReason.OCCUPIED), "Pawn on T3 is lost: the tile is occupied"),
    (PawnsLost(T3, ZU, LostReason.FULL), "Pawn on T3 is lost: the tile is full"),
    (PawnsLost(T3, TITAN, LostReason.OCCUPIED), "Pawns on T3 are lost: the tile is occupied"),
    (PawnsUndone(T3, ZU, Pawns(Side.YOU, 1, 0), NOBODY), "T3 goes back: nobody's"),
    (PawnsUndone(T3, ZU, Pawns(Side.YOU, 2, 0), Pawns(Side.YOU, 1, 0)), "T3 goes back: yours, rank 1"),
    (PowerChanged(OGRE, 5, 1, GRENADIER, LASTING), "Ogre on M4: 5 → 1, by Grenadier on M2"),
    (PowerChanged(ZU, 2, 3, ZU, LASTING), "Zu on M3: 2 → 3, by its own ability"),
    (PowerChanged(ZU, 2, 4, CRAB, AURA), "Zu on M3: 2 → 4, by the effect of Crystalline Crab on M1"),
    (PowerChanged(ZU, 4, 2, CRAB, AURA), "Zu on M3: 4 → 2, the effect of Crystalline Crab on M1 ends"),
    (PowerChanged(ZU, 2, 3, ZU, COUNT), "Zu on M3: 2 → 3, by its own count"),
    (AbilityFired(GRENADIER, Trigger.ON_PLAY), "Grenadier on M2 acts: it was played"),
    (AbilityFired(GRENADIER, Trigger.ON_ENEMY_DESTROYED), "Grenadier on M2 acts: an enemy card was destroyed"),
    (
        CardDestroyed(OGRE, 0, DeathCause.POWER, GRENADIER),
        "Ogre on M4 is destroyed: no power left, after Grenadier on M2",
    ),
    (CardDestroyed(OGRE, 0, DeathCause.POWER, OGRE), "Ogre on M4 is destroyed: no power left"),
    (
        CardDestroyed(OGRE, 5, DeathCause.DESTROYED, GRENADIER),
        "Ogre on M4 (power 5) is destroyed by Grenadier on M2",
    ),
    (CardDestroyed(ZU, 2, DeathCause.REPLACED, at("Griffon", "M3")), "Zu on M3 (power 2) is replaced by Griffon"),
    (CardToHand(Side.YOU, "151", ZU), "Moogle comes into your hand, by Zu on M3"),
    (CardToHand(Side.ENEMY, "151", OGRE), "Moogle comes into the enemy's hand, by Ogre on M4"),
    (TokenSpawned(at("155", "B2"), ZU), "Diamond Dust appears on B2 (you), by Zu on M3"),
    (OpeningHand(("015", "009")), "Opening hand: Zu, Mu"),
    (OpeningHand((HIDDEN,) * 5), "Opening hand: 5 hidden cards"),
    (OpeningHand(("015", HIDDEN)), "Opening hand: Zu, 1 hidden card"),
    (OpeningHand(()), "Opening hand: no card"),
    (Mulliganed(0), "Keeps the opening hand"),
    (Mulliganed(1), "Exchanges 1 card of the opening hand"),
    (Mulliganed(3), "Exchanges 3 cards of the opening hand"),
    (CardDrawn("015"), "Draws Zu"),
    (CardDrawn(HIDDEN), "Draws a card"),
    (DrawMissed(), "Draws nothing: the deck is empty"),
    (Passed(), "Passes"),
    (GameEnded(score(23, 11)), "The game is over: you win 23–11"),
    (GameEnded(score(5, 16)), "The game is over: the enemy wins 16–5"),
    (GameEnded(score(5, 5)), "The game is over: a draw, 5–5"),
]


@pytest.mark.parametrize(("event", "line"), LINES)
def test_an_event_is_told_in_one_line(event: Event, line: str) -> None:
    assert narrate(event, HYDRATOR) == line


@pytest.mark.parametrize(("event", "line"), LINES)
def test_tiles_are_named_in_full_where_that_is_wished(event: Event, line: str) -> None:
    whole = re.sub(r"\b[TMB][1-5]\b", lambda found: Tile.parse(found[0]).long, line)
    assert narrate(event, HYDRATOR, long_name) == whole
    assert narrate_log([LogEntry(3, Side.YOU, event)], HYDRATOR, long_name) == [f"Turn 3 (you): {whole}"]


def test_decisions_and_moves_are_named_as_wished() -> None:
    move = Move("015", Tile.parse("T1"))
    assert [move_name(move, HYDRATOR), move_name(move, HYDRATOR, long_name)] == ["Zu T1", "Zu TOP-1"]
    assert decision_words(Side.ENEMY, move, HYDRATOR) == "The enemy plays Zu on T1."
    assert decision_words(Side.ENEMY, move, HYDRATOR, long_name) == "The enemy plays Zu on TOP-1."
    assert [move_name(Move.PASS, HYDRATOR, long_name), decision_words(Side.YOU, Move.PASS, HYDRATOR, long_name)] == [
        "pass",
        "You pass.",
    ]


def test_every_kind_of_event_stands_above() -> None:
    assert {type(event) for event, _ in LINES} == set(get_args(Event))


@pytest.mark.parametrize("trigger", Trigger)
def test_every_trigger_has_words(trigger: Trigger) -> None:
    assert narrate(AbilityFired(ZU, trigger), HYDRATOR).startswith("Zu on M3 acts: ")


def test_a_log_names_turn_and_side_of_each_line() -> None:
    log = [LogEntry(3, Side.YOU, CardDrawn("015")), LogEntry(4, Side.ENEMY, Passed())]
    assert narrate_log(log, HYDRATOR) == ["Turn 3 (you): Draws Zu", "Turn 4 (enemy): Passes"]


@pytest.mark.parametrize("ruleset", [Ruleset.REBIRTH, Ruleset.V2_2_4], ids=str)
def test_whole_games_over_all_cards_are_told_without_a_gap(ruleset: Ruleset) -> None:
    game = QueensBlood(HYDRATOR)
    ids = [card.id for card in HYDRATOR.deck_cards()]
    for start in range(0, len(ids) - 30, 15):
        you, enemy = (",".join(ids[begin : begin + 15]) for begin in (start, start + 15))
        record = play_match(game, setup_of(ruleset, you, enemy), start, BySide(random_player(), random_player()))
        log = replay(game, record).log
        lines = narrate_log(log, HYDRATOR)
        assert len(lines) == len(log)
        assert all(line.count("\n") == 0 and "None" not in line for line in lines)
