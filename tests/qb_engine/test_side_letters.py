"""``"Y"`` and ``"E"`` do what the members of ``Side`` do, in every public function that takes a side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit.agents import shown_to
from qb_engine.board_state import BoardState
from qb_engine.chance import Chance
from qb_engine.changes import CardAt, CardDestroyed, CardToHand, DeathCause, Pawns
from qb_engine.coach_player import CoachPlayer
from qb_engine.deck import Deck
from qb_engine.deep.levels import LEVELS, DeepPlayer
from qb_engine.deep.search import Budget
from qb_engine.deep.sighted import SightedPlayer
from qb_engine.effect_engine import EffectEngine
from qb_engine.enemy_observation import EnemyObservation
from qb_engine.errors import NotationError
from qb_engine.evaluation import LanePowerEvaluator, Score
from qb_engine.game import score_margin, sensible_moves, setup_of
from qb_engine.game_events import CardDrawn, LogEntry, Passed
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, AnySide, PerSide, Side, Tile, as_owner, project
from qb_engine.kernel.door import kernel_engine
from qb_engine.legality import LegalityChecker
from qb_engine.models import CardId, CardInPlay, Decision, Move
from qb_engine.narration import decision_words, narrate_log
from qb_engine.notation import format_position
from qb_engine.powers import powers
from qb_engine.projection import ProjectionEngine
from qb_engine.reasons.context import MoveContext, free_tiles
from qb_engine.resolution import Resolution
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import LaneScore, MatchScore, match_score
from qb_engine.table import deck_seed
from tests.qb_engine.deep.games import needs_kernel
from tests.qb_engine.side_takers import side_takers
from tests.qb_engine.strategies import HYDRATOR

DECK = ("001", "005", "007", "008", "020", "026", "012", "013", "014", "011", "003", "006", "019", "024", "025")
NEVER_HANDED_IN = {
    "QueensBlood": "it tells its sides to gamekit",
    "QuickGame": "quick_games tells it",
    "TileState": "BoardState.tile tells it",
}


@dataclass(frozen=True)
class Scene:
    """A game some plies old, and a card and a tile to do something with."""

    seed: int

    @property
    def state(self) -> GameState:
        rng = Random(self.seed)
        ruleset = rng.choice((Ruleset.V2_2_4, Ruleset.REBIRTH))
        state = GameState.start(rng.sample(DECK, 15), rng.sample(DECK, 15), self.seed, ruleset=ruleset)
        for _ in range(rng.randint(0, 12)):
            if state.to_move is not None:
                state.play(rng.choice(sensible_moves(state)))
        return state

    @property
    def board(self) -> BoardState:
        return self.state.board

    @property
    def tile(self) -> Tile:
        return Random(self.seed).choice(TILES)

    @property
    def empty_tile(self) -> Tile:
        board = self.board
        return next(tile for tile in TILES if board.occupants[tile.index] is None)

    def moves(self, side: AnySide) -> list[Move]:
        return self.state.legal_placements(side)


Case = Callable[[Scene, AnySide], object]
ZU = HYDRATOR.get("015")
WOLF = HYDRATOR.get("008")
AURA = HYDRATOR.get("013")


def _told(state: GameState) -> tuple[object, ...]:
    return state.key(), tuple(narrate_log(state.log, state.hydrator)), repr(state.log)


def _done(act: Callable[[GameState, AnySide], object]) -> Case:
    """What a game has become after the act."""

    def case(scene: Scene, side: AnySide) -> object:
        state = scene.state
        return act(state, side), _told(state)

    return case


def _pawns(scene: Scene, side: AnySide) -> object:
    board, pawns = scene.board, Pawns(side, 2, 0) if side == "Y" else Pawns(side, 0, 2)
    board.set_pawns(scene.empty_tile.index, pawns)
    return pawns, board.tile(*scene.empty_tile), LegalityChecker().legal_tiles(board, "Y", ZU)


def _laid(scene: Scene, side: AnySide) -> tuple[BoardState, Tile]:
    board, tile = scene.board, scene.empty_tile
    board.place_card(AURA, side, *tile)
    return board, tile


def _card_in_play(scene: Scene, side: AnySide) -> object:
    board, tile = scene.board, scene.empty_tile
    board.occupants[tile.index] = CardInPlay(board.next_number, AURA, side)
    return board.occupants[tile.index], powers(board), LanePowerEvaluator().evaluate(board), str(board)


def _card_at(scene: Scene, side: AnySide) -> object:
    board, tile = _laid(scene, side)
    by = CardAt(board.next_number - 1, AURA.id, side, tile)
    return by, ProjectionEngine().apply_pawns(board, AURA, by), [board.pawns(index) for index in range(15)]


def _effects(scene: Scene, side: AnySide) -> object:
    board, tile = _laid(scene, side)
    return EffectEngine(HYDRATOR).apply_effects(board, side, AURA, *tile), powers(board)


def _fallen(scene: Scene, side: AnySide) -> object:
    cards = [CardAt(number, "010", each, scene.tile) for number, each in enumerate(Side)]
    changes = [CardDestroyed(card, 1, DeathCause.POWER, card) for card in cards]
    return MoveContext.fallen(cast(Any, SimpleNamespace(changes=changes)), side)


def _card_to_hand(scene: Scene, side: AnySide) -> object:
    state = scene.state
    seen = EnemyObservation(enemy=side)
    event = CardToHand(side, "146", CardAt(1, "010", side, scene.tile))
    seen.see([LogEntry(1, side, event), LogEntry(1, side, Passed())], state)
    return event, seen.snapshot(), narrate_log([LogEntry(1, side, event)], HYDRATOR)


def _played(scene: Scene, side: AnySide) -> object:
    """Whatever that side may place first, resolved on the board alone."""
    board, moves = scene.board, scene.moves(side)
    if not moves or moves[0].card is None or moves[0].tile is None:
        return None
    changes = EffectEngine(HYDRATOR).resolve_play(board, side, HYDRATOR.get(moves[0].card), moves[0].tile)
    again, card = scene.board, HYDRATOR.get(moves[0].card)
    resolved = Resolution(again, HYDRATOR, ProjectionEngine()).play(side, card, moves[0].tile.index)
    return changes, [board.pawns(index) for index in range(15)], resolved, again == board


def _kernel_plays(scene: Scene, side: AnySide) -> object:
    engine = kernel_engine(HYDRATOR, scene.state.ruleset)
    return engine and engine.describe_plays(scene.board, side, scene.moves(side), scene.state.player_hand.cards)


def _position(scene: Scene, side: AnySide) -> object:
    position = replace(scene.state.position(), side_to_act=cast(Side, side))
    return format_position(position), _told(GameState.from_position(position))


def _lane_score(scene: Scene, side: AnySide) -> object:
    lanes = [LaneScore(0, 3, 2, side, 3), LaneScore(1, 0, 0, None, 0), LaneScore(2, 1, 1, None, 0)]
    return lanes, match_score(lanes), MatchScore(lanes, 3, 0, side, 3)


def _coached(player: CoachPlayer | DeepPlayer, scene: Scene) -> Decision | None:
    state = scene.state
    return None if state.to_move is None else player.choose(shown_to(player, state, state.to_move), Random(1))


def _known(side: AnySide) -> Mapping[Side, tuple[CardId, ...]]:
    return cast(Mapping[Side, tuple[CardId, ...]], {side: tuple(sorted(DECK))})


def _constructed(scene: Scene, side: AnySide) -> object:
    return _told(GameState(Deck(DECK, 1), Deck(DECK, 2), first=side, seed=scene.seed))


def _placement(state: GameState, side: AnySide) -> object:
    return state.placement(side, Move(state.hands[side].cards[0].id, Tile(0, 0)))


def _assigned(state: GameState, side: AnySide) -> object:
    state.side_to_act = side
    return state.side_to_act, state.first


def _designated(scene: Scene, side: AnySide) -> object:
    board = scene.board
    board.designate_owner(scene.empty_tile.index, side)
    return board.designated, board.owners


CASES: dict[str, Case] = {
    "as_owner": lambda _, side: as_owner(side),
    "project": lambda scene, side: project(ZU.pawns, scene.tile.index, side),
    "deck_seed": lambda scene, side: deck_seed(scene.seed, side),
    "decision_words": lambda scene, side: decision_words(side, Move(ZU.id, scene.tile), HYDRATOR),
    "score_margin": lambda scene, side: score_margin(scene.state, side),
    "setup_of": lambda _, side: setup_of(Ruleset.REBIRTH, "x", "y", side),
    "PerSide.__getitem__": lambda scene, side: scene.state.hands[side],
    "PerSide.replaced": lambda _, side: PerSide(1, 2).replaced(side, 3),
    "Score.for_side": lambda scene, side: Score(scene.seed).for_side(side),
    "Chance.for_side": lambda _, side: Chance.certain(0.5, 0.25, 0.25, 3.0).for_side(side),
    "LogEntry.seen_by": lambda _, side: LogEntry(1, "Y", CardDrawn("001")).seen_by(side),
    "LogEntry": lambda _, side: (LogEntry(1, side, CardDrawn("001")), LogEntry(1, side, CardDrawn("001")).seen_by("E")),
    "Card.pawn_tiles": lambda scene, side: ZU.pawn_tiles(scene.tile.index, side),
    "Card.affected_tiles": lambda scene, side: AURA.affected_tiles(scene.tile.index, side),
    "CardInPlay": _card_in_play,
    "CardAt": _card_at,
    "CardToHand": _card_to_hand,
    "Pawns": _pawns,
    "LaneScore": _lane_score,
    "MatchScore": _lane_score,
    "Position": _position,
    "BoardState.place_card": lambda scene, side: repr(_laid(scene, side)[0].occupants),
    "BoardState.card_lying": lambda scene, side: _laid(scene, "Y")[0].card_lying(AURA, side, *scene.empty_tile),
    "BoardState.designate_owner": _designated,
    "LegalityChecker.check": lambda scene, side: LegalityChecker().check(scene.board, side, WOLF, *scene.tile),
    "LegalityChecker.require": lambda scene, side: LegalityChecker().require(scene.board, side, WOLF, *scene.tile),
    "LegalityChecker.legal_tiles": lambda scene, side: LegalityChecker().legal_tiles(scene.board, side, WOLF),
    "LegalityChecker.tiles_of": lambda scene, side: LegalityChecker().tiles_of(scene.board, side, [WOLF, ZU]),
    "ProjectionEngine.compute_projection_targets": lambda scene, side: ProjectionEngine().compute_projection_targets(
        AURA, side, *scene.tile
    ),
    "EffectEngine.apply_effects": _effects,
    "EffectEngine.resolve_play": _played,
    "Resolution.play": _played,
    "KernelEngine.describe_plays": _kernel_plays,
    "MoveContext.fallen": _fallen,
    "free_tiles": lambda scene, side: free_tiles(scene.board, side),
    "EnemyObservation": _card_to_hand,
    "EnemyObservation.of": lambda scene, side: EnemyObservation.of(scene.state, enemy=side).snapshot(),
    "GameState": _constructed,
    "GameState.start": lambda scene, side: _told(
        GameState.start(DECK, DECK, scene.seed, ruleset=Ruleset.REBIRTH, first=side)
    ),
    "GameState.legal_placements": lambda scene, side: scene.state.legal_placements(side),
    "GameState.placement": _done(_placement),
    "GameState.mulligan": _done(lambda state, side: state.mulligan(side, [0, 2])),
    "GameState.observe": lambda scene, side: _told(scene.state.observe(side)),
    "GameState.pass_turn": _done(lambda state, side: state.pass_turn(side)),
    "GameState.play_card_from_hand": _done(lambda state, side: state.play_card_from_hand(side, 0, 1, 0)),
    "Table.side_to_act": _done(_assigned),
    "Table.correct_turn": _done(lambda state, side: state.correct_turn(side)),
    "Table.skip_to": _done(lambda state, side: state.skip_to(side)),
    "Table.lay_deck": _done(lambda state, side: state.lay_deck(side, ["001", "015"])),
    "CoachPlayer": lambda scene, side: _coached(CoachPlayer(HYDRATOR, known_decks=_known(side)), scene),
    "DeepPlayer": lambda scene, side: _coached(
        DeepPlayer(HYDRATOR, Budget(20), tries_hands=False, known_decks=_known(side)), scene
    ),
    "SightedPlayer": lambda scene, side: _coached(
        SightedPlayer(HYDRATOR, Budget(20), tries_hands=False, known_decks=_known(side)), scene
    ),
    "DeepPlayer.of_level": lambda scene, side: _coached(
        DeepPlayer.of_level(LEVELS[0], HYDRATOR, known_decks=_known(side)), scene
    ),
}


def test_every_public_function_that_takes_a_side_has_a_case() -> None:
    assert set(CASES) == set(side_takers()) - set(NEVER_HANDED_IN)


def outcome(case: Case, scene: Scene, side: AnySide) -> str:
    """What came of it, a refusal too; in full, so that a letter kept in the place of a member shows."""
    try:
        return repr(case(scene, side))
    except ValueError as refusal:
        return repr(refusal)


@pytest.mark.parametrize("name", sorted(CASES))
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), side=st.sampled_from(Side))
def test_a_letter_does_what_the_side_does(name: str, seed: int, side: Side) -> None:
    scene, letter = Scene(seed), str(side.value)
    assert outcome(CASES[name], scene, cast(Any, letter)) == outcome(CASES[name], scene, side)


BY_SIDE = {"CoachPlayer", "DeepPlayer", "DeepPlayer.of_level", "SightedPlayer"}
"""They take decks by side; one of nobody is never looked at."""
BY_KERNEL = {"KernelEngine.describe_plays"}


@pytest.mark.parametrize(
    "name", [*sorted(set(CASES) - BY_SIDE - BY_KERNEL), *(pytest.param(name, marks=needs_kernel) for name in BY_KERNEL)]
)
def test_anything_else_is_refused_at_once(name: str) -> None:
    with pytest.raises(NotationError, match="'X' is no side; sides are 'Y'"):
        CASES[name](Scene(3), cast(Any, "X"))
