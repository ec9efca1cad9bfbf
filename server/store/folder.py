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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.store.errors import StoreError
from server.store.socket_folder import PREFIX, remove_if_left
from server.version import VERSION

LOCK_POLL_S = 0.02
MAX_STORE_LOG_BYTES = 1_000_000
# Of what is in the folder. A server refuses a folder with a newer one.
FORMAT = 1


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
        """Make the folder if it is not there, and keep other servers and other users out of it.

        Raises:
            StoreError: it cannot be written, another server uses it, or a newer one has.
        """
        with self._explained():
            for folder in (self.path, self.store_path):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # The folder above may be a person's own; what is below is ours alone.
            self.store_path.chmod(0o700)
            descriptor = os.open(self.path / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        if not _try_lock(descriptor):
            holder = os.read(descriptor, 32).decode(errors="replace").strip() or "unknown"
            os.close(descriptor)
            raise StoreError(
                f"another shuanglu server (pid {holder}) uses this folder: {self.path}"
            )
        self._server_lock = descriptor
        try:
            with self._explained():
                os.ftruncate(descriptor, 0)
                os.write(descriptor, f"{os.getpid()}\n".encode())
            self._check_format()
        except StoreError:
            self.release()
            raise

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
        self._write("store.json", {"pid": running.pid, "socket": str(running.socket)})

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
        if noted is not None and noted.socket.parent.name.startswith(PREFIX):
            remove_if_left(noted.socket.parent)
        (self.path / "store.json").unlink(missing_ok=True)

    def free_bytes(self) -> int:
        """How much room there is on its disk."""
        disk = os.statvfs(self.path)
        return disk.f_bavail * disk.f_frsize

    def _check_format(self) -> None:
        """Refuse what a newer release has written; else write down that we were here."""
        try:
            fields = json.loads((self.path / "format.json").read_text())
            number, release = int(fields["format"]), str(fields["release"])
        except FileNotFoundError:
            number, release = FORMAT, ""
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise StoreError(f"{self.path / 'format.json'} is ruined: {error}") from error
        if number > FORMAT:
            raise StoreError(
                f"the data folder {self.path} was written by shuanglu {release}, "
                f"which is newer than this {VERSION}: use that one, or another folder"
            )
        if (number, release) != (FORMAT, VERSION):
            self._write("format.json", {"format": FORMAT, "release": VERSION})

    def _write(self, name: str, fields: dict[str, str | int]) -> None:
        """Write a small file, as a whole or not at all."""
        fresh = self.path / f"{name}.new"
        with self._explained():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with open(descriptor, "w", encoding="utf-8") as file:
                json.dump(fields, file)
            fresh.replace(self.path / name)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError(
                f"cannot use the data folder {self.path}: {error.strerror or error}"
            ) from error


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
