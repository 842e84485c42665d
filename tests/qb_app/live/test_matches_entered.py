"""The four real matches, entered as a player would: few keys, and every board as it really was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from qb_app.live.session import Session
from qb_engine.card_hydrator import normalised
from qb_engine.geometry import COLUMNS, TILE_COUNT
from tests.qb_app.live.stores import new_session

DATA = Path(__file__).resolve().parents[2] / "data/matches.json"
MATCHES: dict[str, dict[str, Any]] = {one["id"]: one for one in json.loads(DATA.read_text(encoding="utf-8"))["matches"]}
MOST_KEYS = 20
"""Keys a move, on average, the return key counted."""
LETTERS = 4
"""A player types so many letters of a name and answers the question, if one comes."""


@dataclass
class Player:
    """Types at a session and counts the keys."""

    session: Session = field(default_factory=new_session)
    keys: int = 0
    moves: int = 0

    def type(self, line: str, name: str = "") -> None:
        outcome = self.session.enter(line)
        self.keys += len(line) + 1
        assert not outcome.refused, f"{line}: {outcome.lines}"
        if outcome.choice is not None:
            number = str(outcome.choice.labels.index(name) + 1)
            self.keys += len(number) + 1
            assert not self.session.enter(number).refused

    def play(self, event: dict[str, Any]) -> None:
        self.moves += 1
        side = "" if event["side"] == "player" else "e "
        if event["type"] == "pass":
            self.type(f"{side}p")
        else:
            self.type(f"{side}{short(event['card'])} {event['tile'].lower()}", event["card"])


def short(name: str) -> str:
    return name.lower()[:LETTERS].strip()


def whole(match: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The events; where a side plays twice, the other's pass between was not written down."""
    last = "enemy"
    for event in match["events"]:
        if event["type"] in ("play", "pass"):
            if event["side"] == last:
                yield {"type": "pass", "side": "player" if last == "enemy" else "enemy"}
            last = event["side"]
        yield event


def shown(session: Session) -> list[list[str]]:
    board = session.state.board
    tiles = [
        card.card.name if card else f"{board.owners[index] or 'N'}{board.rank(index)}"
        for index, card in enumerate(board.occupants)
    ]
    return [tiles[start : start + COLUMNS] for start in range(0, TILE_COUNT, COLUMNS)]


def enter(match: dict[str, Any]) -> Player:
    player = Player()
    draws = iter(match.get("draws_in_order", ()))
    if "opening_hand" in match:
        player.type("hand " + ", ".join(short(name) for name in match["opening_hand"]))
        player.type("keep")
    for event in whole(match):
        if event["type"] == "snapshot":
            assert shown(player.session) == event["empty_tiles_and_cards"]
            continue
        if player.session.game.draw_due and "opening_hand" in match:
            card = next(draws, "?")
            player.type(f"d {short(card)}" if card == "?" else short(card), card)
        player.play(event)
    return player


@pytest.mark.parametrize("match", MATCHES)
def test_every_move_is_taken_and_every_snapshot_is_equal(match: str) -> None:
    player = enter(MATCHES[match])
    told = [entry for entry in whole(MATCHES[match]) if entry["type"] != "snapshot"]
    assert player.moves == len(told)


def test_a_move_takes_at_most_twenty_keys_on_average() -> None:
    players = [enter(match) for match in MATCHES.values()]
    keys, moves = sum(player.keys for player in players), sum(player.moves for player in players)
    print(f"{keys} keys for {moves} moves: {keys / moves:.1f} a move")
    assert keys / moves <= MOST_KEYS


def test_the_cards_that_were_entered_are_those_of_the_match() -> None:
    """Few letters never stood for another card."""
    for match in MATCHES.values():
        plays = [event for event in whole(match) if event["type"] == "play"]
        player = enter(match)
        entered = [entry.command for entry in player.session.line if entry.command.kind == "play"]
        names = [player.session.game.hydrator.get(command.names[0]).name for command in entered]
        assert list(map(normalised, names)) == [normalised(event["card"]) for event in plays]
