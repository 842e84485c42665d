"""Card cases: what a card does, told as a turn in a text file under ``cards/``, and the runner that holds it true.

A case is a title at the margin and indented lines below it, read from top to bottom; ``#`` begins a comment::

    003 Grenadier: takes 4 from the enemy two tiles ahead
      given   M2 Y2
      given   M4 enemy Ogre
      you     Grenadier M2
      M2      you Grenadier 1
      M4      enemy Ogre 1
      nothing else

Before the first play (whatever is not given is as at the start of a game):

- ``ruleset v2.2.4``, ``ruleset rebirth{two_face=every_entry}``: the rules; else ``rebirth``
- ``given T2 Y1``: an empty tile, its owner and pawns; ``-`` for nobody's
- ``given M4 enemy Ogre``, ``given M4 E2 enemy Ogre +2``: a card that lies there, with one pawn of its owner or those
  named under it, and with lasting changes of its power

Plays, in any order of turns:

- ``you CARD TILE``, ``enemy CARD TILE``: must be legal
- ``illegal you CARD TILE REASON``: must be refused for that reason, and changes nothing

What must be so now:

- ``T2 Y1``, ``T2 -``: an empty tile; ``E1:1`` shows both counters, the owner's first (only v2.2.4 has two)
- ``M4 enemy Ogre 1``, ``M4 E2 enemy Ogre 1``: a card with its power now, and the pawns under it where they are named
- ``nothing else``: all tiles and hands that no line since the last play names are as they were before that play
- ``hand you Moogle Mage, Moogle Bard``, ``hand enemy -``: all cards that have come to that hand in this case
- ``lane MID 7-3 you 17``, ``lane TOP 2-2 nobody 0``: powers, winner and points of a lane; ``score 17-0``: the match

A card is named by name or id. After every play the runner also checks what holds for all cards: see ``_check_sanity``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gamekit.sides import BySide
from qb_engine.board_state import MAX_RANK, BoardState
from qb_engine.card_hydrator import CardHydrator
from qb_engine.changes import CardDestroyed, CardPlaced, CardToHand, Change, Pawns, PowerChanged, TokenSpawned
from qb_engine.effect_engine import EffectEngine
from qb_engine.errors import QueensBloodError
from qb_engine.geometry import LANE_NAMES, TILES, Side, Tile
from qb_engine.legality import LegalityChecker
from qb_engine.ruleset import Ruleset
from qb_engine.scoring import compute_match_score

FOLDER = Path(__file__).parent / "cards"
HYDRATOR = CardHydrator()
SIDES = {"you": Side.YOU, "enemy": Side.ENEMY}
WORDS = {Side.YOU: "you", Side.ENEMY: "enemy", None: "nobody"}
_PAWNS = re.compile(r"-|(?P<owner>[YE])(?P<own>[0-3])(?::(?P<other>[0-3]))?")
_TITLE = re.compile(r"(?P<id>\d{3}) (?P<name>[^:]+): .+")


class CaseError(AssertionError):
    """A case is not true of the engine, or is not written right; the message begins with file and line."""


class Line(NamedTuple):
    number: int
    text: str


@dataclass(frozen=True)
class Case:
    file: str
    number: int
    title: str
    lines: tuple[Line, ...]

    @property
    def card_id(self) -> str | None:
        """The card it is about, when its title begins with the number and name of one."""
        found = _TITLE.fullmatch(self.title)
        if found is None or not HYDRATOR.has_id(found["id"]) or HYDRATOR.get(found["id"]).name != found["name"]:
            return None
        return found["id"]


def parse_cases(text: str, file: str) -> list[Case]:
    """Cut a text into cases; what their lines mean is found out when they run."""
    titles: list[Line] = []
    bodies: list[list[Line]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        content = raw.partition("#")[0].rstrip()
        if not content:
            continue
        if not content[0].isspace():
            titles.append(Line(number, content))
            bodies.append([])
        elif bodies:
            bodies[-1].append(Line(number, content.strip()))
        else:
            raise CaseError(f"{file}:{number}: '{content.strip()}' stands before any title")
    return [Case(file, title.number, title.text, tuple(body)) for title, body in zip(titles, bodies, strict=True)]


def run_case(case: Case) -> frozenset[str]:
    """Play the case through; the ids of the cards that were played or spawned in it."""
    run = _Run()
    for line in case.lines:
        try:
            run.read(line.text)
        except (CaseError, QueensBloodError) as error:
            raise CaseError(f"{case.file}:{line.number}: '{line.text}': {error}") from error
    _require(run.begun and run.looked, f"{case.file}:{case.number}: '{case.title}': says nothing after its last play")
    return frozenset(run.involved)


def _require(truth: object, message: str) -> None:
    if not truth:
        raise CaseError(message)


def _parse_pawns(text: str) -> Pawns:
    found = _PAWNS.fullmatch(text)
    _require(found, f"'{text}' is no pawns; write '-', 'Y1' or 'E2'")
    assert found is not None
    if found["owner"] is None:
        return Pawns(None, 0, 0)
    own, other = int(found["own"]), int(found["other"] or 0)
    return Pawns(Side.YOU, own, other) if found["owner"] == "Y" else Pawns(Side.ENEMY, other, own)


def _format_pawns(pawns: Pawns) -> str:
    if pawns == Pawns(None, 0, 0):
        return "-"
    own, other = pawns[1:] if pawns.owner is Side.YOU else pawns[:0:-1]
    return f"{pawns.owner or 'N'}{own}" + (f":{other}" if other else "")


def _parse_side(text: str) -> Side:
    _require(text in SIDES, f"'{text}' is no side; write 'you' or 'enemy'")
    return SIDES[text]


def _parse_number(text: str) -> int:
    _require(re.fullmatch(r"[+-]?\d+", text), f"'{text}' is no number")
    return int(text)


@dataclass
class _Run:
    """A case on its way: the board, and what has happened since the last play."""

    board: BoardState = field(default_factory=lambda: BoardState(Ruleset.REBIRTH))
    engine: EffectEngine = field(default_factory=lambda: EffectEngine(HYDRATOR))
    hands: BySide[list[str]] = field(default_factory=lambda: BySide([], []))
    involved: set[str] = field(default_factory=set)
    begun: bool = False
    looked: bool = False
    """Something has been said since the last play."""
    named: set[str] = field(default_factory=set)
    before: dict[str, str] = field(default_factory=dict)

    def read(self, text: str) -> None:
        match text.split():
            case ["ruleset", name]:
                _require(self.board == BoardState(self.board.ruleset), "the rule set comes first")
                self.board = BoardState(Ruleset.parse(name))
            case ["given", tile, *what]:
                _require(not self.begun, "nothing can be given after a play")
                self._given(Tile.parse(tile), what)
            case [("you" | "enemy") as side, *name, tile]:
                self._play(SIDES[side], " ".join(name), Tile.parse(tile))
            case ["illegal", side, *name, tile, reason]:
                self._illegal(_parse_side(side), " ".join(name), Tile.parse(tile), reason)
            case words:
                self._expect(words)
                self.looked = True

    def _expect(self, words: list[str]) -> None:
        match words:
            case ["nothing", "else"]:
                for place, now in self._look().items():
                    was = self.before.get(place, now)
                    _require(place in self.named or now == was, f"{place} has become '{now}', it was '{was}'")
            case ["hand", side, *names]:
                self._expect_hand(_parse_side(side), " ".join(names))
            case ["lane", lane, powers, winner, points]:
                _require(lane in LANE_NAMES, f"'{lane}' is no lane; lanes are {', '.join(LANE_NAMES)}")
                score = compute_match_score(self.board, self.engine).lanes[LANE_NAMES.index(lane)]
                now = f"{score.power_you}-{score.power_enemy} {WORDS[score.winner]} {score.lane_points}"
                _require(now == f"{powers} {winner} {points}", f"the lane stands {now}")
            case ["score", points]:
                match_score = compute_match_score(self.board, self.engine)
                now = f"{match_score.total_you}-{match_score.total_enemy}"
                _require(now == points, f"the score is {now}")
            case [tile, *what]:
                self._expect_tile(Tile.parse(tile), what)

    def _given(self, tile: Tile, what: Sequence[str]) -> None:
        words = list(what)
        pawns = _parse_pawns(words.pop(0)) if words and _PAWNS.fullmatch(words[0]) else None
        if words:
            side = _parse_side(words.pop(0))
            change = _parse_number(words.pop()) if words and words[-1][0] in "+-" else 0
            placed = self.board.place_card(HYDRATOR.get(" ".join(words)), side, *tile)
            self.board.occupants[tile.index] = placed._replace(lasting=change)
            pawns = pawns or _parse_pawns(f"{side}1")
        _require(pawns, "says nothing of the tile; write 'given T2 Y1' or 'given T2 you Ogre'")
        assert pawns is not None
        self.board.set_pawns(tile.index, pawns)

    def _play(self, side: Side, name: str, tile: Tile) -> None:
        card = HYDRATOR.get(name)
        refusal = LegalityChecker().check(self.board, side, card, *tile)
        _require(refusal is None, f"the play is illegal: {refusal}")
        self._begin()
        numbers = [(occupant.number if occupant else 0) for occupant in self.board.occupants]
        told = dict(zip(numbers, self.engine.effective_powers(self.board), strict=True))
        changes = self.engine.resolve_play(self.board, side, card, tile)
        for change in changes:
            if isinstance(change, CardToHand):
                self.hands[change.side].append(change.card)
            elif isinstance(change, CardPlaced | TokenSpawned):
                self.involved.add(change.card.card)
        self._check_sanity(told, changes)

    def _illegal(self, side: Side, name: str, tile: Tile, reason: str) -> None:
        self._begin()
        refusal = LegalityChecker().check(self.board, side, HYDRATOR.get(name), *tile)
        _require(refusal, "the play is legal")
        assert refusal is not None
        _require(refusal.kind == reason, f"the play is refused for another reason, {refusal.kind}")
        self.looked = True

    def _begin(self) -> None:
        self.begun, self.looked = True, False
        self.named.clear()
        self.before = self._look()

    def _check_sanity(self, told: dict[int, int], changes: Sequence[Change]) -> None:
        """Ranks are 0 to 3, every card has power, and the changes told in between add up to the powers now."""
        for change in changes:
            match change:
                case CardPlaced(card=card) | TokenSpawned(card=card):
                    told[card.number] = HYDRATOR.get(card.card).power
                case PowerChanged(card=card, before=before, after=after):
                    _require(told.get(card.number) == before, f"{change} begins where no change has ended")
                    told[card.number] = after
                case CardDestroyed(card=card, power=power):
                    _require(told.pop(card.number, None) == power, f"{change} tells another power than the changes")
        powers = self.engine.effective_powers(self.board)
        for tile in TILES:
            _, *ranks = self.board.pawns(tile.index)
            _require(all(0 <= rank <= MAX_RANK for rank in ranks), f"{tile} has the ranks {ranks}")
            occupant, power = self.board.occupants[tile.index], powers[tile.index]
            if occupant is not None:
                _require(power > 0, f"the card on {tile} lives with power {power}")
                _require(told.pop(occupant.number) == power, f"the changes told do not lead to power {power} on {tile}")
        told.pop(0, None)
        _require(not told, f"cards left the board untold: {told}")

    def _look(self) -> dict[str, str]:
        """Every tile and hand as text."""
        seen = {f"hand {WORDS[side]}": ", ".join(self.hands[side]) or "-" for side in Side}
        return seen | {str(tile): f"{self._pawns(tile)} {self._card(tile)}".strip() for tile in TILES}

    def _pawns(self, tile: Tile) -> str:
        return _format_pawns(self.board.pawns(tile.index))

    def _card(self, tile: Tile) -> str:
        occupant = self.board.occupants[tile.index]
        if occupant is None:
            return ""
        power = self.engine.compute_effective_power(self.board, *tile)
        return f"{WORDS[occupant.side]} {occupant.card.name} {power} ({occupant.card.id})"

    def _expect_tile(self, tile: Tile, what: Sequence[str]) -> None:
        self.named.add(str(tile))
        words, now = list(what), self._look()[str(tile)]
        if words and _PAWNS.fullmatch(words[0]):
            pawns = _format_pawns(_parse_pawns(words.pop(0)))
            _require(pawns == self._pawns(tile), f"the tile is '{now}'")
        else:
            _require(words, "says nothing of the tile; write 'T2 Y1' or 'T2 you Ogre 5'")
        card = ""
        if words:
            side, *name, power = words
            named = HYDRATOR.get(" ".join(name))
            card = f"{WORDS[_parse_side(side)]} {named.name} {_parse_number(power)} ({named.id})"
        _require(card == self._card(tile), f"the tile is '{now}'")

    def _expect_hand(self, side: Side, names: str) -> None:
        self.named.add(f"hand {WORDS[side]}")
        expected = [] if names == "-" else [HYDRATOR.get(name).id for name in names.split(", ")]
        now = ", ".join(HYDRATOR.get(card_id).name for card_id in self.hands[side]) or "-"
        _require(expected == self.hands[side], f"what has come to that hand is {now}")
