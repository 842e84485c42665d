"""Answers as the storage keeps them, and back, to the last digit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qb_engine.deep.coach import Look, LookedMove
    from qb_engine.deep.mulligans import MulliganChoice


def pack_look(look: Look) -> dict[str, Any]:
    return {
        "nodes": look.nodes,
        "chance": asdict(look.chance),
        "moves": [_pack_move(move) for move in look.moves],
        "apart": None if look.apart is None else _pack_move(look.apart),
        "waiting_margin": look.waiting_margin,
    }


def _pack_move(move: LookedMove) -> dict[str, Any]:
    return {
        "chance": asdict(move.chance),
        "line": [[step.card, None if step.tile is None else step.tile.index] for step in move.line],
        "share": None if move.reply is None else move.reply.share,
    }


def unpack_look(document: Mapping[str, Any]) -> Look:
    from qb_engine.chance import Chance
    from qb_engine.deep.coach import Look

    return Look(
        tuple(_unpack_move(told) for told in document["moves"]),
        Chance(**document["chance"]),
        document["nodes"],
        None if document["apart"] is None else _unpack_move(document["apart"]),
        document["waiting_margin"],
    )


def _unpack_move(told: Mapping[str, Any]) -> LookedMove:
    from qb_engine.chance import Chance
    from qb_engine.deep.coach import LikelyReply, LookedMove
    from qb_engine.geometry import TILES
    from qb_engine.models import Move

    line = tuple(Move(card, None if tile is None else TILES[tile]) for card, tile in told["line"])
    reply = None if told["share"] is None else LikelyReply(line[1], told["share"])
    return LookedMove(line[0], Chance(**told["chance"]), line, reply)


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
