"""The embedded store under a real server process: kills, orphans, long paths, full stops."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.store import embedded
from server.store.embedded import MAX_RESTART_S, EmbeddedStore, embedded_store
from server.store.errors import StoreError
from server.store.redis import Won
from tests.server.store.logs import watched_log
from tests.server.store.rooms import append_to, listening_store
from tests.server.store.serving import ROOM

BOUND_S = 20.0


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[Process]:
    """A server process over ``folder``, ready, in a process group of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.server.store.serving", str(folder)),
        stdout=PIPE,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(BOUND_S):
            assert await process.stdout.readline() == b"ready\n"
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def read_seqs(process: Process, at_least: int) -> int:
    """Read acknowledged seqs until one of ``at_least``."""
    assert process.stdout is not None
    seq = 0
    async with asyncio.timeout(BOUND_S):
        while seq < at_least:
            seq = int(await process.stdout.readline())
    return seq


async def last_seq(process: Process, seen: int) -> int:
    """The last seq that a process acknowledged before its end; ``seen`` was read already."""
    output, _ = await process.communicate()
    whole_lines = output.decode().split("\n")[:-1]
    return int(whole_lines[-1]) if whole_lines else seen


def store_pid(folder: Path) -> int:
    pid: int = json.loads((folder / "store.json").read_text())["pid"]
    return pid


