"""How much of everything may be asked for, the same in the terminal and over HTTP."""

from __future__ import annotations

MOST_SEED = 2**31 - 1
MOST_NODES = 10_000_000
LEAST_SECONDS, MOST_SECONDS = 0.001, 600.0
"""Of a search that has a time instead of a number of nodes."""
MOST_POSITIONS = 10**12
"""That the solver looks at before it gives up; Ctrl-C ends it sooner."""
MOST_SERVED_POSITIONS = 20_000_000
"""Over HTTP, where nothing ends the solver."""
MOST_GAMES = 100_000
"""Of a series, or of one pair of a tournament."""
MOST_LAB_GAMES = 100_000_000
"""Of a run of the deck lab, in all or in one of its searches."""
MOST_LAB_SECONDS = 7 * 86_400.0
MOST_SERVED_LAB_GAMES, MOST_SERVED_LAB_SECONDS = 10_000_000, 3_600.0
"""Of a job over HTTP, for which others wait."""
MOST_LAB_NODES = 20_000
"""A move, of the players of such a job: it is stopped between two games, which must not take long."""
MOST_ROUNDS = 33
"""Of a meta run: the field it ends with has to have room for its decks."""
MOST_PROCESSES = 256
MOST_EVENTS = 1_000
"""Of a match. Every answer replays the whole log, so a log has an end; real matches have about fifty events."""
MOST_LINES = 200
"""Entries behind a position that is looked back on; they are kept nowhere, so each plays all before it again."""
MOST_POSITIONS_SHOWN = 100
"""As boards at once."""
MOST_STEPS = 100_000
"""Moves of a record."""
MOST_MOVES_SHOWN = 100
MOST_ROWS = 100
"""Of a page of matches or games."""
MOST_COPIES = 99
"""Of a card that is owned."""
MOST_CARDS = 100
"""Of a list of cards; more than any deck has, so that the reasons against it can be told."""
MOST_OF_CARDS = 200
"""Of the cards of the game that are to be kept or left out; the game has fewer."""
MOST_MAX_SCORE = 1_000
MOST_FLEET_COST = 2_000

LONGEST_NAME = 100
"""Of a deck or an opponent."""
LONGEST_BRANCH = 60
LONGEST_CARD_NAME = 60
LONGEST_SEARCH = 100
LONGEST_LINE = 200
"""Of a decision or an order in a game against agents."""
LONGEST_RULESET = 500
LONGEST_DECK = 2_000
LONGEST_COLLECTION = 10_000
"""Of a list of cards that are owned; all cards of the game by name take a fifth of it."""
LONGEST_NOTE = 4_000
LONGEST_TEXT = 4_000
"""Of anything else that is typed or sent: a position, a line of a match."""

MOST_TEXT_BYTES = 256 * 1024
"""Of a file, or of the body of a request."""
MOST_DECK_BYTES = 64 * 1024
MOST_LOG_BYTES = 256 * 1024 * 1024
"""Of the file in which a tournament keeps its games."""
