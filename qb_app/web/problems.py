"""Errors as documents (RFC 9457): one sentence for the user, a kind for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from http import HTTPStatus
from typing import Any, NotRequired

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from typing_extensions import TypedDict

from fleet_engine.errors import FleetError, NotYourTurnError
from fleet_engine.errors import GameOverError as FleetGameOverError
from gamekit.quoting import escaped, quoted, shortened
from gamekit.record import RecordError
from gamekit.variants import VariantError
from qb_app.documents.matches import MisfitDocument
from qb_app.errors import InputError
from qb_app.games.seats import OutOfTurnError
from qb_app.practice.shelf import NoSuchExerciseError
from qb_app.storage import errors as stored
from qb_app.web.desk import AnalysisCancelledError, TooBusyError
from qb_engine.deep.win_chance import DeepSearchUnavailableError
from qb_engine.errors import GameOverError, MulliganError, QueensBloodError, TurnOrderError

PROBLEM_JSON = "application/problem+json"
RETRY_SECONDS = 2
MOST_ERRORS = 20
"""Fields that an answer names."""
LONGEST_PART, LONGEST_MESSAGE = 60, 100


class FieldError(TypedDict):
    field: str
    """Where in the request, as ``body.text``."""
    message: str


class Problem(TypedDict):
    type: str
    """What kind it is, as ``urn:qbcoach:refused``; the same kind for the same cause."""
    title: str
    status: int
    detail: str
    """One sentence: what, why, and what would be right."""
    errors: NotRequired[list[FieldError]]
    """For a request that does not fit its schema: every field that is wrong."""
    misfit: NotRequired[MisfitDocument]
    """For entries of a match that are changed, inserted or removed: the first entry that no longer fits then."""


class ApiError(Exception):
    """A refusal of the interface itself."""

    def __init__(
        self,
        status: HTTPStatus,
        kind: str,
        detail: str,
        headers: Mapping[str, str] | None = None,
        misfit: MisfitDocument | None = None,
    ) -> None:
        self.status, self.kind, self.detail, self.misfit = status, kind, detail, misfit
        self.headers = dict(headers or {})
        super().__init__(detail)


not_found = partial(ApiError, HTTPStatus.NOT_FOUND, "not-found")
refused = partial(ApiError, HTTPStatus.UNPROCESSABLE_ENTITY, "refused")
"""What was asked cannot be done as it stands."""


_KINDS: tuple[tuple[tuple[type[Exception], ...], HTTPStatus, str], ...] = (
    # The first line that fits counts, so a subclass stands before its base.
    (
        (
            *(stored.NoSuchMatchError, stored.NoSuchGameError, stored.NoSuchDeckError, stored.NoSuchOpponentError),
            NoSuchExerciseError,
        ),
        HTTPStatus.NOT_FOUND,
        "not-found",
    ),
    ((stored.ConflictError, stored.AlreadyStoredError), HTTPStatus.CONFLICT, "conflict"),
    ((TooBusyError,), HTTPStatus.SERVICE_UNAVAILABLE, "too-busy"),
    ((AnalysisCancelledError,), HTTPStatus.SERVICE_UNAVAILABLE, "cancelled"),
    ((stored.UnfitValueError, stored.UnknownEntryError), HTTPStatus.UNPROCESSABLE_ENTITY, "refused"),
    ((stored.StorageError,), HTTPStatus.SERVICE_UNAVAILABLE, "storage"),
    ((DeepSearchUnavailableError,), HTTPStatus.NOT_IMPLEMENTED, "no-kernel"),
    (
        (OutOfTurnError, TurnOrderError, GameOverError, MulliganError, FleetGameOverError, NotYourTurnError),
        HTTPStatus.CONFLICT,
        "not-now",
    ),
    ((InputError, QueensBloodError, FleetError, RecordError, VariantError), HTTPStatus.UNPROCESSABLE_ENTITY, "refused"),
)
FORESEEN: tuple[type[Exception], ...] = tuple(one for kinds, _, _ in _KINDS for one in kinds)
"""Every error whose message is a sentence for the user."""


def problem(status: int, kind: str, detail: str) -> Problem:
    shown = detail.encode("utf-8", "replace").decode()  # a quoted request may hold halves of characters
    return {"type": f"urn:qbcoach:{kind}", "title": HTTPStatus(status).phrase, "status": status, "detail": shown}


def problem_of(error: Exception) -> Problem:
    """What to tell of an error; a fault of the program tells nothing of itself."""
    if isinstance(error, ApiError):
        found = problem(error.status, error.kind, error.detail)
        return found if error.misfit is None else {**found, "misfit": error.misfit}
    for kinds, status, kind in _KINDS:
        if isinstance(error, kinds):
            return problem(status, kind, str(error) or "the analysis was cancelled")
    return problem(500, "fault", "something went wrong inside qbCoach; nothing was changed by this request")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For ``responses=`` of an operation: the problems it can answer with."""
    return {status: problem_response(status) for status in statuses}


