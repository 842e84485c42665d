"""Shares as a user writes them."""

from __future__ import annotations

import pytest

from qb_app.asking.shares import choose_share
from qb_app.errors import InputError


@pytest.mark.parametrize(
    ("text", "share"),
    [("20%", 0.2), ("20 %", 0.2), ("0.2", 0.2), ("0", 0.0), ("1", 1.0), ("100%", 1.0), ("2.5%", 0.025)],
)
def test_a_share_is_read(text: str, share: float) -> None:
    assert choose_share(text) == pytest.approx(share)


@pytest.mark.parametrize("text", ["20", "101%", "-1%", "", "half", "1e3", "nan", "9" * 500])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"write 20% or 0\.2, from 0% to 100%"):
        choose_share(text)
