"""The match between two revisions: here the present tree sits on both ends of the pipes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest

from bench import against
from bench.against import deal, has_random_decks
from bench.equal_time import equal_time
from bench.pipe_player import QUICK
from bench.piped import HousePlayer, PipedPlayer, Seat, play_game
from bench.revision import ROOT, Engine, fingerprint, present
from gamekit.agents import Agent
from gamekit.arena import Deal
from gamekit.match import play_match
from gamekit.record import Record
from gamekit.sides import BySide
from qb_engine import GameState, QueensBlood, Side
from qb_engine.deck_notation import parse_deck
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.search import Budget
from qb_engine.game import random_player
from qb_engine.library import library_decks
from qb_engine.models import Decision
from tests.qb_engine.deep.games import needs_kernel

GAME = QueensBlood()
OTHER = Engine("other", sys.executable, str(ROOT))


@pytest.fixture
def pipes() -> Iterator[BySide[PipedPlayer]]:
    with ExitStack() as stack:
        yield BySide(*(stack.enter_context(closing(PipedPlayer(OTHER, 20, GAME))) for _ in range(2)))


def played(dealt: Deal, seats: BySide[Seat]) -> tuple[str, list[str]]:
    return play_game(GAME, dict(dealt.setup), dealt.seed, seats)


def test_half_of_the_deals_have_decks_of_the_library() -> None:
    library = {deck.card_ids for deck in library_decks(GAME.hydrator)}
    kinds = []
    for seed in range(16):
        setup = dict(deal(seed, GAME).setup)
        you, enemy = (parse_deck(setup[key], GAME.hydrator) for key in ("you", "enemy"))
        assert ({you, enemy} <= {tuple(sorted(deck)) for deck in library} | library) == (not has_random_decks(seed))
        kinds.append((has_random_decks(seed), you == enemy))
    assert {kind: kinds.count(kind) for kind in kinds} == {
        (False, True): 4,
        (False, False): 4,
        (True, False): 8,
    }
    assert deal(7, GAME) == deal(7, GAME) != deal(11, GAME)


@needs_kernel
def test_a_player_behind_a_pipe_plays_as_it_would_here(pipes: BySide[PipedPlayer]) -> None:
    dealt = deal(3, GAME)
    setup = dict(dealt.setup)
    known = {side: parse_deck(setup[key], GAME.hydrator) for side, key in zip(Side, ("you", "enemy"), strict=True)}
    here: BySide[Agent[GameState, Decision]] = BySide(
        DeepPlayer(GAME.hydrator, Budget(20), known_decks=known), random_player()
    )
    record: Record = play_match(GAME, setup, dealt.seed, here)
    for _ in range(2):
        assert played(dealt, BySide(pipes.first, HousePlayer(random_player()))) == (record.result, list(record.moves))
    assert pipes.first.spent.moves > 0 < pipes.first.spent.mulligans == 2


@needs_kernel
def test_the_quick_player_takes_the_best_outlook_after_its_move(pipes: BySide[PipedPlayer]) -> None:
    from qb_engine.deep.win_chance import deep_engine, searcher

    dealt = deal(6, GAME)
    pipes.map(lambda pipe: setattr(pipe, "player", QUICK))
    _, moves = played(dealt, pipes)
    state = GAME.start(dict(dealt.setup), dealt.seed)
    engine = deep_engine(GAME.hydrator, state.ruleset)
    for text in moves:
        if not any(state.mulligan_open):
            sign, points = (1 if state.to_move is Side.YOU else -1), []
            for move in state.legal_moves():
                after = state.clone()
                after.play(move)
                win, draw, _, _ = searcher(engine).outlook(engine.state(after))
                points.append(sign * (win + draw / 2))
            assert text == str(state.legal_moves()[points.index(max(points))])
        state.play(GAME.parse_move(text))


@needs_kernel
def test_a_player_that_stands_elsewhere_is_found_out(pipes: BySide[PipedPlayer]) -> None:
    dealt = deal(0, GAME)
    pipes.first.start(dict(dealt.setup), dealt.seed, 0)
    other = GAME.start(dict(dealt.setup), dealt.seed + 1)
    with pytest.raises(RuntimeError, match="other stands at"):
        pipes.first.choose(other)


@needs_kernel
def test_nodes_for_equal_time_are_found_for_both(pipes: BySide[PipedPlayer]) -> None:
    found = equal_time(GAME, [deal(2, GAME)], pipes, 0.002)
    assert min(found.nodes) >= 2
    assert found.ratio > 0


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """What the program prints of results; CPU times are left out."""
    monkeypatch.setattr(against, "build", lambda revision, cache: OTHER)
    monkeypatch.setattr(sys, "argv", ["against", *arguments])
    against.main()
    return [line for line in capsys.readouterr().out.splitlines() if "ms CPU" not in line]


@needs_kernel
def test_games_do_not_depend_on_processes_and_go_on_from_their_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "games.jsonl"
    asked = ("--quick", "--games", "8", "--seed", "1")
    whole = run(monkeypatch, capsys, *asked, "--resume", str(log), "--processes", "2")
    lines = log.read_bytes().splitlines(keepends=True)
    assert len(lines) == 9
    log.write_bytes(b"".join(lines[:4]))
    assert run(monkeypatch, capsys, *asked, "--resume", str(log), "--processes", "1") == whole
    assert log.read_bytes() == b"".join(lines)
    about = "one move ahead by the network, all cards open"
    assert whole[0] == f"{present().name}: {about}; other: {about}"
    assert [line.split()[0] for line in whole[2:]] == ["all", "library", "random"]


@needs_kernel
def test_equal_players_are_exactly_even_and_a_test_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(monkeypatch, capsys, "--quick", "--games", "8", "--processes", "1", "--sprt", "0,100")
    assert "50.0% of points" in lines[2]
    assert "pairs 0/0/4/0/0" in lines[2]
    assert lines[-1].startswith("  SPRT 0,100: open, LLR -")
    assert lines[-1].endswith("bounds -2.94 and 2.94, 4 pairs")


@needs_kernel
def test_both_revisions_can_meet_a_third_player(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = run(monkeypatch, capsys, "--quick", "--games", "4", "--processes", "1", "--opponent", "seer:1")
    assert lines[1] == "against seer:1, on the same deals"
    assert lines[4].split()[:6] == ["all", "decks,", "difference", "+0.0%", "of", "points,"]


def test_an_engine_is_named_after_all_that_it_plays_with(tmp_path: Path) -> None:
    paths = ["gamekit/a.py", "qb_engine/data/network.qbn", "qb_engine/__pycache__/a.pyc", "kernel.so"]
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("as it was")
    kernel = tmp_path / paths[-1]
    before = fingerprint(tmp_path, kernel)
    for path, counts in zip(paths, (True, True, False, True), strict=True):
        (tmp_path / path).write_text("changed")
        assert (fingerprint(tmp_path, kernel) != before) == counts
        (tmp_path / path).write_text("as it was")


def test_a_test_is_about_two_players(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["against", "--quick", "--sprt", "0,5", "--opponent", "greedy"])
    with pytest.raises(SystemExit):
        against.main()
    assert "leave out --opponent" in capsys.readouterr().err


def test_a_house_player_has_the_chance_of_its_seat() -> None:
    seat = HousePlayer(random_player())
    state = GAME.start(dict(deal(0, GAME).setup), 0)
    seat.start({}, 9, 1)
    assert seat.choose(state) == random_player().choose(state.observe(Side.YOU), Random("9/1"))
