"""Reasons as a player reads them: facts filled into the sentences of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qb_engine.card_hydrator import CardHydrator
from qb_engine.catalogue import count, listed, say
from qb_engine.changes import PawnsLaid, TileCaptured
from qb_engine.geometry import LANE_NAMES, Side, Tile, TileNaming
from qb_engine.models import Move
from qb_engine.narration import move_name
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.wording import percent, signed

FEW = 3
"""So many tiles are named, more are counted."""
K = ReasonKind


def sentence(reason: Reason, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """What a player reads for a reason; ``place`` says how tiles are named."""
    return _Teller(reason, hydrator, place).sentence()


@dataclass(frozen=True)
class _Teller:
    reason: Reason
    hydrator: CardHydrator
    place: TileNaming

    def sentence(self) -> str:
        key, n = self._form()
        facts = {name: fact() for name, fact in self._facts().items() if fact is not None}
        return say(f"reason.{key}", n, **facts)

    def _form(self) -> tuple[str, int | None]:
        """Which sentence of the kind fits, and the number that decides between one and several."""
        it = self.reason
        match it.kind:
            case K.OPENS_CARDS:
                return f"opens_cards_{'raised' if self._raised() else 'gained'}", len(it.tiles)
            case K.TAKES_LAST_TILES if it.probability:
                return "takes_last_tiles_but", None
            case K.KEEPS_ENEMY_NARROW if not it.amount:
                return "keeps_enemy_shut", None
            case K.LOCKOUT if 0 < len(it.cards) <= FEW:
                return "lockout_cards", None
            case K.RUNS_OUT if it.cards:
                return "runs_out_cards", None
            case K.PROMISES:
                return "promises", len(it.tiles)
            case K.WEAKENS | K.STRENGTHENS if len(it.cards) > 1:
                return f"{it.kind}_all", None
            case K.TAKE_BACK | K.THREATENS_CARDS if it.probability == 1.0:
                return f"{it.kind}_any", None
            case K.HOLDS_LANES if not it.probability:
                return "holds_lanes_none", None
            case K.CLOSES_LANE if it.games:
                return "closes_lane_nearly", None
            case K.WINS_LANE if it.games is not None and it.of is not None:
                return f"wins_lane_{'lasting' if 2 * it.games >= it.of else 'briefly'}", None
        return it.kind.value, None

    def _raised(self) -> bool:
        """Whether the tiles were yours before."""
        changes = [change for change in self.reason.evidence if isinstance(change, PawnsLaid | TileCaptured)]
        return bool(changes) and all(change.before.owner is Side.YOU for change in changes)

    def _facts(self) -> dict[str, Callable[[], str] | None]:
        it = self.reason
        return {
            "amount": lambda: self._points() if it.kind is K.PREPARES else f"{it.amount}",
            "swing": lambda: signed(it.beside or 0),
            "margin": lambda: signed(it.amount if it.kind is K.IS_WON else -it.amount),
            "rank": lambda: f"{it.amount}",
            "left": lambda: self._left(),
            "own": lambda: count("tile", it.amount),
            "beside": lambda: self._beside(),
            "lane": lambda: self._lanes(),
            "lanes": lambda: self._lanes(),
            "tiles": lambda: self._tiles(it.tiles),
            "tile": lambda: self._tiles(it.tiles[:1]),
            "cards": lambda: self._cards(),
            "card": lambda: self._cards(),
            "cards_again": lambda: say("reason.them" if len(it.cards) > 1 else "reason.it"),
            "cards_on": lambda: self._cards_on(),
            "what": lambda: count("card", it.amount),
            "chance": lambda: percent(it.probability or 0.0),
            "games": lambda: self._games(),
            "move": lambda: self._move(it.move),
        }

    def _points(self) -> str:
        return count("point", self.reason.amount)

    def _left(self) -> str:
        """The tiles that the enemy has left: how many, and where, if they are few."""
        it = self.reason
        counted = count("tile", it.amount)
        if it.others and len(it.others) == it.amount <= FEW:
            return say("place.named", count=counted, names=self._tiles(it.others))
        return counted

    def _beside(self) -> str:
        it = self.reason
        if it.beside is None:
            return ""
        return f"{it.beside}" if it.kind is K.PREPARES else count("tile", it.beside)

    def _lanes(self) -> str:
        return _listed([LANE_NAMES[lane] for lane in self.reason.lanes])

    def _tiles(self, tiles: Sequence[Tile]) -> str:
        return _listed([self.place(tile) for tile in tiles])

    def _cards(self) -> str:
        return _listed([self.hydrator.get(card).name for card in dict.fromkeys(self.reason.cards)])

    def _cards_on(self) -> str:
        it = self.reason
        placed = zip(it.cards, it.tiles, strict=False)
        return _listed(
            [say("place.card", card=self.hydrator.get(card).name, tile=self.place(tile)) for card, tile in placed]
        )

    def _games(self) -> str:
        games, of = self.reason.games, self.reason.of
        if games is None or of is None:
            return ""
        form = "all" if games == of else "none" if games == 0 else "share"
        return say(f"games.{form}", games=f"{games}", of=f"{of}")

    def _move(self, move: Move | None) -> str:
        return "" if move is None else move_name(move, self.hydrator, self.place)


def _listed(names: Sequence[str]) -> str:
    return listed(names) if names else ""
