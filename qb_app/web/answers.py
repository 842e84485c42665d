"""Answers that were computed before, for questions that have the same answer every time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any

MOST_ANSWERS = 64


class AnswerCache:
    """The answers used last; a question is everything that its answer depends on."""

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._answers: OrderedDict[Hashable, Mapping[str, Any]] = OrderedDict()

    def get(self, question: Hashable) -> Mapping[str, Any] | None:
        with self._lock:
            answer = self._answers.get(question)
            if answer is not None:
                self._answers.move_to_end(question)
            return answer

    def keep(self, question: Hashable, answer: Mapping[str, Any]) -> None:
        with self._lock:
            self._answers[question] = answer
            self._answers.move_to_end(question)
            while len(self._answers) > self._most:
                self._answers.popitem(last=False)
