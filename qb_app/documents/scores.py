"""Lanes and points as documents."""

from __future__ import annotations

from typing_extensions import TypedDict

from qb_engine.scoring import MatchScore


class LaneScoreDocument(TypedDict):
    lane_index: int
    power_you: int
    power_enemy: int
    winner: str | None
    lane_points: int


class ScoreDocument(TypedDict):
    lanes: list[LaneScoreDocument]
    total_you: int
    total_enemy: int
    winner: str | None
    margin: int


def score_document(score: MatchScore) -> ScoreDocument:
    return {
        "lanes": [
            {
                "lane_index": lane.lane_index,
                "power_you": lane.power_you,
                "power_enemy": lane.power_enemy,
                "winner": lane.winner,
                "lane_points": lane.lane_points,
            }
            for lane in score.lanes
        ],
        "total_you": score.total_you,
        "total_enemy": score.total_enemy,
        "winner": score.winner,
        "margin": score.margin,
    }
