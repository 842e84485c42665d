"""The one way from a question and a budget to an answer; every surface of the product asks here.

What was found before is not computed again: looks at a position are kept in memory and, where there is a storage, in
it. They are all that takes long; reasons and words are made anew each time.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from qb_app.answers.kept import pack_choices, pack_look, unpack_choices, unpack_look
from qb_app.storage.errors import StorageError

if TYPE_CHECKING:
    from qb_app.answers.advice import Advice, MulliganAdvice
    from qb_app.answers.question import Question
    from qb_app.storage.records import Document
    from qb_app.storage.stores import AnswerStore
    from qb_engine.chance import Chance
    from qb_engine.deep.coach import Look
    from qb_engine.deep.mulligans import MulliganChoice
    from qb_engine.deep.search import Budget, Watching
    from qb_engine.temper import Strength

T = TypeVar("T")
MOST_ANSWERS = 256
"""So many are kept in memory."""
AT_ONCE = 2
"""Quick answers under way: each weighs thousands of replies, and more of them together are not quicker, only larger."""


class Advisor:
    """Answers questions; safe to be asked from several threads."""

    def __init__(
        self,
        kept: Callable[[], AnswerStore] | None = None,
        clock: Callable[[], str] | None = None,
        budget: Budget | None = None,
    ) -> None:
        """``kept`` opens the store of answers, when one is first looked for; ``clock`` dates what is put there.

        ``budget`` stands in for the standard one.
        """
        self._kept = kept
        self._clock = clock
        self._budget = budget
        self._lock = threading.Lock()
        self._few = threading.BoundedSemaphore(AT_ONCE)
        self._answers: OrderedDict[str, Any] = OrderedDict()

    def advise(self, question: Question, budget: Budget | None = None, **watching: Unpack[Watching]) -> Advice:
        """All your moves by their chances; one move ahead where there is no kernel. A wrong moment is refused."""
        from qb_app.answers.advice import Advice
        from qb_engine.deep.worlds import check_draw
        from qb_engine.kernel.door import LimitError

        self.check(question)
        if budget is None and not self.searches(question):
            return self.quick(question)
        check_draw(question.view)
        try:
            look = self.look(question, budget, **watching)
        except LimitError:  # some line of play goes beyond the kernel's tables; one move ahead needs none
            if budget is not None:
                raise
            return self.quick(question)
        told = question.deep_coach.explain(look, question.view, question.observation)
        return Advice(question, told, look)

    def compared(
        self, advice: Advice, enemy: str, strength: Strength, budget: Budget | None = None, **watching: Unpack[Watching]
    ) -> Advice:
        """The advice with a second figure: the chances against that enemy, as weak as its turns show it."""
        from qb_app.answers.advice import Weaker

        question = advice.question.slipping(strength.slips)
        return replace(advice, weaker=Weaker(enemy, strength, question, self.look(question, budget, **watching)))

    def quick(self, question: Question) -> Advice:
        """All your moves one move ahead, at once: provisional."""
        from qb_app.answers.advice import Advice

        self.check(question)
        every = len(question.coach.enumerate_you_moves(question.view))
        with self._few:
            return Advice(question, question.coach.recommend_moves(question.view, question.observation, every))

    def chance(self, question: Question, budget: Budget | None = None, **watching: Unpack[Watching]) -> Chance | None:
        """Your chance, whoever is to act; None while opening hands are open, or where there is no kernel."""
        from qb_engine.kernel.door import LimitError

        if any(question.view.mulligan_open) or not self.searches(question):
            return None
        with suppress(LimitError):  # a line of play goes beyond the kernel's tables
            return self.look(question, budget, **watching).chance
        return None

    def mulligan(self, question: Question) -> MulliganAdvice:
        """Which of the cards known to exchange; keeping the hand is advised unless an exchange is clearly better."""
        from qb_app.answers.advice import MulliganAdvice
        from qb_engine.coach_player import opening_mulligan
        from qb_engine.coaching import check_hand_known
        from qb_engine.geometry import Side
        from qb_engine.kernel.door import LimitError
        from qb_engine.models import Mulligan

        check_hand_known(question.view.hands[Side.YOU])
        hand = tuple(question.view.hands[Side.YOU].cards)
        try:
            choices = self._choices(question) if self.searches(question) else ()
        except LimitError:  # such hands are not tried
            choices = ()
        if not choices:
            return MulliganAdvice(question, hand, opening_mulligan(hand))
        best = choices[0]
        return MulliganAdvice(question, hand, best.mulligan if best.gain_low > 0 else Mulligan(), choices)

    def check(self, question: Question) -> None:
        """Refuse a moment at which there is nothing to advise, before anything is computed."""
        question.coach.enumerate_you_moves(question.view)

    @staticmethod
    def searches(question: Question) -> bool:
        """Whether there is a kernel that can hold these cards."""
        from qb_engine.kernel.door import kernel_engine

        return kernel_engine(question.view.hydrator, question.view.ruleset) is not None

    @property
    def budget(self) -> Budget:
        """What is searched with where nobody says otherwise."""
        from qb_engine.deep.search import Budget

        return self._budget or Budget()

    def knows(self, question: Question, budget: Budget) -> bool:
        """Whether the answer is there already."""
        return budget.nodes is not None and self._known(question.key("look", budget.nodes), unpack_look) is not None

    def look(self, question: Question, budget: Budget | None = None, **watching: Unpack[Watching]) -> Look:
        """The chances in the position, searched within the budget; the standard one if none is given."""
        from qb_engine.deep.search import is_cancelled
        from qb_engine.deep.win_chance import deep_engine

        budget = budget or self.budget
        deep_engine(question.view.hydrator, question.view.ruleset)  # refuses where there is none
        key = None if budget.nodes is None else question.key("look", budget.nodes)
        known = None if key is None else self._known(key, unpack_look)
        if known is not None:
            return known
        found = question.deep_coach.look(question.view, question.observation, budget, asked=question.asked, **watching)
        if key is not None and not is_cancelled(watching):
            self._keep(key, found, pack_look)
        return found

    def recall(
        self, key: str, find: Callable[[], T], pack: Callable[[T], Document], unpack: Callable[[Mapping[str, Any]], T]
    ) -> T:
        """What was found before under this key, or is found now and kept."""
        known = self._known(key, unpack)
        if known is None:
            known = find()
            self._keep(key, known, pack)
        return known

    def _choices(self, question: Question) -> tuple[MulliganChoice, ...]:
        from qb_engine.deep.mulligans import DEFAULT_DEALS, advise_mulligan
        from qb_engine.deep.worlds import BeliefWorlds

        key = question.key("mulligan", DEFAULT_DEALS)

        def find() -> tuple[MulliganChoice, ...]:
            prediction = question.coach.prediction
            return advise_mulligan(
                BeliefWorlds.of(question.view, question.observation, prediction, unseen=question.unseen)
            )

        return self.recall(key, find, pack_choices, unpack_choices)

    def _known(self, key: str, unpack: Callable[[Mapping[str, Any]], T]) -> T | None:
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
                found: T = self._answers[key]
                return found
        if self._kept is None:
            return None
        with suppress(StorageError, KeyError, TypeError, IndexError):  # what cannot be read is found anew
            document = self._kept().get(key)
            if document is not None:
                answer = unpack(document)
                self._remember(key, answer)
                return answer
        return None

    def _keep(self, key: str, answer: T, pack: Callable[[T], Document]) -> None:
        self._remember(key, answer)
        if self._kept is not None and self._clock is not None:
            with suppress(StorageError):  # an answer is as good where it cannot be kept
                self._kept().put(key, pack(answer), at=self._clock())

    def _remember(self, key: str, answer: object) -> None:
        with self._lock:
            self._answers[key] = answer
            while len(self._answers) > MOST_ANSWERS:
                self._answers.popitem(last=False)
