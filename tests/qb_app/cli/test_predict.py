"""``qbcoach predict``."""

import json
import re

import pytest
from rich.console import Console

from qb_app.answers.outlook import look_ahead
from qb_app.answers.question import Question
from qb_app.asking.enemies import choose_enemy
from qb_app.asking.positions import EXAMPLE_POSITION, choose_view
from qb_app.terminal.board import BOARD_WIDTH, BoardView
from qb_app.terminal.heat_map import LEVELS, HeatMap
from qb_engine.card_hydrator import CardHydrator
from qb_engine.geometry import TILES, Tile
from tests.qb_app.conftest import Refuse, Run, Spawn

DECK = ("--enemy-deck", "Shinra-8 tournament")
KNOWN = ("predict", EXAMPLE_POSITION, *DECK)
LANES = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"

OUTLOOK_KEYS = ["format", "ruleset", "behaviour", "position", "belief", "notes", "to_act", "score", "enemy_value"]
OUTLOOK_KEYS += ["expected_margin", "best_enemy_score", "expected_enemy_score", "lane_pressure", "tile_pressure"]
OUTLOOK_KEYS += ["replies", "likeliest", "holds", "hands"]
REPLY_KEYS = ["move", "name", "card", "tile", "in_hand", "weight", "score", "enemy_value"]


def test_the_danger_comes_first(run: Run) -> None:
    told = json.loads(run(*KNOWN, "--json").stdout)
    lines = run(*KNOWN).stdout.splitlines()
    tile = max(told["tile_pressure"], key=lambda tile: told["tile_pressure"][tile])
    lane = max(told["lane_pressure"], key=lambda lane: told["lane_pressure"][lane])
    assert lines[0] == f"Watch {lane} and {Tile.parse(tile)}: most pressure there."
    assert lines[1].startswith(f"  Worst reply: {told['replies'][0]['name']}, in hand with ")


def test_every_tile_under_pressure_bears_its_number_in_the_map(run: Run) -> None:
    told = json.loads(run(*KNOWN, "--json").stdout)
    page = run(*KNOWN).stdout
    drawn = [line for line in page.splitlines() if re.match(r"│.*[+-]\d\.\d\d", line)]
    expected = [
        f"{value:+.2f}"
        for lane in ("TOP", "MID", "BOT")
        for value in (*(told["tile_pressure"][f"{lane}-{col}"] for col in "12345"), told["lane_pressure"][lane])
        if abs(value) >= 0.005
    ]
    assert [number for line in drawn for number in re.findall(r"[+-]\d\.\d\d", line)] == expected
    assert all(shade * 3 in page for _, shade, _ in LEVELS[:-1])


def test_the_map_has_colours_where_there_are_any() -> None:
    hydrator = CardHydrator()
    view = choose_view([], example=True)
    outlook = look_ahead(Question(view, choose_enemy(DECK[1], None, None, view.ruleset, hydrator)))
    console = Console(width=BOARD_WIDTH, force_terminal=True, color_system="standard", highlight=False)
    with console.capture() as captured:
        console.print(HeatMap(BoardView(hydrator)).render(view.board, outlook.threat))
    assert "\x1b[30;43m▒▒▒ +0." in captured.get()


def test_ten_likeliest_and_ten_worst_replies_are_listed(run: Run) -> None:
    told = json.loads(run("predict", "--example", "--json").stdout)
    names = {reply["move"]: reply["name"] for reply in told["replies"]}
    lines = run("predict", "--example").stdout.splitlines()
    for title, moves in (("Likeliest", told["likeliest"]), ("Worst", [reply["move"] for reply in told["replies"]])):
        start = next(number for number, line in enumerate(lines) if line.startswith(f"{title} replies"))
        rows = lines[start + 2 : start + 12]
        assert [row.split("  ")[0] for row in rows] == [names[move] for move in moves[:10]]
        assert all(re.search(r"\d+ % +\d+–\d+ +[+-]?\d+\.\d *$", row) for row in rows)


def test_replies_are_complete_and_in_order(run: Run) -> None:
    told = json.loads(run(*KNOWN, "--json").stdout)
    assert list(told) == OUTLOOK_KEYS
    replies = told["replies"]
    assert all(list(reply) == REPLY_KEYS for reply in replies)
    assert sum(reply["weight"] for reply in replies) == pytest.approx(1)
    values = [reply["enemy_value"] for reply in replies]
    assert values == pytest.approx(sorted(values, reverse=True))
    assert values[0] == pytest.approx(told["best_enemy_score"])
    in_hand = {reply["move"]: reply["in_hand"] for reply in replies}
    chances = [in_hand[move] for move in told["likeliest"]]
    assert chances == pytest.approx(sorted(chances, reverse=True))
    assert list(told["tile_pressure"]) == [tile.long for tile in TILES]
    assert told["hands"] == {"listed": 210, "truncated": False, "kept_mass": pytest.approx(1)}


