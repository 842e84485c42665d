"""Decks: those of the library and the user's own, and whether any list of cards is a legal one."""

from __future__ import annotations

from typing import Annotated, Self

from fastapi import Query, Response
from pydantic import Field, model_validator

from qb_app.asking.choices import DEFAULT_RULESET
from qb_app.asking.decks import NamedDeck, choose_deck, named
from qb_app.asking.names import resembling
from qb_app.documents.decks import DeckReport, DecksDocument, deck_report, decks_document
from qb_app.errors import InputError
from qb_app.limits import MOST_CARDS
from qb_app.naming import check_name
from qb_app.storage.errors import NoSuchDeckError
from qb_app.web.problems import problems
from qb_app.web.routers import api_router
from qb_app.web.service import Service, ServiceDep
from qb_app.web.texts import Body, CardName, DeckText, NameInPath, RulesetText
from qb_engine.card_hydrator import CardHydrator, normalised
from qb_engine.library import library_decks
from qb_engine.models import HIDDEN, CardId
from qb_engine.ruleset import Ruleset

router = api_router("decks")


class DeckRequest(Body):
    """A deck as a list of cards, or as text."""

    cards: Annotated[list[CardName] | None, Field(max_length=MOST_CARDS, description="By id or name.")] = None
    text: DeckText | None = None
    ruleset: RulesetText = DEFAULT_RULESET

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.cards is None) == (self.text is None):
            raise ValueError("a deck is given as cards or as text, one of the two")
        return self


class SaveDeckRequest(DeckRequest):
    replace: Annotated[bool, Field(description="Overwrite the deck that has this name.")] = False


def cards_named(names: list[str], hydrator: CardHydrator) -> tuple[CardId, ...]:
    """The cards meant, by id or name."""
    if HIDDEN in names:
        raise InputError("a hidden card cannot stand in a list; name the card")
    return tuple(hydrator.get(name).id for name in names)


@router.get("/decks", operation_id="list_decks", responses=problems(422))
def list_decks(
    service: ServiceDep,
    ruleset: Annotated[
        RulesetText | None, Query(description="The rules to judge by; else those a deck was saved for.")
    ] = None,
) -> DecksDocument:
    """Every deck, each with whether it is legal."""
    return decks_document(service.storage.decks.list(), ruleset, service.hydrator)


@router.post("/decks/check", operation_id="check_deck", responses=problems(422))
def check_deck(body: DeckRequest, service: ServiceDep) -> DeckReport:
    """Whether this is a legal deck, and every reason why not; one that is being built may have any number of cards."""
    return deck_report(_meant(body, service), Ruleset.parse(body.ruleset), service.hydrator)


@router.get("/decks/{name:path}", operation_id="read_deck", responses=problems(404, 422))
def read_deck(name: NameInPath, service: ServiceDep) -> DeckReport:
    """One of your decks, or of the library, by its whole name."""
    hydrator = service.hydrator
    try:
        stored = service.storage.decks.get(name)
    except NoSuchDeckError as error:
        library = {normalised(deck.name): deck for deck in library_decks(hydrator)}
        if (found := library.get(normalised(name))) is None:
            close = resembling(name, {deck.name: deck.name for deck in library.values()})
            raise NoSuchDeckError(name, (*error.close_names, *close)[:3]) from error
        return deck_report(NamedDeck(found.name, found.card_ids), Ruleset.parse(DEFAULT_RULESET), hydrator)
    return deck_report(NamedDeck(stored.name, stored.card_ids), Ruleset.parse(stored.ruleset), hydrator)


@router.put(
    "/decks/{name:path}",
    operation_id="save_deck",
    responses={201: {"model": DeckReport, "description": "Saved under a new name"}, **problems(409, 422)},
)
def save_deck(name: NameInPath, body: SaveDeckRequest, service: ServiceDep, response: Response) -> DeckReport:
    """Save a deck under a name; one that is not legal is saved too, with every reason told.

    Another deck of that name is in the way unless it is to be replaced; the same deck is not.
    """
    hydrator, decks = service.hydrator, service.storage.decks
    rules, meant = Ruleset.parse(body.ruleset), _meant(body, service)
    deck_report(meant, rules, hydrator)  # refuses what has no code before anything is stored
    known = {normalised(deck.name): deck for deck in decks.list()}.get(normalised(name))
    is_repeated = known is not None and (known.card_ids, known.ruleset) == (meant.card_ids, str(rules))
    stored = decks.save(check_name(name), meant.card_ids, str(rules), replace=body.replace or is_repeated)
    response.status_code = 201 if known is None else 200
    return deck_report(NamedDeck(stored.name, stored.card_ids), rules, hydrator)


@router.delete("/decks/{name:path}", operation_id="delete_deck", status_code=204, responses=problems(404, 422))
def delete_deck(name: NameInPath, service: ServiceDep) -> None:
    """Forget one of your decks."""
    service.storage.decks.delete(name)


def _meant(body: DeckRequest, service: Service) -> NamedDeck:
    if body.text is not None:
        return choose_deck(body.text, service.hydrator, service.storage.decks, files=False)
    return named(cards_named(body.cards or [], service.hydrator), service.hydrator)
