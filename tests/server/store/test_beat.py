"""When nobody served: what the store makes of the beats of nodes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.store import keys
from server.store.redis import BEAT_GAP_MS, GAPS_KEPT, Store, open_store
from tests.integration.moved_time import BETWEEN_MS, MovedTime
from tests.valkey import Valkey


@asynccontextmanager
async def nodes_store(server: Valkey, time: MovedTime, retention_ms: int) -> AsyncIterator[Store]:
    """What a node that lives by ``time`` has of the store."""
    store = Store(
        server.url,
        on_message=lambda _r, _m: None,
        on_confirmed=lambda _r: None,
        retention_ms=retention_ms,
        pace=time,
    )
    async with open_store(store):
        yield store


@asynccontextmanager
async def two(
    server: Valkey, retention_ms: int = 10**9
) -> AsyncIterator[tuple[MovedTime, Store, Store]]:
    """The time, and what two nodes have of the store."""
    time = MovedTime()
    async with (
        nodes_store(server, time, retention_ms) as first,
        nodes_store(server, time, retention_ms) as second,
    ):
        yield time, first, second


def about(ms: int) -> object:
    """So many ms, but for what passes between looking at the time and noting it."""
    return pytest.approx(ms, abs=BETWEEN_MS)


async def test_the_first_beat_of_all_ends_no_gap(own_valkey: Valkey) -> None:
    async with two(own_valkey) as (_, first, _second):
        assert await first.beat() == []


async def test_late_beats_are_no_gap_and_an_absence_is(own_valkey: Valkey) -> None:
    async with two(own_valkey) as (time, first, _):
        await first.beat()
        for late_ms in (1_000, BEAT_GAP_MS - BETWEEN_MS):
            time.move(late_ms)
            assert await first.beat() == []
        left_ms = first.now_ms()
        time.move(BEAT_GAP_MS + BETWEEN_MS)
        ((begin, end),) = await first.beat()
        assert begin == about(left_ms)
        assert end == about(first.now_ms())
        assert await first.beat() == [(begin, end)]


async def test_while_one_node_serves_there_is_no_gap_and_all_learn_of_one(
    own_valkey: Valkey,
) -> None:
    async with two(own_valkey) as (time, first, second):
        await first.beat()
        for _ in range(10):
            time.move(4_000)
            assert await second.beat() == []
        assert await first.beat() == []
        time.move(60_000)
        (gap,) = await second.beat()
        assert await first.beat() == [gap]
        assert gap[1] - gap[0] == about(60_000)


async def test_a_beat_from_the_past_neither_makes_nor_hides_a_gap(own_valkey: Valkey) -> None:
    """It may have waited, or its node may not know the time yet."""
    async with two(own_valkey) as (time, first, second):
        await first.beat()
        time.correct(-30_000)
        assert await second.beat() == []
        time.correct(30_000 + 4_000)
        assert await first.beat() == []
        time.correct(-30_000)
        await second.beat()
        time.correct(30_000 + 20_000)
        ((begin, end),) = await first.beat()
        assert end - begin == about(20_000)


async def test_old_gaps_and_too_many_are_forgotten(own_valkey: Valkey) -> None:
    async with two(own_valkey, retention_ms=100_000) as (time, first, _):
        await first.beat()
        for _ in range(3):
            time.move(40_000)
            gaps = await first.beat()
        assert len(gaps) == 3
        time.move(70_000)
        assert len(await first.beat()) == 2, "those that ended over 100 s ago are gone"
        with own_valkey.client() as redis:
            redis.zadd(keys.GAPS, {f"{n}-{n}": first.now_ms() for n in range(GAPS_KEPT)})
        assert len(await first.beat()) == GAPS_KEPT
