"""What is given away over many matches: by theme, opponent, deck and month, each figure with its sample."""

from __future__ import annotations

import pytest

from qb_app.review.habits import Costly, Digest, Progress, digest_of, pack_digest, unpack_digest
from qb_app.review.marks import WORTH_A_WORD, Mark
from qb_engine.geometry import Side
from qb_engine.themes import Theme
from tests.qb_app.review.courses import reviewed, reviewed_match
from tests.qb_engine.deep.games import needs_kernel


def costly(number: int, loss: float, theme: Theme) -> Costly:
    return Costly(number, "pass", "Zu M3", "position", loss, Mark.MISTAKE, theme)


ROOM, TEMPO = costly(3, 0.25, Theme.ROOM), costly(5, 0.4, Theme.TEMPO)
ONE = Digest("a", "match", "2026-01-03", "Bob", "starter", 0.0, (0.25, 0.05, 0.4), (ROOM, TEMPO))
TWO = Digest("b", "duel", "2026-02-01", "level 3", None, None, (0.3, *[0.0] * 45), (costly(1, 0.3, Theme.ROOM),))
PROGRESS = Progress((ONE, TWO))


def test_what_is_given_away_adds_up_over_themes() -> None:
    assert PROGRESS.whole.given == pytest.approx(1.0)
    themes = {habit.theme: habit.share for habit in PROGRESS.habits}
    assert themes[Theme.ROOM].given == pytest.approx(0.55)
    assert themes[Theme.TEMPO].given == pytest.approx(0.4)
    assert PROGRESS.small == pytest.approx(0.05)
    assert {share.decisions for share in themes.values()} == {50}, "of all decisions"
    assert [habit.theme for habit in PROGRESS.worst] == [Theme.ROOM, Theme.TEMPO], "what costs most first"


def test_the_dearest_examples_come_first() -> None:
    examples = PROGRESS.habits[0].examples
    assert [(digest.match_id, one.number, one.loss) for digest, one in examples] == [("b", 1, 0.3), ("a", 3, 0.25)]


def test_every_figure_has_its_sample_and_few_decisions_say_so() -> None:
    bob = next(share for share in PROGRESS.by_opponent() if share.name == "Bob")
    assert (bob.matches, bob.decisions, bob.costly, bob.few) == (1, 4, 2, True)
    assert bob.each == pytest.approx(0.175)
    assert bob.low <= bob.each <= bob.high
    assert not PROGRESS.whole.few
    assert [share.name for share in PROGRESS.by_deck()] == ["not told", "starter"]
    assert [(share.name, share.decisions) for share in PROGRESS.by_month()] == [("2026-01", 4), ("2026-02", 46)]


def test_a_digest_is_kept_and_read_again() -> None:
    assert unpack_digest(pack_digest(ONE)) == ONE


@needs_kernel
def test_a_match_is_digested_with_all_its_costly_moves() -> None:
    for review in (reviewed(2), reviewed_match()):
        digest = digest_of(review, "match")
        marked = [ply for ply in review.of(Side.YOU) if ply.mark in WORTH_A_WORD]
        assert [(one.number, one.loss) for one in digest.costly if one.number] == [
            (ply.number, ply.loss) for ply in marked
        ]
        assert digest.accuracy == review.accuracy(Side.YOU), "one figure on both surfaces"
        assert len(digest.losses) == len(review.choices(Side.YOU)) + 1
