"""The open connections of a node: all told at once, and ended when they have no business here."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator

from protocol.codes import CLOSE_TEXTS, CloseCode
from protocol.messages import Message
from server.connection import Connection


class Connections:
    """Every connection that speaks our protocol."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._none = asyncio.Event()
        self._none.set()

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._open))

    def add(self, connection: Connection) -> None:
        """It was opened."""
        self._open.add(connection)
        self._none.clear()

    def discard(self, connection: Connection) -> None:
        """It is gone."""
        self._open.discard(connection)
        if not self._open:
            self._none.set()

    async def all_gone(self) -> None:
        """Wait until there is none."""
        await self._none.wait()

    def tell(self, message: Message) -> None:
        """Write ``message`` to every one."""
        for connection in self:
            connection.send(message)

    def close_idle(self, since_s: float) -> None:
        """End those that follow no room and have asked nothing since then."""
        for connection in self:
            if not connection.rooms and connection.asked_s < since_s:
                connection.close(CloseCode.IDLE, CLOSE_TEXTS[CloseCode.IDLE])

    def close_banned(self, players: Collection[str]) -> None:
        """End those of ``players``."""
        for connection in self:
            if connection.player in players:
                connection.close(CloseCode.BANNED, CLOSE_TEXTS[CloseCode.BANNED])
