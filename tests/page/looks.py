"""What is wrong with how a screen looks, said in lines: what axe complains of, and what does not fit."""

from playwright.sync_api import Page, ViewportSize

from tests.page.conftest import DESKTOP, PHONE

SIZES = ((320, 640), (390, 844), (640, 400), (1280, 800))
"""The smallest phone, a usual one, a laptop at 200 % zoom, and a laptop."""
LEAST_TARGET = 24
"""Pixels that WCAG 2.2 demands of everything that can be touched."""
PHONE_TARGET = 40
"""Pixels that the page gives to buttons and fields on a phone."""

_OF_COLOUR = ["color-contrast", "link-in-text-block"]
"""The rules that another theme can break."""
_LOOKS = (("dark", DESKTOP, None), ("light", PHONE, _OF_COLOUR))
"""Every theme with a size, so that what only one of them shows is seen too, and the rules to try; None for all."""
_RUN = """async ([theme, rules]) => {
  const root = document.documentElement;
  const before = root.dataset.theme;
  root.dataset.theme = theme;
  const { violations } = await axe.run(document.querySelector("dialog[open]") ?? document, {
    resultTypes: ["violations"],
    ...(rules && { runOnly: rules }),
  });
  if (before) root.dataset.theme = before;
  else delete root.dataset.theme;
  const places = ({ nodes }) => nodes.map((node) => node.target.join(" ")).join("; ");
  return violations.map((one) => `${one.id} (${one.impact}): ${places(one)}`);
}"""
"""What lies under an open sheet is out of reach, and looked at without it."""

_FAULTS = """([least, main]) => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth}`);
  const modal = document.querySelector("dialog[open]") ?? document.body;
  if (modal.scrollWidth > modal.clientWidth) faults.push(`the sheet scrolls sideways: ${modal.scrollWidth}`);
  const named = (element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.innerText).slice(0, 40)}"`;
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const fields = "input, select, textarea";

  for (const element of modal.querySelectorAll(`button, a[href], ${fields}, summary, [role=option]`)) {
    if (!shown(element)) continue;
    const { width, height, bottom, right } = element.getBoundingClientRect();
    // For screen readers only, or hidden until it has the focus.
    if (Math.min(width, height) <= 1 || Math.min(bottom + scrollY, right + scrollX) <= 0) continue;
    const box = (element.matches("input[type=checkbox], input[type=radio]") && element.closest("label")) || element;
    const { width: wide, height: high } = box.getBoundingClientRect();
    const inText = element.matches("a") && element.parentElement.matches("p, h1, h2, h3, li, dd, span, div.what");
    const asked = inText || element.matches("a:not(nav a), input[type=file]") ? least : main;
    const size = `${wide.toFixed(1)} × ${high.toFixed(1)}`;
    if (Math.min(wide, high) < asked - 0.5) faults.push(`too small, ${size}: ${named(element)}`);
  }

  // How an element treats what is larger than itself, told by axis.
  const axes = [["overflowX", "scrollWidth", "clientWidth"], ["overflowY", "scrollHeight", "clientHeight"]];
  const scrolls = (element, [overflow, whole, room]) =>
    /auto|scroll/.test(getComputedStyle(element)[overflow]) && element[whole] > element[room] + 1;
  const upwards = function* (element) {
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      yield one;
      if (getComputedStyle(one).position === "fixed" || one === modal) return;
    }
  };

  for (const element of modal.querySelectorAll("*")) {
    if (element.matches(fields) || !shown(element)) continue;
    for (const axis of axes) {
      if (!scrolls(element, axis)) continue;
      const page = modal === document.body && root[axis[1]] > root[axis[2]] + 1;
      const outer = [...upwards(element)].slice(1).some((one) => scrolls(one, axis));
      if (page || outer) faults.push(`a scroller inside a scroller: ${element.className || named(element)}`);
    }
  }

  const walker = document.createTreeWalker(modal, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.data.trim();
    if (!text || element.closest(`.hidden-label, .skip, option, ${fields}`) || !shown(element)) continue;
    range.selectNodeContents(node);
    const { left, right, top, bottom, width } = range.getBoundingClientRect();
    if (!width) continue;
    for (const one of upwards(element)) {
      const style = getComputedStyle(one);
      if (axes.some((axis) => scrolls(one, axis)) || style.display === "inline") break;
      const box = one.getBoundingClientRect();
      const wide = style.overflowX !== "visible" && (left < box.left - 1 || right > box.right + 1);
      const high = style.overflowY !== "visible" && (top < box.top - 2 || bottom > box.bottom + 2);
      if (wide || high) faults.push(`cut off: "${text.slice(0, 40)}" in ${one.className || one.tagName}`);
      if (wide || high) break;
    }
    for (const word of node.data.matchAll(/\\p{L}+/gu)) {
      // No line holds a word of very many letters, and no card or screen is called so.
      if (word[0].length < 2 || word[0].length > 30) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((one) => Math.round(one.top)));
      if (lines.size > 1) faults.push(`broken inside a word: "${word[0]}"`);
    }
  }
  return faults;
}"""


def complaints(page: Page, axe_source: str) -> list[str]:
    """What axe finds: everything in the dark on a desktop, colours by daylight on a phone."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source)
    found = []
    for theme, size, rules in _LOOKS:
        page.set_viewport_size(size)
        found += [f"{theme}, {size['width']} wide: {one}" for one in page.evaluate(_RUN, [theme, rules])]
    return found


def faults(page: Page, width: int, height: int) -> list[str]:
    """What does not fit in a window of that size."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    main = PHONE_TARGET if width < 600 else LEAST_TARGET
    found: list[str] = page.evaluate(_FAULTS, [LEAST_TARGET, main])
    return [f"{width} × {height}: {fault}" for fault in dict.fromkeys(found)]
