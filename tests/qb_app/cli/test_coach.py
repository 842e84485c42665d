"""``qbcoach coach``."""

import json
import re
from typing import Any

import pytest
from typer.testing import CliRunner

from qb_app.asking.positions import EXAMPLE_POSITION
from qb_app.cli.program import app
from qb_engine.card_hydrator import CardHydrator
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.models import Move
from qb_engine.notation import parse_position
from qb_engine.reader import parse_decision
from tests.qb_app.conftest import Refuse, Run, Spawn

DECK = ("--enemy-deck", "Shinra-8 tournament")
KNOWN = ("coach", EXAMPLE_POSITION, *DECK)
LANES = "Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1"
OPENING = f"rebirth {LANES} Y hand=001,007,020 ehand=?*5"

QUESTION_KEYS = ["format", "ruleset", "behaviour", "position", "belief", "notes"]
ADVICE_KEYS = [*QUESTION_KEYS, "provisional", "primary", "secondary", "opening", "score", "value"]
ADVICE_KEYS += ["chance", "exact", "within_noise", "nodes", "candidates", "moves", "asked", "waiting"]
ADVICE_KEYS += ["against", "draw_worth", "weaker"]
MOVE_KEYS = ["move", "name", "card", "tile"]
RATED_KEYS = [*MOVE_KEYS, "rank", "label", "chance", "line", "reply", "move_score", "behind", "score", "value", "worst"]
RATED_KEYS += ["fear", "margin_expected", "value_expected", "replies", "lockout_risk", "reasons", "board"]


def test_the_best_move_is_the_first_thing_on_the_page(run: Run) -> None:
    told = json.loads(run(*KNOWN, "--json").stdout)
    lines = run(*KNOWN).stdout.splitlines()
    assert lines[0] == f"➤ {told['primary']}"
    assert [line for line in lines if re.match(r"\d\. ", line)] == [
        f"{move['rank']}. {move['name']}: {move['label']}{_standing(move)}" for move in told["moves"]
    ]


def _standing(move: dict[str, Any]) -> str:
    if move["chance"] is not None:
        return f", {move['chance']['text']}"
    return "" if move["rank"] == 1 else f", {move['behind']:.1f} behind"


def test_every_move_is_told_with_its_figures_and_reasons(run: Run) -> None:
    told = json.loads(run(*KNOWN, "--json").stdout)
    page = " ".join(run(*KNOWN).stdout.split())
    for move in told["moves"]:
        assert f" {move['worst']['name']}, {'possible' if move['worst']['move'] == 'pass' else 'in hand'} with " in page
        assert f"average of {move['replies']} replies" in page
        for reason in move["reasons"]:
            assert f"{'! Warning:' if reason['warning'] else '+'} {reason['sentence']}" in page


def test_the_board_after_the_best_move_and_its_lanes_are_shown(run: Run) -> None:
    best = json.loads(run(*KNOWN, "--json").stdout)["moves"][0]
    page = run(*KNOWN).stdout
    assert page.count("┌───") == 1
    assert f"The board after {best['name']}:" in page
    assert "★" in page
    assert f"Total: you {best['score']['you']}, enemy {best['score']['enemy']}" in page
    top = best["score"]["lanes"][0]
    assert f"TOP {top['you']}–{top['enemy']} " in page


@pytest.mark.parametrize(("arguments", "shown"), [((), 3), (("--top", "1"), 1), (("--top", "99"), 9)])
def test_as_many_moves_are_shown_as_asked_for(run: Run, arguments: tuple[str, ...], shown: int) -> None:
    told = json.loads(run(*KNOWN, *arguments, "--json").stdout)
    assert [move["rank"] for move in told["moves"]] == list(range(1, shown + 1))
    assert told["candidates"] == 9


@pytest.mark.parametrize("options", [(), ("--quick",)])
def test_the_json_has_the_documented_fields(run: Run, options: tuple[str, ...]) -> None:
    told = json.loads(run(*KNOWN, *options, "--json").stdout)
    assert list(told) == ADVICE_KEYS
    assert list(told["belief"]) == ["kind", "text", "deck", "opponent", "candidates", "waits", "waits_text"]
    for move in told["moves"]:
        assert list(move) == RATED_KEYS
        assert list(move["worst"]) == [*MOVE_KEYS, "in_hand", "margin", "value"]
        assert move["fear"] is None or list(move["fear"]) == [*MOVE_KEYS, "in_hand", "odds", "margin", "sentence"]
        for reason in move["reasons"]:
            assert list(reason) == ["kind", "theme", "warning", "facts", "sentence"]
            assert list(reason["facts"]) == [
                "lanes",
                "tiles",
                "others",
                "cards",
                "amount",
                "beside",
                "games",
                "of",
                "probability",
                "move",
            ]


