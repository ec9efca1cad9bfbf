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


class MovedTime(Pace):
    """Real time and what it was moved on by; for all nodes that it is given to."""

    def __init__(self) -> None:
        self._ahead_ms = 0
        self._rings: set[_MovedRing] = set()

    @property
    def ahead_ms(self) -> int:
        """How far the time of matches is ahead of the store's clock."""
        return self._ahead_ms

    def call_in(self, delay_s: float, callback: Callable[[], object]) -> _MovedRing:
        """Call back after so much time, moved or not."""
        return _MovedRing(self._rings, delay_s, callback)

    def move(self, by_ms: int) -> None:
        """So much time goes by at once; what is due by then is called back."""
        self._ahead_ms += by_ms
        for ring in tuple(self._rings):
            ring.hasten(by_ms / 1000)


class _MovedRing:
    def __init__(
        self, rings: set[_MovedRing], delay_s: float, callback: Callable[[], object]
    ) -> None:
        self._rings = rings
        self._callback = callback
        self._due_s = asyncio.get_running_loop().time() + delay_s
        self._rings.add(self)
        self._handle = self._set()

    def cancel(self) -> None:
        self._handle.cancel()
        self._rings.discard(self)

    def hasten(self, by_s: float) -> None:
        self._handle.cancel()
        self._due_s -= by_s
        self._handle = self._set()

    def _set(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_at(self._due_s, self._ring)

    def _ring(self) -> None:
        self._rings.discard(self)
        self._callback()


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
