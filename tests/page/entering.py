"""Players who enter a game at the page and count what it takes: one with a finger, one with the keys alone.

They look at the page with one question each time, so that whole games cost little.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import Page

from qb_engine.geometry import Side
from qb_engine.models import HIDDEN
from tests.page.conftest import PATIENCE
from tests.page.games_to_enter import HYDRATOR, Drawn, Play, Script

_WHEN = """
([names, selectors, patience]) => new Promise((resolve, reject) => {
  const end = performance.now() + patience;
  let before = '';
  const look = () => {
    const stands = document.querySelector('h1')?.textContent ?? '';
    const open = (one) => one && !one.disabled && one.checkVisibility({ visibilityProperty: true });
    const found = selectors.map((one) => document.querySelector(one)).find(open);
    if (names.includes(stands) && (found || !selectors.length)) {
      found?.scrollIntoView({ block: 'center' });
      const box = found?.getBoundingClientRect();
      const place = JSON.stringify([stands, box]);
      if (place !== before) return void ((before = place), requestAnimationFrame(() => setTimeout(look)));
      resolve([stands, found ? selectors.findIndex((one) => found.matches(one)) : -1,
               box ? box.x + box.width / 2 : 0, box ? box.y + box.height / 2 : 0]);
    } else if (performance.now() > end) reject(new Error(`${stands} is not ${names}, or lacks ${selectors}`));
    else setTimeout(look, 4);
  };
  look();
})"""
"""Waits until the heading is one of these and one of the selectors shows something to be pressed, and stays there."""
_OFFERED = "() => [...document.querySelectorAll('.faces [data-card]')].map((face) => face.dataset.card)"
_HELD = "() => [...document.querySelectorAll('.hand [data-card]')].map((card) => card.dataset.card)"
_NUMBERED = 9
"""So many places have a key of their own."""
_AFTER = {
    Side.YOU: ("The enemy's move", "The match is over"),
    Side.ENEMY: ("Your draw", "Your move", "The new cards", "The match is over"),
}
_MOMENTS = {Side.YOU: ("Your move", "The new cards"), Side.ENEMY: ("The enemy's move",)}
_DRAW = ("Your draw",)
_HAND = ("Your opening hand",)
_MULLIGAN = ("Keep or exchange",)


@dataclass
class Counts:
    """Touches or keys by what was entered."""

    moves: list[int] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)


def when(page: Page, names: tuple[str, ...], *selectors: str) -> Any:
    """What stands there then: the heading, which selector it was, and where."""
    return page.evaluate(_WHEN, [names, selectors, PATIENCE])


class Enters(Protocol):
    """Somebody who enters; each way waits for its moment and returns what it took."""

    def keep(self) -> int: ...

    def saw_nothing(self) -> int: ...

    def card(self, card_id: str, moment: tuple[str, ...]) -> int: ...

    def move(self, play: Play) -> int: ...

    def leave(self, side: Side) -> int: ...


class Finger:
    """Touches, and types only what is not offered."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def keep(self) -> int:
        return self._tap(_MULLIGAN, "section.glance .actions button:enabled")

    def saw_nothing(self) -> int:
        return self._tap(_HAND, "section.glance .actions button")

    def card(self, card_id: str, moment: tuple[str, ...]) -> int:
        offered = f".faces [data-card='{card_id}']" if card_id != HIDDEN else ".faces .unseen"
        _, which, *_ = when(self.page, moment, offered, "#entry-line")
        if which == 0:
            return self._tap(moment, offered)
        self._tap(moment, "#entry-line")
        name = HYDRATOR.get(card_id).name
        self.page.keyboard.type(name)
        return 1 + len(name) + self._tap(moment, offered)

    def move(self, play: Play) -> int:
        moment = _MOMENTS[play.side]
        tile = f"[data-tile='{play.tile and play.tile.long}']"
        if play.side is Side.ENEMY:
            return self.card(play.card or "", moment) + self._tap(moment, f"{tile}.legal")
        held = f".hand [data-card='{play.card}']"
        _, which, *_ = when(self.page, moment, held, ".hand [data-card]")
        if which == 0:
            return self._tap(moment, held) + self._tap(moment, f"{tile}.legal")
        return self._tap(moment, tile) + self.card(play.card or "", moment)  # it was not told: the tile comes first

    def leave(self, side: Side) -> int:
        return self._tap(_MOMENTS[side], ".buttons .pass")

    def _tap(self, moment: tuple[str, ...], selector: str) -> int:
        *_, x, y = when(self.page, moment, selector)
        self.page.touchscreen.tap(x, y)
        return 1


class Keys:
    """Never touches anything: whatever has the focus after an entry, typing goes to the next one."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def keep(self) -> int:
        when(self.page, _MULLIGAN)
        return self._press("Enter")

    def saw_nothing(self) -> int:
        when(self.page, _HAND, ".faces [data-card]")
        return self._type(["-"] * 5)

    def card(self, card_id: str, moment: tuple[str, ...]) -> int:
        when(self.page, moment, ".faces [data-card]")
        offered = self.page.evaluate(_OFFERED)
        if card_id in offered[:_NUMBERED]:
            return self._press(str(offered.index(card_id) + 1))
        if card_id == HIDDEN:
            return self._press("-")
        keys = 0
        for letter in HYDRATOR.get(card_id).name:
            keys += self._press(letter)
            if self.page.evaluate(_OFFERED)[0] == card_id:
                break
        return keys + self._press("Enter")

    def move(self, play: Play) -> int:
        moment, tile = _MOMENTS[play.side], [*str(play.tile).lower()]
        if play.side is Side.ENEMY:
            return self.card(play.card or "", moment) + self._type(tile)
        when(self.page, moment, ".hand [data-card]")
        held = self.page.evaluate(_HELD)
        if play.card in held:
            return self._type([str(held.index(play.card) + 1), *tile])
        return self._type(tile) + self.card(play.card or "", moment)

    def leave(self, side: Side) -> int:
        when(self.page, _MOMENTS[side])
        return self._press("0")

    def _type(self, keys: list[str]) -> int:
        return sum(map(self._press, keys))

    def _press(self, key: str) -> int:
        self.page.keyboard.press(key)
        return 1


def enter(page: Page, player: Enters, script: Script, counts: Counts) -> None:
    """The whole game, from the opening hand to its last step."""
    for place, card_id in enumerate(script.hand):
        when(page, _HAND, f".slots > :nth-child({place + 1}).empty")
        player.card(card_id, _HAND)
    if script.hand:
        player.keep()
    else:
        player.saw_nothing()
    for step in script.steps:
        if isinstance(step, Drawn):
            counts.draws.append(player.card(step.card, _DRAW))
        elif step.card is None:
            counts.passes.append(player.leave(step.side))
        else:
            counts.moves.append(player.move(step))
    last = script.steps[-1]
    if isinstance(last, Play):
        when(page, _AFTER[last.side])
