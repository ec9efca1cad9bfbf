"""The embedded store: a private Valkey process that lives and dies with the server.

Everything acknowledged is on disk (append-only file, fsync always), so the process may be killed
at any time; what must never happen is two of them on one folder. See ``folder.py`` for the locks.
The process has a session of its own, so that Ctrl-C in a terminal reaches the server only, which
then stops the store last.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote

import structlog
from redis.exceptions import BusyLoadingError, RedisError

from server.store.address import parse_address
from server.store.aof import CORRUPT, cut_corrupt_end
from server.store.background import alongside
from server.store.binary import find_binary
from server.store.errors import StoreError
from server.store.folder import DataFolder, RunningStore
from server.store.link import ask_once
from server.store.socket_folder import SocketFolder, sweep

# An orphan has been told to end by then; a store that rewrites its file may take a while.
ORPHAN_TIMEOUT_S = 10.0
# Reading a large append-only file takes time; the wait goes on as long as it says that it loads.
START_TIMEOUT_S = 15.0
STOP_TIMEOUT_S = 10.0
POLL_S = 0.005
FIRST_RESTART_S = 0.05
MAX_RESTART_S = 5.0
# It was told to end or killed, by a person or the system: that says nothing against the next one.
_FROM_OUTSIDE = (0, -signal.SIGTERM, -signal.SIGKILL)
FULL_BYTES = 256 * 1024

_LAUNCHER = Path(__file__).with_name("launch.py")
_SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "dir": ".",
    "appendonly": "yes",
    "appendfsync": "always",
    "aof-load-truncated": "yes",
    "save": "",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
}

log = structlog.get_logger()


class EmbeddedStore:
    """Starts a store over a data folder, restarts it if it dies, and stops it in order.

    ``start``, then ``run`` in a task of the caller's, then, with that task cancelled, ``stop``.
    ``start`` must be called in the main thread, whose end also ends the store.
    """

    def __init__(self, data_dir: Path) -> None:
        self._folder = DataFolder(data_dir)
        self._place: SocketFolder | None = None
        self._process: Process | None = None

    async def start(self) -> str:
        """Start the store and wait until it answers.

        Returns:
            Its URL, which stays the same when the store is restarted.

        Raises:
            StoreError: the folder cannot be used or is in use, or the store does not start.
        """
        self._folder.claim()
        try:
            await self._end_orphan()
            swept = sweep()
            if swept:
                log.info("removed what killed servers left", socket_folders=swept)
            self._place = SocketFolder()
            await self._spawn_or_mend()
        except BaseException:
            await self.stop()
            raise
        return self._url

    async def run(self) -> None:
        """Restart the store whenever it dies, until cancelled."""
        clock = asyncio.get_running_loop().time
        pause_s = FIRST_RESTART_S
        serves = True
        while True:
            assert self._process is not None, "start comes first"
            began = clock()
            status = await self._process.wait()
            log.error("embedded store died", status=status, reason=self._why())
            # One that ends itself again at once, on a full disk for instance, is not tried in a
            # hurry. One that served until it was killed is, however often that happens.
            healthy = serves and (status in _FROM_OUTSIDE or clock() - began > MAX_RESTART_S)
            pause_s = FIRST_RESTART_S if healthy else min(pause_s * 2, MAX_RESTART_S)
            await asyncio.sleep(pause_s)
            serves = False
            try:
                await self._spawn_or_mend()
                serves = True
            except (StoreError, OSError) as error:
                log.warning("embedded store not restarted", reason=str(error))

    async def stop(self) -> None:
        """Shut the store down, wait until it is gone, and let the folder go."""
        process = self._process
        if process is not None and process.returncode is None:
            process.terminate()  # Valkey's SHUTDOWN
            try:
                async with asyncio.timeout(STOP_TIMEOUT_S):
                    await process.wait()
            except TimeoutError:
                log.warning("embedded store killed", reason="it did not stop when told")
                process.kill()  # everything acknowledged is on disk
                await process.wait()
        self._process = None
        if self._place is not None:
            self._folder.forget_running()
            self._place.remove()
            self._place = None
        self._folder.release()

    @property
    def _socket(self) -> Path:
        assert self._place is not None, "start comes first"
        return self._place.socket

    @property
    def _url(self) -> str:
        return f"unix://{quote(str(self._socket))}"

    def _why(self) -> str:
        """What a person should look at."""
        free_bytes = self._folder.free_bytes()
        if free_bytes < FULL_BYTES:
            # There may be no room for its last words either.
            return f"the disk of {self._folder.path} is full: {free_bytes} bytes are free"
        return self._folder.last_words()

    async def _end_orphan(self) -> None:
        """See to it that no store of an earlier server is left."""
        lock = await self._folder.lock_for_store(0)
        noted = self._folder.noted()
        if lock is None:
            # Its server was killed. On Linux it was told to end when that happened.
            if noted is not None:
                with suppress(RedisError, OSError, StoreError):
                    await _tell(f"unix://{quote(str(noted.socket))}", "SHUTDOWN")
            lock = await self._folder.lock_for_store(ORPHAN_TIMEOUT_S)
        if lock is None:
            pid = noted.pid if noted is not None else "unknown"
            raise StoreError(
                f"a store (pid {pid}) left by an earlier server still uses {self._folder.path}"
            )
        os.close(lock)
        self._folder.forget_running()

    async def _spawn_or_mend(self) -> None:
        try:
            await self._spawn()
        except StoreError:
            if CORRUPT not in self._folder.last_words():
                raise
            cut = cut_corrupt_end(self._folder.store_path, self._folder.path)
            log.error(
                "the corrupt end of the store's file was cut off",
                **{"file": str(cut.file), "bytes": cut.bytes, "kept": str(cut.kept)},
            )
            await self._spawn()

    async def _spawn(self) -> None:
        began = asyncio.get_running_loop().time()
        self._process = await self._execute()
        try:
            self._folder.note_running(RunningStore(self._process.pid, self._socket))
        except StoreError as error:  # a full disk; the lock keeps the folder ours all the same
            log.warning("embedded store not noted", reason=str(error))
        await self._wait_until_it_answers(self._process)
        took_ms = round((asyncio.get_running_loop().time() - began) * 1000)
        log.info("embedded store started", folder=str(self._folder.path), took_ms=took_ms)

    async def _execute(self) -> Process:
        settings = {**_SETTINGS, "unixsocket": str(self._socket)}
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        lock = await self._folder.lock_for_store(ORPHAN_TIMEOUT_S)
        if lock is None:
            raise StoreError(f"a store still uses {self._folder.path}")
        store_log = self._folder.open_store_log()
        try:
            # Isolated and without site, which halves the launcher's start.
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-I", "-S", str(_LAUNCHER), str(os.getpid())),
                *(str(find_binary()), *options),
                cwd=self._folder.store_path,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=store_log,
                stderr=store_log,
                start_new_session=True,
                pass_fds=(lock,),
            )
        finally:
            os.close(lock)
            os.close(store_log)

    async def _wait_until_it_answers(self, process: Process) -> None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + START_TIMEOUT_S
        while process.returncode is None:
            try:
                await _tell(self._url, "PING")
            except BusyLoadingError:
                deadline = clock() + START_TIMEOUT_S
            except (RedisError, OSError):
                pass
            else:
                return
            if clock() > deadline:
                raise StoreError(f"the embedded store does not answer: {self._folder.last_words()}")
            await asyncio.sleep(POLL_S)
        raise StoreError(f"the embedded store did not start: {self._folder.last_words()}")


@asynccontextmanager
async def embedded_store(data_dir: Path) -> AsyncIterator[str]:
    """A supervised store over ``data_dir`` for as long as the body lasts; gives its URL.

    Raises:
        StoreError: as ``EmbeddedStore.start``.
    """
    store = EmbeddedStore(data_dir)
    url = await store.start()
    try:
        async with alongside(store.run()):
            yield url
    finally:
        await store.stop()


async def _tell(url: str, command: str) -> None:
    await ask_once(parse_address(url).wire(), command, timeout_s=1)
