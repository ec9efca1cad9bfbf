"""Case 41: a node that is told to stop opens no new rooms, tells everybody, and ends in time."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from protocol.identity import new_token
from tests.integration.http import get
from tests.integration.node import Visitors, node
from tests.integration.process import ServerProcess
from tests.integration.table import closed

IN_TIME_S = 5.0


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data")
    yield process
    await process.close()


async def test_a_draining_node_opens_no_new_room_and_plays_on() -> None:
    async with node() as local:
        white, black, _ = await local.players(ready=False)
        again = await local.client("Alice", token=white.token)
        created = await again.ask("create", name="Alice", length=3, id="created-before")
        draining = asyncio.create_task(local.node.drain(60))
        told = await white.until(lambda message: message["t"] == "stopping")
        assert told["in_ms"] == 60_000

        refused = await white.ask("create", name="Alice", length=3)
        assert (refused["t"], refused["code"]) == ("error", "draining")
        repeated = await again.ask("create", name="Alice", length=3, id="created-before")
        assert repeated == created  # it stands; the draining is no reason to doubt it
        await black.see((await white.act("ready"))["seq"])

        page = await get(local.port, "/readyz")
        assert (page.status, page.json["draining"]) == (503, True)
        for client in (white, black, again):
            await client.socket.close()
        await draining  # no longer than somebody is there


async def test_everybody_is_told_and_the_process_ends_in_time(server: ServerProcess) -> None:
    await server.start(SHUANGLU_DRAIN_SECONDS="0.5")
    async with AsyncExitStack() as clients:
        local = Visitors(server.port, clients)
        white, black, _ = await local.players()
        deaf = await local.connect()  # has not even said hello
        deaf.transport.pause_reading()  # and never answers a close

        began = time.monotonic()
        stopping = asyncio.create_task(server.stop())
        for client in (white, black):
            await client.until(lambda message: message["t"] == "stopping")
            assert await closed(client.socket) == (1012, "service restart, retry")
        assert await stopping == 0
        assert time.monotonic() - began < IN_TIME_S
        deaf.transport.abort()


async def test_a_second_signal_ends_the_drain(server: ServerProcess) -> None:
    await server.start(SHUANGLU_DRAIN_SECONDS="600")
    async with AsyncExitStack() as clients:
        local = Visitors(server.port, clients)
        client = await local.client("Alice")
        server.signal(signal.SIGTERM)
        await client.until(lambda message: message["t"] == "stopping")
        began = time.monotonic()
        assert await server.stop() == 0
        assert time.monotonic() - began < IN_TIME_S


async def test_nobody_is_there_and_nothing_is_waited_for(server: ServerProcess) -> None:
    await server.start(SHUANGLU_DRAIN_SECONDS="600")
    began = time.monotonic()
    assert await server.stop() == 0
    assert time.monotonic() - began < IN_TIME_S


async def test_matches_go_on_where_they_were(server: ServerProcess) -> None:
    await server.start()
    async with AsyncExitStack() as clients:
        local = Visitors(server.port, clients)
        white, _, room = await local.players()
        before = white.view
        await server.stop()
        await server.start()
        back = await local.client("Alice", token=white.token)
        await back.get("resume", room=room)
        assert (back.view.state, back.view.head) == (before.state, before.head)


async def test_a_new_identity_may_come_while_the_node_drains() -> None:
    """It is told at the end, as all are: a load balancer may not have noticed yet."""
    async with node() as local:
        stay = await local.client("Alice")
        draining = asyncio.create_task(local.node.drain(60))
        await stay.until(lambda message: message["t"] == "stopping")
        late = await local.client("Bo", token=new_token())
        for client in (stay, late):
            await client.socket.close()
        await draining
