"""What every operation works with, and who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Header, Request

from qb_app.answers.advisor import Advisor
from qb_app.live.session import Session
from qb_app.live.tools import Tools
from qb_app.storage.stores import Storage
from qb_app.web.desk import AnalysisDesk
from qb_app.web.job_reader import JobReader
from qb_app.web.lab_jobs import LabJobs
from qb_app.web.settings import ApiSettings
from qb_engine.card_hydrator import CardHydrator


@dataclass(frozen=True, slots=True)
class Service:
    storage: Storage
    desk: AnalysisDesk
    hydrator: CardHydrator
    """The game's own cards; nobody adds to it."""
    settings: ApiSettings
    advisor: Advisor
    """Remembers what was found, for all who ask."""
    jobs: LabJobs
    job_reader: JobReader

    @property
    def tools(self) -> Tools:
        """What the session of a match works with."""
        return Tools(opponents=self.storage.opponents, matches=self.storage.matches, advisor=self.advisor)

    def open_match(self, match_id: str) -> Session:
        """The match for one who may change it."""
        return Session.resume(self.storage.matches, match_id, self.tools)

    def look_at(self, match_id: str) -> Session:
        """The match for one who only reads."""
        return Session.look(self.storage.matches, match_id, self.tools)


def _service(request: Request) -> Service:
    service = request.app.state.service
    assert isinstance(service, Service)
    return service


def _client(
    request: Request,
    client: Annotated[
        str | None,
        Header(
            alias="QBCoach-Client",
            max_length=64,
            pattern="^[A-Za-z0-9_-]+$",
            description="A name of the client's own making; analyses of different clients take turns.",
        ),
    ] = None,
) -> str:
    return client or (request.client.host if request.client else "unknown")


ServiceDep = Annotated[Service, Depends(_service)]
ClientDep = Annotated[str, Depends(_client)]
