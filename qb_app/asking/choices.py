"""Words that options accept; kept apart from the engine so that help needs nothing else."""

from __future__ import annotations

from enum import StrEnum

DEFAULT_RULESET = "rebirth"
DEFAULT_DECK = "some blight"
DEFAULT_ENEMY_DECK = "Shinra-8 tournament"
PLAYER_NAMES = (
    "random, greedy, coach, level1 to level8, deep:NODES (deep:5000) and deep:TIME (deep:1s); "
    "to measure with, seer:PLIES (seer:4), deep:NODES:hand and deep:NODES:all"
)


class Beginner(StrEnum):
    YOU = "you"
    ENEMY = "enemy"


class BeliefName(StrEnum):
    EQUAL = "equal"
    EVIDENCE = "evidence"


class RecordFormat(StrEnum):
    JSONL = "jsonl"
    TEXT = "text"


class DeckFormat(StrEnum):
    CODE = "code"
    LIST = "list"
