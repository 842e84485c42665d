"""What is wrong with how a screen looks, said in lines: what axe complains of, and what does not fit."""

from typing import Literal

from playwright.sync_api import Page, ViewportSize

from tests.page.conftest import DESKTOP, PHONE

SIZES = ((360, 740), (390, 844), (768, 1024), (1280, 800), (1920, 1080))
LEAST_TARGET = 24
"""Pixels that WCAG 2.2 demands of everything that can be touched."""
PHONE_TARGET = 40
"""Pixels that the page gives to buttons and fields on a phone."""

_OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules that another colour scheme can break."""
_LOOKS: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (("light", None), ("dark", _OF_COLOUR))
"""Every scheme with the rules to try in it; None for all."""
_RUN = """async (rules) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...(rules && { runOnly: rules }) });
  const places = ({ nodes }) => nodes.map((node) => node.target.join(" ")).join("; ");
  return violations.map((one) => `${one.id} (${one.impact}): ${places(one)}`);
}"""

_FAULTS = """([least, main]) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth}`);
  const named = (element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.innerText).slice(0, 40)}"`;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const modal = document.querySelector("dialog[open]") ?? document.body;
  for (const element of modal.querySelectorAll("button, a[href], input, select, textarea, summary, [role=option]")) {
    if (!shown(element)) continue;
    const { width, height, bottom, right } = element.getBoundingClientRect();
    // For screen readers only, or hidden until it has the focus.
    if (Math.min(width, height) <= 1 || Math.min(bottom + scrollY, right + scrollX) <= 0) continue;
    const cut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (element.matches("button, a") && getComputedStyle(element).display !== "inline" && cut)
      faults.push(`cut off: ${named(element)}`);
    const box = (element.matches("input[type=checkbox]") && element.closest("label")) || element;
    const { width: wide, height: high } = box.getBoundingClientRect();
    const inText = element.matches("a") && element.parentElement.matches("p, h1, h2, h3, li, dd, span, div.what");
    const asked = inText || element.matches("a:not(nav a), input[type=file]") ? least : main;
    const size = `${wide.toFixed(1)} × ${high.toFixed(1)}`;
    if (Math.min(wide, high) < asked - 0.5) faults.push(`too small, ${size}: ${named(element)}`);
  }
  return faults;
}"""


def complaints(page: Page, axe_source: str) -> list[str]:
    """What axe finds in both colour schemes, on a desktop and on a phone."""
    page.evaluate(axe_source)
    found = []
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        for scheme, rules in _LOOKS:
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}, {size['width']} wide: {one}" for one in page.evaluate(_RUN, rules)]
    return found


def faults(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    main = PHONE_TARGET if width < 600 else LEAST_TARGET
    found: list[str] = page.evaluate(_FAULTS, [LEAST_TARGET, main])
    return [f"{width} × {height}: {fault}" for fault in dict.fromkeys(found)]
