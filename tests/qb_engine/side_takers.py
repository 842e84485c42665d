"""Every public function of the engine that takes a side, found by its annotations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import isclass, isfunction, signature
from pkgutil import walk_packages
from typing import Any

import qb_engine

_SIDE = re.compile(r"\b(AnySide|SideName|TwoSides|Side)\b")
_COMPILED = "qb_engine._kernel"


def side_takers() -> dict[str, list[str]]:
    """Qualified name to the annotations of its sides."""
    found = {}
    for name, function in _public_functions():
        sides = [annotation for annotation in _annotations(function) if _SIDE.search(annotation)]
        if sides:
            found[name] = sides
    return found


def _annotations(function: Callable[..., Any]) -> Iterator[str]:
    for parameter in signature(function).parameters.values():
        if parameter.annotation is not parameter.empty:
            yield str(parameter.annotation)


def _public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in walk_packages(qb_engine.__path__, "qb_engine."):
        if module.name == _COMPILED or module.name.rpartition(".")[2].startswith("test_"):
            continue
        for name, value in vars(import_module(module.name)).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.name:
                continue
            if isfunction(value):
                yield name, value
            elif isclass(value):
                yield from _methods(value)


def _methods(owner: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Its own methods, what makes it, and what its properties are set by."""
    for name, value in vars(owner).items():
        if name.startswith("_") and name not in ("__init__", "__new__", "__getitem__"):
            continue
        function = value.fset if isinstance(value, property) else getattr(value, "__func__", value)
        if isfunction(function):
            yield f"{owner.__name__}.{name}".removesuffix(".__init__").removesuffix(".__new__"), function
