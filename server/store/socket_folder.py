"""Where the embedded store's socket is: a short private folder, never below the data folder.

A unix socket's path may be about a hundred bytes long, and a data folder's longer. A server that
is killed leaves its socket folder behind; the next server that starts removes it. That a folder is
in use is told by a lock on it, or by a store that answers at its socket.
"""

from __future__ import annotations

import fcntl
import os
import socket
import tempfile
from contextlib import suppress
from pathlib import Path

from server.store.errors import StoreError

# 107 at most, 103 on macOS.
MAX_SOCKET_PATH_BYTES = 100
PREFIX = "shuanglu-"
_NAME = "store.sock"


class SocketFolder:
    """A folder that only this user can enter, locked as long as it is in use."""

    def __init__(self) -> None:
        """Make a new one.

        Raises:
            StoreError: there is no place for it.
        """
        self._lock: int | None = None
        while self._lock is None:
            self._path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=_parent()))
            # Somebody who sweeps may have taken it for an old one a moment ago.
            self._lock = _locked(self._path)

    @property
    def socket(self) -> Path:
        """The socket's path."""
        return self._path / _NAME

    def remove(self) -> None:
        """The store is gone: remove the folder."""
        remove_if_left(self._path)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def sweep() -> int:
    """Remove what servers that were killed have left; returns how many folders."""
    swept = 0
    for path in _parent().glob(f"{PREFIX}*"):
        with suppress(OSError):  # not ours, or gone meanwhile
            if path.lstat().st_uid != os.geteuid() or path.is_symlink():
                continue
            lock = _locked(path)
            if lock is not None:
                swept += remove_if_left(path)
                os.close(lock)
    return swept


def remove_if_left(path: Path) -> bool:
    """Remove a socket folder, unless a store answers there or it holds anything else."""
    if _answers(path / _NAME):
        return False
    with suppress(OSError):
        if {one.name for one in path.iterdir()} <= {_NAME}:
            (path / _NAME).unlink(missing_ok=True)
            path.rmdir()
            return True
    return False


def _parent() -> Path:
    for parent in (tempfile.gettempdir(), "/tmp"):
        name_bytes = len(os.fsencode(parent)) + len(PREFIX) + len(_NAME) + 16
        if name_bytes <= MAX_SOCKET_PATH_BYTES:
            return Path(parent)
    raise StoreError("there is no folder for the store's socket: set TMPDIR to a short path")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
            return False
        except OSError:  # a full queue, or not ours to ask: somebody is there
            return True
    return True


def _locked(path: Path) -> int | None:
    """A descriptor that locks the folder; None if somebody has it, or it is gone."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if path.exists():
            return descriptor
    except BlockingIOError:
        pass
    os.close(descriptor)
    return None
