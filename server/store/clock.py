"""The store's time, computed from this node's monotonic clock and a measured offset.

All nodes of a match must agree on the time, and only the store is common to them. Asking it for
every frame would cost a round trip, so the offset is measured now and then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from redis.exceptions import RedisError

from server.store.errors import Unavailable
from server.store.pace import REAL, Pace
from server.store.pipe import Pipe

MEASURE_INTERVAL_S = 5.0
# The error of a measurement is at most half its round trip.
ROUND_TRIPS = 3
# Slower than this, an offset that stands is better than a new one.
GOOD_ROUND_TRIP_MS = 100.0


class StoreClock:
    """Redis ``TIME`` without asking each time; ``run`` must be running."""

    def __init__(self, pace: Pace = REAL) -> None:
        self._pace = pace
        self._offset_ms: float | None = None
        self._due = asyncio.Event()

    def now_ms(self) -> int:
        """The store's clock in milliseconds since 1970. It may step back when it is corrected.

        Raises:
            Unavailable: the store's clock was never read yet.
        """
        return self._pace.time_ms(self._store_ms())

    def ahead_ms(self) -> int:
        """How far ``now_ms`` is ahead of the store's clock: not at all, but where a test moves it.

        Raises:
            Unavailable: the store's clock was never read yet.
        """
        store_ms = self._store_ms()
        return self._pace.time_ms(store_ms) - int(store_ms)

    def measure_soon(self) -> None:
        """The offset may be wrong: a new connection, perhaps to another machine."""
        self._due.set()

    async def measure(self, *pipes: Pipe) -> None:
        """Measure the offset of each server, and keep the smallest.

        What is appended must not be ahead of the server that it is appended on, so that of
        several clocks the slowest counts.

        Raises:
            RedisError, Unavailable: not one of them answered.
        """
        found = await asyncio.gather(*map(_measure, pipes), return_exceptions=True)
        measured = [one for one in found if not isinstance(one, BaseException)]
        failures = [one for one in found if isinstance(one, BaseException)]
        if not measured:
            raise failures[0] if failures else Unavailable("there is no server to ask for the time")
        if self._offset_ms is not None:
            measured = [one for one in measured if one[0] <= GOOD_ROUND_TRIP_MS]
        if measured:
            self._offset_ms = min(offset_ms for _, offset_ms in measured)

    async def run(self, pipes: Callable[[], Sequence[Pipe]]) -> None:
        """Measure at every connect and every few seconds until cancelled.

        Args:
            pipes: one to each server of the moment.
        """
        while True:
            self._due.clear()
            with suppress(RedisError, Unavailable):  # the next round tries again
                await self.measure(*pipes())
            with suppress(TimeoutError):
                async with asyncio.timeout(MEASURE_INTERVAL_S):
                    await self._due.wait()

    def _store_ms(self) -> float:
        if self._offset_ms is None:
            raise Unavailable("the store's clock has not been read yet")
        return _monotonic_ms() + self._offset_ms


async def _measure(pipe: Pipe) -> tuple[float, float]:
    """The shortest of a few round trips and the offset by it, in milliseconds."""
    samples = []
    for _ in range(ROUND_TRIPS):
        sent_ms = _monotonic_ms()
        seconds, micros = await pipe.call("TIME")
        came_ms = _monotonic_ms()
        store_ms = int(seconds) * 1000 + int(micros) / 1000
        samples.append((came_ms - sent_ms, store_ms - (sent_ms + came_ms) / 2))
    return min(samples)


def _monotonic_ms() -> float:
    return time.monotonic_ns() / 1_000_000
