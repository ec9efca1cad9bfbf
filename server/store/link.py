"""One connection to Redis that is kept up: how it is opened, and when to try again.

A link knows nothing about commands. Its owner gives it a coroutine that uses the open connection
until it breaks; the link then waits a little and opens the next one.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Protocol

import hiredis
import structlog
from redis.exceptions import RedisError

CONNECT_TIMEOUT_S = 3.0
FIRST_BACKOFF_S = 0.02
MAX_BACKOFF_S = 1.0

log = structlog.get_logger()


class Wire(Protocol):
    """The part of redis-py's ``AbstractConnection`` that is used here, with its types."""

    async def connect(self) -> None:
        """Open the socket, authenticate, choose the database."""

    async def disconnect(self, nowait: bool = False) -> None:
        """Close the socket."""

    async def send_packed_command(
        self, command: Iterable[bytes], check_health: bool = True
    ) -> None:
        """Write bytes that are in the Redis protocol already."""

    # What Redis answers: bytes, int, None, or a list of these.
    async def read_response(
        self, disable_decoding: bool = False, *, disconnect_on_error: bool = True
    ) -> Any:
        """Wait for one reply, or raise the error that Redis answered."""


async def opened(wire: Wire) -> Wire:
    """Open ``wire``, or leave nothing of it behind."""
    try:
        await wire.connect()
    except BaseException:
        await wire.disconnect(nowait=True)
        raise
    return wire


async def ask(wire: Wire, *args: str) -> Any:
    """Send one command over an open connection that nobody else uses, and wait for its reply.

    Raises:
        RedisError: Redis answered an error, or the connection broke.
    """
    packed: bytes = hiredis.pack_command(args)  # type: ignore[arg-type]  # its stub says 1-tuple
    await wire.send_packed_command([packed], check_health=False)
    return await wire.read_response(True, disconnect_on_error=False)


async def ask_once(wire: Wire, *args: str, timeout_s: float) -> Any:
    """Open a connection for one command, and close it again.

    Raises:
        RedisError, OSError: as ``ask``, or nothing came within ``timeout_s``.
    """
    async with asyncio.timeout(timeout_s):
        await opened(wire)
        try:
            return await ask(wire, *args)
        finally:
            await wire.disconnect(nowait=True)


class Endpoint:
    """One Redis server, shared by all links to it, and whether they stand.

    Args:
        name: where it is, without secrets: fit for a log.
        open_wire: opens a connection to it; how it finds the server is its own matter.
        on_down: called when a link loses its connection or cannot make one. Must not raise.
    """

    def __init__(
        self,
        name: str,
        open_wire: Callable[[], Awaitable[Wire]],
        on_down: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name
        self.open = open_wire
        self._on_down = on_down
        self._down = 0

    @property
    def is_down(self) -> bool:
        """Whether some link to it does not stand."""
        return self._down > 0

    def went_down(self, reason: str) -> None:
        """One link lost its connection; the first of them is worth a line in the log."""
        self._down += 1
        if self._down == 1:
            log.warning("store connection lost", store=self.name, reason=reason)
        self._on_down()

    def came_back(self) -> None:
        """One link stands again; the last of them is worth a line in the log."""
        self._down -= 1
        if self._down == 0:
            log.info("store connection back", store=self.name)


class Link:
    """Keeps one connection to ``endpoint`` open while ``run`` runs."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.trouble = "not connected yet"
        self._endpoint = endpoint
        self._is_down = False

    async def run(self, serve: Callable[[Wire], Coroutine[None, None, None]]) -> None:
        """Open a connection, hand it to ``serve`` until that raises, wait, and again, for ever.

        ``serve`` ends by a ``RedisError`` or ``OSError``, alone or in groups; anything else is a
        fault of ours and leaves here.
        """
        backoff_s = FIRST_BACKOFF_S
        clock = asyncio.get_running_loop().time
        while True:
            opened_at = clock()
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT_S):
                    wire = await self._endpoint.open()
                try:
                    self._stands()
                    await _apart(serve(wire))
                finally:
                    await wire.disconnect(nowait=True)
            except* (RedisError, OSError) as group:
                self._fell(_first_reason(group))
            # A server that accepts and hangs up at once must not be asked in a tight loop.
            if clock() - opened_at > MAX_BACKOFF_S:
                backoff_s = FIRST_BACKOFF_S
            await asyncio.sleep(backoff_s * random.uniform(0.5, 1))
            backoff_s = min(backoff_s * 2, MAX_BACKOFF_S)

    def _stands(self) -> None:
        self.trouble = ""
        if self._is_down:
            self._is_down = False
            self._endpoint.came_back()

    def _fell(self, reason: str) -> None:
        self.trouble = reason
        if not self._is_down:
            self._is_down = True
            self._endpoint.went_down(reason)


async def _apart(work: Coroutine[None, None, None]) -> None:
    """Run ``work`` in a task of its own, which ends with this one.

    Before Python 3.13 a task group that is cancelled in the moment in which a task of it fails
    raises the failure alone: the link would go on for ever. Here the cancellation comes first.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait((task,))
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        raise
    task.result()


def _first_reason(group: BaseExceptionGroup[Exception]) -> str:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or "no answer while connecting"
