"""The cards that the user owns."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from typing_extensions import TypedDict

from qb_app.asking.holdings import addition, listed_copies, playable_copies
from qb_app.documents.booster_packs import BoosterPacksDocument, booster_packs_document
from qb_app.documents.collection import CollectionDocument, collection_document
from qb_app.limits import LONGEST_COLLECTION, LONGEST_NAME, MOST_COPIES
from qb_app.naming import LINES, ONE_LINE, check_line
from qb_app.web.cards import card_in_path
from qb_app.web.problems import problems
from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_app.web.texts import Body, NameInPath
from qb_engine.models import CardId

router = api_router("collection")

ListText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_COLLECTION,
        pattern=LINES,
        description="Names or ids with copies, or a deck code; each number replaces the one that is noted.",
    ),
]
PackText = Annotated[
    str,
    Field(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE, description="The name, or a part of it."),
    AfterValidator(check_line),
]


class OwnedCardDocument(TypedDict):
    card: CardId
    copies: int


class OwnCardRequest(Body):
    copies: Annotated[int, Field(ge=0, le=MOST_COPIES, strict=True, examples=[2])]


class AddCardsRequest(Body):
    """Exactly one of a list, a booster pack, a rank and everything."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"example": {"pack": "Ruffians"}})

    list: ListText | None = None
    pack: PackText | None = None
    rank: Literal["1", "2", "3", "replace"] | None = None
    everything: Literal[True] | None = None

    @model_validator(mode="after")
    def _one_of_all(self) -> Self:
        if sum(given is not None for given in (self.list, self.pack, self.rank, self.everything)) != 1:
            raise ValueError("cards are added as a list, a pack, a rank or everything, one of the four")
        return self


@router.get("/collection", operation_id="read_collection")
def read_collection(service: ServiceDep) -> CollectionDocument:
    """The whole collection."""
    return collection_document(service.storage.collection.owned())


@router.post("/collection", operation_id="add_to_collection", responses=problems(422))
def add_to_collection(body: AddCardsRequest, service: ServiceDep) -> CollectionDocument:
    """Own many cards at once; the whole collection as it is then.

    Of a pack, a rank or everything each card is owned in as many copies as a deck may hold, or more where more are
    noted. The same request again changes nothing more.
    """
    store = service.storage.collection
    if body.list is not None:
        copies = listed_copies(body.list, service.hydrator)
    else:
        meant = playable_copies(
            service.hydrator,
            packs=[body.pack] if body.pack else [],
            ranks=[body.rank] if body.rank else [],
            everything=bool(body.everything),
        )
        copies = addition(meant, store.owned()).changed
    store.set_many(copies)
    return collection_document(store.owned())


@router.delete("/collection", operation_id="clear_collection", status_code=204)
def clear_collection(service: ServiceDep) -> None:
    """Forget the whole collection; one that is empty stays so."""
    service.storage.collection.clear()


@router.get("/booster-packs", operation_id="list_booster_packs")
def list_booster_packs(service: ServiceDep) -> BoosterPacksDocument:
    """The booster packs of the game, with how many of their cards the user owns."""
    return booster_packs_document(service.storage.collection.owned(), service.hydrator)


@router.put("/collection/{card:path}", operation_id="own_card", responses=problems(404, 422))
def own_card(card: NameInPath, body: OwnCardRequest, service: ServiceDep) -> OwnedCardDocument:
    """Own so many copies of a card; none takes it out of the collection."""
    found = card_in_path(card, service.hydrator)
    service.storage.collection.set(found.id, body.copies)
    return {"card": found.id, "copies": body.copies}
