"""Where Redis is, and how often an absent one is tried."""

from __future__ import annotations

import asyncio

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.background import alongside
from server.store.link import Link, Wire
from tests.server.store.endpoints import endpoint_at
from tests.server.store.logs import watched_log
from tests.valkey import Valkey


async def test_a_broken_connection_is_opened_again_and_logged_once_each_way(
    valkey: Valkey,
) -> None:
    served: list[Wire] = []
    enough = asyncio.Event()

    async def serve(wire: Wire) -> None:
        served.append(wire)
        if len(served) <= 3:
            raise RedisConnectionError("broken")
        enough.set()
        await asyncio.Event().wait()

    endpoint = endpoint_at(valkey.url)
    link = Link(endpoint)
    with watched_log() as log:
        async with alongside(link.run(serve)):
            await asyncio.wait_for(enough.wait(), 10)
            assert link.trouble == ""
    assert len(set(map(id, served))) == 4
    assert log.events == ["store connection lost", "store connection back"] * 3


async def test_links_to_one_place_share_one_line_in_the_log(own_valkey: Valkey) -> None:
    endpoint = endpoint_at(own_valkey.url)
    links = [Link(endpoint) for _ in range(5)]
    serving = 0
    changed = asyncio.Condition()

    async def serve(wire: Wire) -> None:
        nonlocal serving
        serving += 1
        async with changed:
            changed.notify_all()
        try:
            await wire.read_response()
        finally:
            serving -= 1

    async def all_serve() -> None:
        async with asyncio.timeout(10), changed:
            await changed.wait_for(lambda: serving == len(links))

    with watched_log() as log:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(link.run(serve)) for link in links]
            await all_serve()
            own_valkey.kill()
            await log.entry("store connection lost")
            await asyncio.to_thread(own_valkey.start)
            await log.entry("store connection back")
            await all_serve()
            for task in tasks:
                task.cancel()
    assert log.events == ["store connection lost", "store connection back"]


async def test_a_connection_that_breaks_while_it_is_ended_is_not_opened_again(
    valkey: Valkey,
) -> None:
    serving = asyncio.Event()

    async def serve(_wire: Wire) -> None:
        serving.set()
        try:
            await asyncio.Event().wait()
        finally:
            raise RedisConnectionError("broken at the same moment")

    async with asyncio.timeout(10), alongside(Link(endpoint_at(valkey.url)).run(serve)):
        await serving.wait()


async def test_a_fault_of_ours_is_not_taken_for_a_lost_connection(valkey: Valkey) -> None:
    async def serve(_wire: Wire) -> None:
        raise LookupError("ours")

    with pytest.raises(LookupError):
        await Link(endpoint_at(valkey.url)).run(serve)
