"""Every number that can be asked for has an end, every text a length; the same in the terminal and over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from gamekit.quoting import has_controls
from qb_app import limits
from qb_app.api import describe_interface
from qb_app.cli.program import COMMANDS, load
from tests.qb_app.conftest import Refuse, Run
from tests.qb_app.web.conftest import Api, refused

JUNK = ("ju\x1b[2J nk\x07\x9b\n" * 1000)[:5000]
DESCRIPTION = describe_interface()
Path = tuple[str, ...]


def all_params() -> Iterator[tuple[Path, Any]]:
    for name in COMMANDS:
        made = load(name)
        inner = getattr(made, "commands", {})
        for path, command in (((name,), made), *(((name, one), inner[one]) for one in inner)):
            yield from ((path, param) for param in command.params)


PARAMS = {(*path, param.name): param for path, param in all_params()}
NUMBERS = {key: param for key, param in PARAMS.items() if param.type_descriptor.annotation in (int, float)}
WORDS = {
    key: param
    for key, param in PARAMS.items()
    if key not in NUMBERS and not getattr(param, "is_flag", False) and param.name != "entries"
}


def test_every_number_of_the_command_line_has_a_least_and_a_most() -> None:
    assert len(NUMBERS) > 18
    assert [key for key, param in NUMBERS.items() if param.min is None or param.max is None] == []


def test_help_shows_the_range(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for path in sorted({key[:-1] for key in NUMBERS}):
        shown = run(*path, "--help").stdout
        for key, param in NUMBERS.items():
            if key[:-1] == path:
                assert f"[{param.min}<=x<={param.max}]" in shown, key


@pytest.mark.parametrize("number", [str(2**63), "9" * 3900, "-1", "1e5"])
@pytest.mark.parametrize("key", NUMBERS, ids=" ".join)
def test_a_number_out_of_its_range_is_one_sentence(refuse: Refuse, key: Path, number: str) -> None:
    assert len(refuse(*called(key, number))) < 500


def called(key: Path, given: str) -> tuple[str, ...]:
    """The command with that argument or option, and whatever else it needs."""
    *path, _ = key
    needed = [
        param for other, param in PARAMS.items() if other[:-1] == key[:-1] and param.param_type_name == "argument"
    ]
    usual = {"copies": "1"}
    words = [given if param is PARAMS[key] else usual.get(param.name, "starter") for param in needed if param.required]
    if PARAMS[key].param_type_name == "option":
        return (*path, f"{PARAMS[key].opts[0]}={given}", *words)
    return (*path, *(words if PARAMS[key].required else [given]))


@pytest.mark.parametrize("key", WORDS, ids=" ".join)
def test_junk_is_answered_with_one_short_sentence(refuse: Refuse, key: Path) -> None:
    sentence = refuse(*called(key, JUNK))
    assert len(sentence) < 500
    assert not has_controls(sentence)


@pytest.mark.parametrize(
    "arguments",
    [
        ("deck", JUNK[:1900]),
        ("deck", JUNK[:3900]),
        ("deck", "junk" * 300),
        ("cards", "--rank", JUNK[:3900]),
        ("coach", "--example", "--time", JUNK[:3900]),
        ("coach", "--example", "--belief", JUNK[:3900]),
        ("simulate", "--agent", JUNK[:3900]),
        ("simulate", "--agent", f"deep:{'9' * 3000}"),
        ("simulate", "--agent", "deep:99999999"),
        ("matches", "--delete", JUNK[:3900], "--yes"),
        ("decks", "delete", JUNK[:3900], "--yes"),
        ("opponents", "delete", JUNK[:3900], "--yes"),
        ("opponents", "save", JUNK[:3900]),
        ("replay", JUNK[:3900]),
        ("serve", "--host", "junk" * 300),
        ("simulate", "--record", f"{'junk/' * 300}file"),
        (f"--{JUNK[:3900]}",),
    ],
    ids=lambda arguments: " ".join(word[:12] for word in arguments).encode("unicode_escape").decode(),
)
def test_what_is_just_short_enough_is_not_repeated_whole(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    sentence = refuse(*arguments)
    assert len(sentence) < 600
    assert not has_controls(sentence)


def operations() -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            yield operation["operationId"], method, path, operation


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return DESCRIPTION["components"]["schemas"][name] if name else schema


def leaves(schema: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside that has no others in it."""
    found = resolved(schema)
    inner = [(place, one) for key in ("anyOf", "oneOf", "allOf") for one in found.get(key, ())]
    inner += [(f"{place}.{name}", one) for name, one in found.get("properties", {}).items()]
    inner += [(f"{place}[]", found["items"])] if "items" in found else []
    if not inner:
        yield place, found
    for name, one in inner:
        yield from leaves(one, name)


