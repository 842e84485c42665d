"""The sentence a player reads on a card, made from its abilities; no sentence is stored anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from qb_engine.card_hydrator import CardHydrator, known_cards
from qb_engine.effects import (
    Ability,
    AddLoserScore,
    AddToHand,
    CountedSide,
    Destroy,
    ModifyPower,
    PerCard,
    RaiseRank,
    ScoreBonus,
    SpawnByRank,
    Status,
    Target,
    Trigger,
)
from qb_engine.models import Card, CardId

NO_ABILITY = "No ability."
REPLACES = "Played onto one of your own cards, which is destroyed"
_ITSELF = "itself"
_OCCASIONS = {
    Trigger.ON_PLAY: "when this card is played",
    Trigger.WHILE_IN_PLAY: "while this card is on the board",
    Trigger.ON_DESTROYED: "when this card is destroyed",
    Trigger.ON_ALLY_DESTROYED: "each time another allied card is destroyed",
    Trigger.ON_ENEMY_DESTROYED: "each time an enemy card is destroyed",
    Trigger.ON_ANY_DESTROYED: "each time another card of either side is destroyed",
    Trigger.ON_ALLY_PLAYED: "each time you play another card from your hand",
    Trigger.ON_ENEMY_PLAYED: "each time the opponent plays a card from hand",
    Trigger.ON_FIRST_ENHANCED: "the first time this card is enhanced",
    Trigger.ON_FIRST_ENFEEBLED: "the first time this card is enfeebled",
    Trigger.ON_POWER_REACHED: "the first time this card has a power of {threshold} or more",
    Trigger.ON_LANE_WON: "if you win the lane of this card",
    Trigger.ON_GAME_END: "when the game ends",
}
# After these occasions "it" would be read as the other card.
_OTHERS_OCCASIONS = frozenset(
    {
        Trigger.ON_ALLY_DESTROYED,
        Trigger.ON_ENEMY_DESTROYED,
        Trigger.ON_ANY_DESTROYED,
        Trigger.ON_ALLY_PLAYED,
        Trigger.ON_ENEMY_PLAYED,
    },
)
_STATUSES = {
    Status.ENHANCED: "enhanced",
    Status.ENFEEBLED: "enfeebled",
    Status.EITHER: "enhanced or enfeebled",
}


def card_sentence(card: Card, hydrator: CardHydrator | None = None) -> str:
    """What the card does, from the view of the player who plays it; its pawns are in its pattern."""
    cards = known_cards(hydrator)
    clauses = [_clause(ability, card, cards) for ability in card.abilities]
    if card.replaces:
        # "Played onto …" is the occasion of an on-play ability already.
        clauses = [clause.removeprefix(_OCCASIONS[Trigger.ON_PLAY] + ", ") for clause in clauses]
        clauses = ["; ".join([REPLACES, *clauses[:1]]), *clauses[1:]]
    return " ".join(f"{clause[0].upper()}{clause[1:]}." for clause in clauses) or NO_ABILITY


def _clause(ability: Ability, card: Card, hydrator: CardHydrator) -> str:
    """One ability without its first capital and its full stop."""
    op = ability.op
    if isinstance(op, RaiseRank):
        return _raised_pawns(op.amount, len(card.pawns))
    if isinstance(op, ModifyPower) and op.per_card is not None:
        return f"the power of this card is {_direction(op.amount)}d by {abs(op.amount)} for {_counted(op.per_card)}"
    occasion = _OCCASIONS[ability.trigger].format(threshold=ability.threshold)
    actor = "this card" if ability.trigger in _OTHERS_OCCASIONS else "it"
    return f"{occasion}, {_action(op, actor, _targets(ability.target, card), hydrator)}"


def _action(
    op: ModifyPower | Destroy | AddToHand | SpawnByRank | ScoreBonus | AddLoserScore,
    actor: str,
    targets: str,
    hydrator: CardHydrator,
) -> str:
    match op:
        case ModifyPower():
            power = "its own power" if targets == _ITSELF else f"the power of {targets}"
            return f"{actor} {_direction(op.amount)}s {power} by {_amount(op)}"
        case Destroy():
            return f"{actor} destroys {targets}"
        case AddToHand(cards):
            return f"{_listed(_copies(cards, hydrator))} {'comes' if len(cards) == 1 else 'come'} into your hand"
        case SpawnByRank(cards):
            return f"it puts {_spawned(cards, hydrator)}"
        case ScoreBonus(amount):
            return f"it scores {amount} extra {'point' if amount == 1 else 'points'} for you"
        case AddLoserScore(side):
            return _loser_score(side)
        case _ as never:
            assert_never(never)


def _direction(amount: int) -> str:
    return "raise" if amount > 0 else "lower"


def _amount(op: ModifyPower) -> str:
    if not op.per_replaced_power:
        return str(abs(op.amount))
    times = "" if abs(op.amount) == 1 else f"{abs(op.amount)} times "
    return f"{times}the power of the destroyed card"


def _targets(target: Target, card: Card) -> str:
    """The card itself, or the cards on its marked tiles; with one marked tile there is at most one."""
    if target is Target.SELF:
        return _ITSELF
    kinds = {Target.AFFECTED_ALLIES: "allied card", Target.AFFECTED_ENEMIES: "enemy card"}
    kind = kinds.get(target, "card of either side")
    if len(card.affects) == 1:
        return f"{'a' if kind.startswith('card') else 'an'} {kind} on its marked tile"
    return f"each {kind} on its {len(card.affects)} marked tiles"


def _counted(counted: PerCard) -> str:
    status = _STATUSES[counted.status]
    match counted.side:
        case CountedSide.ALLIES:
            return f"each other allied card on the board that is {status}"
        case CountedSide.ENEMIES:
            return f"each enemy card on the board that is {status}"
        case CountedSide.BOTH:
            return f"each other card of either side on the board that is {status}"


def _raised_pawns(amount: int, pawns: int) -> str:
    subject = "its pawn raises its tile" if pawns == 1 else "each of its pawns raises its tile"
    ranks = "1 rank" if amount == 1 else f"{amount} ranks instead of 1"
    return f"{subject} by {ranks}"


def _loser_score(side: CountedSide) -> str:
    match side:
        case CountedSide.ALLIES:
            return "you also score the opponent's power in each lane that you win"
        case CountedSide.ENEMIES:
            return "the opponent also scores your power in each lane that the opponent wins"
        case CountedSide.BOTH:
            return "the winner of each lane also scores the loser's power there"


def _label(card: Card, hydrator: CardHydrator) -> str:
    """Its name; cards of one name are told apart by the rank of the position on which they appear."""
    shared = sum(other.name == card.name for other in hydrator.all()) > 1
    return f"{card.name} of rank {card.rank}" if shared else card.name


def _copies(cards: tuple[CardId, ...], hydrator: CardHydrator) -> list[str]:
    labels = Counter(_label(hydrator.get(card_id), hydrator) for card_id in cards)
    return [f"{count} copies of {label}" if count > 1 else label for label, count in labels.items()]


def _spawned(cards: tuple[CardId, CardId, CardId], hydrator: CardHydrator) -> str:
    """Which card comes onto which position."""
    place = "on each of your empty positions"
    printed = [hydrator.get(card_id) for card_id in cards]
    if len(set(cards)) == 1:
        return f"{_label(printed[0], hydrator)} {place}"
    if len({card.name for card in printed}) == 1 and all(card.rank == rank for rank, card in enumerate(printed, 1)):
        if len({card.power for card in printed}) == 1:
            return f"{printed[0].name} of the same rank {place}"
        powers = _listed([f"{card.power} at rank {rank}" for rank, card in enumerate(printed, 1)])
        return f"{printed[0].name} {place}, with power {powers}"
    by_rank = _listed([f"{_label(card, hydrator)} at rank {rank}" for rank, card in enumerate(printed, 1)])
    return f"a card {place}: {by_rank}"


def _listed(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
