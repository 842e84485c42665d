"""The HTTP interface: routers, guards and problems put together.

``python -m qb_app.api > page/openapi.json`` writes its description.
"""

from __future__ import annotations

import json
import sys
from asyncio import to_thread
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import JSONResponse
from starlette.middleware.gzip import GZipMiddleware

from qb_app.answers.advisor import Advisor
from qb_app.live.times import utc_now
from qb_app.storage.stores import Storage
from qb_app.web import (
    analysis,
    cards,
    collection,
    decks,
    duels,
    fleet,
    health,
    lab,
    match_files,
    matches,
    opponents,
    positions,
    puzzles,
    reviews,
    rulesets,
    solving,
    training,
)
from qb_app.web.clients import Clients
from qb_app.web.desk import AnalysisDesk
from qb_app.web.guard import Answers, BodyLimit, Gate
from qb_app.web.job_reader import JobReader
from qb_app.web.lab_jobs import LabJobs
from qb_app.web.openapi import describe
from qb_app.web.problems import install_handlers
from qb_app.web.routers import PREFIX
from qb_app.web.service import Service
from qb_app.web.settings import ApiSettings
from qb_app.web.static import PageFiles
from qb_engine.card_hydrator import CardHydrator

ROUTERS: tuple[APIRouter, ...] = (
    *(matches.router, match_files.router, analysis.router, positions.router, solving.router, reviews.router),
    *(cards.router, rulesets.router, decks.router, collection.router, opponents.router, puzzles.router),
    *(duels.router, fleet.router, lab.router, training.router),
    health.router,
)

STORE_SECONDS = 30.0
"""In which a job of the lab that is called off has stored what was played; nearly always it is a tenth of one."""


def create_app(settings: ApiSettings, storage: Storage) -> FastAPI:
    """The whole application over one storage; the caller closes the storage."""
    desk = AnalysisDesk(settings.analyses_at_once, settings.analyses_waiting, settings.analyses_per_client)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        desk.close()
        jobs.close()
        await to_thread(jobs.wait, STORE_SECONDS)

    jobs = LabJobs(storage, settings.job_processes, settings.jobs_waiting)
    app = _bare_app(lifespan=lifespan)
    advisor = Advisor(lambda: storage.answers, utc_now)
    app.state.service = Service(storage, desk, CardHydrator(), settings, advisor, jobs, JobReader(storage, jobs))
    install_handlers(app)
    _add_guards(app, settings)
    return app


def _add_guards(app: FastAPI, settings: ApiSettings) -> None:
    """The last one added stands outermost: it sees a request first and its answer last."""
    app.add_middleware(BodyLimit, most=settings.most_body_bytes)
    app.add_middleware(PageFiles, folder=settings.static)
    app.add_middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(Clients, settings=settings)
    app.add_middleware(Answers)


def describe_interface() -> dict[str, Any]:
    """The OpenAPI document; it needs no storage."""
    return describe(_bare_app())


def _bare_app(**options: Any) -> FastAPI:
    app = FastAPI(
        title="qbCoach",
        version=version("qbcoach"),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        routes=[route for router in ROUTERS for route in router.routes],
        **options,
    )

    @app.get(f"{PREFIX}/openapi.json", include_in_schema=False)
    def openapi() -> JSONResponse:
        return JSONResponse(describe(app))

    return app


def main() -> None:
    json.dump(describe_interface(), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
