"""The start-up checks before a first answer: an engine that fails one gives none."""

from __future__ import annotations

from qb_app.errors import EngineFaultError
from qb_engine.card_hydrator import CardHydrator
from qb_engine.diagnostics import QUICK, CheckResult, Diagnostics


def check_engine(hydrator: CardHydrator) -> None:
    """Run the quick checks over these cards; a failure is an ``EngineFaultError``."""
    failed = [result for result in Diagnostics.standard(hydrator, QUICK).run() if not result.passed]
    if failed:
        raise EngineFaultError(_sentence(failed[0], len(failed) - 1))


def _sentence(failed: CheckResult, more: int) -> str:
    """The first failure tells most: what comes later in the list stands on it."""
    others = f", and so did {more} more" if more else ""
    return (
        f"the check '{failed.name}' failed{others}, so nothing is answered: {failed.detail}. To mend it: "
        f"{failed.remedy}. 'qbcoach diagnose' shows every check"
    )
