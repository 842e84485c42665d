"""The cards of the game, all of them or one."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Response

from qb_app.asking.cards import find_cards
from qb_app.documents.cards import CardDocument, CardsDocument, card_document, cards_document
from qb_app.limits import LONGEST_SEARCH
from qb_app.web.constants import constant_answer
from qb_app.web.etags import NOT_MODIFIED, IfNoneMatch
from qb_app.web.problems import not_found, problems
from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_app.web.texts import NameInPath
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import AmbiguousCardError, UnknownCardError
from qb_engine.models import HIDDEN, Card

router = api_router("cards")


def card_in_path(name: str, hydrator: CardHydrator) -> Card:
    """The card of that id or name; what names none is not found."""
    try:
        if name == HIDDEN:
            raise UnknownCardError(name, ())
        return hydrator.get(name)
    except (UnknownCardError, AmbiguousCardError) as error:
        raise not_found(str(error)) from error


@router.get(
    "/cards",
    operation_id="list_cards",
    response_model=CardsDocument,
    responses=NOT_MODIFIED | problems(422),
)
def list_cards(
    service: ServiceDep,
    search: Annotated[str, Query(max_length=LONGEST_SEARCH, examples=["zu"])] = "",
    rank: Annotated[Literal["1", "2", "3", "replace"] | None, Query()] = None,
    tokens: Annotated[bool | None, Query(description="Only tokens, or only others; both when left out.")] = None,
    if_none_match: IfNoneMatch = None,
) -> Response:
    """Cards whose name or sentence holds a text."""
    kinds = (False, True) if tokens is None else (tokens,)
    found = [card for kind in kinds for card in find_cards(service.hydrator, search, rank, tokens=kind)]
    cards = sorted(found, key=lambda card: card.id)
    return constant_answer(cards_document(cards, service.hydrator), if_none_match)


@router.get(
    "/cards/{name:path}",
    operation_id="read_card",
    response_model=CardDocument,
    responses=NOT_MODIFIED | problems(404, 422),
)
def read_card(name: NameInPath, service: ServiceDep, if_none_match: IfNoneMatch = None) -> Response:
    """One card, by its id or its name."""
    card = card_in_path(name, service.hydrator)
    return constant_answer(card_document(card, service.hydrator), if_none_match)
