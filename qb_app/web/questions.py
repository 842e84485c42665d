"""The questions that take long, as work for the desk: advice, mulligan advice, the look back on a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from fastapi import Query

from qb_app.answers.advice import Advice
from qb_app.answers.advisor import Advisor
from qb_app.answers.glance import check_glance, glance_at
from qb_app.answers.question import Question
from qb_app.documents.advice import AdviceDocument, MulliganAdviceDocument, advice_document, mulligan_document
from qb_app.documents.answers import AdviceAnswer, MulliganAnswer
from qb_app.documents.glances import GlanceAnswer, glance_document
from qb_app.documents.matches import Expects
from qb_app.documents.summaries import summary_document
from qb_app.limits import MOST_MOVES_SHOWN
from qb_app.review.course import Course
from qb_app.review.review import look_back
from qb_app.web.desk import AnalysisCancelledError, Cancelled
from qb_app.web.service import Service
from qb_app.web.streams import Analysis, Answer, Report
from qb_app.web.texts import MoveText
from qb_engine.coaching import check_hand_known
from qb_engine.deep.search import Budget
from qb_engine.deep.win_chance import deep_engine
from qb_engine.deep.worlds import check_draw
from qb_engine.geometry import Side
from qb_engine.temper import Strength

Top = Annotated[int, Query(ge=1, le=MOST_MOVES_SHOWN, description="So many moves, the best first.")]
MostMoves = Annotated[
    int | None, Query(ge=1, le=MOST_MOVES_SHOWN, description="So many moves, the best first, and not all of them.")
]
Quick = Annotated[bool, Query(description="One move ahead only: at once, and provisional.")]
Against = Annotated[
    bool,
    Query(
        description="Add the chances against the opponent of the match, as weak as its turns in earlier ones show it."
    ),
]
AskedMove = Annotated[
    MoveText | None,
    Query(description="Ask about this move too, as in 'zu m3' or 'pass': it is searched as closely as the best."),
]
Weakness = Callable[[], tuple[str, Strength]]
"""Who the enemy is, and how strong; it may take as long as a search, and it may be refused."""


def advised(
    service: Service, client: str, question: Question, top: int, *, quick: bool, weakness: Weakness | None = None
) -> AdviceDocument | MulliganAdviceDocument:
    """The coach's answer to any question; what is searched waits for its turn."""
    if question.on_opening_hand:
        return mulligan_document(service.desk.run(client, lambda _: service.advisor.mulligan(question)))
    if quick:
        return advice_document(service.advisor.quick(question), top)
    service.advisor.check(question)
    advisor = service.advisor

    def search(cancelled: Cancelled) -> Advice:
        advice = advisor.advise(question, cancelled=cancelled)
        return advice if weakness is None else advisor.compared(advice, *weakness(), cancelled=cancelled)

    return advice_document(service.desk.run(client, search), top)


def advice_analysis(
    advisor: Advisor,
    question: Question,
    budget: Budget | None,
    weakness: Weakness | None = None,
    top: int | None = None,
) -> Analysis:
    """Advice on a move, with its ``top`` moves or all, or on the opening hand; a wrong moment is refused at once."""
    view, wanted = question.view, budget or advisor.budget
    deep_engine(view.hydrator, view.ruleset)
    check_hand_known(view.hands[Side.YOU])
    if question.on_opening_hand:
        return Analysis(lambda report, cancelled: _mulligan(advisor, question))
    advisor.check(question)
    check_draw(view)

    def search(report: Report, cancelled: Cancelled) -> AdviceAnswer:
        advice = advisor.advise(
            question,
            wanted,
            progress=lambda progress: report(progress.nodes, wanted.nodes, progress.share),
            cancelled=cancelled,
        )
        if weakness is not None:
            advice = advisor.compared(advice, *weakness(), wanted, cancelled=cancelled)
        return {"kind": "advice", **advice_document(advice, top)}

    return Analysis(search, known=weakness is None and advisor.knows(question, wanted))


def glance_analysis(advisor: Advisor, question: Question, expects: Expects) -> Analysis:
    """How things stand, whoever is to act; a wrong moment is refused before anything is computed."""
    check_glance(question)
    wanted = advisor.budget

    def search(report: Report, cancelled: Cancelled) -> GlanceAnswer:
        glance = glance_at(
            question,
            advisor,
            progress=lambda progress: report(progress.nodes, wanted.nodes, progress.share),
            cancelled=cancelled,
        )
        return {"kind": "glance", **glance_document(glance, expects)}

    return Analysis(search, known=advisor.searches(question) and advisor.knows(question, wanted))


def _mulligan(advisor: Advisor, question: Question) -> MulliganAnswer:
    return {"kind": "mulligan", **mulligan_document(advisor.mulligan(question))}


def review_analysis(course: Course, advisor: Advisor) -> Analysis:
    """The look back on a match; one without moves is refused before anything is computed."""
    course.check_moves()

    def work(report: Report, cancelled: Cancelled) -> Answer:
        review = look_back(course, advisor, lambda numbers: tracked(numbers, report, cancelled))
        return {"kind": "summary", **summary_document(review)}

    return Analysis(work)


def tracked(numbers: Sequence[int], report: Report, cancelled: Cancelled) -> Iterator[int]:
    """The numbers one by one; each tells how far the work is, and may call it off."""
    for done, number in enumerate(numbers):
        if cancelled():
            raise AnalysisCancelledError
        report(done, len(numbers), done / len(numbers))
        yield number
