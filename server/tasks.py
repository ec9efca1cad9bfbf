"""Who owns the tasks of a node: one group, in which one task's failure harms no other."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import structlog

T = TypeVar("T")

log = structlog.get_logger()


class Tasks:
    """Starts tasks that ``group`` owns: it waits for them, or cancels them, when the node ends."""

    def __init__(self, group: asyncio.TaskGroup) -> None:
        self._group = group

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside everything else; its failure is recorded and goes no further."""
        self._group.create_task(_guarded(work))

    def start_safe(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run ``work``, which must not raise: if it did, the whole node would stop."""
        return self._group.create_task(work)


async def _guarded(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        log.exception("task failed")
