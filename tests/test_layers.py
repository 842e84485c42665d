"""Imports go one way: each package and each module uses only what stands to its left."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# Each package of the product, and the other packages of this repository that it may import.
PACKAGES: dict[str, frozenset[str]] = {
    "gamekit": frozenset(),
    "qb_engine": frozenset({"gamekit"}),
    "fleet_engine": frozenset({"gamekit"}),
    "qb_app": frozenset({"gamekit", "qb_engine", "fleet_engine"}),
}
STDLIB_ONLY = frozenset({"gamekit", "qb_engine", "fleet_engine"})
LOCAL = frozenset(PACKAGES) | {"tests", "bench", "training"}
COMPILED = frozenset({"qb_engine._kernel"})  # our own, without a source file in Python

# The modules of qb_engine from left to right; a module imports from its own group or an earlier one.
QB_ENGINE_LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "geometry"),
    ("effects", "ruleset"),
    ("models", "card_schema", "card_hydrator", "effect_text", "library", "reader"),
    ("changes", "pawn_delta", "board_state", "counting", "powers"),
    ("legality", "projection", "destruction", "resolution", "effect_engine", "scoring"),
    ("deck", "hand", "board_notation", "deck_notation", "notation"),
    ("game_events", "table", "game_state", "narration"),
    ("game", "mirror", "perft"),
    ("enemy_observation", "evaluation"),
    ("_kernel", "kernel_tables", "kernel_records", "kernel"),
    ("deck_belief", "opponents", "hand_belief", "replies", "prediction"),
    ("predictor",),
    ("chance", "win_chance", "belief_worlds", "search", "solver", "mulligan_advice", "puzzles"),
    ("reasons", "wording", "coaching", "coach_player"),
    ("deep_coach", "levels"),
    ("diagnostics",),
)

# The modules of a live match, likewise; storage knows none of them.
LIVE_LAYERS: tuple[tuple[str, ...], ...] = (
    ("commands", "setup"),
    ("command_text", "names", "refusals"),
    ("corrections", "game", "history"),
    ("printed_board", "telling", "late_storage", "tools"),
    ("enemy", "summary", "start"),
    ("outcome", "questions", "context"),
    ("session", "chance_plot"),
    ("record", "reader", "loop", "screen", "summary_view"),
    ("answer_view", "documents"),
    ("show",),
)


@dataclass(frozen=True)
class Import:
    """One imported name: as far as a module or package goes, in full."""

    target: str
    line: int
    at_load: bool  # runs when the module is loaded: not in a function, not under TYPE_CHECKING


@dataclass(frozen=True)
class Module:
    """One source file and what it imports."""

    name: str  # dotted; a package's __init__ has the package's name
    path: Path
    imports: tuple[Import, ...]

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    @property
    def is_test(self) -> bool:
        return self.path.name.startswith("test_")


def read_modules(root: Path, package: str) -> list[Module]:
    """Every source file of a package under root."""
    return [_read_module(root, path) for path in sorted((root / package).rglob("*.py"))]


def _read_module(root: Path, path: Path) -> Module:
    parts = path.relative_to(root).with_suffix("").parts
    is_init = parts[-1] == "__init__"
    parent = parts[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    imports = tuple(
        Import(target, node.lineno, at_load)
        for node, at_load in _import_nodes(tree, at_load=True)
        for target in _targets(node, root, parent)
    )
    return Module(".".join(parent if is_init else parts), path, imports)


def _import_nodes(node: ast.AST, *, at_load: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node, at_load
        return
    if isinstance(node, ast.If) and _is_type_checking(node.test):
        for child in node.body:
            yield from _import_nodes(child, at_load=False)
        for child in node.orelse:
            yield from _import_nodes(child, at_load=at_load)
        return
    inside = at_load and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    for inner in ast.iter_child_nodes(node):
        yield from _import_nodes(inner, at_load=inside)


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def _targets(node: ast.Import | ast.ImportFrom, root: Path, parent: tuple[str, ...]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = parent[: len(parent) - node.level + 1] if node.level else ()
    source = (*base, *(node.module.split(".") if node.module else ()))
    full = ((*source, alias.name) for alias in node.names)
    yield from dict.fromkeys(".".join(parts if _is_module(root, parts) else source) for parts in full)


def _is_module(root: Path, parts: tuple[str, ...]) -> bool:
    place = root.joinpath(*parts)
    return ".".join(parts) in COMPILED or place.with_suffix(".py").is_file() or (place / "__init__.py").is_file()


def package_violations(root: Path) -> list[str]:
    """Imports of a package to the right, or from outside the standard library where that is all a package may use."""
    found = []
    for package, allowed in PACKAGES.items():
        for module in read_modules(root, package):
            for item in module.imports:
                top = item.target.partition(".")[0]
                if top == package or top in allowed:
                    continue
                outside = package in STDLIB_ONLY and not module.is_test and top not in sys.stdlib_module_names
                if top in LOCAL or outside:
                    found.append(f"{module.name}:{item.line} imports {item.target}")
    return found


def layer_violations(root: Path, package: str, layers: tuple[tuple[str, ...], ...]) -> list[str]:
    """Imports from a later group, or through the package's own __init__, which would hide the direction."""
    rank = {name: index for index, group in enumerate(layers) for name in group}
    found = []
    for module in read_modules(root, package):
        own = _inner_name(module.name)
        if own not in rank:
            continue
        for item in module.imports:
            if item.target.partition(".")[0] != package:
                continue
            other = _inner_name(item.target)
            if not other or rank.get(other, len(layers)) > rank[own]:
                found.append(f"{module.name}:{item.line} imports {item.target}")
    return found


