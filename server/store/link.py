"""One connection to Redis that is kept up: where it is, how it is opened, when to try again.

A link knows nothing about commands. Its owner gives it a coroutine that uses the open connection
until it breaks; the link then waits a little and opens the next one.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

import structlog
from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.store.errors import StoreError

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


class Endpoint:
    """A Redis address, shared by all links to it, and whether they stand.

    Its ``name`` is the address without user, password and options: fit for a log.
    """

    def __init__(self, url: str) -> None:
        """Read ``url``: redis://, rediss:// or unix://, as redis-py understands them.

        Raises:
            StoreError: the URL is not one of these. The text never repeats a password.
        """
        try:
            parts = urlsplit(url)
            place = parts.hostname or ""
            if parts.port is not None:
                place += f":{parts.port}"
            pool: Any = ConnectionPool.from_url(url)
            # Set afterwards, because options in the URL win over arguments: nothing is sent twice
            # by redis-py, no timer of its own per read, and messages come as plain replies.
            pool.connection_kwargs.update(
                retry=Retry(NoBackoff(), 0), socket_timeout=None, protocol=2
            )
            pool.make_connection()
        except (ValueError, TypeError, RedisError):
            raise StoreError(
                "the store's address is not a Redis URL: "
                "expected redis://HOST:PORT/DB, rediss://HOST:PORT/DB or unix:///PATH"
            ) from None
        self.name = f"{parts.scheme}://{place}{parts.path}"
        self._pool = pool
        self._down = 0

    def wire(self) -> Wire:
        """A connection that is not open yet."""
        return cast(Wire, self._pool.make_connection())

    def went_down(self, reason: str) -> None:
        """One link lost its connection; the first of them is worth a line in the log."""
        self._down += 1
        if self._down == 1:
            log.warning("store connection lost", store=self.name, reason=reason)

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

    async def run(self, serve: Callable[[Wire], Awaitable[None]]) -> None:
        """Open a connection, hand it to ``serve`` until that raises, wait, and again, for ever.

        ``serve`` ends by a ``RedisError`` or ``OSError``, alone or in groups; anything else is a
        fault of ours and leaves here.
        """
        backoff_s = FIRST_BACKOFF_S
        clock = asyncio.get_running_loop().time
        while True:
            wire = self._endpoint.wire()
            opened_at = clock()
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT_S):
                    await wire.connect()
                self._stands()
                await serve(wire)
            except* (RedisError, OSError) as group:
                self._fell(_first_reason(group))
            finally:
                await wire.disconnect(nowait=True)
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


def _first_reason(group: BaseExceptionGroup[Exception]) -> str:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or "no answer while connecting"
