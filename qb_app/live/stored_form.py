"""An entry in the form in which it is stored: whatever is read off the moment is written out."""

from __future__ import annotations

from qb_app.live import commands as c
from qb_app.live.corrections import board_with_missed, board_words
from qb_app.live.game import LiveGame
from qb_app.live.grammar import starts_board
from qb_app.naming import check_note


def stored_form(command: c.Command, game: LiveGame) -> c.Command:
    """What the log keeps of an entry made at this moment; a note that cannot be kept is refused."""
    match command:
        case c.Note(text):
            check_note(text)
        case c.SetBoard(text) if starts_board(text):
            from qb_app.live.printed_board import read_printed

            printed = board_words(read_printed(text, game.state.board, game.hydrator))
            return c.SetBoard(board_with_missed(game, printed))
        case c.SetBoard(text):
            return c.SetBoard(board_with_missed(game, text))
    return command
