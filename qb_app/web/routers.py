"""Where the interface lives, and how each part of it begins."""

from __future__ import annotations

from fastapi import APIRouter

PREFIX = "/api/v1"


def api_router(tag: str) -> APIRouter:
    """Routes made here are whole: an application takes them as they are, instead of making each a second time."""
    return APIRouter(prefix=PREFIX, tags=[tag])
