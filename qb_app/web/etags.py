"""Versions in headers: what a reader has already, and what a writer has seen."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Header

from gamekit.quoting import quoted
from qb_app.web.problems import ApiError

_TAG = re.compile(r'(?:W/)?"([^"]*)"')

IfNoneMatch = Annotated[
    str | None, Header(max_length=1000, description="The ETag that the client has; the same gives 304 without a body.")
]
IfMatch = Annotated[
    str | None, Header(max_length=1000, description="The ETag that the change is meant for; another one gives 412.")
]
IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=100,
        pattern="^[!-~]+$",
        description="A name for this one change: sent again with the same key, it counts once.",
    ),
]

TAGGED: dict[str, Any] = {"headers": {"ETag": {"description": "The version in quotes.", "schema": {"type": "string"}}}}
"""For ``responses=`` of an operation: the answer names its version."""
_LOCATION = {"description": "Where it can be read.", "schema": {"type": "string"}}
CREATED: dict[int | str, dict[str, Any]] = {201: {"headers": {**TAGGED["headers"], "Location": _LOCATION}}}
LOCATED: dict[int | str, dict[str, Any]] = {201: {"headers": {"Location": _LOCATION}}}
NOT_MODIFIED: dict[int | str, dict[str, Any]] = {304: {"description": "The client has it already"}}


def etag(version: int | str) -> str:
    return f'"{version}"'


def matches_etag(header: str | None, version: int | str) -> bool:
    """Whether the header names this version; ``*`` names any."""
    if header is None:
        return False
    return header.strip() == "*" or str(version) in _TAG.findall(header)


def check_if_match(header: str | None, version: int | str, what: str = "the match") -> None:
    """Refuse a change that was meant for another version."""
    if header is not None and not matches_etag(header, version):
        told = f"{what} is at version {version}, If-Match names {quoted(header)}; read it again"
        raise ApiError(HTTPStatus.PRECONDITION_FAILED, "stale", told)
