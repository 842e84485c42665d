"""The whole interface against its own description: random requests, good and bad, must get answers that are described.

``HYPOTHESIS_PROFILE=fuzz`` tries many more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.config import (
    CoveragePhaseConfig,
    GenerationConfig,
    PhasesConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from qb_app.answers.advisor import Advisor
from qb_app.api import create_app, describe_interface
from qb_app.storage import open_storage
from qb_app.web import analysis, positions
from qb_app.web.settings import ApiSettings
from qb_engine.deep.search import Budget
from tests.qb_app.lab.small import shrink
from tests.qb_app.web.conftest import HOST, OPENING, Api
from tests.qb_app.web.lab_calls import MATRIX, play_nothing

DESCRIPTION = describe_interface()
FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
Case: TypeAlias = "schemathesis.Case[Any]"
EXAMPLES = settings(max_examples=200 if FUZZ else 5)
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
MAKES = {
    "match_id": ("/matches", {}),
    "duel_id": ("/duels", {"level": 1, "seed": 1}),
    "game_id": ("/fleet/games", {"seed": 1}),
    "job_id": ("/lab/jobs", MATRIX),
}
"""For every id in a path, how to make something that has one."""
ALWAYS_THERE = {"exercise_id": "lesson-place-1"}


def read_schema(*, coverage: bool) -> Any:
    """The description; ``coverage`` tries every limit of every field besides random values."""
    project = ProjectConfig(
        generation=GenerationConfig(deterministic=not FUZZ),
        phases=PhasesConfig(coverage=CoveragePhaseConfig(enabled=coverage or FUZZ)),
    )
    config = SchemathesisConfig(projects=ProjectsConfig(default=project))
    return schemathesis.openapi.from_dict(DESCRIPTION, config=config)


SCHEMA, BRIEF_SCHEMA = read_schema(coverage=True), read_schema(coverage=False)


class Target:
    """The application with small budgets, and things in it that ids can name."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._made: dict[str, str] = {}

    def id_for(self, name: str) -> str:
        """The id of something that is there; what a request deleted is made anew."""
        if name in ALWAYS_THERE:
            return ALWAYS_THERE[name]
        path, setup = MAKES[name]
        known = self._made.get(name)
        if known is None or self.api.get(f"{path}/{known}").status_code != 200:
            made = self.api.begin(*OPENING) if name == "match_id" else self.api.post(path, setup).json()["id"]
            self._made[name] = made
        return self._made[name]

    def send(self, case: Case) -> None:
        wanted = case.as_transport_kwargs(base_url=HOST)
        options = {key: wanted[key] for key in ("params", "json", "headers") if wanted.get(key) is not None}
        if wanted.get("data") is not None:
            options["content"] = wanted["data"]
        try:
            response = self.api.send(wanted["method"], wanted["url"], **options)
        except (httpx.InvalidURL, UnicodeEncodeError):
            return  # a request that cannot be sent at all
        case.validate_response(response, checks=CHECKS)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with (
        pytest.MonkeyPatch.context() as patch,
        open_storage(str(tmp_path_factory.mktemp("fuzz") / "web.db")) as storage,
    ):
        for module in (analysis, positions):
            patch.setattr(module, "choose_budget", lambda seconds, nodes: Budget(50))
        shrink(patch.setattr)
        play_nothing(patch)
        app = create_app(ApiSettings(), storage)
        app.state.service = replace(app.state.service, advisor=Advisor(budget=Budget(50)))
        api = Api(app)
        yield Target(api)
        api.close()


@SCHEMA.parametrize()  # type: ignore[untyped-decorator]  # schemathesis does not say its type
@EXAMPLES
def test_any_request_gets_a_described_answer(case: Case, target: Target) -> None:
    target.send(case)


@BRIEF_SCHEMA.include(path_regex="_id}").parametrize()  # type: ignore[untyped-decorator]  # as above
@EXAMPLES
def test_any_request_about_something_that_is_there_gets_a_described_answer(case: Case, target: Target) -> None:
    for name in case.path_parameters or {}:
        if name in MAKES or name in ALWAYS_THERE:
            case.path_parameters[name] = target.id_for(name)
    target.send(case)
