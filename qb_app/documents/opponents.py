"""An opponent as a document."""

from __future__ import annotations

from typing import Any

from qb_app.answers.opponents import OpponentReport
from qb_app.asking.opponents import OWN_PROFILE


def report_document(report: OpponentReport) -> dict[str, Any]:
    return {
        "title": report.title,
        "own": report.opponent.location == OWN_PROFILE,
        "known": list(report.known),
        "seen": [{"match": sighting.match_id, "cards": list(sighting.card_ids)} for sighting in report.sightings],
        "record": {"wins": report.record.wins, "draws": report.record.draws, "losses": report.record.losses},
        "note": report.opponent.basis,
    }
