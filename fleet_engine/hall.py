"""Where players meet: owned ships, preset maps, lobbies and the games that come of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from fleet_engine.commands import Action
from fleet_engine.errors import (
    DeploymentError,
    GameNotFoundError,
    GameOverError,
    NotInGameError,
    SettingsError,
    ShipNotFoundError,
)
from fleet_engine.events import Event, GameEnded, GameStarted, ShipDestroyed, ShipFled
from fleet_engine.fleets import Deployed, check_fleet
from fleet_engine.game import begin
from fleet_engine.game_state import FleetState
from fleet_engine.geometry import Position, Side
from fleet_engine.lobby import GameSettings, OwnedShip, Tally
from fleet_engine.maps import NO_MAP, Atlas
from fleet_engine.ships import Design
from gamekit.sides import BySide


@dataclass(slots=True)
class Lobby:
    """Two players on their way to a game, and the game once both fleets are there."""

    number: int
    settings: GameSettings
    players: dict[Side, str]
    fleets: dict[Side, tuple[Deployed, ...]] = field(default_factory=dict)
    game: FleetState | None = None

    def side_of(self, player: str) -> Side:
        for side, name in self.players.items():
            if name == player:
                return side
        raise NotInGameError(f"{player} does not play in game {self.number}; only {self._names()} may act")

    def _names(self) -> str:
        return " and ".join(self.players.values())


class Hall:
    """One place for everything that outlives a game; time comes with every call that needs it."""

    def __init__(self) -> None:
        self.atlas = Atlas()
        self.ships: dict[int, OwnedShip] = {}
        self.tallies: dict[str, Tally] = {}
        self._lobbies: dict[int, Lobby] = {}

    def build_ship(self, owner: str, design: Design) -> int:
        number = len(self.ships) + 1
        self.ships[number] = OwnedShip(number, owner, design)
        return number

    def open_lobby(self, creator: str, settings: GameSettings) -> int:
        """A new lobby, whose number will be that of its game."""
        if settings.map_id != NO_MAP:
            self.atlas.preset(settings.map_id)
        number = len(self._lobbies) + 1
        self._lobbies[number] = Lobby(number, settings, {Side.CREATOR: creator})
        return number

    def join(self, number: int, player: str) -> None:
        lobby = self._lobby(number)
        if len(lobby.players) == len(Side) or player in lobby.players.values():
            raise SettingsError(f"{player} cannot join game {number}; it has its players, or {player} opened it")
        lobby.players[Side.JOINER] = player

    def submit_fleet(
        self, number: int, player: str, ships: Sequence[int], tiles: Sequence[Position], *, at: int
    ) -> list[Event]:
        """Deploy a fleet; the first one decides who begins, the second one starts the game at that time."""
        lobby = self._lobby(number)
        side = lobby.side_of(player)
        if side in lobby.fleets:
            raise DeploymentError(f"{player} has deployed in game {number} already; a fleet is sent once")
        if not ships or len(ships) != len(tiles):
            raise DeploymentError(f"{len(ships)} ships and {len(tiles)} tiles make no fleet; send one tile per ship")
        owned = [self._ship(ship) for ship in ships]
        for ship in owned:
            ship.require_available(player)
        fleet = tuple(Deployed(ship.id, ship.design, tile) for ship, tile in zip(owned, tiles, strict=True))
        check_fleet(side, fleet, lobby.settings.cost_limit)
        for ship in owned:
            ship.fleet = number
        lobby.fleets[side] = fleet
        return self._start(lobby, at) if len(lobby.fleets) == len(Side) else []

    def game(self, number: int) -> FleetState:
        game = self._lobby(number).game
        if game is None:
            raise GameNotFoundError(f"game {number} has not started; both fleets must be deployed first")
        return game

    def order(
        self,
        number: int,
        player: str,
        ship: int,
        to: Position | None = None,
        action: Action = Action.PASS,
        target: int | None = None,
        *,
        at: int,
    ) -> list[Event]:
        game, side = self._seat(number, player)
        return self._settle(number, game.order(side, ship, to, action, target, at=at))

    def concede(self, number: int, player: str, *, at: int) -> list[Event]:
        game, side = self._seat(number, player)
        return self._settle(number, game.concede(side, at=at))

    def claim_timeout(self, number: int, player: str, *, at: int) -> list[Event]:
        game, side = self._seat(number, player)
        return self._settle(number, game.claim_timeout(side, at=at))

    def _lobby(self, number: int) -> Lobby:
        if number not in self._lobbies:
            raise GameNotFoundError(f"there is no game {number}; games are numbered 1 to {len(self._lobbies)}")
        return self._lobbies[number]

    def _ship(self, number: int) -> OwnedShip:
        if number not in self.ships:
            raise ShipNotFoundError(f"there is no ship {number}; deploy ships that were built")
        return self.ships[number]

    def _seat(self, number: int, player: str) -> tuple[FleetState, Side]:
        game = self.game(number)
        if game.is_over:
            raise GameOverError(f"game {number} is over; nothing more can be done in it")
        return game, self._lobby(number).side_of(player)

    def _start(self, lobby: Lobby, at: int) -> list[Event]:
        first = next(iter(lobby.fleets))
        fleets = BySide(lobby.fleets[Side.CREATOR], lobby.fleets[Side.JOINER])
        ground = self.atlas.map_for(lobby.settings.map_id)
        lobby.game = begin(lobby.settings.terms(first), ground, fleets, at=at)
        return [GameStarted(first)]

    def _settle(self, number: int, events: list[Event]) -> list[Event]:
        """Carry losses, kills, released ships and the result from a game to their owners."""
        for event in events:
            match event:
                case ShipDestroyed(ship, _, credited):
                    self.ships[ship].is_destroyed = True
                    self.ships[ship].fleet = None
                    if credited is not None:
                        killer = self.ships[credited]
                        killer.design = replace(killer.design, kills=killer.design.kills + 1)
                case ShipFled(ship):
                    self.ships[ship].fleet = None
                case GameEnded(winner):
                    self._close(number, winner)
        return events

    def _close(self, number: int, winner: Side | None) -> None:
        for ship in self.game(number).vessels:
            self.ships[ship].fleet = None
        if winner is not None:
            players = self._lobby(number).players
            self.tallies.setdefault(players[winner], Tally()).wins += 1
            self.tallies.setdefault(players[winner.other], Tally()).losses += 1
