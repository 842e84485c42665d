"""The differential test can fail: a kernel with one wrong rule is found out, and the game that shows it is kept."""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from pathlib import Path

import pytest

from qb_engine.kernel import door as kernel
from qb_engine.kernel.tables import RULE_FIELDS
from qb_engine.ruleset import Capture, Ruleset
from tests.qb_engine.kernel import games
from tests.qb_engine.kernel.games import Game, failure, play_random_game, replay, shrink
from tests.qb_engine.kernel.starts import HYDRATOR, readings

pytestmark = pytest.mark.skipif(not kernel.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")

ENOUGH_GAMES = 60
"""In so many games of the differential test every wrong rule shows."""


def wrong_readings(ruleset: Ruleset) -> list[tuple[Ruleset, Ruleset]]:
    """(rule set, the same with one field answered otherwise), for every field the kernel has and every other answer."""
    return [
        (ruleset, ruleset.varied(**{name: reading}))
        for name in RULE_FIELDS
        for reading in readings(getattr(ruleset, name))
        if reading != getattr(ruleset, name)
    ]


def cannot_matter(right: Ruleset, wrong: Ruleset) -> bool:
    """A tile that is captured stepwise has no rank that it could keep or raise, so there the field is never read."""
    return right.capture is Capture.STEPWISE and right.raise_on_capture != wrong.raise_on_capture


random_game = lru_cache(maxsize=2 * ENOUGH_GAMES)(play_random_game)
EVERY_WRONG_RULE = [*wrong_readings(Ruleset.REBIRTH), *wrong_readings(Ruleset.V2_2_4)]


def give_wrong_rules(monkeypatch: pytest.MonkeyPatch, wrong: Ruleset) -> None:
    """From now on the kernel of the test plays by these rules, and takes them for those of the game."""

    @lru_cache
    def wrong_engine(ruleset: Ruleset) -> kernel.KernelEngine:
        engine = kernel.KernelEngine(HYDRATOR, wrong)
        engine.ruleset = ruleset
        return engine

    monkeypatch.setattr(games, "engine_for", wrong_engine)


@pytest.mark.parametrize(("right", "wrong"), EVERY_WRONG_RULE, ids=str)
def test_a_kernel_with_one_wrong_rule_is_found_out(
    right: Ruleset, wrong: Ruleset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    give_wrong_rules(monkeypatch, wrong)
    monkeypatch.setattr(games, "SAVED_GAMES", tmp_path)
    for seed in range(ENOUGH_GAMES):
        game = random_game(seed, right)
        found = replay(game)
        if found is None:
            continue
        assert not cannot_matter(right, wrong), found
        assert f"seed {seed}" in failure(seed, game, found)
        saved = Game.parse((tmp_path / f"seed-{seed}.txt").read_text(encoding="utf-8"))
        assert len(saved.decisions) <= 1
        assert replay(saved) is not None
        return
    assert cannot_matter(right, wrong), f"no game tells {wrong} from {right}"


def test_every_open_field_of_the_rules_is_in_the_kernel() -> None:
    open_fields = [field.name for field in fields(Ruleset) if readings(getattr(Ruleset.REBIRTH, field.name))]
    assert tuple(open_fields) == RULE_FIELDS


def test_a_failing_game_is_shrunk_to_the_decision_that_matters_and_can_be_read_back() -> None:
    game = play_random_game(9)
    culprit = game.decisions[7]
    small = shrink(game, lambda tried: culprit in tried.decisions)
    assert small.decisions == (culprit,)
    again = Game.parse(str(small))
    assert (again.start, again.decisions) == (small.start, small.decisions)
    assert replay(again) is None
