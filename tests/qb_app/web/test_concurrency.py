"""Several writers on one match at the same time: nothing is lost, nothing is doubled."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from qb_app.api import create_app
from qb_app.storage import Storage
from qb_app.web.settings import ApiSettings
from tests.qb_app.web.conftest import OPENING, Api, read

WRITERS = 4
PATIENCE = 60


def test_of_writers_with_the_same_version_one_wins_and_the_others_are_told(storage: Storage) -> None:
    app = create_app(ApiSettings(), storage)
    clients = [Api(app) for _ in range(WRITERS)]
    match_id = clients[0].begin(*OPENING)
    barrier = Barrier(WRITERS, timeout=PATIENCE)

    def write(number: int) -> int:
        barrier.wait()
        body, headers = {"text": f"note of {number}"}, {"If-Match": '"2"'}
        return clients[number].post(f"/matches/{match_id}/commands", body, headers=headers).status_code

    with ThreadPoolExecutor(WRITERS) as pool:
        statuses = list(pool.map(write, range(WRITERS)))
    match = read(clients[0].get(f"/matches/{match_id}"))
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 409, 412}
    assert match["version"] == 3
    assert match["log"][-1]["command"] == f"note of {statuses.index(200)}"
    for client in clients:
        client.close()


def test_writers_who_repeat_what_was_refused_lose_nothing(storage: Storage) -> None:
    app = create_app(ApiSettings(), storage)
    clients = [Api(app) for _ in range(WRITERS)]
    match_id = clients[0].begin(*OPENING)

    def write(number: int) -> None:
        for part in range(3):
            body, key = {"text": f"note {number} {part}"}, {"Idempotency-Key": f"{number}-{part}"}
            while True:
                response = clients[number].post(f"/matches/{match_id}/commands", body, headers=key)
                if response.status_code == 200:
                    break
                assert response.status_code == 409, response.text
                assert response.json()["type"] == "urn:qbcoach:conflict"

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    match = read(clients[0].get(f"/matches/{match_id}"))
    notes = [entry["command"] for entry in match["log"] if entry["kind"] == "note"]
    assert sorted(notes) == sorted(f"note {number} {part}" for number in range(WRITERS) for part in range(3))
    for client in clients:
        client.close()
