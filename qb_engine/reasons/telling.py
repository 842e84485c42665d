"""Reasons as a player reads them: facts filled into the sentences of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qb_engine.card_hydrator import CardHydrator
from qb_engine.catalogue import catalogue, count, listed, say
from qb_engine.changes import PawnsLaid, TileCaptured
from qb_engine.geometry import Side, Tile, TileNaming
from qb_engine.models import Move
from qb_engine.narration import move_name
from qb_engine.reasons.kinds import Reason, ReasonKind
from qb_engine.wording import begun, lane_words, percent, signed

K = ReasonKind
FEW = 3
"""So many tiles are named, more are counted."""
MOST_CARDS = 4
"""So many cards are named, more are counted."""
_PLAIN = frozenset({K.PREPARES, K.OUTLASTS_LESS, K.LASTS_LONGER, K.LANE_LASTS, K.LANE_FADES, K.WINS_LANE, K.TIES_LANE})
"""Kinds whose second number is written in digits; of all others it is tiles."""


def _plain(_: Reason) -> str:
    return ""


def _certain(it: Reason) -> str:
    return "_certain" if it.probability in (0.0, 1.0) else ""


def _opened(it: Reason) -> str:
    """Whether the cards get different tiles; else whether these were all yours before, or none, and rise to the same
    rank."""
    if it.parts:
        return "_each"
    changes = [change for change in it.evidence if isinstance(change, PawnsLaid | TileCaptured)]
    yours = {change.before.owner is Side.YOU for change in changes}
    if len(changes) != len(it.tiles) or len(yours) != 1 or len({change.after.rank for change in changes}) != 1:
        return ""
    return "_raised" if yours == {True} else "_gained"


def _any(it: Reason) -> str:
    return "_any" if it.probability == 1.0 else ""


def _few(it: Reason) -> bool:
    """Whether its cards can be named."""
    return 0 < len({*it.cards}) <= MOST_CARDS


def _all(it: Reason) -> str:
    return "_all" if len(it.cards) > 1 else ""


def _length(it: Reason) -> str:
    """How long a lead lasts."""
    if it.games is None or it.of is None:
        return ""
    if it.beside is not None:
        return "_ends"
    if it.games == 0:
        return "_lost"
    return "_lasting" if 2 * it.games >= it.of else "_briefly"


_FORMS: dict[ReasonKind, Callable[[Reason], str]] = {
    K.IS_WON: _certain,
    K.IS_LOST: _certain,
    K.OPENS_CARDS: _opened,
    K.TAKES_LAST_TILES: lambda it: "_but" if it.probability else "",
    K.KEEPS_ENEMY_NARROW: lambda it: "" if it.amount else "_shut",
    K.CONCEDES_TILES: lambda it: "_all" if len(it.tiles) == it.amount <= FEW else "",
    K.LOCKOUT: lambda it: ("_sure" if it.probability == 1.0 else "") + ("_cards" if _few(it) else ""),
    K.PREPARES: lambda it: "_only" if it.beside == it.amount else "",
    K.RUNS_OUT: lambda it: "_cards" if it.cards else "",
    K.WEAKENS: _all,
    K.STRENGTHENS: _all,
    K.TAKE_BACK: _any,
    K.THREATENS_CARDS: _any,
    K.HOLDS_LANES: lambda it: "" if it.probability else "_none",
    K.CLOSES_LANE: lambda it: "_nearly" if it.games else "",
    K.WINS_LANE: _length,
    K.TIES_LANE: lambda it: "" if it.beside is None else "_ends",
    K.FREES_TILE: lambda it: "_own" if it.amount else "",
}
"""Which sentence of a kind fits, where it has several."""
_SUMMED = frozenset({K.WEAKENS, K.STRENGTHENS})
"""Kinds that tell the total of several cards."""
_BY_TILES = frozenset({K.FREES_TILE, K.OPENS_CARDS, K.PASS_SPARES, K.PROMISES, K.OPENS_RANK_2, K.OPENS_RANK_3})
"""Kinds with one sentence for a tile and one for several."""


def _part(reason: Reason, hydrator: CardHydrator, place: TileNaming) -> str:
    """A reason within the sentence of another."""
    teller = _Teller(reason, hydrator, place)
    form = _all(reason) if reason.kind in _SUMMED else ""
    return say(f"part.{reason.kind}{form}", **{name: fact() for name, fact in teller.facts().items()})


def sentence(reason: Reason, hydrator: CardHydrator, place: TileNaming = str) -> str:
    """What a player reads for a reason; ``place`` says how tiles are named."""
    return _Teller(reason, hydrator, place).sentence()


@dataclass(frozen=True)
class _Teller:
    reason: Reason
    hydrator: CardHydrator
    place: TileNaming

    def sentence(self) -> str:
        it = self.reason
        form = _FORMS.get(it.kind, _plain)(it)
        n = len(it.tiles) if it.kind in _BY_TILES else None
        return begun(say(f"reason.{it.kind}{form}", n, **{name: fact() for name, fact in self.facts().items()}))

    def facts(self) -> dict[str, Callable[[], str]]:
        it = self.reason
        return {
            "amount": lambda: self._points() if it.kind is K.PREPARES else f"{it.amount}",
            "parts": lambda: _listed(self._parts()),
            "groups": lambda: say("list.comma").join(self._parts()),
            "swing": lambda: signed(it.beside or 0),
            "margin": lambda: signed(it.amount if it.kind is K.IS_WON else -it.amount),
            "rank": lambda: f"{it.amount}",
            "left": lambda: self._left(),
            "own": lambda: count("tile", it.amount),
            "beside": lambda: self._beside(),
            "about": lambda: say("games.about", beside=f"{it.beside}") if it.beside else say("count.none"),
            "lane": lambda: lane_words(it.lanes),
            "lanes": lambda: lane_words(it.lanes),
            "lanes_or": lambda: lane_words(it.lanes, either=True),
            "tiles": lambda: self._tiles(it.tiles),
            "kept": lambda: self._tiles(it.tiles) if len(it.tiles) <= FEW else count("kept", len(it.tiles)),
            "tile": lambda: self._tiles(it.tiles[:1]),
            "tiles_or": lambda: listed([self.place(tile) for tile in it.tiles], either=True) if it.tiles else "",
            "cards": lambda: self._cards(),
            "card": lambda: self._cards(),
            "cards_or": lambda: self._cards(either=True),
            "cards_again": lambda: say("reason.they_have" if len({*it.cards}) > 1 else "reason.it_has"),
            "cards_on": lambda: self._cards_on(),
            "chance": lambda: percent(it.probability or 0.0),
            "games": lambda: self._games("share"),
            "only": lambda: self._games("only"),
            "move": lambda: self._move(it.move),
        }

    def _parts(self) -> list[str]:
        return [_part(part, self.hydrator, self.place) for part in self.reason.parts]

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
        if it.kind in _PLAIN:
            return f"{it.beside}"
        return catalogue().number(it.beside) if it.beside else say("count.none")

    def _tiles(self, tiles: Sequence[Tile]) -> str:
        return _listed([self.place(tile) for tile in tiles])

    def _cards(self, *, either: bool = False) -> str:
        cards = tuple(dict.fromkeys(self.reason.cards))
        if len(cards) > MOST_CARDS:
            return count("held", len(self.reason.cards))
        return listed([self.hydrator.get(card).name for card in cards], either=either) if cards else ""

    def _cards_on(self) -> str:
        it = self.reason
        placed = zip(it.cards, it.tiles, strict=False)
        return _listed(
            [say("place.card", card=self.hydrator.get(card).name, tile=self.place(tile)) for card, tile in placed]
        )

    def _games(self, some: str) -> str:
        games, of = self.reason.games, self.reason.of
        if games is None or of is None:
            return ""
        form = "all" if games == of else "none" if games == 0 else some
        return say(f"games.{form}", games=f"{games}", of=f"{of}")

    def _move(self, move: Move | None) -> str:
        if move is None:
            return ""
        return say("reason.passing") if move.is_pass else move_name(move, self.hydrator, self.place)


def _listed(names: Sequence[str]) -> str:
    return listed(names) if names else ""
