"""The store's time without asking it each time."""

from __future__ import annotations

import asyncio

import pytest

from server.store import clock as clock_module
from server.store.background import alongside
from server.store.clock import GOOD_ROUND_TRIP_MS, ROUND_TRIPS, StoreClock
from server.store.errors import Unavailable
from server.store.pipe import Pipe
from tests.proxy import proxy_to
from tests.server.store.endpoints import endpoint_at
from tests.valkey import Valkey

TOLERANCE_MS = 50


async def assert_right(clock: StoreClock, pipe: Pipe) -> None:
    """The clock shows the time of the store that ``pipe`` leads to."""
    before = await store_ms(pipe)
    shown = clock.now_ms()
    after = await store_ms(pipe)
    assert before - TOLERANCE_MS <= shown <= after + TOLERANCE_MS


async def store_ms(pipe: Pipe) -> int:
    seconds, micros = await pipe.call("TIME")
    return int(seconds) * 1000 + int(micros) // 1000


def times_asked(server: Valkey) -> int:
    with server.client() as client:
        stats = client.info("commandstats")
    assert isinstance(stats, dict)
    return int(stats.get("cmdstat_time", {"calls": 0})["calls"])


def test_before_it_was_read_it_is_unavailable() -> None:
    with pytest.raises(Unavailable):
        StoreClock().now_ms()


async def test_it_shows_the_time_of_the_store(valkey: Valkey) -> None:
    clock, pipe = StoreClock(), Pipe(endpoint_at(valkey.url))
    async with alongside(pipe.run()):
        await clock.measure(pipe)
        for _ in range(20):
            await assert_right(clock, pipe)


async def test_a_stall_while_measuring_does_not_shift_it(own_valkey: Valkey) -> None:
    clock, pipe = StoreClock(), Pipe(endpoint_at(own_valkey.url))
    async with alongside(pipe.run()), asyncio.TaskGroup() as group:
        await pipe.call("PING")
        own_valkey.freeze()
        measuring = group.create_task(clock.measure(pipe))
        await asyncio.wait([measuring], timeout=0.3)
        own_valkey.thaw()
        await measuring
        await assert_right(clock, pipe)


async def test_slow_answers_do_not_move_a_clock_that_stands(valkey: Valkey) -> None:
    clock, near, far = StoreClock(), Pipe(endpoint_at(valkey.url)), None
    async with proxy_to(valkey.socket_path) as proxy:
        far = Pipe(endpoint_at(proxy.url))
        async with alongside(near.run()), alongside(far.run()):
            await clock.measure(near)
            proxy.delay_s = 2.5 * GOOD_ROUND_TRIP_MS / 1000
            await clock.measure(far)
            await assert_right(clock, near)


async def test_it_is_measured_again_when_it_may_be_wrong(
    own_valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_module, "MEASURE_INTERVAL_S", 1000)
    clock, pipe = StoreClock(), Pipe(endpoint_at(own_valkey.url))
    async with alongside(pipe.run()), alongside(clock.run(lambda: [pipe])):
        rounds = 0

        def all_asked() -> bool:
            return times_asked(own_valkey) == rounds * ROUND_TRIPS

        for rounds in (1, 2, 3):  # noqa: B007  # read by all_asked
            await asyncio.to_thread(own_valkey.wait_until, all_asked)
            clock.measure_soon()


async def test_it_is_measured_now_and_then_and_survives_lost_answers(
    own_valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_module, "MEASURE_INTERVAL_S", 0.01)
    clock, pipe = StoreClock(), Pipe(endpoint_at(own_valkey.url), deadline_s=0.1)
    async with alongside(pipe.run()), alongside(clock.run(lambda: [pipe])):
        for _ in range(2):
            await asyncio.to_thread(
                own_valkey.wait_until, lambda: times_asked(own_valkey) > 5 * ROUND_TRIPS
            )
            await assert_right(clock, pipe)
            own_valkey.kill()
            await asyncio.to_thread(own_valkey.start)
