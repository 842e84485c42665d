"""What pip asks to build qbCoach: the page is built first, the rest is scikit-build-core's.

Node is fetched from PyPI into the build environment when the machine has none. A source distribution holds the built
page, so that installing from one needs no Node at all.
"""

from __future__ import annotations

from pathlib import Path

from scikit_build_core import build as inner

from page import NODE_FROM_PYPI, PageSources, find_npm

Settings = dict[str, list[str] | str] | None

prepare_metadata_for_build_wheel = inner.prepare_metadata_for_build_wheel
prepare_metadata_for_build_editable = inner.prepare_metadata_for_build_editable


def _page() -> PageSources:
    return PageSources(Path.cwd())


def _with_node(requires: list[str]) -> list[str]:
    return requires if _page().is_built or find_npm() else [*requires, NODE_FROM_PYPI]


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    return _with_node(inner.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    return _with_node(inner.get_requires_for_build_editable(config_settings))


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    return _with_node(inner.get_requires_for_build_sdist(config_settings))


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    _page().build()
    return inner.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None
) -> str:
    _page().build()
    return inner.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    _page().build()
    return inner.build_sdist(sdist_directory, config_settings)
