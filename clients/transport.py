"""A session's connection, kept alive: sends what the session wants sent, connects again for ever.

Only this module knows of sockets and time. It does not read messages: notices of the session and
what becomes of the link go to one listener, as they come, so nothing is queued here.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol as SubprotocolName

from clients.address import is_loopback
from clients.link_faults import (
    CANNOT_REACH,
    CANNOT_READ,
    NO_SERVER,
    OTHER_PROTOCOL,
    Fault,
    LinkError,
    may_pass,
    why,
    why_closed,
)
from clients.notices import Held, Notice, Welcomed
from clients.session import Session
from protocol.codec import UnreadableFrameError
from protocol.requests import AnyRequest, Request

R = TypeVar("R", bound=Request)

FIRST_DELAY_S = 0.25
MOST_DELAY_S = 15.0
"""Pauses between attempts: doubled from the first to the most, each shortened by up to a half at
random, so that the clients of a server that restarts do not all come in the same moment."""
OPEN_TIMEOUT_S = 10.0
PING_EVERY_S = 10.0
"""How often a silent link is tested; it is given up when no answer comes for as long."""
MAX_MESSAGE_BYTES = 4 * 1024 * 1024
"""The largest message that is read; a page of 500 log entries takes under 300 KiB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkUp:
    """A connection stands. The session greets on it next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkDown:
    """There is no connection, because of ``reason``; the next attempt comes in ``retry_s``."""

    reason: str
    attempt: int
    retry_s: float


Report: TypeAlias = Notice | LinkUp | LinkDown
Listener: TypeAlias = Callable[[Report], None]


def delays(randomness: random.Random) -> Iterator[float]:
    """The pauses in seconds before the attempts to connect, without end."""
    longest = FIRST_DELAY_S
    while True:
        yield longest * (1 - randomness.random() / 2)
        longest = min(longest * 2, MOST_DELAY_S)


class Client:
    """Runs ``session`` against the server at ``url``; ``listener`` hears all that happens.

    With ``patience_s`` a server has to welcome us within that time. Once one has, a lost link is
    tried for ever.
    """

    def __init__(
        self,
        url: str,
        session: Session,
        listener: Listener,
        *,
        patience_s: float | None = None,
        randomness: random.Random | None = None,
    ) -> None:
        self.session = session
        self._url = url
        self._listener = listener
        self._patience_s = patience_s
        self._random = randomness or random.Random()
        self._to_send = asyncio.Event()
        self._timers: set[asyncio.TimerHandle] = set()
        self._welcomed = False

    def request(self, kind: type[R], **fields: Any) -> R:
        """Asks for something: see ``Session.request``. It is sent as soon as a link stands."""
        request = self.session.request(kind, **fields)
        self._to_send.set()
        return request

    @property
    def unanswered(self) -> tuple[AnyRequest, ...]:
        """The requests that have no answer yet."""
        return self.session.unanswered

    async def run(self) -> None:
        """Stays connected until cancelled.

        Raises:
            LinkError: it cannot work; see ``Fault``.
        """
        started = asyncio.get_running_loop().time()
        pauses, attempt, patience_s = delays(self._random), 0, self._patience_s
        try:
            while True:
                reason = await self._connect_once()
                if self._welcomed:  # to be let in and closed at once is no connection
                    self._welcomed = False
                    pauses, attempt, patience_s = delays(self._random), 0, None
                attempt += 1
                pause_s = next(pauses)
                waited_s = asyncio.get_running_loop().time() - started + pause_s
                if patience_s is not None and waited_s > patience_s:
                    raise LinkError(Fault.UNREACHABLE, CANNOT_REACH, url=self._url, reason=reason)
                self._listener(LinkDown(reason=reason, attempt=attempt, retry_s=pause_s))
                await asyncio.sleep(pause_s)
        finally:
            for timer in self._timers:
                timer.cancel()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Stays connected while the block runs; raises what the block, or else ``run``, raises."""
        try:
            async with asyncio.TaskGroup() as tasks:
                link = tasks.create_task(self.run())
                yield
                link.cancel()
        except BaseExceptionGroup as errors:
            raise _only(errors) from None

    async def _connect_once(self) -> str:
        """One connection from start to end; why it ended, or could not be had."""
        wanted = SubprotocolName(self.session.subprotocol)
        try:
            async with connect(
                self._url,
                subprotocols=[wanted],
                compression=None,
                proxy=None if is_loopback(self._url) else True,
                open_timeout=OPEN_TIMEOUT_S,
                ping_interval=PING_EVERY_S,
                ping_timeout=PING_EVERY_S,
                close_timeout=1,
                max_size=MAX_MESSAGE_BYTES,
            ) as socket:
                if socket.subprotocol != wanted:
                    raise LinkError(
                        Fault.NOT_A_SERVER, OTHER_PROTOCOL, url=self._url, wanted=wanted
                    )
                return await self._talk(socket)
        except (OSError, InvalidHandshake, InvalidURI, ImportError) as error:
            if not may_pass(error):
                fault = Fault.NOT_A_SERVER
                raise LinkError(fault, NO_SERVER, url=self._url, reason=error) from None
            return why(error)

    async def _talk(self, socket: ClientConnection) -> str:
        """Exchanges frames until the connection ends; returns why it did."""
        self.session.connected()
        self._listener(LinkUp())
        self._to_send.set()
        try:
            async with asyncio.TaskGroup() as tasks:
                sender = tasks.create_task(self._send(socket))
                async for frame in socket:
                    self._hear(frame)
                sender.cancel()
        except BaseExceptionGroup as errors:
            _, failures = errors.split(ConnectionClosed)
            if failures is not None:
                raise _only(failures) from None
        finally:
            self.session.disconnected()
        return why_closed(socket, self._url)

    async def _send(self, socket: ClientConnection) -> None:
        while True:
            await self._to_send.wait()
            self._to_send.clear()
            for frame in self.session.frames_to_send():
                await socket.send(frame)

    def _hear(self, frame: bytes | str) -> None:
        try:
            notices = self.session.receive(frame)
        except UnreadableFrameError:
            raise LinkError(Fault.MISUNDERSTANDING, CANNOT_READ, url=self._url) from None
        for notice in notices:
            if isinstance(notice, Welcomed):
                self._welcomed = True
            if isinstance(notice, Held):
                self._release_later(notice)
            self._listener(notice)
        self._to_send.set()

    def _release_later(self, held: Held) -> None:
        def release() -> None:
            self._timers.discard(timer)
            self.session.release(held.request.id)
            self._to_send.set()

        loop = asyncio.get_running_loop()
        timer = loop.call_later(held.delay_ms / 1000, release)
        self._timers.add(timer)


def _only(errors: BaseExceptionGroup[BaseException]) -> BaseException:
    """The one error in a group of one; else the group."""
    return errors.exceptions[0] if len(errors.exceptions) == 1 else errors