def test_what_looks_one_move_ahead_is_called_provisional_and_never_best(run: Run) -> None:
    told = json.loads(run(*KNOWN, "--quick", "--json").stdout)
    assert (told["provisional"], told["chance"], told["nodes"]) == (True, None, 0)
    assert told["primary"].startswith("Provisional, one move ahead: ")
    assert told["moves"][0]["label"] == "provisional"
    page = run(*KNOWN, "--quick", "--top", "99").stdout
    assert page.startswith("➤ Provisional, one move ahead: ")
    assert "best" not in page.lower()


def test_moves_and_boards_of_the_json_are_those_of_the_engine(run: Run) -> None:
    hydrator = CardHydrator()
    told = json.loads(run(*KNOWN, "--top", "99", "--json").stdout)
    moves = [parse_decision(move["move"], hydrator) for move in told["moves"]]
    start = parse_position(EXAMPLE_POSITION, hydrator)
    assert set(moves) == {*GameState.from_position(start, hydrator).legal_placements(Side.YOU), Move.PASS}
    for move, found in zip(moves, told["moves"], strict=True):
        state = GameState.from_position(start, hydrator)
        state.play(move)
        lanes, *details = found["board"].split(" ")
        again = parse_position(" ".join([told["ruleset"], lanes, "Y", *details]), hydrator).board
        assert again.occupants == state.board.occupants
        assert [again.pawns(index) for index in range(15)] == [state.board.pawns(index) for index in range(15)]


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (DECK, "known deck", "known deck (Gamer Guides: Shinra-8 tournament deck)"),
        ((), "equal", "200 possible decks, all equally likely"),
        (("--belief", "evidence"), "evidence", "weighed by the cards seen, from known decks and profiles"),
        (("--opponent", "regina shinra"), "evidence", "the profile of Regina, Shinra-8 tournament, round 5 (forced)"),
        (("--opponent", "chadley"), "evidence", "no card of Chadley, Shinra-8 tournament, round 4 (forced) is known"),
    ],
    ids=str,
)
def test_the_belief_is_named_and_said_to_be_exact(run: Run, arguments: tuple[str, ...], kind: str, words: str) -> None:
    told = json.loads(run("coach", OPENING, "--top", "1", *arguments, "--json").stdout)
    assert told["belief"]["kind"] == kind
    assert words in told["belief"]["text"]
    assert (told["belief"]["candidates"] == 1) == (kind == "known deck")
    page = " ".join(run("coach", OPENING, "--top", "1", *arguments).stdout.split())
    assert f"Belief: {told['belief']['text']}. Every probability is exact for this belief." in page


def test_what_the_position_tells_of_hidden_cards_changes_nothing(run: Run) -> None:
    seen = EXAMPLE_POSITION.replace("ehand=?*4", "ehand=?*4 edeck=?*6")
    told = EXAMPLE_POSITION.replace("ehand=?*4", "ehand=013,013,001,026 edeck=013,026,?*4")
    assert run("coach", told, *DECK, "--json").stdout == run("coach", seen, *DECK, "--json").stdout


def test_a_position_comes_as_one_argument_as_words_or_on_stdin(run: Run) -> None:
    page = run(*KNOWN, "--json").stdout
    assert run("coach", *EXAMPLE_POSITION.split(), *DECK, "--json").stdout == page
    assert run("coach", "--example", *DECK, "--json").stdout == page
    typed = CliRunner().invoke(app, ["coach", "-", *DECK, "--json"], input=f"{EXAMPLE_POSITION}\n")
    assert typed.stdout == page


def test_a_pass_is_all_that_is_left(run: Run) -> None:
    page = run("coach", f"rebirth {LANES} Y hand=098 ehand=?*5", *DECK).stdout
    assert page.startswith("➤ No card can be placed: pass.\n")
    assert "1 move compared" in page


def test_a_move_that_ends_the_game_has_no_reply(run: Run) -> None:
    told = json.loads(run("coach", f"{OPENING} passes=1", *DECK, "--top", "99", "--json").stdout)
    passing = next(move for move in told["moves"] if move["move"] == "pass")
    assert (passing["worst"], passing["fear"], passing["replies"]) == (None, None, 0)
    assert "The game ends with this move" in run("coach", f"{OPENING} passes=1", *DECK, "--top", "99").stdout


