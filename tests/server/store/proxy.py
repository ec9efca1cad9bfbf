"""A man in the middle between the store and Redis that can lose exactly what a test wants lost."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

WAIT_S = 15.0


class Proxy:
    """Forwards a unix socket to a Redis; connections can be cut, and replies swallowed or delayed.

    ``swallow(times)`` arms it: the next ``times`` requests reach Redis, their replies do not come
    back, and their connections are cut as soon as the reply was there, so it surely ran.
    """

    def __init__(self, target: Path, path: Path) -> None:
        self.url = f"unix://{path}"
        self.swallowed: list[bytes] = []
        self.delay_s = 0.0
        self.connections = 0
        self.replies = 0
        self._changed = asyncio.Event()
        self._target = target
        self._armed: bytes | None = None
        self._left = 0
        self._hold = False
        self._writers: set[asyncio.StreamWriter] = set()

    def swallow(self, containing: bytes, times: int = 1) -> None:
        """Lose the replies to the next requests that contain these bytes."""
        self._armed, self._left = containing, times

    async def until_swallowed(self, count: int) -> None:
        """Wait until that many requests were let through whose replies will be lost."""
        await self._until(lambda: len(self.swallowed) >= count)

    async def until_connected(self, count: int) -> None:
        """Wait until that many connections were made in all."""
        await self._until(lambda: self.connections >= count)

    async def until_replies(self, count: int) -> None:
        """Wait until Redis has written to us that many times in all."""
        await self._until(lambda: self.replies >= count)

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    def hold(self) -> None:
        """From now on pass nothing back, and keep the connections open: a silent peer."""
        self._hold = True

    def let_through(self) -> None:
        """Pass replies back again, on connections that are open still and on new ones."""
        self._hold = False

    def cut(self) -> None:
        """Cut all connections."""
        for writer in self._writers:
            writer.transport.abort()

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        doomed = asyncio.Event()
        self.connections += 1
        self._changed.set()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._requests(reader, far_writer, doomed))
                group.create_task(self._replies(far_reader, writer, doomed))
        except* OSError:
            pass
        finally:
            for each in (writer, far_writer):
                self._writers.discard(each)
                each.transport.abort()

    async def _requests(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, doomed: asyncio.Event
    ) -> None:
        while data := await reader.read(1 << 16):
            if self._left and self._armed is not None and self._armed in data:
                self._left -= 1
                self.swallowed.append(data)
                self._changed.set()
                doomed.set()
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError

    async def _replies(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, doomed: asyncio.Event
    ) -> None:
        while data := await reader.read(1 << 16):
            self.replies += 1
            self._changed.set()
            if self.delay_s:
                await asyncio.sleep(self.delay_s)
            if doomed.is_set():
                raise ConnectionResetError
            if not self._hold:
                writer.write(data)
                await writer.drain()
        raise ConnectionResetError


@asynccontextmanager
async def proxy_to(target: Path) -> AsyncIterator[Proxy]:
    """A proxy to the unix socket ``target``."""
    folder = Path(tempfile.mkdtemp(prefix="px"))
    proxy = Proxy(target, folder / "s")
    server = await asyncio.start_unix_server(proxy.handle, folder / "s")
    try:
        yield proxy
    finally:
        server.close()
        proxy.cut()
        await server.wait_closed()
        shutil.rmtree(folder)
