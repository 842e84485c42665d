"""Rule sets as text: a name, and in braces the fields that differ from the rule set of that name.

A rule set is a frozen dataclass with a ``name``; its other fields are yes or no, words of an enum, or whole numbers.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, TypeVar

from gamekit.quoting import quoted
from gamekit.ranges import Range

RulesT = TypeVar("RulesT")
NUMBERS = Range(0, 60)
"""What a field that is a whole number may be set to."""


class VariantError(ValueError):
    """A text names no rule set; the message says what would be right."""


def format_variant(rules: Any, named: Mapping[str, Any]) -> str:
    """``rebirth``, or ``rebirth{two_face=every_entry}`` where fields differ from the named set."""
    differing = [
        f"{field.name}={_field_text(getattr(rules, field.name))}"
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(named[rules.name], field.name)
    ]
    return str(rules.name) + ("{" + ",".join(differing) + "}" if differing else "")


def parse_variant(text: str, named: Mapping[str, RulesT]) -> RulesT:
    """Read what ``format_variant`` writes."""
    name, brace, rest = text.partition("{")
    if name not in named:
        raise VariantError(f"unknown ruleset {quoted(name)}; known are {' and '.join(named)}")
    rules: Any = named[name]
    if not brace:
        return named[name]
    if not rest.endswith("}"):
        raise VariantError(f"ruleset {quoted(text)} lacks its closing brace")
    changes: dict[str, object] = {}
    for part in rest[:-1].split(","):
        field_name, value = _parse_field(rules, part)
        if field_name in changes:
            raise VariantError(f"ruleset field {field_name} is given twice")
        changes[field_name] = value
    varied: RulesT = replace(rules, **changes)
    return varied


def _field_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _parse_field(rules: Any, part: str) -> tuple[str, object]:
    name, _, text = part.partition("=")
    known = [field.name for field in fields(rules) if field.name != "name"]
    if name not in known:
        raise VariantError(f"a ruleset has no field {quoted(name, 20)}; fields are {', '.join(known)}")
    current = getattr(rules, name)
    choices: dict[str, object]
    if isinstance(current, bool):
        choices = {"yes": True, "no": False}
    elif isinstance(current, StrEnum):
        choices = {member.value: member for member in type(current)}
    elif (number := NUMBERS.find(text)) is not None:
        return name, number
    else:
        raise VariantError(f"ruleset field {name} takes {NUMBERS}, not {quoted(text)}")
    if text not in choices:
        raise VariantError(f"ruleset field {name} takes {' or '.join(choices)}, not {quoted(text)}")
    return name, choices[text]
