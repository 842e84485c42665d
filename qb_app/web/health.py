"""Whether the server is well, and what it can do."""

from __future__ import annotations

from importlib.metadata import version
from typing import Literal

from typing_extensions import TypedDict

from qb_app.web.routers import api_router
from qb_app.web.service import ServiceDep
from qb_engine.kernel import door as kernel

router = api_router("server")


class AnalysesDocument(TypedDict):
    running: int
    waiting: int
    at_once: int


class HealthDocument(TypedDict):
    status: Literal["ok"]
    version: str
    kernel: bool
    """Whether deep search and the solver work here."""
    storage: Literal["sqlite", "postgresql"]
    analyses: AnalysesDocument


@router.get("/health", operation_id="health")
def health(service: ServiceDep) -> HealthDocument:
    """Answers while the server and its storage work."""
    service.storage.matches.matches(limit=1)
    load = service.desk.load
    return {
        "status": "ok",
        "version": version("qbcoach"),
        "kernel": kernel.available,
        "storage": service.storage.backend,
        "analyses": {"running": load.running, "waiting": load.waiting, "at_once": load.at_once},
    }
