"""One readable line for everything that can stand in the log of a game. Wording only: nothing is decided here.

``place`` says how tiles are named.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import (
    AbilityFired,
    CardAt,
    CardDestroyed,
    CardPlaced,
    CardToHand,
    Change,
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
from qb_engine.game_events import CardDrawn, DrawMissed, Event, GameEnded, LogEntry, Mulliganed, OpeningHand, Passed
from qb_engine.geometry import AnySide, Side, TileNaming
from qb_engine.models import HIDDEN, CardId, Decision, Move, Mulligan
from qb_engine.scoring import MatchScore

SIDE_NAMES = {Side.YOU: "you", Side.ENEMY: "enemy"}
_OBJECTS = {Side.YOU: "you", Side.ENEMY: "the enemy"}
_POSSESSIVES = {Side.YOU: "yours", Side.ENEMY: "the enemy's"}
_LOST = {LostReason.OCCUPIED: "the tile is occupied", LostReason.FULL: "the tile is full"}
_OCCASIONS = {
    Trigger.ON_PLAY: "it was played",
    Trigger.WHILE_IN_PLAY: "it lies on the board",
    Trigger.ON_DESTROYED: "it was destroyed",
    Trigger.ON_ALLY_DESTROYED: "an allied card was destroyed",
    Trigger.ON_ENEMY_DESTROYED: "an enemy card was destroyed",
    Trigger.ON_ANY_DESTROYED: "a card was destroyed",
    Trigger.ON_ALLY_PLAYED: "an allied card was played",
    Trigger.ON_ENEMY_PLAYED: "an enemy card was played",
    Trigger.ON_FIRST_ENHANCED: "it is enhanced for the first time",
    Trigger.ON_FIRST_ENFEEBLED: "it is enfeebled for the first time",
    Trigger.ON_POWER_REACHED: "it has reached the power it waits for",
    Trigger.ON_LANE_WON: "its lane is won",
    Trigger.ON_GAME_END: "the game has ended",
}


def narrate(event: Event, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """The event in words; what belongs to a whole turn (a draw, a pass) does not name the side, the turn does."""
    match event:
        case OpeningHand(cards):
            return f"Opening hand: {_hand(cards, hydrator)}"
        case Mulliganed(exchanged):
            return _mulligan(exchanged)
        case CardDrawn(card):
            return f"Draws {'a card' if card == HIDDEN else hydrator.get(card).name}"
        case DrawMissed():
            return "Draws nothing: the deck is empty"
        case Passed():
            return "Passes"
        case GameEnded(score):
            return f"The game is over: {result_words(score)}"
        case _ as change:
            return _change(change, hydrator, place)


def narrate_log(log: Iterable[LogEntry], hydrator: CardHydrator, place: TileNaming = str) -> list[str]:
    """One line per entry, each with its turn and whose turn it was."""
    return [f"Turn {turn} ({SIDE_NAMES[side]}): {narrate(event, hydrator, place)}" for turn, side, event in log]


def result_words(score: MatchScore) -> str:
    """Who wins with which points, the winner's first, as in ``you win 23–11``."""
    points = f"{max(score.total_you, score.total_enemy)}–{min(score.total_you, score.total_enemy)}"
    match score.winner:
        case None:
            return f"a draw, {points}"
        case Side.YOU:
            return f"you win {points}"
        case Side.ENEMY:
            return f"the enemy wins {points}"


def _hand(cards: tuple[CardId, ...], hydrator: CardHydrator) -> str:
    seen = [hydrator.get(card).name for card in cards if card != HIDDEN]
    hidden = len(cards) - len(seen)
    return ", ".join(seen + ([f"{hidden} hidden {'card' if hidden == 1 else 'cards'}"] if hidden else [])) or "no card"


def _mulligan(exchanged: int) -> str:
    if exchanged == 0:
        return "Keeps the opening hand"
    return f"Exchanges {exchanged} {'card' if exchanged == 1 else 'cards'} of the opening hand"