def fields_asked_for() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, _, _, operation in operations():
        for parameter in operation.get("parameters", ()):
            yield from leaves(parameter["schema"], f"{name}.{parameter['name']}")
        for content in operation.get("requestBody", {}).get("content", {}).values():
            yield from leaves(content["schema"], name)


FIELDS: dict[str, list[dict[str, Any]]] = {}
for _place, _schema in fields_asked_for():
    FIELDS.setdefault(_place, []).append(_schema)


def test_every_number_of_a_request_has_a_minimum_and_a_maximum() -> None:
    numbers = [
        (place, one) for place, all_ in FIELDS.items() for one in all_ if one.get("type") in ("integer", "number")
    ]
    assert len(numbers) > 12
    assert [place for place, one in numbers if "minimum" not in one or "maximum" not in one] == []


def test_every_text_of_a_request_has_a_length() -> None:
    texts = [(place, one) for place, all_ in FIELDS.items() for one in all_ if one.get("type") == "string"]
    free = [(place, one) for place, one in texts if not {"enum", "const", "maxLength"} & one.keys()]
    assert [place for place, _ in free] == ["import_match"], "that one is a whole body, which has a limit in bytes"


SAME = {
    ("matches", "limit"): "list_matches.limit",
    ("coach", "top"): "advise_position.top",
    ("coach", "nodes"): "deepen_position.nodes",
    ("collection", "set", "copies"): "own_card.copies",
    ("play", "seed"): "create_duel.seed",
    ("train", "seed"): "next_exercise.seed",
    ("play", "level"): "create_duel.level",
    ("fleet", "play", "seed"): "create_fleet_game.seed",
    ("lab", "meta", "rounds"): "create_job.rounds",
    ("lab", "deck", "seed"): "measure_deck.seed",
    ("fleet", "play", "max_score"): "create_fleet_game.max_score",
    ("fleet", "play", "cost_limit"): "create_fleet_game.cost_limit",
}


@pytest.mark.parametrize("key", SAME, ids=" ".join)
def test_a_number_has_the_same_range_in_the_terminal_and_over_http(key: Path) -> None:
    (field,) = [one for one in FIELDS[SAME[key]] if one["type"] == "integer"]
    assert (field["minimum"], field["maximum"]) == (NUMBERS[key].min, NUMBERS[key].max)


@pytest.mark.parametrize(
    ("field", "most", "arguments"),
    [
        ("save_deck.name", limits.LONGEST_NAME, ("decks", "save", "{}", "starter")),
        ("save_opponent.name", limits.LONGEST_NAME, ("opponents", "save", "{}")),
        ("create_match.deck", limits.LONGEST_DECK, ("deck", "{}")),
    ],
)
def test_a_text_has_the_same_length_in_the_terminal_and_over_http(
    refuse: Refuse, field: str, most: int, arguments: tuple[str, ...]
) -> None:
    assert [one["maxLength"] for one in FIELDS[field] if one["type"] == "string"] == [most]
    assert f"{most:,} characters at most" in refuse(*(word.format("x" * (most + 1)) for word in arguments))


def test_a_note_has_the_same_length_in_the_terminal_and_over_http() -> None:
    assert [one["maxLength"] for one in FIELDS["save_opponent.note"]] == [limits.LONGEST_NOTE] == [limits.LONGEST_TEXT]


