"""Matches taken along: as a document that stands for itself, or as a file and back."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from gamekit.quoting import quoted
from qb_app.documents.matches import MatchDocument, SharedDocument, share_document
from qb_app.live.history import Entry
from qb_app.live.imports import import_match as store_match
from qb_app.live.record import to_jsonl, to_text
from qb_app.live.session import Session
from qb_app.live.standing import stand
from qb_app.web.etags import CREATED, IdempotencyKey
from qb_app.web.matches import made_once
from qb_app.web.problems import ApiError, not_found, problems
from qb_app.web.routers import api_router
from qb_app.web.service import ClientDep, ServiceDep
from qb_app.web.texts import BranchText, StoredId

router = api_router("matches")

PLAIN = "text/plain"


async def _text_body(request: Request) -> bytes:
    """The body of a request; nothing but text/plain is taken."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != PLAIN:
        told = f"a match is sent as {PLAIN}, not as {quoted(kind)}"
        raise ApiError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "media-type", told)
    return await request.body()


@router.get("/matches/{match_id}/share", operation_id="share_match", responses=problems(404, 422))
def share_match(
    match_id: StoredId,
    service: ServiceDep,
    branch: Annotated[BranchText | None, Query(description="Another branch than the one it stands in.")] = None,
) -> SharedDocument:
    """The whole match, board by board, as one document that stands for itself."""
    session = service.look_at(match_id)
    return share_document(session.setup, session.fitting if branch is None else _fitting_in(branch, session))


def _fitting_in(branch: str, session: Session) -> tuple[Entry, ...]:
    """The entries of a branch that the match can stand after, without going there."""
    line = session.history.lines.get(branch)
    if line is None:
        raise not_found(f"this match has no branch {quoted(branch)}")
    misfit = stand(session.setup, line.stands).misfit
    return line.stands if misfit is None else line.stands[: misfit.number - 1]


@router.get(
    "/matches/{match_id}/export",
    operation_id="export_match",
    response_class=PlainTextResponse,
    responses=problems(404, 422),
)
def export_match(
    match_id: StoredId,
    service: ServiceDep,
    style: Annotated[
        Literal["text", "jsonl"],
        Query(alias="format", description="jsonl keeps every event, undone ones too; text is for readers."),
    ] = "text",
) -> str:
    """The match as a file."""
    return (to_jsonl if style == "jsonl" else to_text)(service.storage.matches, match_id)


@router.post(
    "/matches/import",
    operation_id="import_match",
    status_code=201,
    responses={**CREATED, **problems(413, 415, 422, 503)},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {PLAIN: {"schema": {"type": "string", "description": "What export_match gives."}}},
        }
    },
)
def import_match(
    content: Annotated[bytes, Depends(_text_body)],
    service: ServiceDep,
    client: ClientDep,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> MatchDocument:
    """Store a match that was exported, in either format, whole or not at all; it gets an id of its own."""

    def stored() -> str:
        key, matches = idempotency_key, service.storage.matches
        return service.desk.run(client, lambda _: store_match(matches, content, service.tools, key=key))

    return made_once(service, response, idempotency_key, stored)
