"""What can be chosen before a game: rule sets, and levels of the enemy."""

from __future__ import annotations

from dataclasses import fields
from enum import Enum

from fastapi import Response
from typing_extensions import TypedDict

from fleet_engine.ruleset import FleetRuleset
from qb_app.web.constants import constant_answer
from qb_app.web.etags import NOT_MODIFIED, IfNoneMatch
from qb_app.web.routers import api_router
from qb_engine.deep.levels import LEVELS
from qb_engine.ruleset import Ruleset

router = api_router("rules")


class RulesetDocument(TypedDict):
    name: str
    behaviour: int
    """Rises whenever the same moves could give another result."""
    fields: dict[str, str | int | bool]
    """Every open question of the rules with its answer; ``name{field=value}`` is a rule set too."""


class RulesetsDocument(TypedDict):
    rulesets: list[RulesetDocument]
    """Of Queen's Blood; the first is the usual one."""
    fleet: list[RulesetDocument]
    """Of the fleet game."""


class LevelDocument(TypedDict):
    number: int
    name: str
    slips: float
    """Share of moves played at random."""
    nodes: int | None
    """Positions it looks at for a move."""


class LevelsDocument(TypedDict):
    levels: list[LevelDocument]


@router.get("/rulesets", operation_id="list_rulesets", response_model=RulesetsDocument, responses=NOT_MODIFIED)
def list_rulesets(if_none_match: IfNoneMatch = None) -> Response:
    """The rule sets of both games."""
    document: RulesetsDocument = {
        "rulesets": [_ruleset(one) for one in (Ruleset.REBIRTH, Ruleset.V2_2_4)],
        "fleet": [_ruleset(one) for one in (FleetRuleset.PLAN, FleetRuleset.RELEASED)],
    }
    return constant_answer(document, if_none_match)


@router.get("/levels", operation_id="list_levels", response_model=LevelsDocument, responses=NOT_MODIFIED)
def list_levels(if_none_match: IfNoneMatch = None) -> Response:
    """How strong the enemy of a duel can be."""
    document: LevelsDocument = {
        "levels": [
            {"number": level.number, "name": level.name, "slips": level.slips, "nodes": level.budget.nodes}
            for level in LEVELS
        ]
    }
    return constant_answer(document, if_none_match)


def _ruleset(rules: Ruleset | FleetRuleset) -> RulesetDocument:
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    plain = {name: value.value if isinstance(value, Enum) else value for name, value in values.items()}
    return {"name": plain.pop("name"), "behaviour": plain.pop("behaviour"), "fields": plain}
