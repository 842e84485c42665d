"""Answers as the storage keeps them, and back, to the last digit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gamekit.sides import BySide

if TYPE_CHECKING:
    from qb_engine.deep.coach import Look, LookedMove
    from qb_engine.deep.mulligans import MulliganChoice
    from qb_engine.models import Move
    from qb_engine.prospect import Prospect


def pack_look(look: Look) -> dict[str, Any]:
    return {
        "nodes": look.nodes,
        "chance": asdict(look.chance),
        "moves": [_pack_move(move) for move in look.moves],
        "apart": None if look.apart is None else _pack_move(look.apart),
        "waiting_margin": look.waiting_margin,
        "glimpse": None if look.glimpse is None else _pack_move(look.glimpse),
    }


def _pack_move(move: LookedMove) -> dict[str, Any]:
    return {
        "chance": asdict(move.chance),
        "line": [_pack_step(step) for step in move.line],
        "share": None if move.reply is None else move.reply.share,
        "prospect": None if move.prospect is None else _pack_prospect(move.prospect),
    }


def _pack_prospect(prospect: Prospect) -> dict[str, Any]:
    values = {name: getattr(prospect, name) for name in prospect.__slots__}
    packed = {name: list(value) if isinstance(value, BySide) else value for name, value in values.items()}
    return packed | {"next": None if prospect.next is None else _pack_step(prospect.next)}


def _pack_step(step: Move) -> list[Any]:
    return [step.card, None if step.tile is None else step.tile.index]


def unpack_look(document: Mapping[str, Any]) -> Look:
    from qb_engine.chance import Chance
    from qb_engine.deep.coach import Look

    return Look(
        tuple(_unpack_move(told) for told in document["moves"]),
        Chance(**document["chance"]),
        document["nodes"],
        None if document["apart"] is None else _unpack_move(document["apart"]),
        document["waiting_margin"],
        None if document["glimpse"] is None else _unpack_move(document["glimpse"]),
    )


def _unpack_move(told: Mapping[str, Any]) -> LookedMove:
    from qb_engine.chance import Chance
    from qb_engine.deep.coach import LikelyReply, LookedMove

    line = tuple(_unpack_step(step) for step in told["line"])
    reply = None if told["share"] is None else LikelyReply(line[1], told["share"])
    prospect = None if told["prospect"] is None else _unpack_prospect(told["prospect"])
    return LookedMove(line[0], Chance(**told["chance"]), line, reply, prospect)


def _unpack_step(step: Sequence[Any]) -> Move:
    from qb_engine.geometry import TILES
    from qb_engine.models import Move

    card, tile = step
    return Move(card, None if tile is None else TILES[tile])


def _unpack_prospect(told: Mapping[str, Any]) -> Prospect:
    from qb_engine.geometry import PerSide
    from qb_engine.prospect import Prospect

    pairs = {name: PerSide(*told[name]) for name in ("placed", "out_first")}
    lists = {name: tuple(told[name]) for name in ("lanes_you", "lanes_enemy", "kept")}
    placed_on = PerSide(*(tuple(side) for side in told["placed_on"]))
    used = tuple((card, games) for card, games in told["used"])
    following = None if told["next"] is None else _unpack_step(told["next"])
    return Prospect(**{**told, **pairs, **lists, "placed_on": placed_on, "used": used, "next": following})


def pack_choices(choices: tuple[MulliganChoice, ...]) -> dict[str, Any]:
    return {"choices": [asdict(choice) for choice in choices]}


def unpack_choices(document: Mapping[str, Any]) -> tuple[MulliganChoice, ...]:
    from qb_engine.deep.mulligans import MulliganChoice
    from qb_engine.models import Mulligan

    return tuple(
        MulliganChoice(
            **{
                **told,
                "mulligan": Mulligan(tuple(told["mulligan"]["indices"])),
                "exchanged": tuple(told["exchanged"]),
            }
        )
        for told in document["choices"]
    )
