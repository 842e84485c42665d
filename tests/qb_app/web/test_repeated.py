"""Every change that is sent twice counts once: by its key, or because doing it again changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import create_engine, inspect, text

from gamekit.sides import BySide
from qb_app.asking.choices import Beginner
from qb_app.games.simulation import Simulation
from qb_app.live.imports import import_match
from qb_app.live.tools import Tools
from qb_app.storage import open_storage
from qb_app.web.routers import PREFIX
from qb_engine.kernel import door
from tests.qb_app.lab.small import shrink
from tests.qb_app.web.caller import Caller
from tests.qb_app.web.conftest import EXAMPLE, OPENING, read
from tests.qb_app.web.lab_calls import MATRIX, lab, play_nothing, stored_meta

DESCRIPTION = Path(__file__).resolve().parents[3] / "page" / "openapi.json"
KEPT_TO_SAVE_TIME = ("answers",)
ENDING = "rebirth Y1,-,-,-,E1/Y1,-,-,-,E1/Y1,-,-,-,E1 Y turn=3 hand=008 ehand=008"
PLAIN = {"content-type": "text/plain"}


class Request(NamedTuple):
    """How an operation is asked for; what it needs is there already."""

    path: str
    body: object = None
    content: str | None = None


Making = Callable[[Caller], Request]


def match(api: Caller, *more: str) -> str:
    return f"/matches/{api.begin(*OPENING, *more)}"


def exported(api: Caller) -> str:
    return api.get(f"{match(api)}/export").text


def fleet(api: Caller, creator: str = "person") -> str:
    made = api.ok("POST", "/fleet/games", {"seed": 7, "creator": creator, "joiner": "greedy"})
    return f"/fleet/games/{made['id']}"


def ordered(api: Caller, game: str) -> Request:
    return Request(f"{game}/commands", {"text": api.ok("GET", f"{game}/orders")["orders"][0]["text"]})


def fleet_undo(api: Caller) -> Request:
    game = fleet(api)
    path, body, _ = ordered(api, game)
    api.ok("POST", path, body)
    return Request(f"{game}/undo")


def duel(api: Caller, *decisions: str) -> str:
    path = f"/duels/{api.ok('POST', '/duels', {'level': 1, 'seed': 3})['id']}"
    for decision in decisions:
        api.ok("POST", f"{path}/decisions", {"text": decision})
    return path


def saved(api: Caller, path: str, body: object) -> str:
    api.ok("PUT", path, body)
    return path


def job(api: Caller) -> str:
    return f"/lab/jobs/{api.ok('POST', '/lab/jobs', MATRIX)['id']}"


def kept_field(api: Caller) -> str:
    return saved(api, "/lab/fields/old", {"job": stored_meta(api.storage)})


def filled(api: Caller) -> str:
    api.ok("PUT", "/collection/mu", {"copies": 1})
    return "/collection"


AGAIN = {"number": 1, "level": 1, "seed": 1}


def played() -> str:
    """A finished game of a few plies, as a record."""
    return (
        Simulation.set_up("rebirth", BySide("starter", "starter"), BySide("random", "random"), Beginner.YOU)
        .play(4)
        .to_text()
    )


KEYED: dict[str, Making] = {
    "create_match": lambda api: Request("/matches", {"deck": "starter"}),
    "import_match": lambda api: Request("/matches/import", content=exported(api)),
    "append_command": lambda api: Request(f"{match(api)}/commands", {"text": "note twice"}),
    "undo": lambda api: Request(f"{match(api, 'note a', 'note b')}/undo", {"times": 1}),
    "redo": lambda api: Request(f"{match(api, 'note a', 'note b', 'undo 2')}/redo", {"times": 1}),
    "branch": lambda api: Request(f"{match(api)}/branch", {"name": "try"}),
    "create_duel": lambda api: Request("/duels", {"level": 1, "seed": 3}),
    "decide": lambda api: Request(f"{duel(api)}/decisions", {"text": "keep"}),
    "undo_duel": lambda api: Request(f"{duel(api, 'keep', 'pass')}/undo"),
    "resign_duel": lambda api: Request(f"{duel(api)}/resign"),
    "create_fleet_game": lambda api: Request("/fleet/games", {"seed": 7}),
    "order_fleet": lambda api: ordered(api, fleet(api)),
    "advance_fleet": lambda api: Request(f"{fleet(api, 'random')}/advance", {"orders": 1}),
    "undo_fleet": fleet_undo,
    "try_match_again": lambda api: Request(f"{match(api, 'pass')}/again", AGAIN),
    "try_duel_again": lambda api: Request(f"{duel(api, 'keep', 'pass')}/again", AGAIN),
    "answer_exercise": lambda api: Request("/train/answers", {"exercise": "lesson-place-1", "moves": ["pass"]}),
}
SAME_AGAIN: dict[str, Making] = {
    "save_deck": lambda api: Request("/decks/mine", {"text": "starter"}),
    "save_opponent": lambda api: Request("/opponents/Bob", {"note": "howls", "known": ["015"]}),
    "own_card": lambda api: Request("/collection/zu", {"copies": 2}),
    "add_to_collection": lambda api: Request("/collection", {"pack": "Ruffians"}),
    "delete_match": lambda api: Request(match(api)),
    "delete_deck": lambda api: Request(saved(api, "/decks/old", {"text": "starter"})),
    "clear_collection": lambda api: Request(filled(api)),
    "delete_opponent": lambda api: Request(saved(api, "/opponents/Alice", {})),
    "delete_duel": lambda api: Request(duel(api)),
    "delete_fleet_game": lambda api: Request(fleet(api)),
    "keep_field": lambda api: Request("/lab/fields/mine", {"job": stored_meta(api.storage)}),
    "forget_field": lambda api: Request(kept_field(api)),
    "create_job": lambda api: Request("/lab/jobs", {**MATRIX, "seed": 1}),
    "cancel_job": lambda api: Request(f"{job(api)}/cancel"),
    "resume_job": lambda api: Request(f"{job(api)}/resume"),
    "delete_job": lambda api: Request(job(api)),
    "cancel_analysis": lambda api: Request("/analyses/5fXk2mZqW1aB"),
}
SAME_POSTS = ("add_to_collection", "create_job", "cancel_job", "resume_job")
"""They say what is to be there at the end, as a PUT does."""
STORING_NOTHING = {"cancel_analysis", "cancel_job", "resume_job"}
FOUND_AGAIN = {*SAME_POSTS, *(name for name in SAME_AGAIN if name.startswith(("save", "own", "keep", "clear")))}
"""Repeated they succeed; the others find nothing left to delete."""
CHANGING_NOTHING: dict[str, Making] = {
    "summarise_position": lambda api: Request("/positions/summary", {"position": EXAMPLE, "lines": ["pass"]}),
    "summarise_record": lambda api: Request("/records/summary", {"record": played()}),
    "find_mistakes": lambda api: Request("/train/mistakes"),
    "check_deck": lambda api: Request("/decks/check", {"text": "starter"}),
    "read_position": lambda api: Request("/positions", {"position": EXAMPLE}),
    "read_boards": lambda api: Request("/positions/boards", {"positions": [EXAMPLE]}),
    "play_on_position": lambda api: Request(
        "/positions/played", {"position": EXAMPLE, "side": "Y", "move": "Levrikon T1"}
    ),
    "advise_position": lambda api: Request("/positions/advice", {"position": EXAMPLE, "quick": True}),
    "predict_position": lambda api: Request("/positions/prediction", {"position": EXAMPLE}),
    "deepen_position": lambda api: Request("/positions/deep", {"position": EXAMPLE, "nodes": 200}),
    "solve_position": lambda api: Request("/positions/solve", {"position": ENDING}),
    "measure_deck": lambda api: Request("/lab/points", {"deck": "starter"}),
    "read_fleet_record": lambda api: Request("/fleet/replays", {"record": api.get(f"{fleet(api)}/record").text}),
}
NEED_KERNEL = {
    "find_mistakes",
    *(
        "try_match_again",
        "try_duel_again",
        "create_duel",
        "decide",
        "undo_duel",
        "resign_duel",
        "delete_duel",
        "deepen_position",
        "solve_position",
    ),
    *("keep_field", "forget_field", "create_job", "cancel_job", "resume_job", "delete_job", "measure_deck"),
}


def operations() -> Iterator[tuple[str, str, set[str]]]:
    """Every operation that is no reading: its id, its method, its headers."""
    for path in json.loads(DESCRIPTION.read_text(encoding="utf-8"))["paths"].values():
        for method, operation in path.items():
            if method != "get":
                headers = {one["name"].lower() for one in operation.get("parameters", ()) if one["in"] == "header"}
                yield operation["operationId"], method, headers


METHODS = {name: method for name, method, _ in operations()}


def test_every_change_is_kept_by_a_key_or_the_same_when_repeated() -> None:
    with_key = {name for name, _, headers in operations() if "idempotency-key" in headers}
    without = {name: method for name, method, headers in operations() if "idempotency-key" not in headers}
    assert with_key == set(KEYED)
    assert {name for name, method in without.items() if method in ("put", "delete")} == {*SAME_AGAIN} - {*SAME_POSTS}
    assert {name for name, method in without.items() if method == "post"} == {*CHANGING_NOTHING, *SAME_POSTS}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("repeated") / "all.db"


@pytest.fixture(scope="module")
def api(database: Path) -> Iterator[Caller]:
    """One for all: what is stored is compared with what was stored before."""
    with pytest.MonkeyPatch.context() as patch, open_storage(str(database)) as storage, lab(storage) as caller:
        shrink(patch.setattr)
        play_nothing(patch)
        yield caller


@pytest.fixture(scope="module")
def stored(database: Path) -> Callable[[], dict[str, list[Any]]]:
    """All that is stored at this moment, but for what only saves time."""

    def dump() -> dict[str, list[Any]]:
        engine = create_engine(f"sqlite:///{database}")
        with engine.connect() as connection:
            names = sorted({*inspect(connection).get_table_names()} - {*KEPT_TO_SAVE_TIME})
            rows = {name: sorted(map(repr, connection.execute(text(f"SELECT * FROM {name}")))) for name in names}
        engine.dispose()
        return rows

    return dump


def sent(api: Caller, method: str, request: Request, key: str | None = None) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    if request.content is not None:
        return api.send(method, PREFIX + request.path, content=request.content, headers={**headers, **PLAIN})
    given = {} if request.body is None else {"json": request.body}
    return api.send(method, PREFIX + request.path, headers=headers, **given)


def cases(table: dict[str, Making]) -> pytest.MarkDecorator:
    kernel = pytest.mark.skipif(not door.available, reason="the kernel is not built (no compiler, or QBCOACH_PURE)")
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=kernel if name in NEED_KERNEL else ()) for name in table]
    )


@cases(KEYED)
def test_a_change_with_a_key_counts_once(api: Caller, stored: Callable[[], object], name: str) -> None:
    request = KEYED[name](api)
    before = stored()
    first = sent(api, METHODS[name], request, f"key of {name}".replace(" ", "-"))
    assert first.is_success, first.text
    once = stored()
    assert once != before
    again = sent(api, METHODS[name], request, f"key of {name}".replace(" ", "-"))
    assert stored() == once
    assert again.status_code == first.status_code
    for header in ("location", "etag"):
        assert again.headers.get(header) == first.headers.get(header)


@cases(SAME_AGAIN)
def test_what_takes_no_key_leaves_the_same_when_it_is_repeated(
    api: Caller, stored: Callable[[], object], name: str
) -> None:
    request = SAME_AGAIN[name](api)
    before = stored()
    first = sent(api, METHODS[name], request)
    once = stored()
    assert (once != before) == (name not in STORING_NOTHING)
    again = sent(api, METHODS[name], request)
    assert stored() == once
    assert again.is_success if name in FOUND_AGAIN else again.status_code == 404, (first.text, again.text)


@cases(CHANGING_NOTHING)
def test_what_only_computes_changes_nothing(api: Caller, stored: Callable[[], object], name: str) -> None:
    request = CHANGING_NOTHING[name](api)
    before = stored()
    answer = sent(api, METHODS[name], request)
    assert answer.is_success, answer.text
    assert stored() == before


def test_a_key_means_the_match_that_was_made_with_it_whatever_is_asked(api: Caller) -> None:
    before = len(api.storage.matches.matches())
    first = sent(api, "POST", Request("/matches", {"deck": "starter"}), "whatever")
    for other in (Request("/matches", {"first": "enemy"}), Request("/matches/import", content="no match at all")):
        again = sent(api, "POST", other, "whatever")
        assert read(again, 201) == read(first, 201)
        assert again.headers["location"] == first.headers["location"]
    assert len(api.storage.matches.matches()) == before + 1


def test_a_match_that_went_on_is_answered_as_it_stands(api: Caller) -> None:
    request = Request("/matches", {})
    match_id = sent(api, "POST", request, "goes-on").json()["id"]
    api.enter(match_id, OPENING[0])
    again = sent(api, "POST", request, "goes-on")
    assert (again.status_code, again.json()["version"], again.headers["etag"]) == (201, 1, '"1"')


def test_of_many_who_import_with_one_key_one_makes_the_match(api: Caller) -> None:
    matches, content = api.storage.matches, exported(api).encode()
    before = len(matches.matches())
    with ThreadPoolExecutor(4) as threads:
        made = threads.map(lambda _: import_match(matches, content, Tools(), key="at-once"), range(8))
        assert len(set(made)) == 1
    assert len(matches.matches()) == before + 1
