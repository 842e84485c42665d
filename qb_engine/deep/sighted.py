"""Deep players that see more than a player may, to measure what hidden cards cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from gamekit.agents import SeesAll
from qb_engine.deep.levels import DeepPlayer
from qb_engine.deep.worlds import BeliefWorlds
from qb_engine.game_state import GameState
from qb_engine.geometry import Side
from qb_engine.hand_belief import HandPool
from qb_engine.mirror import mirrored_state
from qb_engine.notation import TurnPhase


class Sight(StrEnum):
    """What is seen beyond the own view."""

    HAND = "hand"
    ALL = "all"


@dataclass(frozen=True)
class SightedPlayer(DeepPlayer, SeesAll):
    """Searches like any deep player, in worlds with the true hand of the enemy, or with the true decks as well."""

    sight: Sight = Sight.HAND

    def _worlds(self, view: GameState, side: Side) -> BeliefWorlds:
        worlds = super()._worlds(view.observe(side), side)
        if self.sight is Sight.ALL:
            state = view.clone() if side is Side.YOU else mirrored_state(view)
            if state.phase is TurnPhase.DRAW and worlds.view.phase is TurnPhase.PLAY:
                state.draw_start_of_turn()
            return replace(worlds, view=state, pools=())
        held, left = view.hands[side.other].as_card_ids(), view.decks[side.other].remaining()
        return replace(worlds, pools=(HandPool(1.0, tuple(held), tuple(sorted(left)), 0),))
