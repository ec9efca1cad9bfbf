"""The embedded store when the disk is full or fails, and when signals and strangers come."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.embedded import embedded_store
from server.store.errors import StoreError
from server.store.redis import Append, Store, Won
from tests.disks import failing_fsync, fill, small_disk_at
from tests.integration.process import ServerProcess
from tests.server.store.logs import watched_log
from tests.server.store.rooms import append_to, listening_store
from tests.server.store.test_embedded import has_ended, store_pid

ROOM = "faults"
ENTRY_BYTES = 20_000
DISK_BYTES = 4_000_000
WAIT_S = 20.0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of four megabytes."""
    with small_disk_at(tmp_path, DISK_BYTES):
        yield tmp_path


def listening_sockets(pid: int) -> set[str]:
    """The network sockets of a process, as /proc names them."""
    opened = {os.readlink(one) for one in Path(f"/proc/{pid}/fd").iterdir()}
    network = {
        f"socket:[{line.split()[9]}]"
        for table in ("tcp", "tcp6", "udp", "udp6")
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]
    }
    return opened & network


def open_to_others(folder: Path) -> list[Path]:
    """What is in the folder that other users may read or write."""
    return [path for path in folder.rglob("*") if path.stat().st_mode & 0o077]


class Writer:
    """Appends large entries to one room, one after the other."""

    def __init__(self, store: Store) -> None:
        self.acknowledged: list[bytes] = []
        self._store = store
        self._head = b""

    def next(self) -> Append:
        seq = len(self.acknowledged)
        return append_to(self._store, ROOM, self._head, seq, b"%d " % seq + b"x" * ENTRY_BYTES)

    async def write(self, append: Append) -> None:
        assert await self._store.append(append) == Won()
        self.acknowledged += append.entries
        self._head = append.head


async def entries_of(store: Store) -> list[bytes]:
    return [entry for _, entry in await store.read(ROOM, 1, 10**6)]


async def test_a_full_disk_is_said_and_nothing_acknowledged_is_lost(small_disk: Path) -> None:
    data, ballast = small_disk / "data", small_disk / "ballast"
    ballast.write_bytes(b"x" * (DISK_BYTES // 2))
    with watched_log() as log:
        async with embedded_store(data) as url, listening_store(url) as (store, _):
            writer = Writer(store)
            while "embedded store died" not in log.events:
                append = writer.next()
                writing = asyncio.ensure_future(writer.write(append))
                died = asyncio.ensure_future(log.entry("embedded store died"))
                await asyncio.wait((writing, died), return_when=asyncio.FIRST_COMPLETED)
                died.cancel()
            # It is restarted again and again, and what cannot be written goes on asking.
            assert "is full" in (await log.entry("embedded store died"))["reason"]
            await log.entry("append waits")
            assert not writing.done()
            ballast.unlink()
            async with asyncio.timeout(WAIT_S):
                await writing
                await writer.write(writer.next())
            assert await entries_of(store) == writer.acknowledged
    assert len(writer.acknowledged) > 10
    async with embedded_store(data) as url, listening_store(url) as (store, _):
        assert await entries_of(store) == writer.acknowledged


async def test_with_a_disk_full_at_the_start_old_matches_are_read_and_new_folders_refused(
    small_disk: Path,
) -> None:
    async with embedded_store(small_disk / "data") as url, listening_store(url) as (store, _):
        writer = Writer(store)
        await writer.write(writer.next())
    fill(small_disk / "ballast")
    async with embedded_store(small_disk / "data") as url, listening_store(url) as (store, _):
        assert await entries_of(store) == writer.acknowledged
    with pytest.raises(StoreError, match="No space left") as caught:
        async with embedded_store(small_disk / "new"):
            pass
    assert "\n" not in str(caught.value)


async def test_after_a_failed_fsync_the_store_is_restarted_and_loses_nothing(
    tmp_path: Path,
) -> None:
    with watched_log() as log:
        async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
            writer = Writer(store)
            await writer.write(writer.next())
            failed = store_pid(tmp_path)
            async with failing_fsync(failed):
                async with asyncio.timeout(WAIT_S):
                    await writer.write(writer.next())
            assert has_ended(failed)
            assert "fsync" in (await log.entry("embedded store died"))["reason"]
            await writer.write(writer.next())
            assert await entries_of(store) == writer.acknowledged
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        assert await entries_of(store) == writer.acknowledged


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_every_signal_to_end_stops_server_and_store_in_order(
    tmp_path: Path, number: signal.Signals
) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    store = server.store_pid
    assert await server.end(number) == 0
    assert has_ended(store)
    assert "User requested shutdown" in (server.data_dir / "store.log").read_text()
    assert not (server.data_dir / "store.json").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_the_store_has_no_network_listener_and_private_files(tmp_path: Path) -> None:
    async with embedded_store(tmp_path / "data") as url:
        async with listening_store(url) as (store, _):
            await store.append(append_to(store, ROOM, b"", 0, b"one"))
        assert listening_sockets(store_pid(tmp_path / "data")) == set()
        assert open_to_others(Path(url.removeprefix("unix://")).parent) == []
    assert open_to_others(tmp_path / "data") == []
