"""Work beside a block: it ends with the block, and its failure ends the block."""

from __future__ import annotations

import asyncio

import pytest

from server.store.background import alongside


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
