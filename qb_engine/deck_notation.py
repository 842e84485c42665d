"""Decks as text: a short canonical code with version and checksum, and a plain list such as ``2 Security Officer``."""

from __future__ import annotations

import base64
import re
import zlib
from collections import Counter
from collections.abc import Sequence

from gamekit.quoting import quoted
from qb_engine.card_hydrator import CardHydrator
from qb_engine.errors import NotationError
from qb_engine.limits import COPIES
from qb_engine.models import CardId

CODE_PREFIX = "QB1-"
_MAX_COPIES = 255


def format_deck_code(card_ids: Sequence[CardId]) -> str:
    """The same for every order of the same cards. Only cards with the game's numbers can be coded."""
    payload = bytearray()
    for card_id, copies in sorted(Counter(card_ids).items()):
        if not re.fullmatch(r"\d{3}", card_id) or int(card_id) > 255 or copies > _MAX_COPIES:
            raise NotationError(f"card {quoted(card_id)} has no number of the game and cannot stand in a deck code")
        payload += bytes((int(card_id), copies))
    return CODE_PREFIX + _base32(bytes(payload)) + "-" + _checksum(bytes(payload))


def parse_deck_code(code: str) -> tuple[CardId, ...]:
    """Card ids in ascending order. A mistyped letter is caught by the checksum."""
    text = code.strip().upper()
    body, dash, checksum = text.removeprefix(CODE_PREFIX).rpartition("-")
    if not text.startswith(CODE_PREFIX) or not dash:
        raise NotationError(f"{quoted(code)} is not a deck code; a code looks like {CODE_PREFIX}AEBA…-1A2B")
    try:
        payload = base64.b32decode(body + "=" * (-len(body) % 8))
    except ValueError as error:
        raise NotationError(f"deck code {quoted(code)} holds letters that no code has") from error
    if _checksum(payload) != checksum:
        raise NotationError(f"deck code {quoted(code)} is mistyped: its checksum {quoted(checksum)} does not fit")
    pairs = list(zip(payload[::2], payload[1::2], strict=len(payload) % 2 == 0))
    ids = tuple(f"{number:03d}" for number, copies in pairs for _ in range(copies))
    if format_deck_code(ids) != text:
        raise NotationError(f"deck code {quoted(code)} is not in its canonical form")
    return ids


def format_deck_list(card_ids: Sequence[CardId], hydrator: CardHydrator) -> str:
    """One line per card: ``2 Security Officer``. Cards whose name is not unique stand with their id."""
    lines = []
    for card_id, copies in sorted(Counter(card_ids).items()):
        name = hydrator.get(card_id).name
        unique = sum(card.name == name for card in hydrator.all()) == 1
        lines.append(f"{copies} {name if unique else card_id}")
    return "\n".join(lines)


def parse_deck(text: str, hydrator: CardHydrator) -> tuple[CardId, ...]:
    """Read a code, or a list with one ``copies name`` per line or comma; ids in ascending order."""
    if text.strip().upper().startswith(CODE_PREFIX):
        return parse_deck_code(text)
    ids: list[CardId] = []
    for entry in re.split(r"[\n,;]", text):
        if not entry.strip():
            continue
        counted = re.fullmatch(r"(?:([0-9]+)\s*x?\s+)?(.+)", entry.strip())
        copies = None if counted is None else COPIES.find(counted[1] or "1")
        if counted is None or copies is None:
            raise NotationError(
                f"{quoted(entry.strip())} is not a line of a deck; write '2 Security Officer', the number {COPIES}"
            )
        ids += [hydrator.get(counted[2]).id] * copies
    if not ids:
        raise NotationError("this deck is empty; write lines such as '2 Security Officer' or a deck code")
    return tuple(sorted(ids))


def _base32(payload: bytes) -> str:
    return base64.b32encode(payload).decode("ascii").rstrip("=")


def _checksum(payload: bytes) -> str:
    return f"{zlib.crc32(payload) & 0xFFFF:04X}"
