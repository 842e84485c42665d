"""Everything that is said in training, as functions of facts."""

from __future__ import annotations


def task_title(number: int, title: str, place: int, of: int) -> str:
    return f"Lesson {number}: {title}, task {place} of {of}"
