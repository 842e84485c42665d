"""Where cards can be placed, over HTTP: all at once, and what they would do on one tile."""

from __future__ import annotations

from typing import Any

import pytest

from qb_app.live import commands as c
from qb_app.live.session import Session
from qb_app.storage import Storage
from qb_engine.errors import QueensBloodError
from qb_engine.game_state import GameState
from qb_engine.geometry import TILES, Side, Tile
from qb_engine.legality import LegalityChecker
from tests.qb_app.live.material import HYDRATOR
from tests.qb_app.web.conftest import OPENING, Api, read, refused

PLAYED = (*OPENING, "sec m1", "e mandragora m5", "draw zu", "lev m2", "e levrikon t5", "draw ?", "wolf m3")
LINES = (*OPENING, "set m3 card zu you", "set t3 enemy 3", "sec m1", "set b3 card mu enemy")


def placements(api: Api, match_id: str, side: str) -> dict[str, list[str]]:
    found = read(api.get(f"/matches/{match_id}/placements?side={side}"))
    assert (found["side"], found["version"]) == (side, read(api.get(f"/matches/{match_id}"))["version"])
    cards: dict[str, list[str]] = found["cards"]
    assert all(cards.values())
    return cards


def taken(session: Session, card_id: str, side: Side) -> list[str]:
    """The tiles on which the match really takes that play."""
    found = []
    for tile in TILES:
        try:
            session.game.fork().apply(c.Play(card_id, side, tile))
        except QueensBloodError:
            continue
        found.append(tile.long)
    return found


@pytest.mark.parametrize("lines", [PLAYED, (*PLAYED, "set e hand 1"), (*PLAYED, "set e hand 0"), LINES])
def test_every_card_is_placed_where_the_match_takes_it(api: Api, storage: Storage, lines: tuple[str, ...]) -> None:
    match_id = api.begin(*lines)
    session = Session.look(storage.matches, match_id)
    every = {card.id: taken(session, card.id, Side.ENEMY) for card in HYDRATOR.all()}
    assert placements(api, match_id, "E") == {card_id: tiles for card_id, tiles in every.items() if tiles}


def test_tokens_that_the_enemy_holds_are_among_them_and_others_are_not(api: Api) -> None:
    found = placements(api, api.begin(*PLAYED), "E")
    tokens = {card.id for card in HYDRATOR.all() if card.token}
    assert [HYDRATOR.get(card_id).name for card_id in found if card_id in tokens] == ["Mandragora Minion"]
    assert len(found) > 40


def test_of_your_side_only_cards_in_hand_are_known(api: Api, storage: Storage) -> None:
    match_id = api.begin(*OPENING, "sec m1", "e levrikon m5", "draw ?")
    session = Session.look(storage.matches, match_id)
    hand = [card_id for card_id in session.state.hands[Side.YOU].as_card_ids() if card_id != "?"]
    wanted = {card_id: taken(session, card_id, Side.YOU) for card_id in sorted(hand)}
    found = placements(api, match_id, "Y")
    assert found == {card_id: tiles for card_id, tiles in wanted.items() if tiles}
    assert "007" in found
    moves = read(api.get(f"/matches/{match_id}/moves"))["moves"]
    assert [(move["card"], move["tile"]) for move in moves[:-1]] == [
        (card_id, tile) for card_id, tiles in found.items() for tile in tiles
    ]


@pytest.mark.parametrize(("lines", "side"), [(OPENING, "E"), (PLAYED, "Y"), ((*PLAYED, "end"), "E")])
def test_a_side_that_is_not_to_act_places_nothing(api: Api, lines: tuple[str, ...], side: str) -> None:
    assert placements(api, api.begin(*lines), side) == {}


def test_each_rank_is_looked_at_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    really, asked = LegalityChecker.legal_tiles, []

    def counted(self: LegalityChecker, *arguments: Any) -> list[Tile]:
        asked.append(arguments)
        return really(self, *arguments)

    match_id = api.begin(*PLAYED)
    monkeypatch.setattr(LegalityChecker, "legal_tiles", counted)
    placements(api, match_id, "E")
    assert len(asked) == len({card.rank for card in HYDRATOR.all()})


def test_what_cannot_be_asked_is_refused(api: Api) -> None:
    refused(api.get("/matches/none/placements"), 404, "not-found")
    refused(api.get(f"/matches/{api.begin()}/placements?side=both"), 422, "invalid")


