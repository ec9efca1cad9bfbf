"""The desk of ``wire.py`` behind a real socket on this computer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol as SubprotocolName

from protocol.codec import Subprotocol
from protocol.messages import Message
from tests.clients.wire import Desk, Line


class SocketDesk:
    """``desk`` for clients that connect; ``url`` is where."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.url = ""
        self.connections = 0
        self._open: dict[ServerConnection, Line] = {}
        self._server: Server | None = None
        self._served = asyncio.Event()

    async def start(self, port: int = 0) -> None:
        names = [SubprotocolName(name) for name in Subprotocol]
        self._server = await serve(
            self._serve, "127.0.0.1", port, subprotocols=names, compression=None
        )
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    async def stop(self, code: int = 1012) -> None:
        """Closes every connection, as a server that restarts."""
        assert self._server is not None
        self._server.close(close_connections=False)
        await self.close_all(code, "service restart")
        await self._server.wait_closed()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until a request has been served after which ``condition`` holds."""
        while not condition():
            self._served.clear()
            await self._served.wait()

    async def close_all(self, code: int, reason: str = "") -> None:
        await asyncio.gather(*(socket.close(code, reason) for socket in list(self._open)))

    def cut_all(self) -> None:
        """Every connection is gone without a word; what was not read yet is lost."""
        for socket in list(self._open):
            socket.transport.abort()

    def lose_answers(self) -> None:
        """From now on the present connections get no answer any more."""
        for line in self._open.values():
            line.lose_answers = True

    async def tell_all(self, message: Message) -> None:
        """Sends ``message`` to everybody who is connected."""
        for line in self._open.values():
            line.tell(message)
        await self._flush()

    async def _serve(self, socket: ServerConnection) -> None:
        self.connections += 1
        line = Line(self.desk, Subprotocol(str(socket.subprotocol)))
        self._open[socket] = line
        try:
            async for frame in socket:
                line.serve(frame)
                self._served.set()
                await self._flush()
        except ConnectionClosed:
            pass
        finally:
            del self._open[socket]
            line.drop()
            await self._flush()

    async def _flush(self) -> None:
        """Sends everybody what they have yet to get."""
        for socket, line in list(self._open.items()):
            while line.inbox:
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(line.inbox.popleft())


@contextlib.asynccontextmanager
async def socket_desk(desk: Desk | None = None) -> AsyncIterator[SocketDesk]:
    """A desk that serves while the block runs."""
    served = SocketDesk(desk or Desk())
    await served.start()
    try:
        yield served
    finally:
        await served.stop()
