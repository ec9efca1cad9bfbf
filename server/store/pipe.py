"""Many calls in flight over one connection to Redis, answered in order.

One FIFO: what is written first is answered first. Nothing is ever sent twice from here, since only
the caller knows whether that is safe: when the connection breaks, or one reply is late, every call
that was sent fails as ``Lost``. This costs a tenth of what a pool of connections costs a call.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import hiredis
from redis.exceptions import BusyLoadingError, ReadOnlyError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.errors import Lost
from server.store.link import Endpoint, Link, Wire

DEADLINE_S = 2.5
# Full: the call fails at once as Lost. At 20,000 appends a second this is two seconds of work.
MAX_CALLS = 40_000
# One write carries at most this many calls, so that one burst cannot hold the loop for long.
MAX_BATCH = 256

Arg = bytes | str | int


@dataclass(slots=True)
class _Call:
    packed: bytes
    reply: asyncio.Future[Any]
    deadline: float


class Pipe:
    """Sends commands to Redis and hands out their replies; ``run`` must be running."""

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        deadline_s: float = DEADLINE_S,
        on_connected: Callable[[], None] | None = None,
    ) -> None:
        self._link = Link(endpoint)
        self._deadline_s = deadline_s
        self._on_connected = on_connected
        self._unsent: deque[_Call] = deque()
        self._waiting: deque[_Call] = deque()
        self._wake = asyncio.Event()
        self._late = asyncio.Event()

    def send(self, *args: Arg) -> asyncio.Future[Any]:
        """Put one command into the FIFO and return the future of its reply.

        The future gets what Redis answered (bytes, int, None or a list), or raises a
        ``RedisError`` if Redis answered an error, or ``Lost`` if no answer came.
        """
        loop = asyncio.get_running_loop()
        reply: asyncio.Future[Any] = loop.create_future()
        if len(self._unsent) + len(self._waiting) >= MAX_CALLS:
            reply.set_exception(Lost(f"{MAX_CALLS} calls to the store wait already"))
            return reply
        packed: bytes = hiredis.pack_command(args)  # type: ignore[arg-type]  # its stub says 1-tuple
        self._unsent.append(_Call(packed, reply, loop.time() + self._deadline_s))
        self._wake.set()
        return reply

    async def call(self, *args: Arg) -> Any:
        """``send`` and wait for the reply; never longer than about the pipe's deadline."""
        return await self.send(*args)

    async def run(self) -> None:
        """Keep the connection up and move calls over it until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._link.run(self._serve))
                group.create_task(self._expire())
        finally:
            self._fail(self._waiting, "the store connection was closed")
            self._fail(self._unsent, "the store connection was closed")

    async def _serve(self, wire: Wire) -> None:
        self._late.clear()
        if self._on_connected is not None:
            self._on_connected()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(wire))
                group.create_task(self._write(wire))
                group.create_task(self._give_up_when_late())
        finally:
            self._fail(self._waiting, "the store connection broke")

    async def _write(self, wire: Wire) -> None:
        while True:
            if not self._unsent:
                self._wake.clear()
                await self._wake.wait()
            if self._late.is_set():
                return  # this connection is given up; what is unsent goes over the next one
            batch: list[_Call] = []
            while self._unsent and len(batch) < MAX_BATCH:
                call = self._unsent.popleft()
                if not call.reply.done():  # its caller was cancelled before it was sent
                    batch.append(call)
            self._waiting.extend(batch)
            await wire.send_packed_command([call.packed for call in batch], check_health=False)

    async def _read(self, wire: Wire) -> None:
        while True:
            reply = error = None
            try:
                reply = await wire.read_response(True, disconnect_on_error=False)
            except (ResponseError, BusyLoadingError) as answer:
                error = answer
            if not self._waiting:
                raise RedisConnectionError("the store sent a reply that nothing asked for")
            future = self._waiting.popleft().reply
            if future.done():
                continue
            if error is None:
                future.set_result(reply)
                continue
            future.set_exception(error)
            if isinstance(error, ReadOnlyError):
                # It became a replica. A new connection may lead to the new master.
                raise RedisConnectionError("the store has become a read-only replica")

    async def _expire(self) -> None:
        """Fail what is late. Deadlines are equal, so the oldest call tells for all."""
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(self._deadline_s / 20)
            if self._waiting and self._waiting[0].deadline <= clock():
                self._fail(self._waiting, f"no reply within {self._deadline_s:g} s")
                self._late.set()
            while self._unsent and self._unsent[0].deadline <= clock():
                reason = self._link.trouble or f"not sent within {self._deadline_s:g} s"
                self._fail(deque([self._unsent.popleft()]), reason)

    async def _give_up_when_late(self) -> None:
        # A peer that vanished without a word looks like a slow one; only a new connection tells.
        await self._late.wait()
        raise RedisConnectionError(f"no reply within {self._deadline_s:g} s")

    @staticmethod
    def _fail(calls: deque[_Call], reason: str) -> None:
        while calls:
            future = calls.popleft().reply
            if not future.done():
                future.set_exception(Lost(reason))
