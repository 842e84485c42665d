"""Any sequence of entries and undos equals the replay of what remains, and never breaks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qb_app.live import commands as c
from qb_app.live.edits import KINDS as EDIT_WORDS
from qb_app.live.game import LiveGame
from qb_app.live.grammar import format_command, parse_command
from qb_app.live.session import Session
from qb_app.live.setup import MatchSetup
from qb_engine.geometry import TILES, Side
from tests.qb_app.live.material import STARTER
from tests.qb_app.live.stores import new_session
from tests.qb_app.storage.model import ModelMatches

CARDS = ("Security Officer", "Levrikon", "Mu", "Elphadunk", "Grasslands Wolf", "Queen Bee", "Zu", "Archdragon", "Shiva")
NAMES = st.sampled_from(CARDS)
PLACES = st.sampled_from([str(tile) for tile in TILES])
SIDES = st.sampled_from(["you", "enemy"])
NOTES = st.builds("note {}".format, st.integers(0, 99))
MOVES_IN_TIME = st.builds("{} {}".format, st.sampled_from(["undo", "redo"]), st.integers(1, 3))
BRANCHES = st.sampled_from(["branch main", "branch try", "branch other"])
PLAIN = st.one_of(
    NOTES,
    st.builds("{} {}".format, NAMES, PLACES),
    st.builds("e {} {}".format, NAMES, PLACES),
    st.sampled_from(["pass", "e pass", "keep", "mulligan 2 4", "draw ?", "end"]),
    st.sampled_from(["1", "y", "zz"]),
    st.builds("draw {}".format, NAMES),
    st.builds("hand {}".format, st.lists(NAMES, min_size=1, max_size=5).map(", ".join)),
    st.builds("set {} {} {}".format, PLACES, SIDES, st.integers(1, 3)),
    st.builds("set {} empty".format, PLACES),
    st.builds("set {} card {} {}".format, PLACES, NAMES, SIDES),
    st.builds("set turn {}".format, SIDES),
    st.builds("set enemy hand {}".format, st.integers(0, 9)),
    st.builds("set score {} {}".format, st.integers(0, 40), st.integers(0, 40)),
)
NUMBERS = st.integers(1, 8)
EDITS = st.one_of(
    st.builds("{} {} {}".format, st.sampled_from(["change", "insert"]), NUMBERS, PLAIN),
    st.builds("{} {} {}".format, st.sampled_from(["change", "insert"]), NUMBERS, NOTES),
    st.builds("remove {}".format, NUMBERS),
)
REVISIONS = st.lists(EDITS, min_size=1, max_size=3).map(" then ".join)
ENTRIES = st.one_of(PLAIN, MOVES_IN_TIME, BRANCHES, PLAIN, REVISIONS)
SETUPS = st.builds(
    MatchSetup,
    deck=st.sampled_from([None, STARTER]),
    enemy_deck=st.sampled_from([None, STARTER]),
    first=st.sampled_from(list(Side)),
)


def told(game: LiveGame) -> tuple[object, ...]:
    return game.state.key(), sorted(game.unseen), game.screen_score, game.ended, game.notes


@given(SETUPS, st.lists(ENTRIES, max_size=30))
def test_a_match_is_the_replay_of_what_remains(setup: MatchSetup, lines: list[str]) -> None:
    check_replay(setup, lines)


@given(st.lists(st.one_of(NOTES, MOVES_IN_TIME, BRANCHES, REVISIONS), min_size=20, max_size=60))
def test_time_can_be_walked_in_any_way(lines: list[str]) -> None:
    check_replay(MatchSetup(), lines)


def check_replay(setup: MatchSetup, lines: list[str]) -> None:
    """Enter the lines, keep a simple account of what remains, and enter only that into a new session."""
    store = ModelMatches()
    session = Session.start(store, setup)
    kept: dict[str, list[str]] = {"main": []}
    undone: dict[str, list[str]] = {"main": []}
    branch = "main"
    for line in lines:
        outcome = session.enter(line)
        if outcome.entered is None:
            continue
        word, _, rest = outcome.entered.partition(" ")
        if word == "undo":
            for _ in range(int(rest)):
                undone[branch].append(kept[branch].pop())
        elif word == "redo":
            for _ in range(int(rest)):
                kept[branch].append(undone[branch].pop())
        elif word == "branch":
            kept.setdefault(rest, list(kept[branch]))
            undone.setdefault(rest, [])
            branch = rest
        elif word in EDIT_WORDS:
            kept[branch] = revised(kept[branch], outcome.entered)
            undone[branch].clear()
        else:
            kept[branch].append(outcome.entered)
            undone[branch].clear()
        assert [format_command(entry.command) for entry in session.line] == kept[branch]
    plain = new_session(setup)
    for line in kept[branch]:
        assert plain.enter(line).changed
    assert told(session.game) == told(plain.game)
    assert told(Session.resume(store, session.match_id).game) == told(session.game)
    assert store.info(session.match_id).version == session.version


def revised(kept: list[str], line: str) -> list[str]:
    """The entries after the edits of a line."""
    command, left = parse_command(line), []
    assert isinstance(command, c.Revise)
    told = [(edit.kind.value, edit.number, edit.command and format_command(edit.command)) for edit in command.edits]
    for number, entry in enumerate([*kept, ""], 1):
        left += [text for kind, place, text in told if (kind, place) == ("insert", number)]
        instead = [text for kind, place, text in told if kind != "insert" and place == number]
        left += (instead or [entry]) if number <= len(kept) else []
    return [text for text in left if text]


@given(SETUPS, st.lists(ENTRIES, max_size=25))
def test_a_refusal_is_one_sentence_and_changes_nothing(setup: MatchSetup, lines: list[str]) -> None:
    session = new_session(setup)
    for line in lines:
        before = told(session.game), session.version
        outcome = session.enter(line)
        if outcome.refused:
            assert (told(session.game), session.version) == before
            assert len(outcome.lines) == 1
            assert outcome.inverse is None
            assert "\n" not in outcome.lines[0]


@given(SETUPS, st.lists(ENTRIES, max_size=25))
def test_the_hand_and_the_deck_always_add_up(setup: MatchSetup, lines: list[str]) -> None:
    session = new_session(setup)
    for line in lines:
        session.enter(line)
        game = session.game
        assert len(game.state.decks[Side.YOU]) == len(game.unseen) - game.hidden_in_hand
        assert session.expects.hint
        assert not any(isinstance(entry.command, c.Undo | c.Redo | c.Branch | c.Revise) for entry in session.line)


@given(SETUPS, st.lists(ENTRIES, max_size=15))
def test_questions_can_be_asked_at_any_time_and_change_nothing(setup: MatchSetup, lines: list[str]) -> None:
    session = new_session(setup)
    for line in lines:
        session.enter(line)
    before = told(session.game), session.version
    for question in ("score", "hand", "log", "branch", "board", "?", "odds", "what mu m1", "what pass"):
        session.enter(question)
    assert (told(session.game), session.version) == before