def test_odds_of_the_cards_are_sorted_and_shown_up_to_twenty(run: Run) -> None:
    told = json.loads(run("predict", "--example", "--json").stdout)
    odds = [card["probability"] for card in told["holds"]]
    assert odds == pytest.approx(sorted(odds, reverse=True))
    assert len(odds) > 100
    page = run("predict", "--example").stdout
    assert f"and {len(odds) - 20} more, each with " in page
    assert "Only the 5,000 likeliest hands (" in page
    everything = run("predict", "--example", "--all").stdout
    assert " more, each with " not in everything
    assert all(card["name"] in everything for card in told["holds"])


def test_odds_of_a_known_deck_are_those_of_the_draw(run: Run) -> None:
    told = json.loads(run("predict", f"rebirth {LANES} Y ehand=?*5", *DECK, "--json").stdout)
    chances = {round(card["probability"], 9) for card in told["holds"]}
    assert chances == {round(5 / 15, 9), round(1 - (10 * 9) / (15 * 14), 9)}


@pytest.mark.parametrize(("side", "words"), [("E", "the enemy's move"), ("Y", "as if the enemy moved now")])
def test_either_side_may_be_to_act(run: Run, side: str, words: str) -> None:
    position = f"rebirth {LANES} {side} turn=2 ehand=?*5"
    assert words in run("predict", position, *DECK).stdout
    assert json.loads(run("predict", position, *DECK, "--json").stdout)["to_act"] == side


def test_an_enemy_that_can_only_pass_threatens_nothing(run: Run) -> None:
    page = run("predict", f"rebirth {LANES} E", *DECK).stdout
    assert page.startswith("Nothing is threatened.\n  Worst reply: pass, forced with 100 %; then even\n")
    assert "! Warning: The position gives the enemy no hand" in page


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_pages_keep_to_the_width_and_to_plain_text(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")  # NO_COLOR must win
    page = run("predict", EXAMPLE_POSITION, *options).stdout
    assert max(map(len, page.splitlines())) <= columns
    assert "\x1b" not in page
    if options or columns < 80:
        assert not set(page) & set("│─┌●○▶◀★▲▼░▒▓█")


def test_a_wide_page_sets_the_lists_side_by_side(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    page = run(*KNOWN).stdout
    assert re.search(r"^Likeliest replies .* Worst replies .*Eval *$", page, re.MULTILINE)


def test_the_same_bytes_come_in_every_process(run: Run, spawn: Spawn) -> None:
    arguments = ("predict", "--example", "--opponent", "regina shinra", "--json")
    page = run(*arguments).stdout
    assert run(*arguments).stdout == page
    again = [spawn(*arguments, PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert [process.stdout.decode("utf-8") for process in again] == [page, page]
    assert [(process.returncode, process.stderr) for process in again] == [(0, b""), (0, b"")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("predict",), "give a position, '-' to read one from stdin, or --example"),
        (("predict", f"rebirth {LANES} X"), "'X' is no side"),
        (("predict", f"rebirth {LANES} Y passes=2"), "the game is over; the enemy has no reply left"),
        (("predict", f"rebirth {LANES} Y", "--enemy-deck", "zzzz"), "'qbcoach decks' lists the names"),
        (("predict", f"rebirth {LANES} Y", "--opponent", "zzzz"), "unknown opponent 'zzzz'"),
        (("predict", f"rebirth {LANES[:-1]}1[059] Y", *DECK), "which the deck said to be known does not hold"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse(*arguments)


@pytest.mark.parametrize("command", [("predict",), ("coach", "--quick")])
def test_what_a_pass_tells_can_be_left_out(run: Run, command: tuple[str, ...]) -> None:
    asked = (*command, f"rebirth {LANES} Y passes=1 hand=001 ehand=?*5", *DECK, "--json")
    read, left_out = (json.loads(run(*asked, *more).stdout) for more in ((), ("--ignore-pass",)))
    believed, otherwise = read.pop("belief"), left_out.pop("belief")
    assert otherwise["text"] == f"{believed['text']}; a pass of the enemy tells nothing"
    assert left_out != read


def test_without_a_pass_all_hands_of_a_known_deck_are_equally_likely_and_so_with_the_pass_left_out(run: Run) -> None:
    passed, not_passed = (
        json.loads(run("predict", f"rebirth {LANES} Y {passes}ehand=?*5", *DECK, "--ignore-pass", "--json").stdout)
        for passes in ("passes=1 ", "")
    )
    assert passed["holds"] == not_passed["holds"]
    assert passed["hands"] == not_passed["hands"]


@pytest.mark.parametrize("command", [("predict",), ("coach", "--quick")])
def test_more_copies_than_the_rules_allow_are_said(run: Run, command: tuple[str, ...]) -> None:
    board = "Y1,-,E1[001],E1[001],E1[001]/Y1,-,-,-,E1/Y1,-,-,-,E1"
    page = " ".join(run(*command, f"rebirth {board} Y turn=7 hand=001 ehand=?*3").stdout.split())
    assert "Warning: The enemy has shown 3 copies of Security Officer, and rebirth allows 2" in page
    assert "copies of" not in run(*command, f"v2.2.4 {board} Y turn=7 hand=001 ehand=?*3").stdout
