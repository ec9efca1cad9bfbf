"""Running something beside a block of code, for exactly as long as the block lasts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Hashable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

Work = Callable[[], Coroutine[None, None, None]]


@asynccontextmanager
async def alongside(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run ``work`` while the body runs; end the body if ``work`` fails.

    An error of the body leaves as it was raised, not in a group as a plain TaskGroup has it.
    """
    try:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(work)
            try:
                yield
            finally:
                task.cancel()
    except BaseExceptionGroup as group_error:
        if len(group_error.exceptions) > 1:
            raise
        raise group_error.exceptions[0] from None


class Crew(Generic[K]):
    """Tasks by name that come and go while ``run`` is running, which owns them."""

    def __init__(self) -> None:
        self._works: dict[K, Work] = {}
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._group: asyncio.TaskGroup | None = None

    def start(self, name: K, work: Work) -> None:
        """Run ``work`` under a name that is free, at once or as soon as ``run`` runs."""
        self._works[name] = work
        if self._group is not None:
            self._tasks[name] = self._group.create_task(work())

    def stop(self, name: K) -> None:
        """Cancel what runs under the name."""
        del self._works[name]
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()

    async def run(self) -> None:
        """Run everything that is started until cancelled; end if a part of it fails."""
        try:
            async with asyncio.TaskGroup() as self._group:
                for name, work in self._works.items():
                    self._tasks[name] = self._group.create_task(work())
                await asyncio.get_running_loop().create_future()
        finally:
            self._group = None
            self._tasks.clear()
