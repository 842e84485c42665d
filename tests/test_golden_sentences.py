"""What the coach says about twenty positions comes out to the byte as it was committed, and read."""

import pytest

from tests.golden.sentences import REGENERATE, SAID, positions, said

COMMITTED = SAID.read_text(encoding="utf-8").split("\n\n")


def test_every_position_has_its_sentences() -> None:
    assert [block.splitlines()[0] for block in COMMITTED] == positions()


@pytest.mark.parametrize("number", range(len(positions())))
def test_the_coach_says_the_same_as_before(number: int) -> None:
    same = said(positions()[number]).strip() == COMMITTED[number].strip()
    assert same, f"position {number} differs; if the change is meant: {REGENERATE}, then read the diff"
