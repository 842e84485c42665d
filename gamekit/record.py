"""Games as text: written, read back and played again."""

import re
from dataclasses import dataclass

from gamekit.protocol import Game, MoveT, Outcome, StateT
from gamekit.quoting import quoted
from gamekit.ranges import Range

SEEDS = Range(-(2**63), 2**63 - 1)
VERSIONS = Range(0, 9_999)

_TEXT = r'((?:[^"\\]|\\[\\"nr])*)'
_HEADER = re.compile(rf'\[(Game|Version|Seed|Result) "{_TEXT}"\]|\[Setup "{_TEXT}" "{_TEXT}"\]')
_MOVE = re.compile(rf"([0-9]+)\. {_TEXT}")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_UNESCAPES = {escaped: plain for plain, escaped in _ESCAPES.items()}
_NUMBERS = {"Version": VERSIONS, "Seed": SEEDS}


class RecordError(ValueError):
    """A record that cannot be read, or that the game does not replay as recorded."""


@dataclass(frozen=True, slots=True)
class Record:
    """Everything needed to play a game again; setup keys are distinct."""

    game: str
    version: int
    setup: tuple[tuple[str, str], ...]
    seed: int
    moves: tuple[str, ...]
    result: str

    def __post_init__(self) -> None:
        if len(dict(self.setup)) != len(self.setup):
            raise RecordError("every setup key may be given only once")
        if self.version not in VERSIONS:
            raise RecordError(f"a version is {VERSIONS}, not {quoted(self.version)}")
        if self.seed not in SEEDS:
            raise RecordError(f"a seed is {SEEDS}, not {quoted(self.seed)}")

    def to_text(self) -> str:
        lines = [f'[Game "{_escape(self.game)}"]', f'[Version "{self.version}"]']
        lines += [f'[Setup "{_escape(key)}" "{_escape(value)}"]' for key, value in self.setup]
        lines += [f'[Seed "{self.seed}"]', f'[Result "{_escape(self.result)}"]', ""]
        lines += [f"{number}. {_escape(move)}" for number, move in enumerate(self.moves, 1)]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> "Record":
        """The record whose `to_text` this is; anything malformed raises a RecordError."""
        # Not splitlines: it would also split at characters that may stand inside a value.
        lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
        end = lines.index("") if "" in lines else len(lines)
        headers: dict[str, str] = {}
        setup: dict[str, str] = {}
        for number, line in enumerate(lines[:end], 1):
            _read_header(number, line, headers, setup)
        for key in ("Game", "Version", "Seed", "Result"):
            if key not in headers:
                raise RecordError(f'line {end + 1}: the header [{key} "..."] is missing before this line')
        moves = [_read_move(end + 1 + number, number, line) for number, line in enumerate(lines[end + 1 :], 1)]
        version, seed = int(headers["Version"]), int(headers["Seed"])
        return cls(headers["Game"], version, tuple(setup.items()), seed, tuple(moves), headers["Result"])


def _escape(text: str) -> str:
    return re.sub(r'[\\"\n\r]', lambda found: _ESCAPES[found[0]], text)


def _unescape(text: str) -> str:
    return re.sub(r"\\.", lambda found: _UNESCAPES[found[0]], text)


def _read_header(number: int, line: str, headers: dict[str, str], setup: dict[str, str]) -> None:
    found = _HEADER.fullmatch(line)
    if found is None:
        raise RecordError(
            f'line {number}: expected [Game "..."], [Version "..."], [Setup "key" "value"], [Seed "..."] or'
            f' [Result "..."], with \\\\ \\" \\n \\r for special characters, or an empty line before the moves'
        )
    key, *texts = found.groups("")
    value, setup_key, setup_value = map(_unescape, texts)
    target, name, content = (headers, key, value) if key else (setup, setup_key, setup_value)
    if name in target:
        raise RecordError(f"line {number}: {quoted(name)} was given before, each header may stand only once")
    if key in _NUMBERS and str(_NUMBERS[key].find(content)) != content:
        raise RecordError(f"line {number}: {key} must be {_NUMBERS[key]}, not {quoted(content)}")
    target[name] = content


def _read_move(line_number: int, number: int, line: str) -> str:
    found = _MOVE.fullmatch(line)
    if found is None or found[1] != str(number):
        raise RecordError(f'line {line_number}: expected move {number} as "{number}. text", not {quoted(line)}')
    return _unescape(found[2])


def result_text(outcome: Outcome | None) -> str:
    """The winner (or "draw") and the points in the order of the sides, as in "Y 23-11"; "*" while running."""
    if outcome is None:
        return "*"
    winner = "draw" if outcome.winner is None else outcome.winner
    return f"{winner} {outcome.points.first}-{outcome.points.second}"


def first_share(game: Game[StateT, MoveT], result: str) -> float:
    """What a finished game's result text gives the first side: 1.0 for a win, 0.5 for a draw, 0.0 for a loss."""
    winner = result.partition(" ")[0]
    shares = {str(game.sides.first): 1.0, "draw": 0.5, str(game.sides.second): 0.0}
    if winner not in shares:
        raise RecordError(f"{quoted(result)} is no result of a finished game of {game.name}")
    return shares[winner]


def replay(game: Game[StateT, MoveT], record: Record) -> StateT:
    """The state after all moves; a RecordError if the game does not play and end as recorded."""
    state = _start(game, record)
    for number, text in enumerate(record.moves, 1):
        _play(game, state, number, text)
    result = result_text(state.outcome())
    if result != record.result:
        raise RecordError(f"the moves lead to the result {quoted(result)}, the record says {quoted(record.result)}")
    return state


def _start(game: Game[StateT, MoveT], record: Record) -> StateT:
    if (record.game, record.version) != (game.name, game.version):
        raise RecordError(
            f"the record is of game {quoted(record.game)} version {record.version},"
            f" this is {quoted(game.name)} version {game.version}"
        )
    try:
        return game.start(dict(record.setup), record.seed)
    except ValueError as error:
        raise RecordError(f"the recorded setup cannot be started: {error}") from error


def _play(game: Game[StateT, MoveT], state: StateT, number: int, text: str) -> None:
    try:
        state.play(game.parse_move(text))
    except ValueError as error:
        raise RecordError(f"move {number} {quoted(text)} cannot be played: {error}") from error
