"""One card as JSON -> one validated ``Card``; every complaint names the card and the field."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from gamekit.quoting import LONGEST_QUOTE, escaped, quoted, shortened
from qb_engine.effects import (
    OPERATIONS,
    Ability,
    AddLoserScore,
    AddToHand,
    CountedSide,
    Destroy,
    ModifyPower,
    Operation,
    PerCard,
    RaiseRank,
    ScoreBonus,
    SpawnByRank,
    Status,
    Target,
    Trigger,
    operation_name,
    refuse_combination,
)
from qb_engine.errors import CardDataError
from qb_engine.geometry import Offset
from qb_engine.models import GRID_RADIUS, REPLACE, Card

_CARD_FIELDS = ("id", "name", "rank", "power", "legendary", "token", "pawns", "affects", "effect")
_ID = re.compile(r"[a-z0-9_]+")
_WORDS_OF_THE_NOTATION = ("pass", "keep", "mulligan")


def _shown(value: object) -> str:
    """What was given, as JSON, for the sentence that refuses it."""
    return quoted(json.dumps(value, ensure_ascii=False))


def parse_card(raw: object) -> Card:
    """Validate a JSON object; ``legendary``, ``token``, ``pawns``, ``affects`` and ``effect`` may be left out."""
    return _CardReader(raw).read()


class _CardReader:
    def __init__(self, raw: object) -> None:
        self.label = "?"
        if not isinstance(raw, dict):
            self.fail("", f"must be a JSON object, not {_shown(raw)}")
        self.raw: dict[str, Any] = raw
        self.label = shortened(escaped(str(raw.get("id") or raw.get("name") or "?")), LONGEST_QUOTE)

    def fail(self, field: str, problem: str) -> NoReturn:
        raise CardDataError(f"card {self.label}{', field ' + field if field else ''}: {problem}")

    def read(self) -> Card:
        self.refuse_unknown("", self.raw, _CARD_FIELDS)
        card = Card(
            id=self.text("id"),
            name=self.text("name"),
            rank=self.rank(),
            power=self.integer("power", self.raw.get("power"), 1, 99),
            legendary=self.flag("legendary"),
            token=self.flag("token"),
            pawns=self.offsets("pawns"),
            affects=self.offsets("affects"),
            abilities=self.abilities(),
        )
        if not _ID.fullmatch(card.id) or card.id in _WORDS_OF_THE_NOTATION:
            self.fail("id", f"{quoted(card.id)} cannot be written in the notation; use small letters, digits and '_'")
        self.check_marks_used(card)
        return card

    def refuse_unknown(self, where: str, given: dict[str, Any], known: tuple[str, ...]) -> None:
        for key in given:
            if key not in known:
                self.fail(
                    f"{where}{shortened(escaped(key), LONGEST_QUOTE)}",
                    f"is not known; known fields are {', '.join(known)}",
                )

    def text(self, field: str) -> str:
        value = self.raw.get(field)
        if not isinstance(value, str) or not value.strip():
            self.fail(field, f"must be a non-empty text, not {_shown(value)}")
        return value

    def flag(self, field: str) -> bool:
        value = self.raw.get(field, False)
        if not isinstance(value, bool):
            self.fail(field, f"must be true or false, not {_shown(value)}")
        return value

    def integer(self, field: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fail(field, f"must be a whole number from {low} to {high}, not {_shown(value)}")
        return value

    def rank(self) -> Any:
        value = self.raw.get("rank")
        return value if value == REPLACE else self.integer("rank", value, 1, 3)

    def offsets(self, field: str) -> tuple[Offset, ...]:
        value = self.raw.get(field, [])
        if not isinstance(value, list):
            self.fail(field, f"must be a list of [dlane, dcol], not {_shown(value)}")
        found = tuple(self.offset(field, pair) for pair in value)
        if len(set(found)) != len(found):
            self.fail(field, "names an offset twice")
        return tuple(sorted(found))

    def offset(self, field: str, pair: object) -> Offset:
        if not isinstance(pair, list) or len(pair) != 2:
            self.fail(field, f"must hold [dlane, dcol] pairs, not {_shown(pair)}")
        dlane, dcol = (self.integer(field, step, -GRID_RADIUS, GRID_RADIUS) for step in pair)
        if (dlane, dcol) == (0, 0):
            self.fail(field, "must not hold [0, 0], the tile of the card itself")
        return dlane, dcol

    def abilities(self) -> tuple[Ability, ...]:
        effect = self.raw.get("effect")
        if effect is None:
            return ()
        if not isinstance(effect, dict) or not isinstance(effect.get("abilities"), list):
            self.fail("effect", 'must be null or {"abilities": [...]}')
        self.refuse_unknown("effect.", effect, ("abilities",))
        abilities = tuple(self.ability(f"effect.abilities[{n}]", raw) for n, raw in enumerate(effect["abilities"]))
        continuous = [ability for ability in abilities if ability.trigger is Trigger.WHILE_IN_PLAY]
        raising = [ability for ability in abilities if isinstance(ability.op, RaiseRank)]
        if len(continuous) > 1 or len(raising) > 1:
            self.fail("effect", "a card has at most one while_in_play and one raise_rank ability")
        return abilities

    def ability(self, where: str, raw: object) -> Ability:
        if not isinstance(raw, dict):
            self.fail(where, f"must be an object, not {_shown(raw)}")
        self.refuse_unknown(where + ".", raw, ("trigger", "target", "op", "threshold"))
        threshold = raw.get("threshold")
        ability = Ability(
            trigger=self.word(f"{where}.trigger", raw.get("trigger"), Trigger),
            target=self.word(f"{where}.target", raw.get("target"), Target),
            op=self.operation(f"{where}.op", raw.get("op")),
            threshold=None if threshold is None else self.integer(f"{where}.threshold", threshold, 1, 99),
        )
        refusal = refuse_combination(ability)
        if refusal:
            self.fail(where, refusal)
        return ability

    def word(self, field: str, value: object, vocabulary: Any) -> Any:
        if value not in tuple(vocabulary):
            self.fail(field, f"{_shown(value)} is not one of {', '.join(vocabulary)}")
        return vocabulary(value)

    def operation(self, where: str, raw: object) -> Operation:
        if not isinstance(raw, dict) or raw.get("type") not in tuple(OPERATIONS):
            self.fail(where, f"must be an object with a type out of {', '.join(OPERATIONS)}")
        kind = OPERATIONS[raw["type"]]
        arguments = {key: value for key, value in raw.items() if key != "type"}
        self.refuse_unknown(where + ".", arguments, tuple(kind.__dataclass_fields__))
        if kind is ModifyPower:
            return self.modify_power(where, arguments)
        if kind is Destroy:
            return Destroy()
        if kind is AddLoserScore:
            return AddLoserScore(self.word(f"{where}.side", arguments.get("side"), CountedSide))
        if kind is RaiseRank:
            return RaiseRank(self.integer(f"{where}.amount", arguments.get("amount"), 1, 3))
        if kind is ScoreBonus:
            return ScoreBonus(self.integer(f"{where}.amount", arguments.get("amount"), 1, 99))
        return self.token_operation(where, kind, arguments.get("cards"))

    def modify_power(self, where: str, arguments: dict[str, Any]) -> ModifyPower:
        amount = self.integer(f"{where}.amount", arguments.get("amount"), -99, 99)
        if amount == 0:
            self.fail(f"{where}.amount", "must not be 0")
        per_card = arguments.get("per_card")
        counted = None
        if per_card is not None:
            if not isinstance(per_card, dict):
                self.fail(f"{where}.per_card", f"must be an object, not {_shown(per_card)}")
            self.refuse_unknown(f"{where}.per_card.", per_card, ("status", "side"))
            counted = PerCard(
                self.word(f"{where}.per_card.status", per_card.get("status"), Status),
                self.word(f"{where}.per_card.side", per_card.get("side"), CountedSide),
            )
        replaced = arguments.get("per_replaced_power", False)
        if not isinstance(replaced, bool):
            self.fail(f"{where}.per_replaced_power", f"must be true or false, not {_shown(replaced)}")
        if replaced and self.raw.get("rank") != REPLACE:
            self.fail(f"{where}.per_replaced_power", "belongs to cards of rank 'replace'")
        return ModifyPower(amount, counted, replaced)

    def token_operation(self, where: str, kind: type[Operation], cards: object) -> Operation:
        if not isinstance(cards, list) or not cards or not all(isinstance(card, str) for card in cards):
            self.fail(f"{where}.cards", f"must be a list of card ids, not {_shown(cards)}")
        if kind is AddToHand:
            return AddToHand(tuple(cards))
        if len(cards) != 3:
            self.fail(f"{where}.cards", "must name three cards, for ranks 1, 2 and 3")
        return SpawnByRank((cards[0], cards[1], cards[2]))

    def check_marks_used(self, card: Card) -> None:
        """Marked tiles and abilities that use them belong together; one without the other is a slip in the data."""
        uses_marks = any(ability.target.startswith("affected_") for ability in card.abilities)
        if uses_marks != bool(card.affects):
            users = " and ".join(operation_name(ability.op) for ability in card.abilities) or "no ability"
            self.fail("affects", f"has {len(card.affects)} marked tiles, which does not fit {users}")
