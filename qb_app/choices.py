"""Words that options accept; kept apart from the engine so that help needs nothing else."""

from __future__ import annotations

from enum import StrEnum


class AgentName(StrEnum):
    COACH = "coach"
    GREEDY = "greedy"
    RANDOM = "random"


class Beginner(StrEnum):
    YOU = "you"
    ENEMY = "enemy"


class BeliefName(StrEnum):
    EQUAL = "equal"
    EVIDENCE = "evidence"
