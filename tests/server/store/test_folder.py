"""The data folder's locks and notes."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest

from server.store.errors import StoreError
from server.store.folder import FORMAT, MAX_STORE_LOG_BYTES, DataFolder, RunningStore
from server.store.socket_folder import PREFIX
from server.version import VERSION


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
    socket_folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    running = RunningStore(4711, socket_folder / "store.sock")
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


def test_what_is_in_the_folder_is_for_its_user_alone(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "new" / "data")
    folder.claim()
    folder.note_running(RunningStore(1, Path("/none")))
    os.close(folder.open_store_log())
    folder.release()
    assert folder.path.stat().st_mode & 0o777 == 0o700
    for path in folder.path.rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600), path


def test_a_folder_that_stood_open_is_closed_to_others(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "store").mkdir(mode=0o755)
    folder = DataFolder(tmp_path)
    folder.claim()
    folder.release()
    assert (tmp_path / "store").stat().st_mode & 0o777 == 0o700
    assert tmp_path.stat().st_mode & 0o777 == 0o755  # perhaps somebody's own


def test_the_release_that_wrote_last_is_noted(tmp_path: Path) -> None:
    for text in (None, '{"format": 0, "release": "0.0.1"}'):
        if text is not None:
            (tmp_path / "format.json").write_text(text)
        folder = DataFolder(tmp_path)
        folder.claim()
        folder.release()
        noted = json.loads((tmp_path / "format.json").read_text())
        assert noted == {"format": FORMAT, "release": VERSION}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f'{{"format": {FORMAT + 1}, "release": "9.8.7"}}', "written by shuanglu 9.8.7"),
        ("nonsense", "is ruined"),
        ("[]", "is ruined"),
    ],
)
def test_a_folder_of_a_newer_release_is_refused_in_one_line_and_left_as_it_is(
    tmp_path: Path, text: str, reason: str
) -> None:
    (tmp_path / "format.json").write_text(text)
    for _ in range(2):  # the second time it is not "in use" either
        with pytest.raises(StoreError, match=reason) as caught:
            DataFolder(tmp_path).claim()
        assert "\n" not in str(caught.value)
    assert (tmp_path / "format.json").read_text() == text
