"""What the contracts in pyproject.toml cannot say of imports: what a package may use, and nothing else."""

import sys
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

ENGINES = ("gamekit", "qb_engine", "fleet_engine")


def foreign_imports(graph: grimp.ImportGraph) -> Iterator[tuple[str, str]]:
    """Imports from neither the engines nor the standard library; a test beside the engine may use what it likes."""
    for module in sorted(graph.modules):
        is_ours = module.partition(".")[0] in ENGINES and ".test_" not in module
        for target in graph.find_modules_directly_imported_by(module) if is_ours else ():
            if target.partition(".")[0] not in {*ENGINES, *sys.stdlib_module_names}:
                yield module, target


def test_the_engines_need_nothing_but_python() -> None:
    graph = grimp.build_graph(*ENGINES, include_external_packages=True, cache_dir=None)
    assert {"qb_engine.models", "qb_engine.deep.coach", "fleet_engine.battle", "gamekit.arena"} <= graph.modules
    assert list(foreign_imports(graph)) == []


@pytest.mark.parametrize(
    "line", ["import numpy.random", "def f():\n    from rich import box", "from tests import golden"]
)
def test_a_foreign_package_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    package = tmp_path / "planted_engine"
    package.mkdir()
    (package / "__init__.py").write_text("import json")
    (package / "models.py").write_text(line)
    (package / "test_models.py").write_text("import pytest")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys.modules[__name__], "ENGINES", ("planted_engine",))
    graph = grimp.build_graph("planted_engine", include_external_packages=True, cache_dir=None)
    assert [module for module, _ in foreign_imports(graph)] == ["planted_engine.models"]
