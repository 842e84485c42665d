"""Card names on small tiles."""

import pytest

from qb_app.asking.short_names import TILE_WIDTH, short_names, shortened
from qb_engine.card_hydrator import CardHydrator


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Zu", "Zu"),
        ("Stone Golem", "Stone Golem"),
        ("Security Officer", "Sec.Officer"),
        ("Quetzalcoatl", "Quetzalcoa."),
        ("Terror of the Deep", "Terror Deep"),
        ("The Tiny Bronco", "Tiny Bronco"),
        ("Special Forces Operator", "S.F.Operat."),
    ],
)
def test_the_last_word_is_kept_longest(name: str, short: str) -> None:
    assert shortened(name, TILE_WIDTH) == short


def test_every_card_fits_and_different_names_stay_different() -> None:
    hydrator = CardHydrator()
    shorts = short_names(hydrator, TILE_WIDTH)
    assert set(shorts) == {card.id for card in hydrator.all()}
    assert max(map(len, shorts.values())) <= TILE_WIDTH
    names = {(shorts[card.id], card.name) for card in hydrator.all()}
    assert len({short for short, _ in names}) == len(names)


def test_a_card_of_the_user_that_would_look_like_another_shows_its_id() -> None:
    hydrator = CardHydrator()
    hydrator.add_json('{"id": "own", "name": "Secret Officer", "rank": 1, "power": 1}')
    shorts = short_names(hydrator, TILE_WIDTH)
    assert shorts["001"] == "Sec.Officer"
    assert shorts["own"] == "Sec.Off own"
