"""The questions that take long: deep advice, mulligan advice, the look back on a match."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from qb_app.answers.deep import advise_deeply, advise_on_hand
from qb_app.asking.enemies import EnemyChoice
from qb_app.documents.deep import deep_document, mulligan_document
from qb_app.documents.live import summary_document
from qb_app.live.session import Session
from qb_app.live.tools import Tools
from qb_app.storage.stores import MatchStore
from qb_app.web.desk import AnalysisCancelledError, Cancelled
from qb_app.web.problems import RefusedError
from qb_app.web.streams import Analysis, Answer, Report
from qb_engine.coaching import CoachingEngine
from qb_engine.deck_belief import EvidenceBelief
from qb_engine.deep.search import Budget
from qb_engine.deep.win_chance import deep_engine
from qb_engine.game_state import GameState
from qb_engine.geometry import Side

DEFAULT_NODES = 60_000
MOST_NODES = 2_000_000
MOST_SECONDS = 60.0
ALL_MOVES = 1_000


def read_budget(nodes: int | None, seconds: float | None) -> Budget:
    if nodes is not None and seconds is not None:
        raise RefusedError("a search has one budget: give nodes or seconds, not both")
    return Budget(None, seconds) if seconds is not None else Budget(nodes or DEFAULT_NODES)


def deep_analysis(view: GameState, enemy: EnemyChoice, budget: Budget, cards: tuple[str, ...] = ()) -> Analysis:
    """Deep advice on a position, or on the opening hand; a wrong moment is refused before anything is computed.

    ``cards`` are those that only this match has.
    """
    deep_engine(view.hydrator, view.ruleset)
    observed = enemy.observe(view)
    question: Hashable = (view.key(), observed, _belief(enemy), cards)
    if not view.is_over and view.mulligan_open[Side.YOU]:

        def choose(report: Report, cancelled: Cancelled) -> Answer:
            return {"kind": "mulligan", **mulligan_document(advise_on_hand(view, enemy))}

        return Analysis(choose, ("mulligan", question))
    CoachingEngine.standard(view.hydrator, belief=enemy.belief).enumerate_you_moves(view)

    def search(report: Report, cancelled: Cancelled) -> Answer:
        advice = advise_deeply(
            view,
            enemy,
            budget,
            lambda progress: report(progress.nodes, budget.nodes, progress.share),
            cancelled,
        )
        return {"kind": "deep", **deep_document(advice, ALL_MOVES)}

    return Analysis(search, None if budget.nodes is None else ("deep", question, budget.nodes))


def _belief(enemy: EnemyChoice) -> Hashable:
    archetypes = enemy.belief.archetypes if isinstance(enemy.belief, EvidenceBelief) else ()
    return enemy.kind, enemy.deck, enemy.opponent, archetypes


def summary_analysis(store: MatchStore, session: Session, tools: Tools) -> Analysis:
    """The look back on a match as it stands now."""
    questions = session.questions
    question = ("summary", session.match_id, session.version, questions.opponent, questions.sightings)

    def look_back(report: Report, cancelled: Cancelled) -> Answer:
        def track(numbers: Sequence[int]) -> Iterable[int]:
            return _tracked(numbers, report, cancelled)

        seen = Session.look(store, session.match_id, replace(tools, track=track))
        return {"kind": "summary", **summary_document(seen.questions.summary().summary)}

    return Analysis(look_back, question)


def _tracked(numbers: Sequence[int], report: Report, cancelled: Cancelled) -> Iterator[int]:
    for done, number in enumerate(numbers):
        if cancelled():
            raise AnalysisCancelledError
        report(done, len(numbers), done / len(numbers))
        yield number
