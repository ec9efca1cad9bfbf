"""Work beside a block: it ends with the block, and its failure ends the block."""

from __future__ import annotations

import asyncio

import pytest

from server.store.background import Crew, Work, alongside


async def work_until_cancelled(ended: list[str]) -> None:
    try:
        await asyncio.Event().wait()
    finally:
        ended.append("work")


async def test_the_work_ends_with_the_block() -> None:
    ended: list[str] = []
    async with alongside(work_until_cancelled(ended)):
        await asyncio.sleep(0)
        assert ended == []
    assert ended == ["work"]


async def test_an_error_of_the_block_leaves_as_it_was_raised() -> None:
    ended: list[str] = []

    async def fail_in_the_block() -> None:
        async with alongside(work_until_cancelled(ended)):
            await asyncio.sleep(0)
            raise KeyError

    with pytest.raises(KeyError):
        await fail_in_the_block()
    assert ended == ["work"]


async def test_a_failure_of_the_work_ends_the_block() -> None:
    async def fail() -> None:
        raise LookupError("work failed")

    with pytest.raises(LookupError, match="work failed"):
        async with alongside(fail()):
            await asyncio.Event().wait()


class Works:
    """Works that say when they run and end."""

    def __init__(self) -> None:
        self.running: set[str] = set()
        self._changed = asyncio.Event()

    def named(self, name: str) -> Work:
        async def work() -> None:
            self.running.add(name)
            self._changed.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.running.discard(name)
                self._changed.set()

        return work

    async def until(self, *names: str) -> None:
        async with asyncio.timeout(10):
            while self.running != set(names):
                self._changed.clear()
                await self._changed.wait()


async def test_a_crew_runs_what_was_started_before_and_while_it_runs() -> None:
    crew: Crew[str] = Crew()
    works = Works()
    crew.start("early", works.named("early"))
    crew.start("dropped", works.named("dropped"))
    crew.stop("dropped")
    async with alongside(crew.run()):
        await works.until("early")
        crew.start("late", works.named("late"))
        await works.until("early", "late")
        crew.stop("early")
        await works.until("late")
        crew.start("early", works.named("early"))
        await works.until("early", "late")
    assert works.running == set()


async def test_a_failure_in_a_crew_ends_it_all() -> None:
    crew: Crew[str] = Crew()
    works = Works()

    async def fail() -> None:
        await works.until("other")
        raise LookupError("work failed")

    crew.start("other", works.named("other"))
    crew.start("failing", fail)
    with pytest.raises(ExceptionGroup, match="unhandled"):
        await crew.run()
    assert works.running == set()