def unlisted_modules(root: Path, package: str, layers: tuple[tuple[str, ...], ...]) -> list[str]:
    """Modules that have no place in the declared layers."""
    listed = {name for group in layers for name in group}
    names = {_inner_name(module.name) for module in read_modules(root, package) if not module.is_test}
    return sorted(names - listed - {""})


def _inner_name(dotted: str) -> str:
    """The module directly inside the package ("" for the package itself)."""
    return dotted.partition(".")[2].partition(".")[0]


def import_cycles(root: Path) -> list[str]:
    """Modules that need each other in order to load."""
    modules = [module for package in PACKAGES for module in read_modules(root, package)]
    known = {module.name for module in modules}
    graph = {m.name: [i.target for i in m.imports if i.at_load and i.target in known] for m in modules}
    cycles: list[str] = []
    done: set[str] = set()

    def visit(name: str, trail: list[str]) -> None:
        if name in trail:
            cycles.append(" -> ".join([*trail[trail.index(name) :], name]))
        elif name not in done:
            for target in graph[name]:
                visit(target, [*trail, name])
            done.add(name)

    for name in graph:
        visit(name, [])
    return cycles


# The repository itself.


def test_every_package_of_the_product_is_looked_at() -> None:
    assert [name for name in ("gamekit", "qb_engine", "qb_app") if not read_modules(ROOT, name)] == []


def test_packages_import_only_what_stands_to_their_left() -> None:
    assert package_violations(ROOT) == []


def test_every_engine_module_has_one_place_in_the_layers() -> None:
    listed = [name for group in QB_ENGINE_LAYERS for name in group]
    assert len(listed) == len(set(listed))
    assert unlisted_modules(ROOT, "qb_engine", QB_ENGINE_LAYERS) == []


def test_engine_modules_import_only_their_own_or_an_earlier_layer() -> None:
    assert layer_violations(ROOT, "qb_engine", QB_ENGINE_LAYERS) == []


def live_violations(root: Path) -> list[str]:
    """Imports of a later group among the modules of a live match."""
    rank = {f"qb_app.live.{name}": place for place, group in enumerate(LIVE_LAYERS) for name in group}
    return [
        f"{module.name}:{item.line} imports {item.target}"
        for module in read_modules(root, "qb_app")
        for item in module.imports
        if module.name in rank and rank.get(item.target, 0) > rank[module.name]
    ]


def test_every_module_of_a_live_match_has_one_place_in_the_layers() -> None:
    listed = sorted(name for group in LIVE_LAYERS for name in group)
    there = sorted(path.stem for path in (ROOT / "qb_app/live").glob("*.py") if path.stem != "__init__")
    assert listed == there


def test_modules_of_a_live_match_import_only_their_own_or_an_earlier_layer() -> None:
    assert live_violations(ROOT) == []


def test_storage_knows_nothing_of_what_stands_above_it() -> None:
    imports = [
        (module.name, item.target)
        for module in read_modules(ROOT, "qb_app")
        if module.name.startswith("qb_app.storage")
        for item in module.imports
        if item.target.startswith("qb_app") and not item.target.startswith("qb_app.storage")
    ]
    assert imports == []


def test_no_modules_need_each_other_to_load() -> None:
    assert import_cycles(ROOT) == []


