"""The booster packs that shops of the game sell: the one reader of data/booster_packs.json."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator, known_cards, normalised
from qb_engine.errors import QueensBloodError
from qb_engine.models import CardId


class BoosterPackError(QueensBloodError):
    """A name that fits no booster pack, or several."""


class BoosterPack(NamedTuple):
    """The cards that are sold together."""

    name: str
    name_ja: str
    """As it is called in Japanese."""
    card_ids: tuple[CardId, ...]
    """In ascending order, each once."""


def booster_packs(hydrator: CardHydrator | None = None) -> tuple[BoosterPack, ...]:
    """Every booster pack, in the order of the data; a card that does not exist is refused."""
    cards = known_cards(hydrator)
    return tuple(_read_pack(raw, cards) for raw in _raw_packs())


def find_pack(query: str, hydrator: CardHydrator | None = None) -> BoosterPack:
    """The one pack whose name, in English or Japanese, is, begins with or holds the text."""
    packs = booster_packs(hydrator)
    wanted = normalised(query)
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name,
    )
    for fits in tests:
        found = [pack for pack in packs if wanted and any(fits(normalised(name)) for name in pack[:2])]
        if len(found) == 1:
            return found[0]
        if found:
            choices = " or ".join(f"'{pack.name}'" for pack in found)
            raise BoosterPackError(f"{quoted(query)} may mean {choices}; write more of the name")
    raise BoosterPackError(f"unknown booster pack {quoted(query)}{_hint(wanted, packs)}")


def _hint(wanted: str, packs: tuple[BoosterPack, ...]) -> str:
    names = {normalised(pack.name): pack.name for pack in packs}
    close = [names[name] for name in difflib.get_close_matches(wanted, names, n=3, cutoff=0.6)]
    return f", did you mean {' or '.join(close)}?" if close else "; 'qbcoach collection packs' lists all of them"


def _read_pack(raw: dict[str, Any], hydrator: CardHydrator) -> BoosterPack:
    hydrator.check_ids(raw["cards"])
    return BoosterPack(raw["name"], raw["name_ja"], tuple(sorted(raw["cards"])))


@cache
def _raw_packs() -> list[dict[str, Any]]:
    text = resources.files("qb_engine").joinpath("data/booster_packs.json").read_text(encoding="utf-8")
    packs: list[dict[str, Any]] = json.loads(text)["packs"]
    return packs
