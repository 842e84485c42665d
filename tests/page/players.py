"""Three people who use the same page: one with a mouse, one with nothing but a keyboard, one with a finger."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.page.actions import button, face, hand_card, open_tile

_FOCUSED = "element => element === document.activeElement"
_LONGEST_WAY = 120
"""Presses of the tab key after which what is looked for is not there."""


class Player(Protocol):
    page: Page

    def press(self, target: Locator) -> None:
        """Push a button."""

    def tell(self, name: str) -> None:
        """Take a card among the faces that are offered."""

    def mark(self, card: str) -> None:
        """Touch a card of the hand."""

    def place(self, card: str, tile: str) -> None:
        """One of your moves."""

    def place_theirs(self, card: str, tile: str) -> None:
        """A move of the enemy."""


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

    def tell(self, name: str) -> None:
        self.press(face(self.page, name))

    def mark(self, card: str) -> None:
        self.press(hand_card(self.page, card))

    def place(self, card: str, tile: str) -> None:
        self.mark(card)
        self.press(open_tile(self.page, tile))

    def place_theirs(self, card: str, tile: str) -> None:
        self.tell(card)
        self.press(open_tile(self.page, tile))


class Finger(Mouse):
    """Taps where the mouse clicks, and counts."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.touches = 0

    def press(self, target: Locator) -> None:
        target.tap()
        self.touches += 1


class Keyboard:
    """Never touches anything: types where the focus is, and goes to buttons with Tab."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        expect(target).to_be_enabled()
        for _ in range(_LONGEST_WAY):
            if target.evaluate(_FOCUSED):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached with Tab")

    def tell(self, name: str) -> None:
        face(self.page, name).wait_for()
        self._type(name[:5].lower())
        self.page.keyboard.press("Enter")

    def mark(self, card: str) -> None:
        self._type(self._place(card))

    def place(self, card: str, tile: str) -> None:
        self._type(self._place(card) + tile.lower())

    def place_theirs(self, card: str, tile: str) -> None:
        self.tell(card)
        self._type(tile.lower())

    def _place(self, card: str) -> str:
        return str(int(hand_card(self.page, card).get_attribute("data-place") or "0") + 1)

    def _type(self, keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)


def pass_turn(player: Player, *, theirs: bool = False) -> None:
    player.press(button(player.page, "Enemy passes" if theirs else "Pass"))
