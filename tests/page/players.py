"""Three people who use the same page: one with a mouse, one with nothing but a keyboard, one with a finger."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from qb_engine.geometry import Tile
from tests.page.actions import board, button, hand_card, open_tile

_FOCUSED = "element => element === document.activeElement"
_INSIDE = "element => element.contains(document.activeElement)"
_PLACE = "document.activeElement.dataset.tile ?? ''"
_LONGEST_WAY = 120
"""Presses of one key after which what is looked for is not there."""


class Player(Protocol):
    page: Page

    def press(self, target: Locator) -> None:
        """Push a button."""

    def select(self, field: Locator, option: str) -> None:
        """Take the option of a list that is called so."""

    def pick_card(self, question: str, typed: str, name: str) -> None:
        """Search a card in a picker and take it."""

    def mark(self, card: str) -> None:
        """Touch a card of the hand."""

    def pick_tile(self, place: str) -> None:
        """Touch a tile of the board."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def select(self, field: Locator, option: str) -> None:
        field.select_option(label=option)

    def pick_card(self, question: str, typed: str, name: str) -> None:
        field = self.page.get_by_role("combobox", name=question)
        self.press(field)
        self.page.keyboard.type(typed)
        self.press(self.page.get_by_role("option", name=name))

    def mark(self, card: str) -> None:
        self.press(hand_card(self.page, card))

    def pick_tile(self, place: str) -> None:
        self.press(open_tile(self.page, place))


class Finger(Mouse):
    """Taps where the mouse clicks."""

    def press(self, target: Locator) -> None:
        target.tap()


class Keyboard:
    """Never touches anything: goes there with Tab and arrows, and presses Enter."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        expect(target).to_be_enabled()
        self._go("Tab", target, _FOCUSED)
        self.page.keyboard.press("Enter")

    def select(self, field: Locator, option: str) -> None:
        self._go("Tab", field, _FOCUSED)
        self.page.keyboard.type(option)

    def pick_card(self, question: str, typed: str, name: str) -> None:
        field = self.page.get_by_role("combobox", name=question)
        field.wait_for()
        self._go("Tab", field, _FOCUSED)
        self.page.keyboard.type(typed)
        expect(self.page.get_by_role("option", name=name)).to_have_attribute("aria-selected", "true")
        self.page.keyboard.press("Enter")

    def mark(self, card: str) -> None:
        target = hand_card(self.page, card)
        target.wait_for()
        self._go("Tab", self.page.get_by_role("toolbar", name="Your hand"), _INSIDE)
        self._go("ArrowRight", target, _FOCUSED)
        self.page.keyboard.press("Enter")

    def pick_tile(self, place: str) -> None:
        open_tile(self.page, place).wait_for()
        self._go("Tab", board(self.page), _INSIDE)
        here, there = Tile.parse(self.page.evaluate(_PLACE)), Tile.parse(place)
        lanes, columns = there.lane - here.lane, there.col - here.col
        for key, times in (
            ("ArrowDown", lanes),
            ("ArrowUp", -lanes),
            ("ArrowRight", columns),
            ("ArrowLeft", -columns),
        ):
            for _ in range(times):
                self.page.keyboard.press(key)
        assert self.page.evaluate(_PLACE) == there.long
        self.page.keyboard.press("Enter")

    def _go(self, key: str, target: Locator, arrived: str) -> None:
        for _ in range(_LONGEST_WAY):
            if target.evaluate(arrived):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{target} cannot be reached with {key}")


def confirm(player: Player) -> None:
    player.press(button(player.page, "Confirm"))
