"""Random material for properties: decks, rule sets, whole games, and crowded boards with one play to make.

With them stand two slow, plain descriptions to compare with: the mirrored position, and rest points by trying all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from itertools import product

from hypothesis import strategies as st

from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import Change, Pawns
from qb_engine.effects import CountedSide, Status
from qb_engine.game_state import GameState
from qb_engine.geometry import TILE_COUNT, TILES, PerSide, Side, Tile, mirrored_index
from qb_engine.legality import LegalityChecker
from qb_engine.models import Card, CardId, CardInPlay, Decision, Move
from qb_engine.notation import Position
from qb_engine.pawn_delta import PawnDelta
from qb_engine.powers import powers
from qb_engine.ruleset import Ruleset, TileOrder

HYDRATOR = CardHydrator()
CARDS = HYDRATOR.all()
COUNTING_CARDS = tuple(card for card in CARDS if card.counting)
FIRST_TIME_CARDS = tuple(card for card in CARDS if card.first_time)
CARDS_THAT_ACT = tuple(card for card in CARDS if card.abilities)
SPAWNING_CARDS = tuple(HYDRATOR.get(name) for name in ("Shiva", "Bahamut Arisen", "J-Squad"))
CROWD = (*CARDS, *CARDS_THAT_ACT * 2, *SPAWNING_CARDS * 8)
"""Every card, those with abilities more often, and most often the few that put whole crowds on the board."""
SIDES = st.sampled_from(list(Side))

# Decks and boards come from a drawn random source: hypothesis alone repeats and simplifies so much that little happens.
_RANDOMS = st.randoms(use_true_random=True)

# One entry per copy that both rule sets allow: one of a legendary card, two of any other.
_COPIES = [(card.id, copy) for card in HYDRATOR.deck_cards() for copy in range(1 if card.legendary else 2)]
DECKS = _RANDOMS.map(lambda rng: tuple(card_id for card_id, _ in rng.sample(_COPIES, 15)))


def _readings(value: object) -> st.SearchStrategy[object] | None:
    """All readings of an open field of a rule set; None for what is not one."""
    if isinstance(value, bool):
        return st.booleans()
    return st.sampled_from(list(type(value))) if isinstance(value, Enum) else None


_OPEN_FIELDS = {
    field.name: readings
    for field in fields(Ruleset)
    if (readings := _readings(getattr(Ruleset.REBIRTH, field.name))) is not None
}
NAMED_RULESETS = st.sampled_from([Ruleset.V2_2_4, Ruleset.REBIRTH])
RULESETS = st.builds(
    lambda named, answers: named.varied(**answers), NAMED_RULESETS, st.fixed_dictionaries({}, optional=_OPEN_FIELDS)
)


@dataclass(frozen=True)
class Playout:
    """A game that is fully determined: every decision is one of ``choices``, used round and round."""

    ruleset: Ruleset
    decks: PerSide[tuple[CardId, ...]]
    seed: int
    first: Side
    choices: tuple[int, ...]

    def start(self) -> GameState:
        return GameState.start(
            self.decks.first, self.decks.second, self.seed, ruleset=self.ruleset, first=self.first, hydrator=HYDRATOR
        )

    def choose(self, state: GameState, ply: int) -> Decision:
        """Any mulligan; then a placement where there is one, but for one choice in sixteen, which passes."""
        choice, moves = self.choices[ply % len(self.choices)], state.legal_moves()
        if moves[-1] == Move.PASS and len(moves) > 1 and choice % 16:
            moves.pop()
        return moves[choice % len(moves)]

    def plies(self) -> Iterator[tuple[GameState, Decision]]:
        """Each position with the decision made there; the state is the same object, played on in between."""
        state = self.start()
        for ply in range(100):
            if state.is_over:
                return
            decision = self.choose(state, ply)
            yield state, decision
            state.play(decision)

    def steps(self) -> Iterator[tuple[GameState, list[Change], GameState]]:
        """Each placement: the state before it, what it changed, the state after it."""
        for state, decision in self.plies():
            if isinstance(decision, Move) and decision != Move.PASS:
                after = state.clone()
                yield state, after.play(decision), after

    def finished(self) -> GameState:
        state = self.start()
        for played, _ in self.plies():
            state = played
        return state


def playouts(rulesets: st.SearchStrategy[Ruleset] = RULESETS) -> st.SearchStrategy[Playout]:
    return st.builds(
        Playout,
        rulesets,
        st.builds(PerSide, DECKS, DECKS),
        st.integers(0, 10_000),
        SIDES,
        st.lists(st.integers(0, 10_000), min_size=1, max_size=24).map(tuple),
    )


@dataclass(frozen=True)
class Play:
    """A board and one legal placement on it."""

    board: BoardState
    side: Side
    card: Card
    tile: Tile


_TILE_PAWNS = [
    Pawns(None, 0, 0),
    *(Pawns(Side.YOU, n, 0) for n in (1, 2, 3)),
    *(Pawns(Side.ENEMY, 0, n) for n in (1, 2, 3)),
]


@st.composite
def boards(
    draw: st.DrawFn,
    pool: tuple[Card, ...] = CROWD,
    rulesets: st.SearchStrategy[Ruleset] = RULESETS,
    most_cards: int = 12,
) -> BoardState:
    """A crowded board, as it may come up late in a game or be entered by hand: every card on it is alive."""
    board, rng = BoardState(draw(rulesets)), draw(_RANDOMS)
    for index in range(TILE_COUNT):
        board.set_pawns(index, rng.choice(_TILE_PAWNS))
    for index in rng.sample(range(TILE_COUNT), rng.randint(0, 2)):
        board.designate_owner(index, rng.choice(list(Side)))
    for index in rng.sample(range(TILE_COUNT), rng.randint(2, most_cards)):
        placed = board.place_card(rng.choice(pool), rng.choice(list(Side)), *TILES[index])
        board.occupants[index] = placed._replace(lasting=rng.choice((0, 0, 0, 1, 2, -1)))
    while dead := [i for i, power in enumerate(powers(board).power) if power <= 0 and board.occupants[i]]:
        board.occupants[dead[0]] = None
    return board


@st.composite
def plays(
    draw: st.DrawFn,
    pool: tuple[Card, ...] = CROWD,
    rulesets: st.SearchStrategy[Ruleset] = RULESETS,
    most_cards: int = 12,
) -> Play:
    """A legal placement on a crowded board; where the chosen card fits nowhere, a tile is made ready for it."""
    board, rng = draw(boards(pool, rulesets, most_cards)), draw(_RANDOMS)
    side, card = rng.choice(list(Side)), rng.choice(pool)
    tiles = LegalityChecker().legal_tiles(board, side, card)
    if not tiles:
        tiles = [tile for tile in TILES if board.occupants[tile.index] is None][:1]
        board.set_pawns(tiles[0].index, Pawns(side, 3, 0) if side is Side.YOU else Pawns(side, 0, 3))
        if card.replaces:
            sturdy = board.place_card(HYDRATOR.get("Security Officer"), side, *tiles[0])
            board.occupants[tiles[0].index] = sturdy._replace(lasting=30)
    return Play(board, side, card, rng.choice(tiles))


def _other(side: Side | None) -> Side | None:
    return None if side is None else side.other


def mirrored_board(board: BoardState) -> BoardState:
    """The board seen from the other end: left and right exchanged, and with them the sides and the tile order."""
    turned = {TileOrder.LEFT_TO_RIGHT: TileOrder.RIGHT_TO_LEFT, TileOrder.RIGHT_TO_LEFT: TileOrder.LEFT_TO_RIGHT}
    mirror = BoardState(board.ruleset.varied(tile_order=turned[board.ruleset.tile_order]))
    mirror.next_number = board.next_number
    for index in range(TILE_COUNT):
        there, card = mirrored_index(index), board.occupants[index]
        mirror.owners[there] = _other(board.owners[index])
        mirror.player_ranks[there], mirror.enemy_ranks[there] = board.enemy_ranks[index], board.player_ranks[index]
        mirror.designated[there] = _other(board.designated[index])
        mirror.occupants[there] = card and card._replace(side=card.side.other)
        player, enemy = board.layer.base[index]
        mirror.layer.base[there] = (enemy, player)
        mirror.layer.by_tile[there] = tuple(
            PawnDelta(delta.number, delta.enemy_rank_delta, delta.player_rank_delta)
            for delta in board.layer.by_tile[index]
        )
    return mirror


def mirrored_tile(tile: Tile) -> Tile:
    return TILES[mirrored_index(tile.index)]


def mirrored_position(position: Position) -> Position:
    """The whole position seen from the other end; seeds, which belong to a side by name, are left out."""
    return replace(
        position,
        board=mirrored_board(position.board),
        side_to_act=position.side_to_act.other,
        hands=position.hands.swapped(),
        decks=position.decks.swapped(),
        mulligan_open=position.mulligan_open.swapped(),
        mulligans_applied=position.mulligans_applied.swapped(),
        seed=None,
        deck_seeds=PerSide(None, None),
    )


def signs_at_rest(board: BoardState) -> int:
    """How many assignments of signs to the counting cards reproduce themselves, by trying them all."""
    cards = {index: card for index, card in enumerate(board.occupants) if card is not None}
    change = {index: card.lasting + powers(board).aura[index] for index, card in cards.items()}
    counting = [index for index, card in cards.items() if card.card.counting]

    def counted(index: int, signs: dict[int, int]) -> int:
        rule = cards[index].card.counting
        assert rule is not None
        amount, per_card = rule
        wanted = {Status.ENHANCED: (1,), Status.ENFEEBLED: (-1,), Status.EITHER: (1, -1)}[per_card.status]
        return amount * sum(
            signs[other] in wanted and _is_counted(cards[index], cards[other], per_card.side)
            for other in cards
            if other != index
        )

    found = 0
    for guess in product((-1, 0, 1), repeat=len(counting)):
        signs = {index: _sign(change[index]) for index in cards} | dict(zip(counting, guess, strict=True))
        found += all(_sign(change[index] + counted(index, signs)) == signs[index] for index in counting)
    return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _is_counted(counter: CardInPlay, other: CardInPlay, side: CountedSide) -> bool:
    ally = counter.side is other.side
    return {CountedSide.BOTH: True, CountedSide.ALLIES: ally, CountedSide.ENEMIES: not ally}[side]
