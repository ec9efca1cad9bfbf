"""The data folder's locks and notes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from server.store.errors import StoreError
from server.store.folder import (
    MAX_SOCKET_PATH_BYTES,
    MAX_STORE_LOG_BYTES,
    DataFolder,
    RunningStore,
    new_socket_path,
)


def test_a_released_folder_can_be_claimed_again(tmp_path: Path) -> None:
    first, second = DataFolder(tmp_path), DataFolder(tmp_path)
    first.claim()
    with pytest.raises(StoreError, match=f"pid {os.getpid()}"):
        second.claim()
    first.release()
    first.release()
    second.claim()
    second.release()


async def test_the_stores_lock_is_held_by_whoever_holds_its_descriptor(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    lock = await folder.lock_for_store(0)
    assert lock is not None
    inherited = os.dup(lock)
    os.close(lock)
    assert await folder.lock_for_store(0) is None
    os.close(inherited)
    again = await folder.lock_for_store(0)
    assert again is not None
    os.close(again)


def test_a_noted_store_is_read_back_until_it_is_forgotten(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    assert folder.noted() is None
    running = RunningStore(4711, new_socket_path())
    folder.note_running(running)
    assert folder.noted() == running
    folder.forget_running()
    assert folder.noted() is None
    assert not running.socket.parent.exists()
    folder.forget_running()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "x", "socket": "y"}', '{"pid": 1}'])
def test_a_ruined_note_is_no_note(tmp_path: Path, text: str) -> None:
    (tmp_path / "store.json").write_text(text)
    assert DataFolder(tmp_path).noted() is None


def test_forgetting_removes_only_a_folder_of_ours(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    folder.path.mkdir()
    other = tmp_path / "precious"
    other.mkdir()
    folder.note_running(RunningStore(1, other / "store.sock"))
    folder.forget_running()
    assert other.exists()


def test_the_stores_log_starts_anew_when_it_is_long(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    for text in ("first\n", "last words\n\n"):
        descriptor = folder.open_store_log()
        os.write(descriptor, text.encode())
        os.close(descriptor)
    assert folder.store_log.read_text() == "first\nlast words\n\n"
    assert folder.last_words() == "last words"
    with folder.store_log.open("ab") as log:
        log.truncate(MAX_STORE_LOG_BYTES + 1)
    os.close(folder.open_store_log())
    assert folder.store_log.stat().st_size == 0
    assert folder.last_words() == "no message"


def test_a_long_temporary_folder_does_not_make_a_long_socket_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    socket = new_socket_path()
    assert len(os.fsencode(socket)) <= MAX_SOCKET_PATH_BYTES
    assert socket.parent.stat().st_mode & 0o777 == 0o700
    socket.parent.rmdir()
