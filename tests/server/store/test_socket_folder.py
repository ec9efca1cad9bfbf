"""Socket folders: private, short, and swept when their server was killed."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store.socket_folder import MAX_SOCKET_PATH_BYTES, PREFIX, SocketFolder, sweep


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of our own in the place of /tmp, with a short path."""
    with tempfile.TemporaryDirectory(prefix="t") as path:
        monkeypatch.setattr(tempfile, "tempdir", path)
        yield Path(path)


def left(folder: SocketFolder) -> Path:
    """Let go of the folder as a process does that is killed."""
    with socket.socket(socket.AF_UNIX) as store:
        store.bind(str(folder.socket))
    assert folder._lock is not None
    os.close(folder._lock)
    return folder.socket.parent


def test_only_this_user_can_enter_it_until_it_is_removed(temporary: Path) -> None:
    folder = SocketFolder()
    assert folder.socket.parent.stat().st_mode & 0o777 == 0o700
    assert folder.socket.parent.parent == temporary
    folder.remove()
    folder.remove()
    assert list(temporary.iterdir()) == []


def test_what_killed_servers_left_is_swept_and_what_is_in_use_stays(temporary: Path) -> None:
    in_use = SocketFolder()
    old = [left(SocketFolder()) for _ in range(3)]
    assert sweep() == 3
    assert not any(path.exists() for path in old)
    assert in_use.socket.parent.exists()
    in_use.remove()


def test_a_store_that_answers_keeps_its_folder(temporary: Path) -> None:
    folder = SocketFolder()
    with socket.socket(socket.AF_UNIX) as store:
        store.bind(str(folder.socket))
        store.listen(1)
        os.close(folder._lock or 0)
        assert sweep() == 0
    assert sweep() == 1


def test_nothing_but_a_socket_is_ever_removed(temporary: Path) -> None:
    precious = temporary / f"{PREFIX}precious"
    precious.mkdir()
    (precious / "letter").write_text("dear")
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    (temporary / f"{PREFIX}link").symlink_to(elsewhere)
    (temporary / f"{PREFIX}file").touch()
    assert sweep() == 0
    assert (precious / "letter").exists()
    assert elsewhere.exists()
    assert (temporary / f"{PREFIX}file").exists()


def test_a_long_temporary_folder_does_not_make_a_long_socket_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("x" * 120)
    long.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    folder = SocketFolder()
    assert len(os.fsencode(folder.socket)) <= MAX_SOCKET_PATH_BYTES
    folder.remove()