# What the likely cards would do on one tile.


def moves(api: Api, match_id: str, **asked: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(api.get(f"/matches/{match_id}/moves", params=asked))["moves"]
    return found


@pytest.mark.parametrize("tile", ["MID-5", "m5", "mid 5"])
def test_the_likely_cards_of_the_enemy_are_tried_on_a_tile(api: Api, tile: str) -> None:
    match_id = api.begin(*OPENING, "sec m1", enemy_deck="starter")
    match, found = read(api.get(f"/matches/{match_id}")), moves(api, match_id, side="E", tile=tile)
    likely = [card for card in match["enemy_likely"] if "MID-5" in placements(api, match_id, "E").get(card, [])]
    assert [(move["card"], move["tile"]) for move in found] == [(card, "MID-5") for card in likely]
    assert len(found) > 3
    assert api.enter(match_id, found[1]["command"])["match"]["board"] == found[1]["board"]


def test_a_card_and_a_tile_are_just_that_move(api: Api) -> None:
    match_id = api.begin(*OPENING, "sec m1")
    [found] = moves(api, match_id, side="E", card="Levrikon", tile="t5")
    assert found["command"] == "e 007 TOP-5"
    assert moves(api, match_id, side="E", card="Levrikon", tile="t3") == []
    assert moves(api, match_id, side="E", tile="t5") == [], "nothing is known of this enemy"


def test_of_your_own_hand_the_moves_on_a_tile_are_told(api: Api) -> None:
    match_id = api.begin(*OPENING)
    found = moves(api, match_id, tile="m1")
    assert found == [move for move in moves(api, match_id) if move["tile"] == "MID-1"]
    assert [move["command"] for move in moves(api, match_id, card="levrikon", tile="m1")] == ["007 MID-1"]


def test_more_likely_cards_than_a_page_shows_are_left_out(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qb_app.documents.previews.MOST_LIKELY", 2)
    match_id = api.begin(*OPENING, "sec m1", enemy_deck="starter")
    assert len(moves(api, match_id, side="E", tile="m5")) == 2


def test_a_token_that_the_enemy_does_not_hold_is_not_tried(api: Api) -> None:
    api.put("/opponents/Bob", {"known": ["Mandragora Minion", "Levrikon"]})
    match_id = api.begin(*OPENING, "sec m1", opponent="Bob")
    assert [move["card"] for move in moves(api, match_id, side="E", tile="m5")] == ["007"]


def test_what_is_no_tile_is_refused(api: Api) -> None:
    match_id = api.begin(*OPENING)
    response = api.get(f"/matches/{match_id}/moves", params={"tile": "z9"})
    assert "'z9' is not a tile" in refused(response, 422, "refused")


def test_a_card_is_played_on_a_position_by_the_rules_whoever_is_to_act(api: Api) -> None:
    match_id = api.begin(*PLAYED[:-2])
    position = read(api.get(f"/matches/{match_id}"))["position"]
    played = read(api.post("/positions/played", {"position": position, "side": "E", "move": "Grasslands Wolf B5"}))
    followed = GameState.parse(position, HYDRATOR)
    wolf, tile = HYDRATOR.get("Grasslands Wolf"), Tile.parse("B5")
    followed.effect_engine.resolve_play(followed.board, Side.ENEMY, wolf, tile)
    again = GameState.parse(played["position"], HYDRATOR)
    assert again.board.occupants == followed.board.occupants
    assert [again.board.pawns(index) for index in range(15)] == [followed.board.pawns(index) for index in range(15)]
    before = read(api.post("/positions", {"position": position}))
    assert [played[name] for name in ("turn", "to_act", "hand")] == [
        before[name] for name in ("turn", "to_act", "hand")
    ]


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("Grasslands Wolf M1", "M1 is occupied"),
        ("Levrikn M5", "did you mean Levrikon"),
        ("pass", "a pass changes no board"),
    ],
)
def test_what_cannot_be_played_on_a_position_is_refused(api: Api, move: str, words: str) -> None:
    position = read(api.get(f"/matches/{api.begin(*PLAYED)}"))["position"]
    asked = api.post("/positions/played", {"position": position, "side": "E", "move": move})
    assert words in refused(asked, 422, "refused")
