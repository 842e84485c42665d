"""Maps, presets, and that claiming belongs to the game alone."""

from collections import Counter
from random import Random

import pytest

from fleet_engine.errors import MapNotFoundError, OffGridError, SettingsError
from fleet_engine.geometry import ALL_TILES, Position, distance, tiles_within
from fleet_engine.line_of_sight import has_line_of_sight
from fleet_engine.maps import Atlas, GameMap
from tests.fleet_engine.positions import at, duel, go, tile


def test_the_last_entry_for_a_tile_counts() -> None:
    ground = GameMap.of(scoring=[tile("1,1", 3), tile("0,1", 2), tile("1,1", 5, once=True)])
    assert ground.scoring == (tile("0,1", 2), tile("1,1", 5, once=True))


@pytest.mark.parametrize("where", ["11,0", "0,17", "-1,0", "0,-1"])
def test_tiles_off_the_grid_are_refused(where: str) -> None:
    with pytest.raises(OffGridError, match="off the grid"):
        GameMap.of(blocked=[at(where)])
    with pytest.raises(OffGridError):
        GameMap.of(scoring=[tile(where, 1)])
    with pytest.raises(OffGridError):
        GameMap().points_at(at(where))
    with pytest.raises(OffGridError):
        has_line_of_sight(frozenset(), at("0,0"), at(where))
    with pytest.raises(OffGridError):
        has_line_of_sight(frozenset(), at(where), at("0,0"))


def test_points_are_bounded() -> None:
    assert GameMap.of(scoring=[tile("1,1", 255)]).points_at(at("1,1")) == 255
    for points in (256, -1):
        with pytest.raises(SettingsError, match="0 to 255"):
            GameMap.of(scoring=[tile("1,1", points)])


def test_setting_points_leaves_the_flag_alone() -> None:
    ground = GameMap.of(scoring=[tile("1,1", 3, once=True)])
    assert ground.with_points(at("1,1"), 7).scoring == (tile("1,1", 7, once=True),)
    assert ground.with_points(at("2,2"), 7).scoring == (tile("1,1", 3, once=True), tile("2,2", 7))


def test_a_claim_pays_and_empties_only_once_tiles() -> None:
    ground = GameMap.of(scoring=[tile("1,1", 3, once=True), tile("2,2", 4)])
    points, after = ground.claimed(at("1,1"))
    assert (points, after.scoring) == (3, (tile("1,1", 0, once=True), tile("2,2", 4)))
    assert after.claimed(at("1,1")) == (0, after)
    assert ground.claimed(at("2,2")) == (4, ground)
    assert ground.claimed(at("3,3")) == (0, ground)


def test_nobody_but_the_game_can_empty_its_tiles() -> None:
    state = duel(scoring=(tile("5,6", 3, once=True),))
    before = state.key()
    state.map.claimed(at("5,6"))
    assert state.key() == before
    go(state, 1, "5,6")
    go(state, 2)
    assert state.map.points_at(at("5,6")) == 0


def test_a_preset_adds_and_clears_nothing() -> None:
    ground = GameMap.of([at("0,0")], [tile("1,1", 3, once=True), tile("4,4", 1)])
    preset = GameMap.of([at("9,9")], [tile("1,1", 5), tile("2,2", 0)])
    assert ground.with_preset(preset) == GameMap.of([at("0,0"), at("9,9")], [tile("1,1", 5), tile("4,4", 1)])
    assert ground.with_preset(preset, scoring_only=True).blocked == {at("0,0")}


def test_presets_are_numbered_from_one_and_can_be_replaced_in_part() -> None:
    atlas = Atlas()
    assert (len(atlas), atlas.exists(0), atlas.map_for(0)) == (0, False, GameMap())
    with pytest.raises(MapNotFoundError, match="none so far"):
        atlas.preset(1)
    number = atlas.create(GameMap.of([at("0,0")], [tile("1,1", 3)]))
    assert number == 1
    atlas.update(1, blocked=[at("2,2")])
    assert atlas.preset(1) == GameMap.of([at("2,2")], [tile("1,1", 3)])
    atlas.update(1, scoring=[])
    assert (len(atlas), atlas.preset(1)) == (1, GameMap.of([at("2,2")]))
    with pytest.raises(MapNotFoundError, match="numbered 1 to 1"):
        atlas.update(2, blocked=[])
    with pytest.raises(OffGridError):
        atlas.update(1, blocked=[at("20,0")])
    assert atlas.preset(1).blocked == {at("2,2")}


def test_distances_and_surroundings() -> None:
    assert distance(at("0,0"), at("3,4")) == 7
    assert tiles_within(at("0,0"), 1) == (Position(0, 0), Position(0, 1), Position(1, 0))
    assert len(tiles_within(at("5,8"), 3)) == 25
    assert len(ALL_TILES) == 187


def test_sight_is_clear_everywhere_on_open_ground() -> None:
    assert all(has_line_of_sight(frozenset(), a, b) for a in ALL_TILES[::7] for b in ALL_TILES)


def test_one_closed_corner_does_not_hide_a_diagonal() -> None:
    for closed in ("2,3", "3,2"):
        assert has_line_of_sight(frozenset({at(closed)}), at("2,2"), at("4,4"))


def literal_sight(blocked: frozenset[Position], a: Position, b: Position) -> bool:
    """The rule of the line word by word, as slow and plain as it reads."""
    if a in blocked:
        return False
    if a == b:
        return True
    dr, dc = abs(b.row - a.row), abs(b.col - a.col)
    sr, sc = (b.row > a.row) - (b.row < a.row), (b.col > a.col) - (b.col < a.col)
    err, row, col = dc - dr, a.row, a.col

    def stops() -> bool:
        return (row, col) != b and (row, col) in blocked

    while (row, col) != b:
        e = 2 * err
        if e == 0:
            if (row, col + sc) in blocked and (row + sr, col) in blocked:
                return False
            row, col, err = row + sr, col + sc, err - dr + dc
            if stops():
                return False
            continue
        if e > -dr:
            err, col = err - dr, col + sc
            if stops():
                return False
        if e < dc:
            err, row = err + dc, row + sr
            if stops():
                return False
    return b not in blocked


def test_sight_follows_the_rule_word_by_word() -> None:
    rng = Random(7)
    answers = Counter[bool]()
    for _ in range(200):
        blocked = frozenset(rng.sample(ALL_TILES, rng.randint(0, 60)))
        for _ in range(40):
            a, b = rng.choice(ALL_TILES), rng.choice(ALL_TILES)
            answers[has_line_of_sight(blocked, a, b)] += 1
            assert has_line_of_sight(blocked, a, b) is literal_sight(blocked, a, b), (sorted(blocked), a, b)
    assert min(answers.values()) > 1000


def test_a_steep_line_steps_along_the_rows_first() -> None:
    assert not has_line_of_sight(frozenset({at("1,0")}), at("0,0"), at("2,1"))
    assert has_line_of_sight(frozenset({at("0,1"), at("1,1")}), at("0,0"), at("2,1"))