def _change(change: Change, hydrator: CardHydrator, place: TileNaming) -> str:
    match change:
        case CardPlaced(card):
            return f"{hydrator.get(card.card).name} lands on {place(card.tile)} ({SIDE_NAMES[card.side]})"
        case PawnsLaid():
            return _pawns_laid(change, place)
        case TileCaptured(tile, by, _, after):
            return f"{place(tile)} falls to {_OBJECTS[by.side]} (rank {after.rank})"
        case PawnsLost(tile, by, reason):
            several = hydrator.get(by.card).pawn_amount > 1
            return (
                f"{'Pawns' if several else 'Pawn'} on {place(tile)} {'are' if several else 'is'} lost: {_LOST[reason]}"
            )
        case PawnsUndone(tile, _, _, after):
            return f"{place(tile)} goes back: {_standing(after)}"
        case PowerChanged():
            cause = _power_cause(change, hydrator, place)
            return f"{_at(change.card, hydrator, place)}: {change.before} → {change.after}, {cause}"
        case AbilityFired(card, trigger):
            return f"{_at(card, hydrator, place)} acts: {_OCCASIONS[trigger]}"
        case CardDestroyed():
            return _destroyed(change, hydrator, place)
        case CardToHand(side, card_id, by):
            hand = "your hand" if side is Side.YOU else "the enemy's hand"
            return f"{hydrator.get(card_id).name} comes into {hand}, by {_at(by, hydrator, place)}"
        case TokenSpawned(card, by):
            where = f"{place(card.tile)} ({SIDE_NAMES[card.side]})"
            return f"{hydrator.get(card.card).name} appears on {where}, by {_at(by, hydrator, place)}"
        case _ as never:
            assert_never(never)


def _at(card: CardAt, hydrator: CardHydrator, place: TileNaming) -> str:
    return f"{hydrator.get(card.card).name} on {place(card.tile)}"


def _standing(pawns: Pawns) -> str:
    return "nobody's" if pawns.owner is None else f"{_POSSESSIVES[pawns.owner]}, rank {pawns.rank}"


def _pawns_laid(laid: PawnsLaid, place: TileNaming) -> str:
    tile, by, before, after = place(laid.tile), *laid[1:]
    if after.owner is not by.side:
        rivals = (after.player_rank, after.enemy_rank)
        own, other = rivals if by.side is Side.YOU else rivals[::-1]
        return f"{tile} is contested by {_OBJECTS[by.side]}: pawns {own} against {other}, still {_standing(after)}"
    if before.owner is None:
        return f"{tile} goes to {_OBJECTS[by.side]} (rank {after.rank})"
    return f"{tile} rises from rank {before.rank} to {after.rank} ({_POSSESSIVES[by.side]})"


def _power_cause(change: PowerChanged, hydrator: CardHydrator, place: TileNaming) -> str:
    source = _at(change.by, hydrator, place)
    match change.cause:
        case PowerCause.COUNT:
            return "by its own count"
        case PowerCause.LASTING:
            return "by its own ability" if change.by.number == change.card.number else f"by {source}"
        case PowerCause.AURA:
            aura = hydrator.get(change.by.card).aura
            # A change against the sign of the source's effect is that effect being withdrawn.
            gone = aura is not None and (aura[1] > 0) != (change.after > change.before)
            return f"the effect of {source} ends" if gone else f"by the effect of {source}"


def _destroyed(death: CardDestroyed, hydrator: CardHydrator, place: TileNaming) -> str:
    card, by = _at(death.card, hydrator, place), _at(death.by, hydrator, place)
    match death.cause:
        case DeathCause.POWER:
            after = "" if death.by.number == death.card.number else f", after {by}"
            return f"{card} is destroyed: no power left{after}"
        case DeathCause.DESTROYED:
            return f"{card} (power {death.power}) is destroyed by {by}"
        case DeathCause.REPLACED:
            return f"{card} (power {death.power}) is replaced by {hydrator.get(death.by.card).name}"


def decision_words(side: AnySide, decision: Decision, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """What a side decided, as a sentence: ``You play Zu on M3.``"""
    yours = Side(side) is Side.YOU
    match decision:
        case Mulligan(()):
            return "You keep the opening hand." if yours else "The enemy keeps its opening hand."
        case Mulligan(indices):
            cards = f"{len(indices)} {'card' if len(indices) == 1 else 'cards'}"
            return f"You exchange {cards}." if yours else f"The enemy exchanges {cards}."
        case Move(card, tile) if card is not None and tile is not None:
            return f"{'You play' if yours else 'The enemy plays'} {hydrator.get(card).name} on {place(tile)}."
    return "You pass." if yours else "The enemy passes."


def move_name(move: Move, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """A move as a player says it: ``Zu M3``, or ``pass``."""
    if move.card is None or move.tile is None:
        return "pass"
    return f"{hydrator.get(move.card).name} {place(move.tile)}"
