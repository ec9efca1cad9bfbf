"""A man in the middle of connections, who delays, stalls, chops, cuts or loses what passes.

It stands between nodes and their store and between clients and their node, on unix sockets or on
TCP ports of 127.0.0.1. Without orders it passes everything on.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

WAIT_S = 15.0
CHUNK_BYTES = 1 << 16

Place: TypeAlias = Path | int
"""A unix socket, or a port of 127.0.0.1."""


@dataclass(eq=False, slots=True)
class _Pair:
    """One connection and its other half. ``doomed``: it is cut when the next reply comes."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter
    doomed: asyncio.Event = field(default_factory=asyncio.Event)
    kept: asyncio.StreamWriter | None = None


class Proxy:
    """Forwards connections to ``target``, which may be changed for those to come.

    Attributes:
        url: where it listens, once it does.
        delay_s: how long each reply is kept back.
        byte_by_byte: every byte is sent for itself.
        connections: how many were made in all.
        replies: how often the target has written in all.
        swallowed: the requests whose replies were lost.
        lost: what was lost on its way back.
    """

    def __init__(self, target: Place) -> None:
        self.target = target
        self.url = ""
        self.delay_s = 0.0
        self.byte_by_byte = False
        self.connections = 0
        self.replies = 0
        self.swallowed: list[bytes] = []
        self.lost: list[bytes] = []
        self._changed = asyncio.Event()
        self._flowing = asyncio.Event()
        self._flowing_back = asyncio.Event()
        self._shut = False
        self._swallowing: tuple[bytes, int] = (b"", 0)
        self._losing: tuple[bytes, int] = (b"", 0)
        self._pairs: set[_Pair] = set()
        self._orphans: list[asyncio.StreamWriter] = []
        self.let_through()

    # Orders.

    def swallow(self, containing: bytes, times: int = 1) -> None:
        """Lose the replies to the next requests that contain these bytes.

        These reach their target; the connection is cut when the reply is there, so it surely ran.
        """
        self._swallowing = (containing, times)

    def lose(self, containing: bytes, times: int = 1) -> None:
        """Cut a connection instead of passing back what contains these bytes."""
        self._losing = (containing, times)

    def hold(self) -> None:
        """From now on pass nothing, keep all connections open, and accept new ones."""
        self._flowing.clear()
        self._flowing_back.clear()

    def hold_back(self) -> None:
        """From now on pass no reply; requests reach their target."""
        self._flowing_back.clear()

    def let_through(self) -> None:
        """Pass what was held, and all that comes."""
        self._flowing.set()
        self._flowing_back.set()

    def cut(self) -> None:
        """Cut all connections, also the halves that were left open."""
        for pair in self._pairs:
            pair.near.transport.abort()
            pair.far.transport.abort()
        for orphan in self._orphans:
            orphan.transport.abort()
        self._orphans.clear()

    def cut_one(self, chance: random.Random) -> None:
        """Cut one connection, if there is any."""
        pairs = self._in_order()
        if pairs:
            chance.choice(pairs).near.transport.abort()

    def half_open(self, chance: random.Random | None = None) -> None:
        """Let one connection, or all, end on the target's side only.

        Who made it is told nothing, and gets no answer any more.
        """
        pairs = self._in_order()
        for pair in [chance.choice(pairs)] if chance and pairs else pairs:
            pair.kept = pair.near
            pair.far.transport.abort()

    def shut(self) -> None:
        """Cut everything, and every new connection as soon as it is made, until ``reopen``."""
        self._shut = True
        self.cut()

    def reopen(self) -> None:
        """Take connections again."""
        self._shut = False

    # What has happened.

    async def until_swallowed(self, count: int) -> None:
        """Wait until that many requests were let through whose replies will be lost."""
        await self._until(lambda: len(self.swallowed) >= count)

    async def until_lost(self, count: int) -> None:
        """Wait until that much was lost on its way back."""
        await self._until(lambda: len(self.lost) >= count)

    async def until_connected(self, count: int) -> None:
        """Wait until that many connections were made in all."""
        await self._until(lambda: self.connections >= count)

    async def until_replies(self, count: int) -> None:
        """Wait until the target has written to us that many times in all."""
        await self._until(lambda: self.replies >= count)

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(WAIT_S):
            while not holds():
                self._changed.clear()
                await self._changed.wait()

    # At work.

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until either side ends it."""
        if self._shut:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await _connect(self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = _Pair(writer, far_writer)
        self._pairs.add(pair)
        self.connections += 1
        self._changed.set()
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._requests(reader, pair))
                group.create_task(self._replies(far_reader, pair))
        except* OSError:
            pass
        finally:
            self._end(pair)

    def _end(self, pair: _Pair) -> None:
        self._pairs.discard(pair)
        for half in (pair.near, pair.far):
            if half is pair.kept:
                self._orphans.append(half)
            else:
                half.transport.abort()

    async def _requests(self, reader: asyncio.StreamReader, pair: _Pair) -> None:
        while data := await reader.read(CHUNK_BYTES):
            wanted, times = self._swallowing
            if times and wanted in data:
                self._swallowing = (wanted, times - 1)
                self.swallowed.append(data)
                self._changed.set()
                pair.doomed.set()
            await self._flowing.wait()
            await self._pass_on(pair.far, data)
        raise ConnectionResetError

    async def _replies(self, reader: asyncio.StreamReader, pair: _Pair) -> None:
        while data := await reader.read(CHUNK_BYTES):
            self.replies += 1
            self._changed.set()
            if self.delay_s:
                await asyncio.sleep(self.delay_s)
            await self._flowing_back.wait()
            wanted, times = self._losing
            if times and wanted in data:
                self._losing = (wanted, times - 1)
                self.lost.append(data)
                self._changed.set()
                pair.doomed.set()
            if pair.doomed.is_set():
                raise ConnectionResetError
            await self._pass_on(pair.near, data)
        raise ConnectionResetError

    async def _pass_on(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        size = 1 if self.byte_by_byte else len(data)
        for start in range(0, len(data), size):
            writer.write(data[start : start + size])
            await writer.drain()
            if size == 1:
                await asyncio.sleep(0)  # asyncio sets TCP_NODELAY: a packet for each

    def _in_order(self) -> list[_Pair]:
        """The connections, in an order that a seed can choose from."""
        return sorted(self._pairs, key=lambda pair: str(pair.near.get_extra_info("peername")))


async def _connect(target: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    if isinstance(target, Path):
        return await asyncio.open_unix_connection(target)
    return await asyncio.open_connection("127.0.0.1", target)


@asynccontextmanager
async def proxy_to(target: Path) -> AsyncIterator[Proxy]:
    """A proxy to the unix socket ``target``, on a unix socket of its own."""
    folder = Path(tempfile.mkdtemp(prefix="px"))
    proxy = Proxy(target)
    proxy.url = f"unix://{folder / 's'}"
    server = await asyncio.start_unix_server(proxy.handle, folder / "s")
    try:
        async with _serving(proxy, server):
            yield proxy
    finally:
        shutil.rmtree(folder)


@asynccontextmanager
async def tcp_proxy_to(port: int, *, scheme: str) -> AsyncIterator[Proxy]:
    """A proxy to a port of 127.0.0.1, on another port of it; ``scheme`` is for its ``url``."""
    proxy = Proxy(port)
    server = await asyncio.start_server(proxy.handle, "127.0.0.1", 0)
    proxy.url = f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with _serving(proxy, server):
        yield proxy


@asynccontextmanager
async def _serving(proxy: Proxy, server: asyncio.Server) -> AsyncIterator[None]:
    try:
        yield
    finally:
        server.close()
        proxy.let_through()
        proxy.cut()
        await server.wait_closed()
