"""Lists in Redis: the rooms a player can come back to, the lobby, results, who is not let in.

Lists of rooms are hints: what is listed may be gone, and who reads them looks at the rooms.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from server.store import keys
from server.store.census import all_rooms
from server.store.patience import ask_for_a_while
from server.store.pipe import Arg
from server.store.routes import Routes
from server.store.script import Script

_RESULT = Script("result.lua")
MAX_ROOMS_PER_PLAYER = 200
MAX_LOBBY = 10_000


class RoomLists:
    """The lists, by the same routes as the rooms.

    Args:
        routes: where names are.
        retention_ms: how long a player's list is kept after the last change.
    """

    def __init__(self, routes: Routes, retention_ms: int) -> None:
        self._routes = routes
        self.retention_ms = retention_ms

    async def add_room(self, player: str, room: str, at_ms: int) -> None:
        """Remember that the player has a seat in the room; the newest rooms are kept."""
        key = keys.player_rooms_key(player)
        await self._ask_all(
            player,
            ("ZADD", key, at_ms, room),
            ("ZREMRANGEBYRANK", key, 0, -MAX_ROOMS_PER_PLAYER - 1),
            ("PEXPIRE", key, self.retention_ms),
        )

    async def rooms_of(self, player: str, count: int) -> list[str]:
        """The player's rooms, newest first, at most ``count``."""
        return await self._newest(player, keys.player_rooms_key(player), count)

    async def drop_room(self, player: str, room: str) -> None:
        """Forget a room of the player."""
        await self._ask(player, "ZREM", keys.player_rooms_key(player), room)

    async def lobby_add(self, room: str, at_ms: int) -> None:
        """List the room as open; the newest rooms are kept."""
        await self._ask_all(
            keys.LOBBY,
            ("ZADD", keys.LOBBY, at_ms, room),
            ("ZREMRANGEBYRANK", keys.LOBBY, 0, -MAX_LOBBY - 1),
        )

    async def lobby_remove(self, room: str) -> None:
        """Take the room off the list."""
        await self._ask(keys.LOBBY, "ZREM", keys.LOBBY, room)

    async def lobby(self, count: int) -> list[str]:
        """Open rooms, newest first, at most ``count``; a hint that may be stale."""
        return await self._newest(keys.LOBBY, keys.LOBBY, count)

    async def watchable_add(self, room: str, at_ms: int) -> None:
        """List the room as one that anybody may watch; the newest rooms are kept."""
        await self._ask_all(
            keys.WATCHABLE,
            ("ZADD", keys.WATCHABLE, at_ms, room),
            ("ZREMRANGEBYRANK", keys.WATCHABLE, 0, -MAX_LOBBY - 1),
        )

    async def watchable_remove(self, room: str) -> None:
        """Take the room off that list."""
        await self._ask(keys.WATCHABLE, "ZREM", keys.WATCHABLE, room)

    async def watchable(self, count: int) -> list[str]:
        """Rooms that anybody may watch, newest first, at most ``count``; it may be stale, too."""
        return await self._newest(keys.WATCHABLE, keys.WATCHABLE, count)

    # Finished matches

    async def result_add(self, match: str, entry: bytes) -> None:
        """Keep the entry of a finished match, unless one stands there already."""
        keys_ = (keys.RESULTS, keys.RESULTS_KNOWN)
        await ask_for_a_while(
            lambda: _RESULT.run(self._routes, keys.RESULTS, keys_, (match, entry))
        )

    async def player_result_add(self, player: str, match: str, entry: bytes, at_ms: int) -> None:
        """Keep it in the list of one of its players, too."""
        await self._ask_all(
            player,
            ("HSETNX", keys.player_results_key(player), match, entry),
            ("ZADD", keys.player_result_times_key(player), "NX", at_ms, match),
        )

    async def results_of(self, player: str, count: int) -> list[bytes]:
        """The entries of the player's newest finished matches, newest first."""
        times = keys.player_result_times_key(player)
        matches = await self._newest(player, times, count)
        if not matches:
            return []
        found = await self._ask(player, "HMGET", keys.player_results_key(player), *matches)
        return [entry for entry in found if entry is not None]

    async def results(self, count: int) -> list[bytes]:
        """The entries of the newest finished matches of all players, newest first."""
        found = await self._ask(keys.RESULTS, "XREVRANGE", keys.RESULTS, "+", "-", "COUNT", count)
        return [fields[1] for _, fields in found]

    def every_room(self) -> AsyncIterator[str]:
        """All rooms, in no order."""
        return all_rooms(self._routes)

    # Players

    async def banned(self) -> frozenset[str]:
        """The players who are not let in."""
        players = await self._ask(keys.BANNED, "SMEMBERS", keys.BANNED)
        return frozenset(player.decode() for player in players)

    async def ban(self, player: str) -> None:
        """Let the player in no more."""
        await self._ask(keys.BANNED, "SADD", keys.BANNED, player)

    async def unban(self, player: str) -> None:
        """Let the player in again."""
        await self._ask(keys.BANNED, "SREM", keys.BANNED, player)

    async def _ask(self, name: str, *args: Arg) -> Any:
        return await ask_for_a_while(lambda: self._routes.send(name, *args))

    async def _ask_all(self, name: str, *commands: tuple[Arg, ...]) -> None:
        await ask_for_a_while(
            lambda: asyncio.gather(*(self._routes.send(name, *each) for each in commands))
        )

    async def _newest(self, name: str, key: str, count: int) -> list[str]:
        rooms = await self._ask(name, "ZRANGE", key, 0, count - 1, "REV")
        return [room.decode() for room in rooms]
