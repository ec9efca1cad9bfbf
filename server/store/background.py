"""Running something beside a block of code, for exactly as long as the block lasts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager


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
