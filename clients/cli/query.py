"""Asking a server a few questions without sitting down anywhere."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from clients import notices as nt
from clients.cli.refusals import told, told_error
from clients.cli.sitting import PATIENCE_S
from clients.identity import Identity
from clients.link_faults import CANNOT_REACH, NO_ANSWER, Fault, LinkError
from clients.session import Session
from clients.transport import Client, Report
from protocol import messages as ms
from protocol import requests as rq
from protocol.messages import FinishedMatch, LobbyPage, MyRoom

ANSWER_S = 20.0
"""How long an answer is waited for, over as many connections as that takes."""
ROUND_TRIPS = 5
"""Questions asked one after the other to measure how long an answer takes."""


class QuestionRefusedError(Exception):
    """The server does not answer; the text is its reason."""


class Inquiry:
    """A connection on which one question is asked after the other; see ``inquiry``."""

    def __init__(self, identity: Identity) -> None:
        self._answers: asyncio.Queue[nt.Answered | nt.Refused] = asyncio.Queue()
        self.welcome: ms.Welcome | None = None
        session = Session(identity.token, identity.name, secret=identity.secret)
        self._url = identity.server
        self.client = Client(identity.server, session, self._hear, patience_s=PATIENCE_S)

    async def ask(self, kind: type[rq.Request], **fields: Any) -> ms.Ok | ms.Hops | ms.Page:
        """The answer to one question.

        Raises:
            LinkError: it does not come.
            QuestionRefusedError: the server refuses to answer.
        """
        self.client.request(kind, **fields)
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await self._answers.get()
        except TimeoutError:
            fault = Fault.UNREACHABLE
            raise LinkError(fault, CANNOT_REACH, url=self._url, reason=NO_ANSWER) from None
        if isinstance(answer, nt.Refused):
            raise QuestionRefusedError(told(answer.code, answer.details, answer.text))
        return answer.message

    def _hear(self, report: Report) -> None:
        if isinstance(report, nt.Welcomed):
            self.welcome = report.message
        if isinstance(report, nt.Answered | nt.Refused):
            self._answers.put_nowait(report)


@contextlib.asynccontextmanager
async def inquiry(identity: Identity) -> AsyncIterator[Inquiry]:
    """Asks the server of ``identity`` while the block runs.

    Raises:
        LinkError: the server cannot be had.
    """
    asked = Inquiry(identity)
    async with asked.client.running():
        yield asked


async def ask_rooms(identity: Identity) -> tuple[list[MyRoom], LobbyPage]:
    """The matches in which ``identity`` has a seat, and the lobby.

    Raises:
        LinkError: the server cannot be had.
        QuestionRefusedError: it refuses to answer.
    """
    async with inquiry(identity) as asked:
        mine, lobby = await asked.ask(rq.Rooms), await asked.ask(rq.Lobby)
    assert mine["t"] == "rooms"
    assert lobby["t"] == "lobby"
    return mine["rooms"], lobby


async def ask_results(identity: Identity) -> list[FinishedMatch]:
    """The matches that ``identity`` has finished, the newest first.

    Raises:
        LinkError: the server cannot be had.
        QuestionRefusedError: it refuses to answer.
    """
    async with inquiry(identity) as asked:
        page = await asked.ask(rq.Results)
    assert page["t"] == "results"
    return page["results"]


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The matches of ``identity`` that are not over, or the ``problem`` with asking for them."""

    identity: Identity
    rooms: tuple[MyRoom, ...] = ()
    problem: str = ""


async def ask_unfinished(identities: Sequence[Identity]) -> list[Unfinished]:
    """What each of ``identities`` has to come back to; all servers are asked at the same time."""
    return await asyncio.gather(*map(_unfinished, identities))


async def _unfinished(identity: Identity) -> Unfinished:
    try:
        mine, _ = await ask_rooms(identity)
    except (LinkError, QuestionRefusedError) as error:
        return Unfinished(identity, problem=told_error(error))
    return Unfinished(identity, tuple(room for room in mine if room["phase"] != "match_over"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """What is found out about a server: its version and promise, and times in milliseconds."""

    version: str
    worth: str
    least_ms: float
    most_ms: float


async def measure(identity: Identity) -> Distance:
    """How long the server of ``identity`` takes to answer.

    Raises:
        LinkError: the server cannot be had.
        QuestionRefusedError: it refuses to answer.
    """
    times = []
    async with inquiry(identity) as asked:
        await asked.ask(rq.Lobby)
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            await asked.ask(rq.Lobby)
            times.append((time.perf_counter() - began) * 1000)
    assert asked.welcome is not None
    return Distance(
        version=asked.welcome["server"],
        worth=asked.welcome["worth"],
        least_ms=min(times),
        most_ms=max(times),
    )
