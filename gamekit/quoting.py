"""Text from outside, as it may be told again: short, on one line, and without anything that a terminal obeys."""

import unicodedata
from collections.abc import Callable

LONGEST_QUOTE = 60
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, invisible marks such as those that turn the direction of writing, halves of characters, line ends."""


def has_controls(text: str) -> bool:
    """Whether something in it would be obeyed, or break the line, instead of being shown."""
    return any(_is_control(letter) for letter in text)


def escaped(text: str, *, keep: str = "") -> str:
    r"""The text with every control character written out, as ``\x1b``; those in ``keep`` stay."""
    return escaped_by(lambda letter: letter.encode("unicode_escape").decode(), text, keep=keep)


def escaped_by(write: Callable[[str], str], text: str, *, keep: str = "") -> str:
    """The text with every control character as ``write`` has it, for texts with a form of their own for it."""
    if text.isprintable():
        return text
    return "".join(write(letter) if _is_control(letter) and letter not in keep else letter for letter in text)


def quoted(text: object, most: int = LONGEST_QUOTE) -> str:
    """What was given, in quotes, for the sentence that refuses it: a short piece of it where it is long."""
    given = str(text)
    return f"'{escaped(given)}'" if len(given) <= most else f"'{escaped(given[: most - 1])}…'"


def shortened(text: str, most: int) -> str:
    """A sentence of somebody else's that repeats what was given: its beginning and its end where it is long."""
    half = (most - 3) // 2
    return text if len(text) <= most else f"{text[:half]} … {text[-half:]}"


def _is_control(letter: str) -> bool:
    return letter not in _JOINERS and unicodedata.category(letter) in _ESCAPED


_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}\N{SOFT HYPHEN}"
"""Harmless, and part of how some languages are written."""
