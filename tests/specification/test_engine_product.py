"""What the engine text asks of the product, §3.2, §9.5 and §11: the answer, start-up checks, cards by hand."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from qb_app.cli.program import app
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_engine import Card, CardHydrator, UnknownCardError
from qb_engine.diagnostics import Diagnostics
from tests.qb_app.storage.model import ModelMatches
from tests.qb_engine.deep.games import needs_kernel

POSITION = "v2.2.4 Y1,Y1,-,E1,E1/Y2,-,E2[015],-,E1/Y1,-,-,-,E2 Y turn=3 hand=007,015,025 ehand=?*3"
ENDING = (
    "v2.2.4 Y1[011],Y1[001],Y1,E1[020],E1[001]/Y1[016],Y1[007],E1[023],E1[001],E1/Y1,Y2[001],E1[005],E1[001],E1[020]"
    " Y turn=20 hand=007,020,001 ehand=005,001"
)
NEW_CARD = {"id": "own1", "name": "Gorgonzola", "rank": 1, "power": 6}


class Misreading(CardHydrator):
    """Reads one card with another power than the data says, and does so every time."""

    def __init__(self) -> None:
        cards = CardHydrator().all()
        super().__init__([replace(card, power=card.power + 1) if card.id == "020" else card for card in cards])


class Forgetful(CardHydrator):
    """Gives another card of the same id on every lookup."""

    def get(self, query: str) -> Card:
        return replace(super().get(query))


@pytest.fixture(autouse=True)
def _quiet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QBCOACH_DATA", str(tmp_path))
    monkeypatch.delenv("QBCOACH_DATABASE", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")


def told(*arguments: str) -> str:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False).stdout


def test_the_answer_holds_what_the_text_lists() -> None:
    """§9.5: best move, alternates, the board after the best move, a summary of the lanes, effect tiles marked ★."""
    page = told("coach", POSITION, "--quick")
    best, second, third = json.loads(told("coach", POSITION, "--quick", "--json"))["moves"][:3]
    for move in (best, second, third):
        assert f"{move['rank']}. {move['name']}" in page
    assert [move["rank"] for move in (best, second, third)] == [1, 2, 3]
    board = page[page.index("The board after") :]
    assert best["name"] in board.splitlines()[0]
    assert "★" in board
    lane = best["score"]["lanes"][0]
    assert f"{lane['you']} – {lane['enemy']}" in board


def test_the_one_ply_answer_is_sorted_by_move_score() -> None:
    """§9.5, as settled: so with --quick, and it says that it is provisional."""
    answer = json.loads(told("coach", POSITION, "--quick", "--json", "--top", "9"))
    scores = [move["move_score"] for move in answer["moves"]]
    assert answer["provisional"]
    assert len(scores) == 9
    assert scores == sorted(scores, reverse=True)


@needs_kernel
def test_the_standard_answer_is_sorted_by_the_chance_to_win() -> None:
    """§9.5, as settled: the product's own answer ranks by chance and says so."""
    answer = json.loads(told("coach", ENDING, "--json", "--top", "9"))
    chances = [move["chance"]["points"] for move in answer["moves"]]
    assert not answer["provisional"]
    assert len(set(chances)) == 7
    assert chances == sorted(chances, reverse=True)
    assert "ranked by their chance to win" in " ".join(told("coach", ENDING).split())


def test_documents_and_plain_text_name_tiles_in_full() -> None:
    """§6.1, as settled: LANE-COL, such as TOP-1; the short form stands on boards and in sentences only."""
    best = json.loads(told("coach", POSITION, "--quick", "--json"))["moves"][0]
    assert re.fullmatch("(TOP|MID|BOT)-[1-5]", best["tile"])
    plain = told("coach", POSITION, "--quick", "--plain")
    assert f"{best['tile']}: your" in plain
    assert re.findall(r"\b[TMB][1-5]\b", plain) == []


def test_the_seven_start_up_checks_pass() -> None:
    """§11: hydration, pawn deltas, ownership, scoring, evaluator, predictor, ranker."""
    results = Diagnostics.standard(CardHydrator()).run()
    assert [result.name for result in results if not result.passed] == []
    assert len(results) == 7


@pytest.mark.parametrize("hydrator", [Misreading, Forgetful])
def test_a_card_that_differs_from_the_data_fails_the_check(hydrator: type[CardHydrator]) -> None:
    """§11.1, as settled: hydration is compared with the card data itself."""
    hydration = Diagnostics.standard(hydrator()).run()[0]
    assert not hydration.passed


def test_the_checks_can_be_asked_for() -> None:
    """§11: all seven in diagnose."""
    checks = json.loads(told("diagnose", "--json"))["checks"]
    assert len(checks) == 7
    assert all(check["passed"] for check in checks)


def test_a_live_match_takes_an_unknown_card_as_json() -> None:
    """§3.2, as settled: asked for, checked, kept with that match and nowhere else."""
    store = ModelMatches()
    match, other = (Session.start(store, MatchSetup()) for _ in range(2))
    assert not match.enter("hand gorgonzola, mu, elphadunk, zu, levrikon").changed
    assert not match.enter("card " + json.dumps(NEW_CARD | {"rank": 7})).changed
    assert match.enter("card " + json.dumps(NEW_CARD)).changed
    assert match.enter("hand gorgonzola, mu, elphadunk, zu, levrikon").changed
    assert match.state.player_hand.as_card_ids()[0] == "own1"
    assert not other.enter("hand gorgonzola, mu, elphadunk, zu, levrikon").changed
    with pytest.raises(UnknownCardError):
        CardHydrator().get("Gorgonzola")
