"""Queen's Blood as a game of gamekit: it keeps the kit's promises, avoids known traps, and reads back every text."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gamekit.agents import Agent
from gamekit.match import play_match
from gamekit.record import Record, RecordError, replay
from gamekit.sides import BySide
from qb_engine.board_state import BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import AbilityFired, Change, TokenSpawned
from qb_engine.deck import Deck
from qb_engine.deck_notation import format_deck_code, format_deck_list, parse_deck, parse_deck_code
from qb_engine.destruction import CardDestructionEngine
from qb_engine.effect_engine import EffectEngine
from qb_engine.effects import Trigger
from qb_engine.errors import QueensBloodError
from qb_engine.game import QueensBlood, greedy_player, random_player, setup_of
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, Side, Tile
from qb_engine.models import CardId, Decision, Move, Mulligan
from qb_engine.notation import Position, format_position, parse_position
from qb_engine.reader import parse_decision
from qb_engine.ruleset import Ruleset, TileOrder
from tests.gamekit.conformance import check_game
from tests.qb_engine.strategies import DECKS, HYDRATOR, RULESETS, Playout, boards, playouts

GAME = QueensBlood(HYDRATOR)
ENGINE = EffectEngine(HYDRATOR)
RULES = [Ruleset.V2_2_4, Ruleset.REBIRTH]
MANY = settings(max_examples=5 * settings().max_examples)  # for boards, which are much cheaper than games


def known_decks() -> dict[str, str]:
    """The decks of the data that are complete, as lists of names."""
    data = json.loads(resources.files("qb_engine").joinpath("data/decks.json").read_text(encoding="utf-8"))
    return {
        deck["name"]: ", ".join(f"{copies} {name}" for name, copies in deck["cards"].items())
        for deck in data["decks"]
        if deck.get("legal_15")
    }


DECK_LISTS = list(known_decks().values())
# Tokens, replacements, spawns, counting cards, score bonuses: what the decks of the data hold little of.
WILD = (
    "Mandragora, Shiva, J-Squad, Bahamut Arisen, Grangalan, Amalgam, "
    "2 Griffon, 2 Two Face, Chimera, 2 Joker, Tifa, Cloud"
)


@pytest.mark.parametrize("ruleset", RULES, ids=str)
def test_the_game_keeps_every_promise_of_the_kit(ruleset: Ruleset) -> None:
    decks = [*DECK_LISTS, WILD]
    setups = [
        setup_of(ruleset, you, enemy, first)
        for you, enemy, first in zip(decks, decks[1:] + decks[:1], list(Side) * len(decks), strict=False)
    ]
    check_game(GAME, setups, seeds=range(2))


@pytest.mark.parametrize("ruleset", [*RULES, Ruleset.parse("rebirth{two_face=every_entry}")], ids=str)
@pytest.mark.parametrize("player", [random_player(), greedy_player()], ids=lambda player: player.name)
def test_a_record_replays_to_the_same_bytes(ruleset: Ruleset, player: Agent[GameState, Decision]) -> None:
    setup = setup_of(ruleset, DECK_LISTS[0], WILD)
    record = play_match(GAME, setup, 7, BySide(player, random_player()))
    assert Record.parse(record.to_text()) == record
    assert replay(GAME, record).is_over
    again = play_match(GAME, setup, 7, BySide(player, random_player()))
    assert again.to_text().encode() == record.to_text().encode()
    assert play_match(GAME, setup, 8, BySide(player, random_player())).to_text() != record.to_text()


def test_a_record_does_not_replay_under_another_rule_set() -> None:
    record = play_match(GAME, setup_of(Ruleset.REBIRTH, WILD, WILD), 3, BySide(random_player(), random_player()))
    other = Record.parse(record.to_text().replace('"rebirth"', '"v2.2.4"'))
    with pytest.raises(ValueError, match=r"cannot be played|lead to the result"):
        replay(GAME, other)


CODE = format_deck_code(parse_deck(DECK_LISTS[0], HYDRATOR))
RECORD = play_match(GAME, setup_of(Ruleset.V2_2_4, CODE, CODE), 1, BySide(random_player(), random_player())).to_text()


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ('[Game "queens-blood"]', '[Game "chess"]', "this is"),
        ('"first" "Y"', '"first" "X"', "first must be Y or E"),
        ('[Setup "first" "Y"]\n', "", "lacks first"),
        ('"behaviour" "1"', '"behaviour" "0"', "known is 1"),
        (CODE, "QB1-AAAA-0000", "checksum"),
        ("\n1. ", "\n1. hope ", "cannot be played"),
        ("\n1. ", "\n2. ", "expected move 1"),
        ('[Seed "1"]', '[Seed "one"]', "whole number"),
        ("\n3. ", "\n3. 015 M9 ", "cannot be played"),
    ],
)
def test_a_malformed_record_is_refused(old: str, new: str, hint: str) -> None:
    assert old in RECORD
    with pytest.raises(RecordError) as caught:
        replay(GAME, Record.parse(RECORD.replace(old, new, 1)))
    assert hint in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_the_log_of_a_view_hides_what_the_other_side_draws() -> None:
    """Two enemies with different decks who only pass look the same to you, also after they have drawn."""
    views = []
    for enemy in DECK_LISTS[1:3]:
        state = GAME.start(setup_of(Ruleset.REBIRTH, DECK_LISTS[0], enemy), seed=5)
        for move in (Mulligan(), Mulligan((0, 1)), None, Move.PASS, None):
            state.play(move or state.legal_moves()[0])
        views.append(state.observe(Side.YOU))
    assert views[0].log == views[1].log
    assert views[0].key() == views[1].key()
    assert any("'?'" in repr(entry.event) and entry.turn == 4 for entry in views[0].log)


@given(playouts(), DECKS)
def test_a_view_stays_the_same_when_only_hidden_cards_change(playout: Playout, others: tuple[CardId, ...]) -> None:
    """Hidden are the other hand but for its tokens, the other deck, the order of the own deck, and the seed."""
    for state, _ in playout.plies():
        position = state.position()
        for side in Side:
            held, deck = position.hands[side.other], position.decks[side.other]
            strangers = iter(others * 2)
            held = tuple(card if HYDRATOR.get(card).token else next(strangers) for card in held)
            changed = replace(
                position,
                hands=position.hands.replaced(side.other, held),
                decks=position.decks.map(lambda own: own[::-1]).replaced(side.other, (others * 2)[-len(deck) or 99 :]),
                seed=playout.seed + 1,
            )
            assert GameState.from_position(changed, HYDRATOR).observe(side).key() == state.observe(side).key()


# Traps that other engines fell into, each as one turn.


def laid(*cards: str, ruleset: Ruleset = Ruleset.REBIRTH) -> BoardState:
    """A starting board with cards laid on it, each as ``Y Zu M2``."""
    board = BoardState(ruleset)
    for text in cards:
        side, *name, tile = text.split()
        board.place_card(HYDRATOR.get(" ".join(name)), Side(side), *Tile.parse(tile))
    return board


def play(board: BoardState, text: str) -> list[Change]:
    side, *name, tile = text.split()
    return ENGINE.resolve_play(board, Side(side), HYDRATOR.get(" ".join(name)), Tile.parse(tile))


def power(board: BoardState, tile: str) -> int:
    return ENGINE.compute_effective_power(board, *Tile.parse(tile))


def test_spawned_tokens_do_not_count_as_played_from_the_hand() -> None:
    """Sea Devil gains 1 for Shiva and nothing for the Diamond Dust that she spawns on T1 and B1."""
    board = laid("Y Sea Devil M3")
    before = power(board, "M3")
    changes = play(board, "Y Shiva M1")
    assert sum(isinstance(change, TokenSpawned) for change in changes) == 2
    assert power(board, "M3") == before + 1


def test_a_replacement_inherits_the_current_power_and_not_the_printed_one() -> None:
    """Griffon on M2 gives the power of the card it replaces to the ally on T3: Zu 2, raised by 2, makes 4."""
    board = laid("Y Zu M2", "Y Crystalline Crab B2", "Y Queen Bee T3")
    play(board, "Y Griffon M2")
    assert power(board, "T3") == 1 + 2 + 2


@pytest.mark.parametrize(
    ("first", "second", "order", "left"),
    [
        ("Bomb T3", "Phoenix B3", TileOrder.LEFT_TO_RIGHT, 0),
        ("Phoenix T3", "Bomb B3", TileOrder.LEFT_TO_RIGHT, 4 + 5 - 4),
        ("Bomb T3", "Phoenix B3", TileOrder.RIGHT_TO_LEFT, 0),
    ],
)
def test_a_card_killed_in_the_middle_of_a_batch_is_not_saved_by_a_later_raise(
    first: str, second: str, order: TileOrder, left: int
) -> None:
    """Great Malboro kills both at once. Tile order decides whether Elphadunk (4) first loses 4 or first gains 5."""
    board = laid(f"Y {first}", f"Y {second}", "Y Elphadunk M4", ruleset=Ruleset.REBIRTH.varied(tile_order=order))
    play(board, "Y Great Malboro M2")
    assert power(board, "M4") == left


@pytest.mark.parametrize(("order", "left"), [(TileOrder.LEFT_TO_RIGHT, 0), (TileOrder.RIGHT_TO_LEFT, 4 + 5 - 4)])
def test_the_dead_of_one_lane_resolve_in_tile_order(order: TileOrder, left: int) -> None:
    """Terror of the Deep lowers all around it: Bomb on T2 and Phoenix on T4 die at once; both mark Elphadunk on M3.

    Bomb kills Terror of the Deep in its turn, so that nothing of its -1 is left in the end.
    """
    board = laid("Y Bomb T2", "Y Phoenix T4", "Y Elphadunk M3", ruleset=Ruleset.REBIRTH.varied(tile_order=order))
    for tile in ("T2", "T4"):
        card = board.occupants[Tile.parse(tile).index]
        assert card is not None
        board.occupants[Tile.parse(tile).index] = card._replace(lasting=1 - card.card.power)
    play(board, "E Terror of the Deep T3")
    assert power(board, "M3") == left


def test_a_first_time_ability_does_not_fire_again_when_its_state_is_left_and_entered_anew() -> None:
    board = laid("Y Amphidex T2")
    fired = []
    for _ in range(2):
        changes = play(board, "Y Crystalline Crab M2")
        fired.append([change.trigger for change in changes if isinstance(change, AbilityFired)])
        CardDestructionEngine().remove(board, Tile.parse("M2").index)
    assert fired == [[Trigger.ON_FIRST_ENHANCED], []]


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_is_read_back_from_its_name_and_its_repr(tile: Tile) -> None:
    assert Tile.parse(str(tile).lower()) == tile
    assert eval(repr(tile), {"Tile": Tile}) == tile


@given(playouts())
def test_a_position_and_its_moves_are_read_back_as_written_at_every_ply(playout: Playout) -> None:
    for state, _ in playout.plies():
        for shown in (state, state.observe(state.side_to_act)):
            position = parse_position(shown.key(), HYDRATOR)
            assert position == shown.position()
            assert position.board == shown.board
            assert GameState.from_position(position, HYDRATOR) == shown
        assert [parse_decision(str(move), HYDRATOR) for move in state.legal_moves()] == state.legal_moves()


@given(playouts())
def test_a_game_goes_on_alike_from_its_written_position(playout: Playout) -> None:
    for state, decision in playout.plies():
        again = GameState.parse(state.key(), HYDRATOR)
        again.play(decision)
        kept = state.clone()
        kept.play(decision)
        assert again.key() == kept.key()


@MANY
@given(boards())
def test_a_board_entered_by_hand_is_read_back_as_written(board: BoardState) -> None:
    position = Position(board, Side.ENEMY)
    assert parse_position(format_position(position), HYDRATOR) == position


@given(DECKS, RULESETS)
def test_decks_and_rule_sets_are_read_back_as_written(deck: tuple[CardId, ...], ruleset: Ruleset) -> None:
    assert parse_deck_code(format_deck_code(deck)) == tuple(sorted(deck))
    assert parse_deck(format_deck_list(deck, HYDRATOR), HYDRATOR) == tuple(sorted(deck))
    assert format_deck_code(deck[::-1]) == format_deck_code(deck)
    assert Ruleset.parse(str(ruleset)) == ruleset


@given(playouts())
def test_a_repr_can_be_pasted_back(playout: Playout) -> None:
    state = playout.finished()
    names = {"GameState": GameState, "parse_position": parse_position, "CardHydrator": CardHydrator, "Deck": Deck}
    assert eval(repr(state), names) == state
    assert eval(repr(state.player_deck), names) == state.player_deck


@given(st.text(alphabet=st.characters(codec="ascii")))
@example("mulligan 1 1 1")
def test_any_ascii_text_is_read_or_refused_by_an_error_of_the_engine(text: str) -> None:
    def read_ruleset(text: str, _: CardHydrator) -> object:
        return Ruleset.parse(text)

    for read in (parse_position, parse_decision, parse_deck, read_ruleset):
        with suppress(QueensBloodError):
            read(text, HYDRATOR)