def test_junk_in_any_text_of_a_request_is_one_short_sentence(api: Api) -> None:
    tried = 0
    for name, method, path, operation in operations():
        where = {parameter["name"]: parameter for parameter in operation.get("parameters", ())}
        full = path.replace("{name}", "zu").replace("{card}", "zu")
        for one in ("match_id", "duel_id", "game_id", "job_id", "analysis_id"):
            full = full.replace(f"{{{one}}}", "k3v9x2ab")
        for parameter in where.values():
            if parameter["in"] == "query" and any(one.get("type") == "string" for one in parameter_leaves(parameter)):
                tried += 1
                check(api.send(method.upper(), full, params={parameter["name"]: JUNK}))
        for content in operation.get("requestBody", {}).get("content", {}).values():
            for example, field, schema in properties_of(content):
                if any(one.get("type") == "string" for _, one in leaves(schema, name)):
                    tried += 1
                    check(api.send(method.upper(), full, json={**example, field: JUNK}))
    assert tried > 40


def properties_of(content: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, dict[str, Any]]]:
    """Every field of a body, with an example to put it in; of a body that may be one of several, the fields of each."""
    schema, example = resolved(content["schema"]), content.get("example", {})
    for one in map(resolved, schema.get("oneOf", [schema])):
        properties = one.get("properties", {})
        kind = properties["kind"]["const"] if "oneOf" in schema else None
        for field, inner in properties.items():
            yield (example if kind in (None, example.get("kind")) else {"kind": kind}), field, inner


def parameter_leaves(parameter: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for _, one in leaves(parameter["schema"], "")]


def check(response: Any) -> None:
    assert response.status_code in (404, 422), (response.request.url.path, response.text)
    detail = response.json()["detail"]
    assert len(detail) < 500, detail
    assert not has_controls(detail)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"copies": 100}, "body.copies: Input should be less than or equal to 99"),
        ({"copies": "two"}, "body.copies: it should be a whole number"),
        ({"copies": 1, JUNK: 1}, "Extra inputs are not permitted"),
        ({}, "body.copies: Field required"),
    ],
)
def test_what_does_not_fit_is_told_without_the_words_of_a_programmer(api: Api, body: object, told: str) -> None:
    detail = refused(api.put("/collection/zu", body), 422, "invalid")
    assert told in detail
    assert len(detail) < 500
    assert not has_controls(detail)


def test_a_sentence_of_our_own_has_no_prefix(api: Api) -> None:
    detail = refused(api.post("/decks/check", {}), 422, "invalid")
    assert detail == "the request does not fit: body: a deck is given as cards or as text, one of the two"


@pytest.mark.parametrize("body", [b"{", b"nonsense", b"[1,]", b"\xff", b'{"a":' + b"9" * 5000 + b"}"])
def test_a_body_that_is_no_json_is_told_plainly(api: Api, body: bytes) -> None:
    response = api.send("POST", "/api/v1/decks/check", content=body, headers={"content-type": "application/json"})
    detail = refused(response, 422, "invalid")
    assert not any(word in detail for word in ("Expecting", "char", "digits", "decode", "utf-8"))


@pytest.mark.parametrize("name", ["evil\x9b", "evil\N{RIGHT-TO-LEFT OVERRIDE}", "evil\N{LANGUAGE TAG}", "evil\x1b"])
def test_names_and_notes_are_refused_over_http_as_in_the_terminal(api: Api, name: str) -> None:
    for path, body in (("decks", {"text": "starter"}), ("opponents", {})):
        assert refused(api.put(f"/{path}/{quote(name)}", body), 422, "invalid")
        assert api.put(f"/{path}/fine", {**body, "note": "a\nb"} if path == "opponents" else body).status_code == 201
    assert refused(api.put("/opponents/foe", {"note": name}), 422, "invalid")
    match_id = api.begin()
    assert refused(api.post(f"/matches/{match_id}/branch", {"name": name}), 422, "invalid")
    assert "cannot be shown" in refused(
        api.post(f"/matches/{match_id}/commands", {"text": f"note {name}"}), 422, "refused"
    )
