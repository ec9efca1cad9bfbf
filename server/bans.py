"""The players who are not let in, as read from the store every few seconds.

Asking the store at every hello would let a store that is away lock everybody out.
"""

from __future__ import annotations

import asyncio

import structlog

from server.connections import Connections
from server.store.errors import StoreError
from server.store.redis import Store

READ_EVERY_S = 5.0

log = structlog.get_logger()


class Bans:
    """The banned players' ids."""

    def __init__(self, store: Store, connections: Connections) -> None:
        self._store = store
        self._connections = connections
        self._players: frozenset[str] = frozenset()

    def __contains__(self, player: str) -> bool:
        return player in self._players

    async def read(self) -> None:
        """Read who is banned, and end the connections of those who are."""
        self._players = await self._store.banned()
        if self._players:
            self._connections.close_banned(self._players)

    async def keep_reading(self) -> None:
        """``read`` until cancelled; while the store is away, what was read last holds."""
        while True:
            await asyncio.sleep(READ_EVERY_S)
            try:
                await self.read()
            except StoreError as error:
                log.warning("bans not read", reason=str(error))
