"""The description of the interface.

What every operation has in common is added here: refusals of the guard, faults, and an example for every answer.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from qb_app.web.events import EVENT_DOCUMENTS
from qb_app.web.examples import example_of
from qb_app.web.problems import problem_response

TAGS = [
    {"name": "matches", "description": "Live matches, entered move by move."},
    {"name": "analysis", "description": "Advice, deep advice and prediction."},
    {"name": "reviews", "description": "Looking back, remarks, habits, and playing on from a move."},
    {"name": "positions", "description": "Positions that stand for themselves, and exact solutions."},
    {"name": "cards", "description": "The cards of the game."},
    {"name": "rules", "description": "Rule sets, and the levels of the engine."},
    {"name": "decks", "description": "Decks of the library and your own."},
    {"name": "collection", "description": "The cards that you own."},
    {"name": "opponents", "description": "Who you play against, and what is known of them."},
    {"name": "puzzles", "description": "The puzzles of the game, and puzzles to train with."},
    {"name": "training", "description": "Lessons, puzzles and your own mistakes, which come back in time."},
    {"name": "duels", "description": "Games against the engine."},
    {"name": "fleet", "description": "The fleet game."},
    {"name": "lab", "description": "The deck lab: decks measured, built and compared in many games."},
    {"name": "server", "description": "The server itself."},
]
DESCRIPTION = """Everything that the page of qbCoach does, over HTTP.

Sides are `Y` (you) and `E` (the enemy), tiles `TOP-1` to `BOT-5` (`top 1` and `T1` are read as well), cards are named
by id, and `?` is a hidden card. Errors are `application/problem+json` with one sentence in `detail`. Long answers are
event streams."""
_EVERYWHERE = (401, 403, 429, 500, 503)
_WITH_BODY = (413, 422)
_METHODS = ("get", "put", "post", "delete", "patch")


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the application, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            description=DESCRIPTION,
            tags=TAGS,
            routes=app.routes,
            license_info={"name": "MIT"},
        )
        _add_schemas(document)
        for path in document["paths"].values():
            for method in _METHODS:
                if method in path:
                    _complete(path[method], document)
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{}, {"token": []}]
        app.openapi_schema = document
    return app.openapi_schema


def _add_schemas(document: dict[str, Any]) -> None:
    """Documents that no response has as its whole schema; the framework's own errors are never sent."""
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    adapters: list[tuple[type, JsonSchemaMode, TypeAdapter[Any]]] = [
        (each, "serialization", TypeAdapter(each)) for each in EVENT_DOCUMENTS
    ]
    _, found = TypeAdapter.json_schemas(adapters, ref_template="#/components/schemas/{model}")
    for name, schema in found["$defs"].items():
        schemas.setdefault(name, schema)
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    document["components"]["schemas"] = dict(sorted(schemas.items()))


def _complete(operation: dict[str, Any], document: dict[str, Any]) -> None:
    responses = operation["responses"]
    takes_input = "requestBody" in operation or "parameters" in operation
    common = (*_EVERYWHERE, *(_WITH_BODY if "requestBody" in operation else (422,) if takes_input else ()))
    for status in common:
        text = str(status)
        if "application/json" in responses.get(text, {}).get("content", {}) or text not in responses:
            responses[text] = problem_response(status)
    for status, response in responses.items():
        for kind, content in response.get("content", {}).items():
            if not status.startswith("2") and kind == "application/json":
                raise ValueError(f"{operation['operationId']} documents {status} as {kind}")
            if "example" not in content and "schema" in content:
                content["example"] = example_of(content["schema"], document)
    for content in operation.get("requestBody", {}).get("content", {}).values():
        content.setdefault("example", example_of(content["schema"], document))
    operation["responses"] = dict(sorted(responses.items()))
