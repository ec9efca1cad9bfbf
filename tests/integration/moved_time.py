"""A time that a test moves on, and nodes that live by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from server.store.pace import Pace
from tests.integration.node import LocalNode, node
from tests.valkey import Valkey

STEP_MS = 2_000
"""Far less than what counts as a gap: in between the nodes beat, as they do in real time."""
BETWEEN_MS = 200
"""The store notes a beat a little after the node that sends it has looked at the time."""


class MovedTime(Pace):
    """A time that stands still until it is moved; the same for all nodes that it is given to."""

    def __init__(self) -> None:
        self._now_ms: int | None = None
        self._rings: dict[_MovedRing, float] = {}
        """How many ms are left until each of them."""

    def time_ms(self, store_ms: float) -> int:
        """The time of matches, which was the store's when it was first asked for."""
        if self._now_ms is None:
            self._now_ms = int(store_ms)
        return self._now_ms

    def call_in(self, delay_s: float, callback: Callable[[], object]) -> _MovedRing:
        """Call back when time was moved by so much."""
        ring = _MovedRing(self._rings, callback)
        self._rings[ring] = delay_s * 1000
        self._ring_all()
        return ring

    def move(self, by_ms: int) -> None:
        """So much time goes by at once; what is due by then is called back."""
        self.correct(by_ms)
        for ring in self._rings:
            self._rings[ring] -= by_ms
        self._ring_all()

    def correct(self, by_ms: int) -> None:
        """The clock is set to another time, while none goes by."""
        assert self._now_ms is not None
        self._now_ms += by_ms

    def _ring_all(self) -> None:
        for ring in [ring for ring, left_ms in self._rings.items() if left_ms <= 0]:
            del self._rings[ring]
            asyncio.get_running_loop().call_soon(ring.callback)


class _MovedRing:
    def __init__(self, rings: dict[_MovedRing, float], callback: Callable[[], object]) -> None:
        self._rings = rings
        self.callback = callback

    def cancel(self) -> None:
        self._rings.pop(self, None)


@dataclass
class MovedNodes:
    """Nodes on one store, by number, and the time that goes by for all of them."""

    url: str
    time: MovedTime
    tasks: asyncio.TaskGroup
    settings: dict[str, Any] = field(default_factory=dict)
    serving: dict[int, LocalNode] = field(default_factory=dict)
    _stops: dict[int, tuple[asyncio.Event, asyncio.Task[None]]] = field(default_factory=dict)

    async def start(self, number: int) -> LocalNode:
        """The node with this number serves."""
        up, stop = asyncio.Event(), asyncio.Event()
        self._stops[number] = stop, self.tasks.create_task(self._serve(number, up, stop))
        await up.wait()
        return self.serving[number]

    async def stop(self, number: int) -> None:
        """It serves no more; its clients are cut off."""
        stop, task = self._stops.pop(number)
        stop.set()
        await task

    async def pass_by(self, ms: float) -> None:
        """Let time go by; who serves beats all the while."""
        left_ms = max(0, round(ms))
        while left_ms > 0:
            step_ms = min(left_ms, STEP_MS)
            left_ms -= step_ms
            self.time.move(step_ms)
            for local in self.serving.values():
                await local.node.beats.beat()

    def now_ms(self) -> int:
        """The time by which the nodes judge."""
        return next(iter(self.serving.values())).node.store.now_ms()

    async def _serve(self, number: int, up: asyncio.Event, stop: asyncio.Event) -> None:
        async with node(redis=self.url, pace=self.time, **self.settings) as local:
            self.serving[number] = local
            up.set()
            await stop.wait()
            del self.serving[number]


@asynccontextmanager
async def moved_nodes(store: Valkey, count: int = 2, **settings: Any) -> AsyncIterator[MovedNodes]:
    """So many nodes on a store of the test's own: what it notes lies in the future."""
    failure: Exception | None = None
    async with asyncio.TaskGroup() as tasks:
        nodes = MovedNodes(store.url, MovedTime(), tasks, settings)
        for number in range(count):
            await nodes.start(number)
        try:
            yield nodes
        except Exception as error:
            failure = error
        for number in tuple(nodes.serving):
            await nodes.stop(number)
    if failure is not None:
        raise failure  # as it was, not wrapped by the group of tasks
