"""What the match waits for, and which cards make sense in a command at this moment."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from gamekit.quoting import quoted
from qb_app.asking.names import Circles, resembling
from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.game import LiveGame
from qb_app.live.grammar import WORDS
from qb_engine.geometry import Side
from qb_engine.models import HIDDEN, HIDDEN_CARD
from qb_engine.reader import numbered_card

if TYPE_CHECKING:
    from qb_app.live.questions import Questions


class Expectation(StrEnum):
    """What should be entered next; anything else that makes sense is taken as well."""

    OPENING_HAND = "hand"
    MULLIGAN = "mulligan"
    NEW_CARDS = "new cards"
    DRAW = "draw"
    YOUR_MOVE = "you"
    ENEMY_MOVE = "enemy"
    NOTHING = "over"

    @property
    def hint(self) -> str:
        return _HINTS[self]


_HINTS = {
    Expectation.OPENING_HAND: "Your opening hand: hand a, b, c, d, e; ? is a card not seen",
    Expectation.MULLIGAN: "Keep the hand or exchange cards: keep, or mulligan 2 4",
    Expectation.NEW_CARDS: "Your move: zu m3, or pass; cards of your hand are not told: draw a, b",
    Expectation.DRAW: "Your draw: draw levrikon, or just levrikon",
    Expectation.YOUR_MOVE: "Your move: zu m3, or pass",
    Expectation.ENEMY_MOVE: "The enemy's move: e mandragora t4, or e pass",
    Expectation.NOTHING: "The match is over: summary, undo, or quit",
}


def expectation(game: LiveGame) -> Expectation:
    if game.is_over:
        return Expectation.NOTHING
    if game.awaits_opening_hand:
        return Expectation.OPENING_HAND
    if game.state.mulligan_open[Side.YOU]:
        return Expectation.MULLIGAN
    if game.draw_due:
        return Expectation.DRAW
    if game.state.side_to_act is Side.ENEMY:
        return Expectation.ENEMY_MOVE
    return Expectation.NEW_CARDS if game.hidden_in_hand else Expectation.YOUR_MOVE


def in_context(command: c.Command, game: LiveGame) -> c.Command:
    """What the command means now: a number is a card of the hand, names without a tile are the cards asked for."""
    if isinstance(command, c.WhatPlay | c.AskPlay) or (isinstance(command, c.Play) and command.side is Side.YOU):
        card = numbered_card(command.card, game.state.hands[Side.YOU].cards, game.hydrator)
        if card is HIDDEN_CARD:
            here = str(command.tile).lower()
            raise InputError(f"card {command.card} of your hand is not told; name it, as in 'zu {here}'")
        return command if card is None else command.with_names((card.id,))
    if not isinstance(command, c.Bare):
        return command
    match expectation(game):
        case Expectation.MULLIGAN if len(command.cards) <= game.hidden_in_hand:
            return c.Draw(command.cards)
        case Expectation.OPENING_HAND | Expectation.MULLIGAN if len(command.cards) > 1:
            return c.HandIs(command.cards)
        case Expectation.DRAW | Expectation.NEW_CARDS:
            return c.Draw(command.cards)
        case Expectation.ENEMY_MOVE if game.hidden_in_hand:
            return c.Draw(command.cards)
    said = ", ".join(command.cards)
    close = resembling(said, dict(zip(WORDS, WORDS, strict=True)))
    hint = f"did you mean '{close[0]}'? A play" if close else "a play"
    example = quoted(f"{command.cards[0]} m3", 30)
    raise InputError(f"{quoted(said)} is no command, {hint} needs a tile, as in {example}; '?' shows all")


def circles(command: c.Command, questions: Questions) -> Circles:
    """The cards that the player most likely means, likeliest circle first."""
    game = questions.game
    hand = [card_id for card_id in game.state.hands[Side.YOU].as_card_ids() if card_id != HIDDEN]
    unseen = [card_id for card_id in game.unseen if card_id != HIDDEN]
    match command:
        case c.Play(side=Side.ENEMY):
            return (questions.enemy_cards,)
        case c.Play() | c.WhatPlay() | c.AskPlay():
            return (hand, unseen) if game.draw_due or game.hidden_in_hand else (hand,)
        case c.Draw():
            return (unseen,)
        case c.HandIs():
            return (list(game.setup.deck or ()), hand)
        case c.SetCard(side=side):
            return (questions.enemy_cards if side is Side.ENEMY else [*hand, *unseen],)
    return ()
