"""Meetings and tasks: results depend on deals, decks and seed alone, however they are cut and kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.crew import Processes
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deep.quick_games import quick_games
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.lab import workbench
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import QUICK, Batch, Meeting, Rung, UnknownRungError, play_batch
from qb_engine.lab.workbench import LabCancelledError, Workbench
from qb_engine.library import library_decks
from qb_engine.ruleset import Ruleset

DECKS = [deck.card_ids for deck in library_decks()]
MEETINGS = [Meeting(mine, theirs, range(4, 11)) for mine in DECKS[:2] for theirs in DECKS[:3]]


class Notes:
    """A journal in memory."""

    def __init__(self) -> None:
        self.kept: dict[tuple[int, str], bytes] = {}
        self.found = 0

    def find(self, number: int, digest: str) -> bytes | None:
        known = self.kept.get((number, digest))
        self.found += known is not None
        return known

    def add(self, number: int, digest: str, result: bytes) -> None:
        self.kept[number, digest] = result


def bench(**parts: object) -> Workbench:
    return Workbench(Ruleset.REBIRTH, 7, **parts)  # type: ignore[arg-type]


def test_a_meeting_is_the_quick_players_games() -> None:
    (found,) = bench().play(QUICK, [Meeting(DECKS[0], DECKS[1], range(3, 8))])
    games = quick_games([(DECKS[0], DECKS[1])], range(3, 8), seed=7)
    assert found.halves == bytes(round(2 * game.points) for game in games)
    assert [game.starter for game in games[:2]] == list(Side)


def test_searching_rungs_play_whole_games_and_repeat_them() -> None:
    meeting = Meeting(DECKS[0], DECKS[1], range(2))
    batch = Batch("deep:20", "rebirth", 1, (meeting,))
    first = play_batch(batch)
    assert len(first) == meeting.games
    assert first == play_batch(batch)
    assert len({play_batch(batch._replace(seed=seed)) for seed in range(6)}) > 1


def test_a_changed_card_leaves_the_rest_of_a_deal_as_it_is() -> None:
    """Decks are shuffled as they lie; sorted before shuffling, other cards would change their places too."""
    changed = (*DECKS[0][:4], "100", *DECKS[0][5:])
    before, after = (
        GameState.start(deck, DECKS[1], 3, ruleset=Ruleset.REBIRTH, hydrator=CardHydrator.shared())
        for deck in (DECKS[0], changed)
    )
    lies = [(*state.hands[Side.YOU].as_card_ids(), *state.decks[Side.YOU].remaining()) for state in (before, after)]
    differences = [pair for pair in zip(*lies, strict=True) if pair[0] != pair[1]]
    assert differences == [(DECKS[0][4], "100")]


@pytest.mark.parametrize("size", [2, 6, 40, 10_000])
def test_how_meetings_are_cut_changes_nothing(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bench().play(QUICK, MEETINGS)
    monkeypatch.setattr(Rung, "games_a_task", size)
    journal = Notes()
    assert bench(journal=journal).play(QUICK, MEETINGS) == whole
    sizes = [len(result) for result in journal.kept.values()]
    assert sum(sizes) == sum(meeting.games for meeting in MEETINGS)
    assert max(sizes) <= max(size, 2)
    assert max(sizes) - min(sizes) <= 2


def test_small_steps_are_cut_too_and_large_tasks_stay_large() -> None:
    for games, tasks in ((2_400, 8), (480, 2), (200, 1), (24_000, 10), (100_000, 42)):
        meeting = Meeting(DECKS[0], DECKS[1], range(games // 2))
        assert len(list(workbench._cut(QUICK, [meeting]))) == tasks


@given(st.lists(st.integers(0, 30), min_size=1, max_size=8), st.integers(1, 50))
def test_cuts_hold_every_deal_once(lengths: list[int], size: int) -> None:
    meetings = [Meeting((), (), range(number, number + length)) for number, length in enumerate(lengths)]
    rung = Rung("deep:1", 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rung, "games_a_task", size)
        tasks = list(workbench._cut(rung, meetings))
    parts = [(place, deal) for task in tasks for place, part in task for deal in part.deals]
    assert parts == [(place, deal) for place, meeting in enumerate(meetings) for deal in meeting.deals]
    assert all(task for task in tasks)


def test_processes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rung, "games_a_task", 10)
    alone = bench().play(QUICK, MEETINGS)
    for count in (2, 4):
        with Processes(count) as crew:
            assert bench(crew=crew).play(QUICK, MEETINGS) == alone


def test_a_journal_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rung, "games_a_task", 10)
    journal = Notes()
    first = bench(journal=journal).play(QUICK, MEETINGS)
    tasks = len(journal.kept)
    monkeypatch.setattr(workbench, "play_batch", None)
    again = bench(journal=journal)
    assert again.play(QUICK, MEETINGS) == first
    assert (journal.found, again.games) == (tasks, sum(meeting.games for meeting in MEETINGS))


def test_a_journal_of_other_meetings_is_not_taken() -> None:
    journal = Notes()
    bench(journal=journal).play(QUICK, MEETINGS)
    others = [meeting._replace(deals=range(50, 57)) for meeting in MEETINGS]
    assert bench(journal=journal).play(QUICK, others) == bench().play(QUICK, others)


def test_cancelled_runs_keep_what_they_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rung, "games_a_task", 10)
    journal = Notes()
    stopped = bench(journal=journal)
    stopped.cancelled = lambda: stopped.games >= 20
    with pytest.raises(LabCancelledError):
        stopped.play(QUICK, MEETINGS)
    assert 0 < len(journal.kept) < 9


@pytest.mark.parametrize("name", ["fast", "deep", "deep:0", "deep:9999999", "full:x", ""])
def test_unknown_rungs_are_refused(name: str) -> None:
    with pytest.raises(UnknownRungError, match="plays no games in the lab, there are quick"):
        Rung.parse(name)


def test_results_are_turned_for_the_other_deck() -> None:
    results = Results(bytes([2, 0, 1, 2]))
    assert results.swapped() == Results(bytes([2, 0, 0, 1]))
    assert (results.started.wins, results.followed.wins) == (1, 1)
    assert results.share + results.swapped().share == 1
    assert results.pairs.scores == (1.0, 1.5)
