"""The deck lab on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from qb_app import crews
from qb_app.cli.program import main
from qb_app.lab import runs
from qb_app.storage import open_storage
from qb_engine.kernel import door
from qb_engine.lab import swapping
from qb_engine.library import library_decks
from tests.qb_app.conftest import Refuse, Run, Spawn
from tests.qb_app.lab.asked import fill
from tests.qb_app.lab.small import shrink

pytestmark = pytest.mark.skipif(not door.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")
ONE = ("--processes", "1")
MATRIX = ("lab", "matrix", "starter", "trevor", "Red XIII", "--games", "20", *ONE)
BUILD = ("lab", "build", "--owned", "--deck", "trevor", "--from", "starter", "--games", "500", *ONE)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink(monkeypatch.setattr)
    monkeypatch.setattr(crews, "ANSWER_SECONDS", 0.5)


def test_a_matrix_tells_both_seats_and_adds_up(run: Run, tmp_path: Path) -> None:
    table, picture = tmp_path / "m.csv", tmp_path / "m.svg"
    found = json.loads(run(*MATRIX, "--json", "--csv", str(table), "--picture", str(picture)).stdout)
    rows = found["rows"]
    assert [row["deck"]["name"] for row in rows] == [column["name"] for column in found["columns"]]
    for i, row in enumerate(rows):
        for j, cell in enumerate(row["cells"]):
            assert cell["share"] == pytest.approx(1 - rows[j]["cells"][i]["share"])
            assert cell["share"] == pytest.approx((cell["started"]["share"] + cell["followed"]["share"]) / 2)
            assert cell["games"] == 20
            assert cell["interval"][0] <= cell["share"] <= cell["interval"][1]
        assert row["cells"][i]["share"] == 0.5
        assert row["share"] == pytest.approx(sum(cell["share"] for cell in row["cells"]) / 3)
    lines = table.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 9
    assert lines[0].startswith("deck,against,weight,games,share,low,high,started_share,followed_share")
    texts = [node.text for node in ElementTree.fromstring(picture.read_text(encoding="utf-8")).iter()]
    assert texts.count("50 %") >= 3
    assert "1. Starter Deck (in-game prebuilt 0)" in texts


def test_processes_end_without_a_word(spawn: Spawn) -> None:
    done = spawn("lab", "matrix", "starter", "trevor", "--games", "4000", "--processes", "2")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_matrix_is_drawn_or_told(run: Run, tmp_path: Path, refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = run(*MATRIX).stdout
    assert "▒ 50" in drawn
    assert "20 games of every two decks, both seats of 10 deals" in drawn
    plain = run(*MATRIX, "--plain").stdout
    assert "against trevor-tan03 default deck: " in plain
    assert "▒" not in plain
    monkeypatch.setenv("COLUMNS", "70")
    numbered = run(*MATRIX).stdout
    assert "  1: Starter Deck (in-game prebuilt 0)\n" in numbered
    assert " ▒ 50 " in numbered
    assert re.search(r" \d+-\d+ +\d+-\d+ .*\n +\d+/\d+ +\d+/\d+ ", numbered)
    monkeypatch.setenv("COLUMNS", "60")
    tight = run("lab", "matrix", "starter", "--against", "library", "--games", "4", *ONE).stdout
    assert re.search(r"\n *R1 +▒ 50 ", tight)
    assert "  7: trevor-tan03 default deck, 14 % of the field" in tight
    picture = tmp_path / "m.png"
    run("lab", "matrix", "starter", "--against", "library", "--games", "4", *ONE, "--picture", str(picture))
    with Image.open(picture) as image:
        assert image.format == "PNG"
        assert image.width > 7 * 100
    assert "exists already, use --force" in refuse(*MATRIX, "--picture", str(picture))
    assert "is no name of a picture: it ends in .png or .svg" in refuse(*MATRIX, "--picture", "m.gif")


def test_points_of_a_deck_come_with_its_best_changes(run: Run) -> None:
    asked = ("lab", "deck", "starter", "--against", "opponents", "--games", "20", *ONE)
    with open_storage() as storage:
        fill(storage)
    found = json.loads(run(*asked, "--owned", "--json").stdout)
    assert found["field"]["guessed"] is True
    assert len(found["swaps"]) == 5
    gains = [swap["gain"] for swap in found["swaps"]]
    assert gains == sorted(gains, reverse=True)
    assert {swap["into"] for swap in found["swaps"]} <= {"Zu", "Titan", "Yuffie", "Cid", "Chimera", "Magic Pot"}
    assert {card["card"] for card in found["cards"]} == set(_names(found["deck"]["list"]))
    page = run(*asked, "--no-swaps").stdout
    assert "(guessed decks), 2 decks" in page
    assert "Best changes" not in page
    assert "Best changes of one card:" in run(*asked, "--owned").stdout


def test_a_deck_is_built_from_owned_cards_with_the_way_to_it(run: Run) -> None:
    with open_storage() as storage:
        fill(storage)
        owned = storage.collection.owned()
    found = json.loads(run(*BUILD, "--keep", "Titan", "--without", "Zu", "--json").stdout)
    names = _names(found["deck"]["list"])
    assert "Titan" in names
    assert "Zu" not in names
    assert found["before"]["name"] == library_decks()[0].name
    assert len(found["way"]) >= 1
    assert found["games"] >= 500
    assert len(owned) > len(names)
    page = run(*BUILD).stdout
    assert page == run(*BUILD).stdout
    again = [*BUILD[:-4], "--games", str(json.loads(run(*BUILD, "--json").stdout)["games"]), *ONE]
    assert f"--games {again[-3]} with seed 0 repeats it." in " ".join(page.split())
    assert run(*again).stdout == page


def test_what_is_not_shown_to_be_better_is_not_called_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_storage() as storage:
        fill(storage)
    monkeypatch.setattr(swapping, "CAUTION", 1_000.0)
    found = json.loads(run(*BUILD, "--json").stdout)
    assert not found["improved"]
    assert found["deck"] == found["start"]
    page = run(*BUILD).stdout
    assert "is not shown to be better than" in page or "found nothing better than" in page


def test_a_meta_run_is_kept_as_a_field(run: Run, refuse: Refuse) -> None:
    with open_storage() as storage:
        for deck in library_decks()[:2]:
            storage.decks.save(deck.name, deck.card_ids, "rebirth")
    asked = ("lab", "meta", "--rounds", "1", "--games", "200", "--against", "saved", *ONE)
    found = json.loads(run(*asked, "--save", "mine", "--json").stdout)
    assert sum(deck["weight"] for deck in found["decks"]) == pytest.approx(1)
    assert len(found["rounds"]) == 1
    shares = [deck["share"] for deck in found["decks"]]
    assert shares == sorted(shares, reverse=True)
    fields = {field["name"]: field for field in json.loads(run("lab", "fields", "--json").stdout)["fields"]}
    kept = [(deck["code"], deck["weight"]) for deck in fields["mine"]["decks"]]
    assert kept == [(deck["code"], deck["weight"]) for deck in found["decks"] if deck["weight"]]
    assert "there is a field 'mine' already" in refuse(*asked, "--save", "mine")
    assert "tier 1" in run(*asked, "--save", "mine", "--replace").stdout
    assert run("lab", "fields").stdout.count("mine") >= 1
    assert run("lab", "forget", "mine").stdout == "The field mine is forgotten.\n"


def test_ctrl_c_keeps_what_was_played_and_names_the_best_deck(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_storage() as storage:
        fill(storage)
    whole = run(*BUILD, "--json").stdout
    with open_storage() as storage:
        for info in storage.games.games("lab"):
            storage.games.delete("lab", info.game_id)

    def interrupt(progress: runs.Progress) -> str:
        if progress.best is not None:
            raise KeyboardInterrupt
        return ""

    with monkeypatch.context() as patch:
        patch.setattr("qb_app.cli.lab._title", interrupt)
        assert main([*BUILD, "--json"]) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert "games, which are kept; the same command goes on" in told.err
    assert "The best deck so far QB1-" in told.err
    with open_storage() as storage:
        assert len(storage.games.games("lab")) == 1
    assert run(*BUILD, "--json").stdout == whole


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("matrix", "starter", "2 zu"), "the deck '2 zu' is not legal under rebirth"),
        (("matrix", "starter", "--against", "libary"), "there is no field 'libary', did you mean library?"),
        (("build", "--owned"), "0 cards that you own may be in a deck"),
        (("build", "--time", "soon"), "'soon' is no time to search: write 60s, 5m or 2h"),
        (("build", "--cluster", "nowhere"), "'nowhere' is no cluster: give the address of a scheduler"),
        (("build", "--cluster", "tcp://127.0.0.1:1"), "no scheduler of Dask answers at tcp://127.0.0.1:1"),
        (("deck", "starter", "--player", "deep"), "No such option: --player"),
        (("matrix", "starter", "trevor", "--player", "deep"), "'deep' plays no games in the lab"),
        (("meta", "--save", "library"), "'library' is the name of a field that is always there"),
        (("forget", "nothing"), "no field 'nothing' is kept"),
    ],
)
def test_bad_input_gets_one_sentence_and_stores_nothing(refuse: Refuse, asked: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse("lab", *asked)
    with open_storage() as storage:
        assert storage.games.games("lab") == ()
        assert storage.games.games("field") == ()


def test_the_field_that_is_shipped_is_known_by_name(run: Run) -> None:
    found = json.loads(run("lab", "matrix", "starter", "--against", "meta", "--games", "2", *ONE, "--json").stdout)
    assert len(found["field"]["decks"]) > 1
    assert "qbcoach lab meta" in found["field"]["about"]


def _names(cards: str) -> list[str]:
    return [line.split(" ", 1)[1] for line in cards.splitlines()]
