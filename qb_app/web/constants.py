"""Answers with a tag of their content: cards, rule sets, levels and puzzles never change while the server runs."""

from __future__ import annotations

import hashlib
import json

from fastapi import Response

from qb_app.web.etags import etag, matches_etag

CACHE_CONTROL = "private, max-age=3600"
ASK_AGAIN = "private, no-cache"
"""For what changes by what the user does: it may be kept, and is asked for with its tag."""


def constant_answer(document: object, if_none_match: str | None, cache_control: str = CACHE_CONTROL) -> Response:
    """The document with a tag of its content, or nothing for who has it."""
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    tag = hashlib.sha256(body).hexdigest()[:16]
    headers = {"ETag": etag(tag), "Cache-Control": cache_control}
    if matches_etag(if_none_match, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)