def problem_response(status: int) -> dict[str, Any]:
    """One response of the interface description."""
    kind, detail = _EXAMPLES.get(status, ("refused", "what was asked cannot be done"))
    return {
        "description": HTTPStatus(status).phrase,
        "content": {
            PROBLEM_JSON: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "example": problem(status, kind, detail),
            }
        },
    }


_EXAMPLES = {
    401: ("token", "this server wants a token: send 'Authorization: Bearer …'"),
    403: ("foreign", "this page is served from elsewhere and may not talk to qbCoach"),
    404: ("not-found", "there is no match 'k3v9x2ab'; 'qbcoach matches' lists what there is"),
    405: ("method", "POST is not possible here"),
    409: ("not-now", "it is the enemy's turn: 'e pass' enters its move; 'set turn you' overrides"),
    412: ("stale", "the match is at version 7, not at 5; read it again"),
    413: ("too-large", "a request may have 262,144 bytes at most"),
    415: ("media-type", "send the text as text/plain"),
    422: ("refused", "M3 belongs to nobody; Zu needs a tile of its own player"),
    429: ("too-many-guesses", "too many wrong tokens came from your address; wait 4 s, then send the right one"),
    500: ("fault", "something went wrong inside qbCoach; nothing was changed by this request"),
    501: ("no-kernel", "deep search needs the compiled kernel"),
    503: ("too-busy", "too many analyses are waiting already; try again in a few seconds"),
}


def problem_answer(error: Exception) -> JSONResponse:
    found = problem_of(error)
    headers = dict(error.headers) if isinstance(error, ApiError) else {}
    if found["status"] == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = str(RETRY_SECONDS)
    return JSONResponse(found, found["status"], headers, media_type=PROBLEM_JSON)


def install_handlers(app: FastAPI) -> None:
    kinds: tuple[type[Exception], ...] = (ApiError, *FORESEEN)
    for kind in kinds:
        app.add_exception_handler(kind, _foreseen)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)


async def _foreseen(request: Request, error: Exception) -> JSONResponse:
    return problem_answer(error)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    errors: list[FieldError] = [
        {"field": _place(one["loc"]), "message": _plain_words(one)} for one in error.errors()[:MOST_ERRORS]
    ]
    told = "; ".join(f"{one['field']}: {one['message']}" for one in errors[:3])
    found = problem(422, "invalid", f"the request does not fit: {told}")
    return JSONResponse({**found, "errors": errors}, 422, media_type=PROBLEM_JSON)


def _place(loc: Sequence[object]) -> str:
    """Where in the request; the name of a field that is not known may be anything."""
    return ".".join(shortened(escaped(str(part)), LONGEST_PART) for part in loc)


def _plain_words(error: Mapping[str, Any]) -> str:
    """What is wrong with a field, without the words of a programmer."""
    match error["type"]:
        case "value_error":
            return str(error["ctx"]["error"])
        case "string_pattern_mismatch":
            return "it holds characters that cannot stand there"
        case "json_invalid":
            return "the body is not JSON"
        case "int_parsing" | "int_parsing_size" | "int_type" | "int_from_float":
            return "it should be a whole number"
        case "float_parsing" | "float_type":
            return "it should be a number"
        case "union_tag_not_found" | "union_tag_invalid":
            return f"its {error['ctx']['discriminator']} should say what is asked for"
        case "bool_parsing" | "bool_type":
            return "it should be true or false"
    return shortened(escaped(str(error["msg"])), LONGEST_MESSAGE)


async def _plain(request: Request, error: Exception) -> JSONResponse:
    """What the framework refuses by itself: unknown paths and methods."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    match status:
        case 400:  # the framework could not read the body
            status = 422
            found = problem(422, "invalid", "the body cannot be read: send JSON in UTF-8")
        case 404:
            found = problem(404, "not-found", f"there is nothing at {quoted(request.url.path)}")
        case 405:
            found = problem(405, "method", f"{request.method} is not possible here")
        case 413:
            found = problem(413, "too-large", str(error.detail))
        case _:
            found = problem(status, "bad-request", str(error.detail))
    return JSONResponse(found, status, error.headers, media_type=PROBLEM_JSON)
