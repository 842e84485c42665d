"""Lines that a player might type, rightly, nearly rightly or not at all, drawn from a seed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random

from qb_app.errors import InputError
from qb_app.live import commands as c
from qb_app.live.grammar import WORDS, parse_command
from qb_engine.geometry import TILES

NUMBERS = (
    *("0", "1", "2", "3", "4", "5", "9", "15", "44", "59", "60", "61", "99", "100", "255", "400", "999", "9999"),
    *("-1", "+2", "007", "30000", "30001", "32767", "59999", "60000", "60001", "65536", "4294967296"),
    *("9" * 20, "-" + "9" * 20, "9" * 5000, "0" * 5000 + "1", "٣", "²", "1_0", "1.5", "1e3", "0x10", "١٢"),
)
CARDS = (
    *("zu", "Mu", "Levrikon", "levr", "Queen Bee", "001", "015", "086", "102", "143", "Grasslands Wolf", "cloud", "?"),
    *("Mandragora Minion", "Shadowblood Queen", "Gilgamesh", "Two Face", "mini moogle", "1", "2", "nobody", "Yuffie"),
)
PLACES = (*map(str, TILES), "mid-3", "top 1", "BOT 5", "x9", "m0", "t6")
SIDES = ("you", "enemy", "e", "me", "his", "nobody")
TILE_TEXTS = ("-", "Y1", "E1", "Y2", "E3", "Y2:1", "N0", "Y0", "Y4", "N1")
RULES = ("rebirth", "v2.2.4", "rebirth{killing_blow_fires=yes}", "chess", "rebirth{deck_size=9999999999}")
OPTIONS = ("turn", "passes", "phase", "hand", "ehand", "deck", "edeck", "mulligan", "mulligans", "seed", "next", "foo")
JUNK = "abcYE019 ,;:/[]{}()=*+-^!#?@'\"\\\t\n\x00\x1b\x7f\u2028\u202e\u200d\ud800é▶●│┌😀ß\N{ROMAN NUMERAL ONE}"
DEAR = (c.Best, c.Why, c.WhatPlay, c.AskPlay)
DEAR_QUESTIONS = (
    c.Question.WHAT_PASS,
    c.Question.ASK_PASS,
    c.Question.THREAT,
    c.Question.ODDS,
    c.Question.REMARK,
    c.Question.SUMMARY,
)


def is_dear(line: str) -> bool:
    """Whether the line asks for something that takes long to compute."""
    try:
        command = parse_command(line)
    except InputError:
        return False
    return isinstance(command, DEAR) or (isinstance(command, c.Ask) and command.question in DEAR_QUESTIONS)


def any_line(rng: Random) -> str:
    """Half of the lines are as the grammar has them, most others nearly."""
    kind = rng.random()
    if kind < 0.04:
        return "".join(rng.choices(JUNK, k=rng.choice((1, 3, 10, 40, 40, 5000))))
    line = rng.choice(_MAKERS)(rng)
    return line if kind < 0.55 else _mutated(line, rng)


def _tile(rng: Random) -> str:
    pawns = rng.choice(TILE_TEXTS)
    if rng.random() < 0.75:
        return pawns
    change = rng.choice(("", "", f"+{rng.choice(NUMBERS)}", f"-{rng.choice(NUMBERS)}", f"^{rng.choice(NUMBERS)}"))
    fired = rng.choice(("", "", "", "!0", "!012345"))
    number = rng.choice(("", "", "", f"#{rng.choice(NUMBERS)}"))
    return f"{pawns}[{rng.choice(('', 'Y', 'E'))}{rng.choice(CARDS).replace(' ', '')}{change}{fired}{number}]"


def _lanes(rng: Random) -> str:
    return "/".join(",".join(_tile(rng) for _ in range(5)) for _ in range(3))


def _plain_lanes(rng: Random) -> str:
    """Lanes that are a board, but for the numbers."""
    card = f"Y1[{rng.choice(('008', '015', '020'))}+{rng.choice(NUMBERS)}]"
    return f"Y1,-,-,-,E1/{rng.choice((card, 'Y2'))},-,-,-,E1/Y1,-,-,-,E1"


def _option(rng: Random) -> str:
    key = rng.choice(OPTIONS)
    cards = f"{rng.choice(CARDS).replace(' ', '')}*{rng.choice(NUMBERS)}"
    value = rng.choice((rng.choice(NUMBERS), cards, "draw", "YE", f"{rng.choice(NUMBERS)},{rng.choice(NUMBERS)}"))
    return rng.choice((f"{key}={value}", f"{key}={value}", f"{key}={value}", key, f"{key}="))


def _board(rng: Random) -> str:
    lanes = rng.choice((_lanes, _plain_lanes, _plain_lanes))(rng)
    options = " ".join(_option(rng) for _ in range(rng.choice((0, 0, 1, 2))))
    if rng.random() < 0.5:
        return f"board {lanes} {options}"
    return f"board {rng.choice(RULES[:1] * 6 + RULES)} {lanes} {rng.choice('YE')} hand=001,007 ehand=?*5 {options}"


def _card(rng: Random) -> str:
    card: dict[str, object] = {"id": f"own{rng.randrange(9)}", "name": f"Own {rng.randrange(9)}", "rank": 1, "power": 2}
    key = rng.choice([*card, "effect", "pawns", "affects", "token", "nothing"])
    card[key] = rng.choice((card.get(key, 1), None, -1, 10**30, "x" * 70, "\x1b[31m", [[0, 1]], {}, [], True, 3.5))
    return f"card {json.dumps(card, ensure_ascii=rng.random() < 0.5)}"


def _joined(rng: Random, most: int) -> str:
    return ", ".join(rng.choice(CARDS) for _ in range(rng.randint(1, most)))


def _pick(*texts: str) -> Callable[[Random], str]:
    return lambda rng: rng.choice(texts)


def _fill(form: str, *values: Sequence[str]) -> Callable[[Random], str]:
    return lambda rng: form.format(*(rng.choice(value) for value in values))


_MAKERS: tuple[Callable[[Random], str], ...] = (
    *(_pick("hand security officer, levrikon, mu, elphadunk, grasslands wolf"),) * 3,
    *(_pick("keep", "pass", "e pass", "draw ?", "end", "mulligan 2 4", "y", "n", "1", "2"),) * 2,
    *(_fill("{} {}", CARDS, PLACES),) * 3,
    *(_fill("e {} {}", CARDS, PLACES),) * 3,
    lambda rng: f"hand {_joined(rng, 6)}",
    lambda rng: f"draw {_joined(rng, 2)}",
    lambda rng: _joined(rng, 5),
    _fill("mulligan {} {}", NUMBERS, NUMBERS),
    _fill("set {} {} {}", PLACES, SIDES, NUMBERS),
    _fill("set {} {}", PLACES, ("empty", "you", "enemy", "nobody")),
    _fill("set {} card {} {} {}", PLACES, CARDS, SIDES, NUMBERS),
    _fill("set {} card {} {}", PLACES, CARDS, SIDES),
    _fill("set {} power {}", PLACES, NUMBERS),
    _fill("set turn {}", SIDES),
    _fill("set {} {} {}", SIDES, ("hand", "deck"), NUMBERS),
    _fill("set score {} {}", NUMBERS, NUMBERS),
    _board,
    _board,
    _card,
    _fill("note {}", (*CARDS, "\x1b]0;title\x07", "a\u2028b", "half \ud800")),
    *(_fill("{} {}", ("undo", "redo", "undo"), NUMBERS),) * 2,
    _fill("{}", ("undo", "redo")),
    _fill("branch {}", ("main", "try", "a b", "x" * 70, "")),
    _fill("{} {}", ("best", "why"), NUMBERS),
    _fill("{} {} {}", ("what", "ask", "why not"), CARDS, PLACES),
    _pick("best", "threat", "odds", "summary", "what pass", "score", "hand", "board", "log", "branch", "?", "help"),
    _fill("remarks {}", ("on", "off", "maybe")),
    _pick(*WORDS),
)


def _mutated(line: str, rng: Random) -> str:
    words = line.split(" ")
    place, other = rng.randrange(len(words)), rng.randrange(len(words))
    match rng.randrange(8):
        case 0:
            del words[place]
        case 1:
            words[place], words[other] = words[other], words[place]
        case 2:
            words.insert(place, words[other])
        case 3:
            words[place] = rng.choice(NUMBERS)
        case 4:
            words[place] = "".join(rng.choices(JUNK, k=rng.choice((1, 4))))
        case 5:
            words.append(rng.choice(("foo", "m3", "you", "=", ",", "key=value")))
        case 6:
            cut = rng.randrange(len(line) + 1)
            return line[:cut] + rng.choice(JUNK) + line[cut + rng.randrange(2) :]
        case _:
            return line.upper() if rng.random() < 0.5 else line[: rng.randrange(len(line) + 1)]
    return " ".join(words)
