"""The embedded store under playing bots: its disk is full, its fsync fails, it is corrupt.

That the server and its store may be killed is in ``tests/integration/test_kill_proof.py``.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.chaos.audit import Auditor
from tests.chaos.world import PACE_S
from tests.disks import failing_fsync, fill, small_disk_at
from tests.integration.process import ServerProcess
from tests.integration.seating import PATIENCE_S, Table, seated

DISK_BYTES = 8_000_000
EVENTS = 12
"""So many are more than a side makes alone."""
FSYNCS = 3


@asynccontextmanager
async def playing_on(server: ServerProcess) -> AsyncIterator[list[Table]]:
    """Two tables; after the body everything must be as promised, and nobody was dropped."""
    await server.start()
    try:
        async with seated([server.url], random.Random(1), tables=2, pace_s=PACE_S) as tables:
            await everybody_plays_on(tables)
            yield tables
            await everybody_plays_on(tables)
            for table in tables:
                await Auditor(table).audit(server.url)
                assert [memory.drops for memory in table.memories] == [0, 0, 0]
    finally:
        await server.close()


async def everybody_plays_on(tables: list[Table]) -> None:
    await asyncio.gather(*(table.plays_on(EVENTS) for table in tables))


async def said(server: ServerProcess, event: str, reason: str) -> None:
    """Wait until the server has logged the event with this reason."""
    async with asyncio.timeout(PATIENCE_S):
        while not _has_said(server, event, reason):  # noqa: ASYNC110  (another process's log)
            await asyncio.sleep(0.05)


def _has_said(server: ServerProcess, event: str, reason: str) -> bool:
    lines = server.log_path.read_text().splitlines()
    return any(event in line and reason in line for line in lines)


async def test_a_full_disk_is_waited_out_and_nobody_loses_anything(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with small_disk_at(disk, DISK_BYTES):
        server = ServerProcess(disk / "data")
        server.log_path = tmp_path / "server.log"
        async with playing_on(server) as tables:
            fill(disk / "ballast")
            await said(server, "embedded store died", "is full")
            (disk / "ballast").unlink()
            await everybody_plays_on(tables)


async def test_a_failed_fsync_again_and_again_costs_nobody_anything(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    async with playing_on(server) as tables:
        for _ in range(FSYNCS):
            failed = server.store_pid
            async with failing_fsync(failed):
                await server.store_serves_again(failed)
            await everybody_plays_on(tables)
