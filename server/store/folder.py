"""The data folder: who may use it, and where its files are.

Two locks. The server's own lock keeps a second server out. The store's lock is held by a
descriptor that the store process inherits, so that the folder stays locked as long as any store
lives, also one whose server was killed: two stores on one append-only file would ruin it.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.store.errors import StoreError

LOCK_POLL_S = 0.02
MAX_STORE_LOG_BYTES = 1_000_000
# A unix socket's path may have 107 bytes at most, 103 on macOS.
MAX_SOCKET_PATH_BYTES = 100
SOCKET_FOLDER_PREFIX = "shuanglu-"
_SOCKET_NAME = "store.sock"


@dataclass(frozen=True, slots=True)
class RunningStore:
    """What ``store.json`` says about the store that was started last."""

    pid: int
    socket: Path


class DataFolder:
    """One folder with everything that one server keeps."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        # The append-only file is below here, and nothing else.
        self.store_path = self.path / "store"
        self.store_log = self.path / "store.log"
        self._server_lock: int | None = None

    def claim(self) -> None:
        """Make the folder if it is not there, and keep other servers out of it.

        Raises:
            StoreError: it cannot be written, or another server uses it.
        """
        with self._explained():
            self.store_path.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = os.open(self.path / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        if not _try_lock(descriptor):
            holder = os.read(descriptor, 32).decode(errors="replace").strip() or "unknown"
            os.close(descriptor)
            raise StoreError(
                f"another shuanglu server (pid {holder}) uses this folder: {self.path}"
            )
        self._server_lock = descriptor
        with self._explained():
            os.ftruncate(descriptor, 0)
            os.write(descriptor, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let other servers in."""
        if self._server_lock is not None:
            os.close(self._server_lock)
            self._server_lock = None

    async def lock_for_store(self, timeout_s: float) -> int | None:
        """The store's lock, as a descriptor to be inherited by a new store process.

        Returns:
            None if a store still lives after ``timeout_s``.
        """
        with self._explained():
            descriptor = os.open(self.path / "store.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            async with asyncio.timeout(timeout_s):
                while True:
                    if _try_lock(descriptor):
                        return descriptor
                    await asyncio.sleep(LOCK_POLL_S)
        except BaseException as error:
            os.close(descriptor)
            if isinstance(error, TimeoutError):
                return None
            raise

    def open_store_log(self) -> int:
        """A descriptor to append to the store's log; a log that has grown long starts anew."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with self._explained():
            if self.store_log.exists() and self.store_log.stat().st_size > MAX_STORE_LOG_BYTES:
                flags |= os.O_TRUNC
            return os.open(self.store_log, flags, 0o600)

    def last_words(self) -> str:
        """The last line of the store's log."""
        with self.store_log.open("rb") as log:
            log.seek(max(0, self.store_log.stat().st_size - 2000))
            lines = log.read().decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "no message")

    def note_running(self, running: RunningStore) -> None:
        """Write down which store runs, for a server that starts after this one was killed."""
        text = json.dumps({"pid": running.pid, "socket": str(running.socket)})
        with self._explained():
            fresh = self.path / "store.json.new"
            fresh.write_text(text)
            fresh.replace(self.path / "store.json")

    def noted(self) -> RunningStore | None:
        """The store that was started last and not stopped in order, if any."""
        try:
            fields = json.loads((self.path / "store.json").read_text())
            return RunningStore(int(fields["pid"]), Path(fields["socket"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def forget_running(self) -> None:
        """The noted store is gone: remove the note and its socket's folder."""
        noted = self.noted()
        if noted is not None and noted.socket.parent.name.startswith(SOCKET_FOLDER_PREFIX):
            shutil.rmtree(noted.socket.parent, ignore_errors=True)
        (self.path / "store.json").unlink(missing_ok=True)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError(
                f"cannot use the data folder {self.path}: {error.strerror or error}"
            ) from error


def new_socket_path() -> Path:
    """A path for a unix socket in a new folder that only this user can enter.

    Never below the data folder, whose path may be too long for a socket.
    """
    for parent in (tempfile.gettempdir(), "/tmp"):
        name_bytes = len(os.fsencode(parent)) + len(SOCKET_FOLDER_PREFIX) + len(_SOCKET_NAME) + 16
        if name_bytes <= MAX_SOCKET_PATH_BYTES:
            return Path(tempfile.mkdtemp(prefix=SOCKET_FOLDER_PREFIX, dir=parent)) / _SOCKET_NAME
    raise StoreError("there is no folder for the store's socket: set TMPDIR to a short path")


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
