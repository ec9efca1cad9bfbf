"""Where the store itself loses what was acknowledged, the loss is noticed, counted and told.

And nothing else is lost: what stands in the log is a legal match on an unbroken chain, and members
see that one match.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.chaos.audit import Auditor, all_answered
from tests.chaos.world import World, world
from tests.integration.http import get
from tests.integration.process import ServerProcess
from tests.integration.recording import ForgivingMemory
from tests.integration.seating import Table, seated
from tests.proxy import tcp_proxy_to
from tests.valkey import running_valkey

LOST_BYTES = 20_000
"""Of the store's file: some ten events."""
EVENTS = 12
"""So many are more than a side makes alone."""


async def count(ports: Sequence[int], metric: str) -> float:
    """The metric over these nodes."""
    return sum([(await get(port, "/metrics")).metric(metric) for port in ports])


@asynccontextmanager
async def forgiving_world() -> AsyncIterator[World]:
    async with world(random.Random(1), tables=1, memory=ForgivingMemory) as here:
        await here.tables[0].plays_on(5 * EVENTS)
        yield here


async def check(table: Table, url: str) -> None:
    """All members were told, play on, and agree with the log."""
    for memory in table.memories:
        assert isinstance(memory, ForgivingMemory)
        assert memory.rollbacks == 1
    await table.plays_on(EVENTS)
    await Auditor(table).audit(url)


async def until_told(table: Table) -> None:
    async with asyncio.timeout(20):
        for memory in table.memories:
            assert isinstance(memory, ForgivingMemory)
            while not memory.rollbacks:
                memory.news.clear()
                await memory.news.wait()


def cut_tail(folder: Path, instead: bytes = b"") -> None:
    """Let the end of the append-only file be missing, as after a crash of a machine."""
    newest = max(folder.rglob("*.incr.aof"), key=lambda path: path.stat().st_mtime)
    os.truncate(newest, newest.stat().st_size - LOST_BYTES)
    with newest.open("ab") as file:
        file.write(instead)


async def test_the_end_of_the_stores_file_is_gone_while_nodes_run() -> None:
    async with forgiving_world() as here:
        (table,) = here.tables
        here.store.kill()
        cut_tail(here.store.folder)
        await asyncio.to_thread(here.store.start)
        await until_told(table)
        await all_answered(here)

        await check(table, here.nodes[0].url)
        ports = [node.port for node in here.nodes]
        assert await count(ports, "shuanglu_rollbacks_total") == 2  # one room, on both nodes


async def test_a_replica_that_lags_takes_over() -> None:
    with running_valkey(tcp=True, options=("--repl-diskless-sync-delay", "0")) as replica:
        async with (
            forgiving_world() as here,
            tcp_proxy_to(here.store.port, scheme="redis") as replication,
        ):
            (table,) = here.tables
            follow = ("REPLICAOF", "127.0.0.1", replication.url.rpartition(":")[2])
            with replica.client() as client:
                client.execute_command(*follow)
                await asyncio.to_thread(
                    replica.wait_until, lambda: client.execute_command("ROLE")[3] == b"connected"
                )
                await table.plays_on(EVENTS)
                replication.hold()
                await table.plays_on(EVENTS)
                here.store.kill()
                replication.shut()
                client.execute_command("REPLICAOF", "NO", "ONE")
            for link in here.store_links:
                link.target = replica.port
            await until_told(table)
            await all_answered(here)

            await check(table, here.nodes[1].url)
            ports = [node.port for node in here.nodes]
            assert await count(ports, "shuanglu_rollbacks_total") == 2


@pytest.mark.parametrize("instead", [b"", bytes(LOST_BYTES)], ids=["missing", "zeros"])
async def test_the_end_of_the_embedded_stores_file_is_lost_while_nobody_runs(
    tmp_path: Path, instead: bytes
) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    try:
        playing = seated([server.url], random.Random(1), tables=1, memory=ForgivingMemory)
        async with playing as (table,):
            await table.plays_on(5 * EVENTS)
            await server.stop()
            cut_tail(server.data_dir, instead)
            await server.start()
            await until_told(table)

            await check(table, server.url)
        told = 'shuanglu_resumes_total{how="rolled_back"}'
        assert await count([server.port], told) == 2  # both players
    finally:
        await server.close()