# The checks, on small wrong trees.

LAYERS = (("low",), ("mid", "side"), ("high",))


def plant(root: Path, files: dict[str, str]) -> Path:
    """A source tree of the given files."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("gamekit/search.py", "import qb_engine"),
        ("gamekit/search.py", "import numpy.random"),
        ("gamekit/search.py", "def f():\n    from qb_app.cli.program import main"),
        ("gamekit/__init__.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import qb_engine.models"),
        ("qb_engine/models.py", "import json, rich"),
        ("qb_engine/test_models.py", "import qb_app"),
        ("fleet_engine/ships.py", "from qb_engine.models import Card"),
        ("qb_app/cli.py", "import tests.golden"),
    ],
)
def test_a_forbidden_package_is_reported(tmp_path: Path, file: str, text: str) -> None:
    assert len(package_violations(plant(tmp_path, {file: text}))) == 1


def test_allowed_packages_are_not_reported(tmp_path: Path) -> None:
    files = {
        "gamekit/search.py": "from __future__ import annotations\nimport json\nfrom . import rng\nimport gamekit.rng",
        "qb_engine/models.py": "import gamekit.search",
        "qb_engine/test_models.py": "import pytest\nfrom qb_engine.models import Card",
        "qb_app/cli.py": "import typer, gamekit, qb_engine.models, fleet_engine",
    }
    assert package_violations(plant(tmp_path, files)) == []


@pytest.mark.parametrize(
    "text",
    [
        "import qb_engine.high",
        "from qb_engine.high import thing",
        "from qb_engine import high",
        "from . import high",
        "from .high import thing, another",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .high import Thing",
        "def f():\n    from . import high",
        "from qb_engine import Thing",
        "import qb_engine",
        "from .unlisted import thing",
    ],
)
def test_an_import_from_a_later_layer_is_reported(tmp_path: Path, text: str) -> None:
    plant(tmp_path, {"qb_engine/__init__.py": "", "qb_engine/high.py": "", "qb_engine/mid.py": text})
    assert len(layer_violations(tmp_path, "qb_engine", LAYERS)) == 1


def test_imports_from_the_same_or_an_earlier_layer_are_not_reported(tmp_path: Path) -> None:
    files = {
        "qb_engine/__init__.py": "from .high import Thing",
        "qb_engine/low.py": "import json",
        "qb_engine/side.py": "from .low import thing",
        "qb_engine/mid.py": "import qb_engine.low\nfrom . import side\nfrom gamekit.high import thing",
        "qb_engine/test_low.py": "from .high import thing",
    }
    assert layer_violations(plant(tmp_path, files), "qb_engine", LAYERS) == []


def test_an_import_of_a_later_live_module_is_reported(tmp_path: Path) -> None:
    plant(tmp_path, {"qb_app/live/game.py": "from qb_app.live.session import x", "qb_app/live/session.py": ""})
    assert len(live_violations(tmp_path)) == 1
    plant(tmp_path, {"qb_app/live/game.py": "", "qb_app/live/session.py": "from qb_app.live.game import x"})
    assert live_violations(tmp_path) == []


def test_a_module_without_a_place_is_reported(tmp_path: Path) -> None:
    names = ("__init__", "low", "test_low", "stray", "nest/__init__", "nest/egg")
    plant(tmp_path, {f"qb_engine/{name}.py": "" for name in names})
    assert unlisted_modules(tmp_path, "qb_engine", LAYERS) == ["nest", "stray"]


@pytest.mark.parametrize("last", ["from . import low", "try:\n    import qb_engine.low\nfinally:\n    pass"])
def test_a_cycle_is_reported_with_its_way(tmp_path: Path, last: str) -> None:
    plant(tmp_path, {"qb_engine/low.py": "from .mid import x", "qb_engine/mid.py": "from .side import x"})
    plant(tmp_path, {"qb_engine/side.py": last})
    assert import_cycles(tmp_path) == ["qb_engine.low -> qb_engine.mid -> qb_engine.side -> qb_engine.low"]


def test_imports_that_do_not_run_at_load_make_no_cycle(tmp_path: Path) -> None:
    lazy = "import typing\nif typing.TYPE_CHECKING:\n    from .low import Thing\ndef f():\n    from . import low"
    plant(tmp_path, {"qb_engine/low.py": "from . import mid", "qb_engine/mid.py": lazy})
    assert import_cycles(tmp_path) == []