def has_ended(pid: int) -> bool:
    """Whether the process is gone, or a zombie that its new parent has not looked at yet."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


async def test_a_stored_room_is_there_after_an_orderly_restart(tmp_path: Path) -> None:
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        append = append_to(store, ROOM, b"", 0, b"one")
        assert await store.append(append) == Won()
        assert "fsync always" in store.durability()
        pid, socket = store_pid(tmp_path), Path(url.removeprefix("unix://"))
        assert socket.parent.stat().st_mode & 0o777 == 0o700
    assert has_ended(pid)
    assert not socket.parent.exists()
    assert "User requested shutdown" in (tmp_path / "store.log").read_text()
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        assert await store.read(ROOM, 1, 1) == [(1, b"one")]


async def test_a_store_that_does_not_stop_is_killed_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "STOP_TIMEOUT_S", 0.2)
    async with embedded_store(tmp_path) as url:
        async with listening_store(url) as (store, _):
            await store.append(append_to(store, ROOM, b"", 0, b"one"))
        pid = store_pid(tmp_path)
        os.kill(pid, signal.SIGSTOP)
    assert has_ended(pid)
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        assert await store.read(ROOM, 1, 1) == [(1, b"one")]


async def test_a_second_server_on_the_folder_is_refused_and_the_first_goes_on(
    tmp_path: Path,
) -> None:
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        with pytest.raises(StoreError) as caught:
            await EmbeddedStore(tmp_path).start()
        expected = f"another shuanglu server (pid {os.getpid()}) uses this folder: {tmp_path}"
        assert str(caught.value) == expected
        assert await store.append(append_to(store, ROOM, b"", 0, b"one")) == Won()


async def test_a_killed_server_leaves_no_store_and_a_restart_has_everything(
    tmp_path: Path,
) -> None:
    clock = asyncio.get_running_loop().time
    acknowledged = 0
    for _ in range(3):
        async with serving(tmp_path) as process:
            seen = await read_seqs(process, acknowledged + 20)
            old_store = store_pid(tmp_path)
            process.kill()
            acknowledged = await last_seq(process, seen)
        began = clock()
        async with embedded_store(tmp_path) as url:
            assert clock() - began < 3
            assert has_ended(old_store)
            async with listening_store(url) as (store, _):
                entries = await store.read(ROOM, 1, 10**6)
        # One append may have been stored whose acknowledgement nobody saw.
        assert len(entries) in (acknowledged, acknowledged + 1)
        assert entries == [(seq, b"entry %d" % seq) for seq in range(1, len(entries) + 1)]


async def test_a_store_killed_is_restarted_and_appends_get_through(tmp_path: Path) -> None:
    async with serving(tmp_path) as process:
        seq = await read_seqs(process, 5)
        for _ in range(3):
            killed = store_pid(tmp_path)
            os.kill(killed, signal.SIGKILL)
            seq = await read_seqs(process, seq + 50)
            assert has_ended(killed)
            assert store_pid(tmp_path) != killed
        process.terminate()
        acknowledged = await last_seq(process, seq)
        assert process.returncode == 0
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        entries = await store.read(ROOM, 1, 10**6)
        assert entries == [(seq, b"entry %d" % seq) for seq in range(1, acknowledged + 1)]


async def test_a_store_killed_again_and_again_is_restarted_at_once_each_time(
    tmp_path: Path,
) -> None:
    kills = 7
    clock = asyncio.get_running_loop().time
    with watched_log() as log:
        async with embedded_store(tmp_path):
            began = clock()
            for number in range(2, kills + 2):
                os.kill(store_pid(tmp_path), signal.SIGKILL)
                await log.entry("embedded store started", number)
            took_s = clock() - began
    # Pauses that double from kill to kill come to more than twice as much.
    assert took_s < MAX_RESTART_S


async def test_ctrl_c_stops_the_server_first_and_the_store_in_order(tmp_path: Path) -> None:
    async with serving(tmp_path) as process:
        seen = await read_seqs(process, 5)
        assert os.getpgid(store_pid(tmp_path)) != process.pid
        os.killpg(process.pid, signal.SIGINT)  # what a terminal does
        acknowledged = await last_seq(process, seen)
        assert process.returncode == 0
    store_log = (tmp_path / "store.log").read_text()
    assert "Received SIGTERM" in store_log
    assert "Received SIGINT" not in store_log
    assert not (tmp_path / "store.json").exists()
    async with embedded_store(tmp_path) as url, listening_store(url) as (store, _):
        stored = await store.load(ROOM)
        assert stored is not None
        assert stored.seq == acknowledged


async def test_an_orphan_that_nobody_told_to_end_is_ended_before_a_new_store_starts(
    tmp_path: Path,
) -> None:
    # Where a dead server's store gets no signal, as on macOS, the next server finds it alive.
    first = EmbeddedStore(tmp_path)
    url = await first.start()
    async with listening_store(url) as (store, _):
        await store.append(append_to(store, ROOM, b"", 0, b"one"))
    orphan = store_pid(tmp_path)
    first._folder.release()
    try:
        async with embedded_store(tmp_path) as new_url:
            assert has_ended(orphan)
            assert store_pid(tmp_path) != orphan
            async with listening_store(new_url) as (store, _):
                assert await store.read(ROOM, 1, 1) == [(1, b"one")]
    finally:
        await first.stop()


async def test_an_orphan_that_does_not_end_is_named_instead_of_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "ORPHAN_TIMEOUT_S", 0.2)
    first = EmbeddedStore(tmp_path)
    await first.start()
    orphan = store_pid(tmp_path)
    first._folder.release()
    os.kill(orphan, signal.SIGSTOP)
    try:
        with pytest.raises(StoreError, match=rf"a store \(pid {orphan}\) left by an earlier"):
            await EmbeddedStore(tmp_path).start()
        assert store_pid(tmp_path) == orphan
    finally:
        os.kill(orphan, signal.SIGCONT)
        await first.stop()


async def test_a_folder_with_a_very_long_path_and_odd_letters_works(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*(f"{number} 双陆 'quoted\" {'x' * 60}" for number in range(6)))
    async with embedded_store(folder) as url, listening_store(url) as (store, _):
        await store.append(append_to(store, ROOM, b"", 0, b"one"))
    assert list((folder / "store").rglob("*.aof"))
    async with embedded_store(folder) as url, listening_store(url) as (store, _):
        assert await store.read(ROOM, 1, 1) == [(1, b"one")]


async def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "data"
    with pytest.raises(StoreError) as caught:
        await EmbeddedStore(folder).start()
    assert str(caught.value) == f"cannot use the data folder {folder}: Not a directory"


async def test_a_ruined_file_is_one_clear_line_and_the_folder_is_free_again(
    tmp_path: Path,
) -> None:
    async with embedded_store(tmp_path):
        pass
    manifest = next((tmp_path / "store").rglob("*.manifest"))
    good = manifest.read_bytes()
    manifest.write_bytes(b"nonsense\n")
    with pytest.raises(StoreError, match="the embedded store did not start: ") as caught:
        await EmbeddedStore(tmp_path).start()
    assert "\n" not in str(caught.value)
    manifest.write_bytes(good)
    async with embedded_store(tmp_path):
        pass
