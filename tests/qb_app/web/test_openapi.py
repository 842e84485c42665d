"""The description of the interface: current, whole, and with examples that fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qb_app.api import describe_interface
from qb_app.web.openapi import TAGS
from tests.qb_app.web.conftest import Api, read

FILE = Path(__file__).resolve().parents[3] / "page" / "openapi.json"
DOCUMENT = describe_interface()


def operations() -> Iterator[dict[str, Any]]:
    for path in DOCUMENT["paths"].values():
        yield from path.values()


def test_the_file_of_the_page_is_current() -> None:
    told = "run: .venv/bin/python -m qb_app.api > page/openapi.json"
    assert json.loads(FILE.read_text(encoding="utf-8")) == DOCUMENT, told


def test_it_is_served(api: Api) -> None:
    assert read(api.get("/openapi.json")) == DOCUMENT
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert api.send("GET", path).status_code == 404


def test_every_operation_is_told_once_with_its_tag_and_in_words() -> None:
    names = [operation["operationId"] for operation in operations()]
    assert len(names) == len(set(names)) > 20
    known = {tag["name"] for tag in TAGS}
    for operation in operations():
        assert set(operation["tags"]) <= known, operation["operationId"]
        assert operation["description"], operation["operationId"]


def test_every_refusal_is_a_problem() -> None:
    for operation in operations():
        for status, response in operation["responses"].items():
            if status[0] in "45":
                assert list(response["content"]) == ["application/problem+json"], operation["operationId"]
    assert "HTTPValidationError" not in DOCUMENT["components"]["schemas"]


@pytest.mark.parametrize("operation", list(operations()), ids=lambda operation: operation["operationId"])
def test_every_body_and_every_answer_has_an_example_that_fits(operation: dict[str, Any]) -> None:
    contents = [
        content
        for part in (operation.get("requestBody", {}), *operation["responses"].values())
        for content in part.get("content", {}).values()
    ]
    assert contents or "204" in operation["responses"]
    for content in contents:
        schema = {**content["schema"], "components": DOCUMENT["components"]}
        jsonschema.validate(content["example"], schema, cls=jsonschema.Draft202012Validator)
