"""What the deck lab has found, as documents; terminal, interface and files all tell it from these."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from io import StringIO
from typing import Literal

from typing_extensions import TypedDict

from qb_app.documents.tallies import TallyDocument, tally_document
from qb_app.figures import counted
from qb_app.lab.runs import BuildRun, DeckReport, DeckRun, LabAnswer, LabRun, MatrixRun, MetaRun
from qb_engine.card_hydrator import CardHydrator
from qb_engine.deck_notation import format_deck_code, format_deck_list, parse_deck_code
from qb_engine.lab.building import BuildAnswer
from qb_engine.lab.field import Field, FieldDeck
from qb_engine.lab.matrix import Matrix, NamedCards
from qb_engine.lab.meta import Meta, Oracle
from qb_engine.lab.results import Results
from qb_engine.lab.rungs import Cards, Rung
from qb_engine.lab.swapping import CardWorth, Lead, SwapGain, pairs_in
from qb_engine.models import CardId

CSV_COLUMNS = (
    "deck", "against", "weight", "games", "share", "low", "high",
    "started_share", "followed_share", "deck_code", "against_code",
)  # fmt: skip


class LabDeckDocument(TypedDict):
    name: str
    code: str
    list: str


class FieldDeckDocument(LabDeckDocument):
    weight: float
    """Part of the field."""


class FieldDocument(TypedDict):
    name: str
    about: str
    guessed: bool
    """Whether decks are inferred from cards seen."""
    decks: list[FieldDeckDocument]


class ShareDocument(TypedDict):
    share: float
    """Part of all points, a draw counting as half."""
    interval: list[float]
    """95 %, by pairs: both seats of a deal."""
    games: int


class PointsDocument(ShareDocument):
    against: str
    started: TallyDocument
    """The games in which the deck began."""
    followed: TallyDocument


class GainDocument(TypedDict):
    gain: float
    """Of the points against the field."""
    interval: list[float]
    """95 %, wide enough for eight gains at once."""


class SwapDocument(GainDocument):
    out: str
    into: str


class WorthDocument(TypedDict):
    card: str
    cost: float
    """Points lost against the field without one copy, with the best card found in its place."""
    interval: list[float]
    instead: str


class LabHead(TypedDict):
    ruleset: str
    seed: int
    player: str
    """How both seats play."""
    about_player: str


class MatrixRow(ShareDocument):
    """With the mean over the columns by their weights."""

    deck: LabDeckDocument
    cells: list[PointsDocument]


class MatrixDocument(LabHead):
    kind: Literal["matrix"]
    field: FieldDocument | None
    """None where the decks meet each other."""
    columns: list[FieldDeckDocument]
    rows: list[MatrixRow]
    games_a_pair: int


class DeckPointsDocument(LabHead):
    kind: Literal["deck"]
    deck: LabDeckDocument
    field: FieldDocument
    points: ShareDocument
    against: list[PointsDocument]
    swaps: list[SwapDocument] | None
    """The best changes of one card, most gain first; None where they were not asked for."""
    cards: list[WorthDocument] | None


class BuildDocument(LabHead):
    kind: Literal["build"]
    deck: LabDeckDocument
    improved: bool
    """Whether it is shown to be better than the best deck that was there; if not, it is that one."""
    field: FieldDocument
    objective: str
    points: ShareDocument
    against: list[PointsDocument]
    stronger: LabHead
    """How the stronger players play."""
    stronger_points: ShareDocument
    stronger_against: list[PointsDocument]
    start: LabDeckDocument | None
    """The best deck that was there."""
    lead: GainDocument | None
    """Over that one, on deals that nothing was chosen on."""
    before: LabDeckDocument | None
    """The deck that was to be improved."""
    before_points: ShareDocument | None
    way: list[SwapDocument]
    """From the deck before, or the best start, in order of gain."""
    swaps: list[SwapDocument]
    cards: list[WorthDocument]
    games: int
    """Of the search: the same number gives the same deck."""
    all_games: int


class OracleDocument(ShareDocument):
    deck: LabDeckDocument
    joined: bool


class MetaDeckDocument(FieldDeckDocument):
    tier: int
    """1 is the best."""
    share: float
    """Against the mixture."""
    shares: list[float]
    """Against every deck, in the same order."""


class MetaDocument(LabHead):
    kind: Literal["meta"]
    decks: list[MetaDeckDocument]
    exploited: float
    """What the best deck found makes against the mixture beyond the half."""
    rounds: list[OracleDocument]
    games_a_pair: int
    all_games: int


LabDocument = MatrixDocument | DeckPointsDocument | BuildDocument | MetaDocument


def lab_document(run: LabRun, answer: LabAnswer) -> LabDocument:
    match run, answer:
        case MatrixRun(), Matrix():
            return matrix_document(run, answer)
        case DeckRun(), DeckReport():
            return deck_points_document(run, answer)
        case BuildRun(), BuildAnswer():
            return build_document(run, answer)
        case MetaRun(), Meta():
            return meta_document(run, answer)
    raise AssertionError(f"a {run.kind} is not answered so")


def matrix_document(run: MatrixRun, matrix: Matrix) -> MatrixDocument:
    whole = Field("", tuple(_columns(matrix)))
    return {
        **_head(run, matrix.rung),
        "kind": "matrix",
        "field": None if run.field is None else field_document(run.field),
        "columns": field_document(whole)["decks"],
        "rows": [
            {
                **_share(whole, cells),
                "deck": _deck(row.name, row.cards),
                "cells": _against(whole, cells),
            }
            for row, cells in zip(matrix.rows, matrix.cells, strict=True)
        ],
        "games_a_pair": matrix.games,
    }


def deck_points_document(run: DeckRun, report: DeckReport) -> DeckPointsDocument:
    swaps = report.swaps
    return {
        **_head(run, Rung.parse(run.player)),
        "kind": "deck",
        "deck": _deck(run.deck.name, run.deck.cards),
        "field": field_document(run.field),
        "points": _share(run.field, report.against),
        "against": _against(run.field, report.against),
        "swaps": None if swaps is None else [_swap(one) for one in swaps.best],
        "cards": None if swaps is None else [_worth(one) for one in swaps.cards],
    }


def build_document(run: BuildRun, answer: BuildAnswer) -> BuildDocument:
    question, field = run.question, answer.field
    before = question.before
    return {
        **_head(run, question.rung),
        "kind": "build",
        "deck": _deck(_name_of_built(answer), answer.deck),
        "improved": answer.improved,
        "field": field_document(field),
        "objective": question.objective.value,
        "points": _share(field, answer.against),
        "against": _against(field, answer.against),
        "stronger": _head(run, question.stronger),
        "stronger_points": _share(field, answer.stronger),
        "stronger_against": _against(field, answer.stronger),
        "start": _named(answer.start),
        "lead": None if answer.gain is None else _gain(answer.gain),
        "before": _named(before),
        "before_points": None if answer.before is None else _share(field, answer.before),
        "way": [_swap(one) for one in answer.way],
        "swaps": [_swap(one) for one in answer.swaps.best],
        "cards": [_worth(one) for one in answer.swaps.cards],
        "games": answer.games,
        "all_games": answer.all_games,
    }


def meta_document(run: MetaRun, meta: Meta) -> MetaDocument:
    tier_of = {place: number for number, tier in enumerate(meta.tiers, 1) for place in tier}
    return {
        **_head(run, Rung.parse(run.player)),
        "kind": "meta",
        "decks": [
            {
                **_deck(deck.name, deck.cards),
                "weight": meta.mixture.weights[place],
                "tier": tier_of[place],
                "share": meta.against_mixture[place],
                "shares": list(meta.shares[place]),
            }
            for place, deck in enumerate(meta.decks)
        ],
        "exploited": meta.mixture.exploited,
        "rounds": [_oracle(one) for one in meta.rounds],
        "games_a_pair": meta.games_a_pair,
        "all_games": meta.all_games,
    }


def mixture_field(name: str, run: MetaRun, found: MetaDocument) -> Field:
    """The mixture of a meta run as a field, made of what is told of it: the same wherever it is kept."""
    decks = [(deck["name"], parse_deck_code(deck["code"]), deck["weight"]) for deck in found["decks"] if deck["weight"]]
    about = f"the mixture of {counted(len(found['rounds']), 'round')} of {run.games:,} games, seed {run.seed}"
    return Field.of(name, decks, about)


def field_document(field: Field) -> FieldDocument:
    return {
        "name": field.name,
        "about": field.about,
        "guessed": field.guessed,
        "decks": [{**_deck(deck.name, deck.cards), "weight": deck.weight} for deck in field.decks],
    }


def matrix_csv(document: MatrixDocument) -> str:
    """One line for each deck against each."""
    page = StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for row in document["rows"]:
        for column, cell in zip(document["columns"], row["cells"], strict=True):
            shares = [cell["share"], *cell["interval"], cell["started"]["share"], cell["followed"]["share"]]
            codes = [row["deck"]["code"], column["code"]]
            writer.writerow([row["deck"]["name"], column["name"], column["weight"], cell["games"], *shares, *codes])
    return page.getvalue()


def _columns(matrix: Matrix) -> list[FieldDeck]:
    return [
        FieldDeck(deck.name, deck.cards, weight) for deck, weight in zip(matrix.columns, matrix.weights, strict=True)
    ]


def _head(run: LabRun, rung: Rung) -> LabHead:
    return {"ruleset": run.ruleset, "seed": run.seed, "player": rung.name, "about_player": rung.about}


def _deck(name: str, cards: Cards) -> LabDeckDocument:
    ordered = tuple(sorted(cards))
    return {
        "name": name,
        "code": format_deck_code(ordered),
        "list": format_deck_list(ordered, CardHydrator.shared()),
    }


def _named(deck: NamedCards | None) -> LabDeckDocument | None:
    return None if deck is None else _deck(deck.name, deck.cards)


def _name_of_built(answer: BuildAnswer) -> str:
    return "Found deck" if answer.improved or answer.start is None else answer.start.name


def _share(field: Field, results: Sequence[Results]) -> ShareDocument:
    pairs = pairs_in(field, results)
    return {"share": pairs.share, "interval": list(pairs.interval()), "games": sum(each.games for each in results)}


def _against(field: Field, results: Sequence[Results]) -> list[PointsDocument]:
    return [
        {
            "against": deck.name,
            "share": each.share,
            "interval": list(each.interval),
            "games": each.games,
            "started": tally_document(each.started),
            "followed": tally_document(each.followed),
        }
        for deck, each in zip(field.decks, results, strict=True)
    ]


def _gain(lead: Lead) -> GainDocument:
    return {"gain": lead.mean, "interval": [lead.low, lead.high]}


def _swap(swap: SwapGain) -> SwapDocument:
    return {"out": _card(swap.out), "into": _card(swap.into), **_gain(swap.gain)}


def _worth(worth: CardWorth) -> WorthDocument:
    return {
        "card": _card(worth.card),
        "cost": worth.cost.mean,
        "interval": [worth.cost.low, worth.cost.high],
        "instead": _card(worth.instead),
    }


def _oracle(oracle: Oracle) -> OracleDocument:
    return {
        "deck": _deck(oracle.deck.name, oracle.deck.cards),
        "share": oracle.share,
        "interval": [oracle.low, oracle.high],
        "games": oracle.games,
        "joined": oracle.joined,
    }


def _card(card_id: CardId) -> str:
    return CardHydrator.shared().get(card_id).name