@pytest.mark.parametrize(
    ("position", "note"),
    [
        (OPENING.replace(" ehand=?*5", ""), "The position gives the enemy no hand"),
        (f"{OPENING} turn=3 phase=draw", "Your draw of this turn is still to come"),
    ],
)
def test_a_doubtful_position_is_warned_of(run: Run, position: str, note: str) -> None:
    assert json.loads(run("coach", position, *DECK, "--quick", "--json").stdout)["notes"][0].startswith(note)
    assert f"! Warning: {note}" in run("coach", position, *DECK).stdout
    assert json.loads(run("coach", OPENING, *DECK, "--json").stdout)["notes"] == []


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_pages_keep_to_the_width_and_to_plain_text(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")  # NO_COLOR must win
    page = run(*KNOWN, *options).stdout
    assert max(map(len, page.splitlines())) <= columns
    assert "\x1b" not in page
    if options or columns < 80:
        assert not set(page) & set("│─┌●○▶◀★▲▼➤")


def test_the_same_bytes_come_in_every_process(run: Run, spawn: Spawn) -> None:
    page = run("coach", "--example", "--json").stdout
    assert run("coach", "--example", "--json").stdout == page
    again = [spawn("coach", "--example", "--json", PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert [process.stdout.decode("utf-8") for process in again] == [page, page]
    assert [(process.returncode, process.stderr) for process in again] == [(0, b""), (0, b"")]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("coach",), "give a position, '-' to read one from stdin, or --example"),
        (("coach", OPENING, "--example"), "and only one of them"),
        (("coach", "hello"), "'hello' is no position; it needs a rule set, three lanes and the side to act"),
        (("coach", OPENING.replace("Y1,-", "Y9,-")), "Y9"),
        (("coach", OPENING.replace("rebirth", "chess")), "unknown ruleset 'chess'"),
        (("coach", OPENING.replace("020", "Zuu")), "unknown card 'Zuu', did you mean Zu"),
        (("coach", OPENING.replace(" Y ", " E ")), "it is the enemy's turn"),
        (("coach", f"{OPENING} passes=2"), "the game is over"),
        (("coach", f"{OPENING} phase=end"), "you have played or passed in this turn already"),
        (("coach", OPENING, "--enemy-deck", "startr"), "did you mean Starter Deck"),
        (("coach", OPENING, "--enemy-deck", "3 Zu"), "it has 3 cards, not 15"),
        (("coach", OPENING, "--opponent", "Chadly"), "unknown opponent 'Chadly', did you mean Chadley"),
        (("coach", OPENING, "--opponent", "regina"), "'Regina, Gongaga'; add a part of the name or the place"),
        (("coach", OPENING, *DECK, "--opponent", "chadley"), "a known deck leaves nothing to guess"),
        (("coach", OPENING, *DECK, "--belief", "equal"), "a known deck leaves nothing to guess"),
        (("coach", OPENING, "--opponent", "chadley", "--belief", "equal"), "equal weights do not look at"),
        (("coach", OPENING, "--belief", "hope"), "--belief"),
        (("coach", OPENING, "--top", "0"), "--top"),
        (("coach", OPENING.replace(",E1/", ",E1[059]/", 1), *DECK), "which the deck said to be known does not hold"),
    ],
)
def test_wrong_input_is_answered_with_one_sentence(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse(*arguments)


def test_the_example_is_a_choice_in_the_real_game() -> None:
    hydrator = CardHydrator()
    state = GameState.parse(EXAMPLE_POSITION, hydrator)
    assert (state.ruleset.name, state.to_move) == ("rebirth", Side.YOU)
    assert len(state.legal_placements(Side.YOU)) > 5


UNSEEN = "rebirth Y1,-,-,-,E1/Y1,-,-,E1,E1[008]/Y1,-,-,-,E1 Y turn=3 hand={} deck=?*10 ehand=?*4"


@pytest.mark.parametrize("how", ["--quick", "--nodes=500"])
def test_cards_of_your_hand_that_are_not_known_are_supposed_and_told(run: Run, how: str) -> None:
    page = " ".join(run("coach", UNSEEN.format("001,?*3"), how).stdout.split())
    assert "Your hand: Security Officer, 3 not known" in page
    assert "3 cards of your hand are not known: advice covers the cards known" in page
    assert "1. Security Officer" in page


@pytest.mark.parametrize("how", ["--quick", "--nodes=500"])
def test_no_known_card_to_place_is_not_taken_for_no_card_to_place(run: Run, how: str) -> None:
    page = " ".join(run("coach", UNSEEN.format("044,?"), how).stdout.split())
    assert "No card known of your hand can be placed, and 1 card is not known: pass, or play one not known" in page
    assert "No card can be placed" not in page


@pytest.mark.parametrize("how", ["--quick", "--nodes=500"])
@pytest.mark.parametrize("hand", ["?", "?*4"])
def test_a_hand_of_which_nothing_is_known_is_refused(refuse: Refuse, how: str, hand: str) -> None:
    assert "no card of your hand is known, so there is nothing to advise: name at least one" in refuse(
        "coach", UNSEEN.format(hand), how
    )


def test_an_opening_hand_partly_known_gets_advice_on_the_cards_known(run: Run) -> None:
    position = f"rebirth {LANES} Y mulligan=Y hand=044,?*4 deck=?*10 ehand=?*5 edeck=?*10"
    page = " ".join(run("coach", position).stdout.split())
    assert "4 cards of your hand are not known" in page
    assert "hidden card" not in page
