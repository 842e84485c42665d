"""Every screen and every sheet of the page, and how to come to see it with something on it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.page import deck_scenes, game_scenes, home_scenes, scenes
from tests.page.actions import HAND
from tests.page.home_scenes import at
from tests.page.scenes import THEIR_TURN, Opening, at_match, spoken

_DRAW = (*THEIR_TURN, "e grasslands wolf m5")


@dataclass(frozen=True)
class Screen:
    name: str
    open: Opening
    """Goes there and waits until all of it is shown."""
    speaks: bool = False
    """Advice is part of what is looked at; elsewhere the coach is silent, which costs no search."""
    answered: str = ""
    """Part of what the browser logs where the server is meant to refuse something."""

    def __str__(self) -> str:
        return self.name


_HOME = (
    Screen("home", home_scenes.first_visit),
    Screen("matches-none", home_scenes.no_matches),
    Screen("tour", home_scenes.toured),
    Screen("home-waiting", home_scenes.waiting),
    Screen("matches", home_scenes.listed),
    Screen("import", home_scenes.brought),
    Screen("new-match", home_scenes.fresh),
    Screen("new-match-names", home_scenes.picked),
    Screen("menu", home_scenes.menu_open),
)
_MATCH = (
    Screen("match-hand", at_match(shown="Your opening hand")),
    Screen("match-mulligan", spoken(at_match(HAND, shown="Keep or exchange")), speaks=True),
    Screen("match-new-cards", at_match(HAND, "mulligan 4", shown="The new cards")),
    Screen("match-you", scenes.advised, speaks=True),
    Screen("match-chosen", scenes.chosen),
    Screen("match-enemy", spoken(at_match(*THEIR_TURN, shown="The enemy's move")), speaks=True),
    Screen("match-tile-first", scenes.tile_first),
    Screen("match-draw", spoken(at_match(*_DRAW, shown="Your draw")), speaks=True),
    Screen("match-over", scenes.over),
    Screen("match-log", scenes.logged),
    Screen("match-menu", scenes.menu_open),
    Screen("why", scenes.why, speaks=True),
    Screen("threats", scenes.threats, speaks=True),
    Screen("tile", scenes.looked_at),
    Screen("correct", scenes.corrected),
    Screen("paint", scenes.painted),
    Screen("revise", scenes.revised),
    Screen("question", scenes.asked),
    Screen("answer", scenes.answered),
    Screen("refusal", scenes.refused, answered="422"),
    Screen("keys", scenes.helped),
    Screen("share", scenes.shares),
    Screen("look-back-begins", scenes.looking_back),
    Screen("look-back", scenes.judged),
    Screen("look-back-end", scenes.judged_end),
    Screen("shared", scenes.shared),
    Screen("shared-position", scenes.shared_position),
)
_DECKS = (
    Screen("decks", deck_scenes.decks),
    Screen("decks-new", deck_scenes.new_deck),
    Screen("builder", deck_scenes.built),
    Screen("builder-saved", deck_scenes.saved),
    Screen("builder-measured", deck_scenes.measured),
    Screen("cards", deck_scenes.cards),
    Screen("card", deck_scenes.card),
    Screen("collection", deck_scenes.collected),
    Screen("opponents", deck_scenes.opponents),
    Screen("profile", deck_scenes.profile),
    Screen("opponent", deck_scenes.opponent),
    Screen("opponent-known", at("/#/opponents/Red%20XIII%20rematch", "Red XIII")),
    Screen("lab-matrix", deck_scenes.compared),
    Screen("lab-meta", deck_scenes.holding),
    Screen("lab", at("/#/lab", "Your questions")),
    Screen("lab-build", deck_scenes.asked_lab),
)
_GAMES = (
    Screen("puzzles", at("/#/puzzles", "Boards of the game")),
    Screen("puzzle-list", at("/#/puzzles/grade/1", "Puzzles of grade 1")),
    Screen("puzzle", game_scenes.solved),
    Screen("editor", at("/#/puzzles/edit", "Board editor")),
    Screen("editor-tile", game_scenes.edited),
    Screen("play", game_scenes.to_play),
    Screen("duel-hand", game_scenes.dealt),
    Screen("duel", game_scenes.duel),
    Screen("duel-over", game_scenes.duel_over),
    Screen("train", at("/#/train", "Lessons")),
    Screen("lesson", at("/#/train/lessons/place", "1. Placing a card")),
    Screen("exercise", game_scenes.exercise),
    Screen("train-puzzle", at("/#/train/p0006", "It is your turn.")),
    Screen("mistakes", game_scenes.mistakes),
    Screen("habits", game_scenes.habits),
    Screen("fleet", at("/#/fleet", "New game")),
    Screen("fleet-game", game_scenes.fleet_game),
    Screen("fleet-replay", game_scenes.fleet_replay),
)
SCREENS = (*_HOME, *_MATCH, *_DECKS, *_GAMES)
