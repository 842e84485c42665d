"""One play, resolved step by step as the rules give it.

It always ends: cards come to the board only in steps 1 and 3, every round of *settle* removes a card or fires a
first-time ability, and in one play each such ability of a card fires at most once.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import (
    AbilityFired,
    CardAt,
    CardDestroyed,
    CardPlaced,
    CardToHand,
    Change,
    DeathCause,
    PowerCause,
    PowerChanged,
    TokenSpawned,
)
from qb_engine.destruction import CardDestructionEngine
from qb_engine.effects import (
    Ability,
    AddToHand,
    Destroy,
    ModifyPower,
    SpawnByRank,
    Target,
    Trigger,
)
from qb_engine.geometry import TILES, AnySide
from qb_engine.models import Card, CardInPlay
from qb_engine.powers import Powers, aura_gifts, powers, touches, with_auras
from qb_engine.projection import ProjectionEngine
from qb_engine.ruleset import DeathOrder, FirstTime, ReplacementOrder


class _Dead(NamedTuple):
    card: CardInPlay
    at: CardAt


class _Due(NamedTuple):
    """A first-time ability that waits to fire."""

    card: CardInPlay
    at: CardAt
    number: int
    posthumous: bool


class Resolution:
    """The run of one play over a board, which it changes; ``changes`` tells what happened, in order."""

    def __init__(self, board: BoardState, hydrator: CardHydrator, projection: ProjectionEngine) -> None:
        self.board = board
        self.rules = board.ruleset
        self.hydrator = hydrator
        self.changes: list[Change] = []
        self.powers = powers(board)
        self._told = self.powers.power.copy()
        """Per tile, the power that the changes told so far add up to."""
        self._doomed: dict[int, tuple[DeathCause, CardAt]] = {}
        self._due: deque[_Due] = deque()
        self._fired_now: set[tuple[int, int]] = set()
        self._last_blow: dict[int, CardAt] = {}
        self._destruction = CardDestructionEngine()
        self._projection = projection

    def play(self, side: AnySide, card: Card, index: int) -> list[Change]:
        """Lay the card, with all that follows; its pawns come where the rule set has them.

        Pawns that come last are laid also when the card itself has died meanwhile.
        """
        replaced_power = self.powers.power[index]
        replaced = self._land(side, card, index)
        at = self.board.card_at(index)
        if self.rules.pawns_before_abilities:
            self.changes += self._projection.apply_pawns(self.board, card, at)
        self._take_effect(at, replaced, replaced_power)
        if not self.rules.pawns_before_abilities:
            self.changes += self._projection.apply_pawns(self.board, card, at)
        return self.changes

    @staticmethod
    def take_effect(board: BoardState, hydrator: CardHydrator, lying: CardAt) -> list[Change]:
        """All but the pawns, for a card that was laid on the board already."""
        index = lying.tile.index
        card, board.occupants[index] = board.occupants[index], None
        resolution = Resolution(board, hydrator, ProjectionEngine())  # it knows the powers from before the card came
        board.occupants[index] = card
        resolution._take_effect(lying, [], 0)
        return resolution.changes

    def _take_effect(self, at: CardAt, replaced: list[_Dead], replaced_power: int) -> None:
        # 1. The continuous effect of the card is in force at once; watchers of played cards count it.
        self._come_into_force(at.tile.index)
        self._after_change(at)
        placed = self._card(at.tile.index)
        self._watch_play(at)
        # 2. A replaced card is destroyed: its ability, watchers of destroyed cards, then settle.
        if replaced and self.rules.replacement_order is ReplacementOrder.OLD_FIRST:
            self._mourn(replaced)
            self._settle()
        # 3. The new card's ability, then settle.
        for number in placed.card.on_play:
            self._fire(placed, at, number, replaced_power)
        if replaced and self.rules.replacement_order is ReplacementOrder.NEW_FIRST:
            self._settle()
            self._mourn(replaced)
        self._settle()

    def _card(self, index: int) -> CardInPlay:
        card = self.board.occupants[index]
        assert card is not None, f"no card lies on {TILES[index]}"
        return card

    def _land(self, side: AnySide, card: Card, index: int) -> list[_Dead]:
        """Put the card down, in the place of the card it replaces if there is one; both are one change.

        What the new card gives and receives is not in force yet.
        """
        by = CardAt(self.board.next_number, card.id, side, TILES[index])
        replaced: list[_Dead] = []
        if self.board.occupants[index] is not None:
            old = self.board.card_at(index)
            self.changes.append(CardDestroyed(old, self.powers.power[index], DeathCause.REPLACED, by))
            replaced = self._take_off([index])
        self.changes.append(CardPlaced(by))
        self.board.place_card(card, side, *TILES[index])
        return replaced

    def _come_into_force(self, index: int) -> None:
        """What the card laid there gives, and what it receives."""
        card = self._card(index)
        self._told[index] = card.card.power + card.lasting + card.own
        for other, amount in aura_gifts(self.board, index):
            self._shift_aura(other, amount, self.board.card_at(index))
        for source in self.rules.order:
            if source != index:
                for other, amount in aura_gifts(self.board, source):
                    if other == index:
                        self._shift_aura(index, amount, self.board.card_at(source))

    def _take_off(self, indexes: list[int]) -> list[_Dead]:
        """Remove cards together; what they gave is withdrawn in full."""
        given = [(self.board.card_at(index), aura_gifts(self.board, index)) for index in indexes]
        dead = []
        for index in indexes:
            at = self.board.card_at(index)
            gone, undone = self._destruction.remove(self.board, index)
            self.changes += undone
            self.powers.forget(index)
            self._told[index] = 0
            dead.append(_Dead(gone, at))
        for at, gifts in given:
            for other, amount in gifts:
                if self.board.occupants[other] is not None:
                    self._shift_aura(other, -amount, at)
        return dead

    def _after_change(self, by: CardAt) -> None:
        """Recompute all powers; note who is dead by it and which first-time abilities are due."""
        before, now = self.powers, with_auras(self.board, self.powers.aura)
        self.powers = now
        for index in self.rules.order:
            if self.board.occupants[index] is None:
                continue
            if now.count[index] != before.count[index]:
                counted = now.count[index] - before.count[index]
                self._tell(index, counted, self.board.card_at(index), PowerCause.COUNT)
            if index in self._doomed:
                continue
            dies = now.power[index] <= 0
            if dies:
                self._doomed[index] = (DeathCause.POWER, self._last_blow.get(index, by))
            self._note_first_times(index, before, dies)

    def _note_first_times(self, index: int, before: Powers, dies: bool) -> None:
        card = self._card(index)
        for number in card.card.first_time:
            ability = card.card.abilities[number]
            if not _entered(ability, before, self.powers, index):
                continue
            fires_dead = self.rules.killing_blow_fires and ability.trigger is Trigger.ON_FIRST_ENFEEBLED
            if dies and not fires_dead:
                continue
            repeats = len(card.card.first_time) > 1 and self.rules.two_face is FirstTime.EVERY_ENTRY
            if (card.number, number) in self._fired_now or (card.fired >> number & 1 and not repeats):
                continue
            self._fired_now.add((card.number, number))
            card = card._replace(fired=card.fired | 1 << number)
            self.board.occupants[index] = card
            self._due.append(_Due(card, self.board.card_at(index), number, posthumous=dies))

    def _settle(self) -> None:
        """Until nothing is left to do: bury the dead, else fire the oldest first-time ability that waits."""
        while self._doomed or self._due:
            if self._doomed:
                self._bury()
                continue
            due = self._due.popleft()
            if due.posthumous or self.board.find(due.card.number) is not None:
                self._fire(due.card, due.at, due.number)

    def _bury(self) -> None:
        dead = [index for index in self.rules.order if index in self._doomed]
        if self.rules.death_order is DeathOrder.ONE_BY_ONE:
            dead = dead[:1]
        for index in dead:
            cause, by = self._doomed.pop(index)
            self.changes.append(CardDestroyed(self.board.card_at(index), self.powers.power[index], cause, by))
        buried = self._take_off(dead)
        self._after_change(buried[0].at)
        self._mourn(buried)

    def _mourn(self, dead: list[_Dead]) -> None:
        """The on-destroyed abilities of the dead, then, for each of them, the watchers still on the board."""
        for card, at in dead:
            for number in card.card.on_destroyed:
                self._fire(card, at, number)
        for card, _ in dead:
            for index in self._living():
                watcher = self._card(index)
                allied = watcher.side is card.side
                side_trigger = Trigger.ON_ALLY_DESTROYED if allied else Trigger.ON_ENEMY_DESTROYED
                self._alert(index, watcher.card.death_watchers, (side_trigger, Trigger.ON_ANY_DESTROYED))

    def _watch_play(self, played: CardAt) -> None:
        for index in self._living():
            watcher = self._card(index)
            if watcher.number != played.number:
                trigger = Trigger.ON_ALLY_PLAYED if watcher.side is played.side else Trigger.ON_ENEMY_PLAYED
                self._alert(index, watcher.card.play_watchers, (trigger,))

    def _alert(self, index: int, numbers: tuple[int, ...], triggers: tuple[Trigger, ...]) -> None:
        """Fire those watching abilities of a card that wait for one of the triggers."""
        for number in numbers:
            if self._card(index).card.abilities[number].trigger in triggers:
                self._fire(self._card(index), self.board.card_at(index), number)

    def _living(self) -> list[int]:
        """Tiles with a card that is not dead, in tile order."""
        occupants = self.board.occupants
        return [index for index in self.rules.order if occupants[index] is not None and index not in self._doomed]

    def _fire(self, card: CardInPlay, at: CardAt, number: int, replaced_power: int = 0) -> None:
        ability = card.card.abilities[number]
        self.changes.append(AbilityFired(at, ability.trigger))
        match ability.op:
            case ModifyPower(amount=amount, per_replaced_power=per_replaced):
                for target in self._targets(card, at, ability):
                    self._change_power(target, amount * replaced_power if per_replaced else amount, at)
            case Destroy():
                for target in self._targets(card, at, ability):
                    self._doomed[target] = (DeathCause.DESTROYED, at)
            case AddToHand(cards=cards):
                self.changes += [CardToHand(at.side, card_id, at) for card_id in cards]
            case SpawnByRank(cards=cards):
                self._spawn(at, cards)

    def _targets(self, card: CardInPlay, at: CardAt, ability: Ability) -> list[int]:
        """Tiles of the living cards that the ability means now, in tile order."""
        if ability.target is Target.SELF:
            return [index for index in self._living() if self._card(index).number == card.number]
        marked = card.card.affected_tiles(at.tile.index, at.side)
        return [
            index for index in self._living() if index in marked and touches(ability.target, card, self._card(index))
        ]

    def _change_power(self, index: int, amount: int, by: CardAt) -> None:
        """One lasting change of one card; a card that this batch has killed meanwhile is passed over."""
        if index in self._doomed or amount == 0:
            return
        card = self._card(index)
        if by.number == card.number:
            self.board.occupants[index] = card._replace(own=card.own + amount)
        else:
            self.board.occupants[index] = card._replace(lasting=card.lasting + amount)
        self._tell(index, amount, by, PowerCause.LASTING)
        self._after_change(by)

    def _spawn(self, by: CardAt, cards: tuple[str, str, str]) -> None:
        board = self.board
        own = [i for i in self.rules.order if board.occupants[i] is None and board.owners[i] is by.side]
        for index in own:
            if board.rank(index) > 0:
                token = self.hydrator.get(cards[board.rank(index) - 1])
                self.changes.append(TokenSpawned(CardAt(board.next_number, token.id, by.side, TILES[index]), by))
                board.place_card(token, by.side, *TILES[index])
                self._come_into_force(index)
                self._after_change(by)

    def _shift_aura(self, index: int, amount: int, by: CardAt) -> None:
        self.powers.aura[index] += amount
        self._tell(index, amount, by, PowerCause.AURA)

    def _tell(self, index: int, amount: int, by: CardAt, cause: PowerCause) -> None:
        before = self._told[index]
        self._told[index] = before + amount
        if amount < 0:
            self._last_blow[index] = by
        self.changes.append(PowerChanged(self.board.card_at(index), before, before + amount, by, cause))


def _entered(ability: Ability, before: Powers, now: Powers, index: int) -> bool:
    """Whether the card has just come into the state that the first-time ability waits for."""
    match ability.trigger:
        case Trigger.ON_FIRST_ENHANCED:
            return before.change[index] <= 0 < now.change[index]
        case Trigger.ON_FIRST_ENFEEBLED:
            return before.change[index] >= 0 > now.change[index]
        case _:
            assert ability.threshold is not None
            return before.power[index] < ability.threshold <= now.power[index]
