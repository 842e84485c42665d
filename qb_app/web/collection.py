"""The cards that the user owns."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from qb_app.documents.collection import CollectionDocument, collection_document
from qb_app.limits import MOST_COPIES
from qb_app.web.cards import card_in_path
from qb_app.web.problems import problems
from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_app.web.texts import Body, NameInPath
from qb_engine.models import CardId

router = api_router("collection")


class OwnedCardDocument(TypedDict):
    card: CardId
    copies: int


class OwnCardRequest(Body):
    copies: Annotated[int, Field(ge=0, le=MOST_COPIES, strict=True, examples=[2])]


@router.get("/collection", operation_id="read_collection")
def read_collection(service: ServiceDep) -> CollectionDocument:
    """The whole collection."""
    return collection_document(service.storage.collection.owned())


@router.put("/collection/{card:path}", operation_id="own_card", responses=problems(404, 422))
def own_card(card: NameInPath, body: OwnCardRequest, service: ServiceDep) -> OwnedCardDocument:
    """Own so many copies of a card; none takes it out of the collection."""
    found = card_in_path(card, service.hydrator)
    service.storage.collection.set(found.id, body.copies)
    return {"card": found.id, "copies": body.copies}
