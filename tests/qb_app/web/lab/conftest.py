"""The deck lab over HTTP in small: few games behind every figure, one process, jobs that are stopped at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from qb_app.storage import Storage
from tests.qb_app.lab.small import shrink
from tests.qb_app.web.caller import Caller
from tests.qb_app.web.lab_calls import lab


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink(monkeypatch.setattr)


@pytest.fixture
def api(storage: Storage) -> Iterator[Caller]:
    with lab(storage) as caller:
        yield caller
