"""Which rooms there are, on all servers; no index of them is kept."""

from __future__ import annotations

from collections.abc import AsyncIterator

from server.store import keys
from server.store.patience import ask_for_a_while
from server.store.pipe import Pipe
from server.store.routes import Routes

SCAN_COUNT = 500
"""Keys that one answer looks at, so that a store of many rooms is not held up by one question."""


async def all_rooms(routes: Routes) -> AsyncIterator[str]:
    """All rooms, in no order, once; one that comes or goes meanwhile may be there or not."""
    seen: set[str] = set()
    for pipe in routes.pipes():
        cursor, begun = b"0", False
        while cursor != b"0" or not begun:
            cursor, names = await _scan(pipe, cursor)
            begun = True
            for room in map(keys.room_of_state_key, names):
                if room not in seen:  # a scan may name a key twice
                    seen.add(room)
                    yield room


async def _scan(pipe: Pipe, cursor: bytes) -> tuple[bytes, list[bytes]]:
    page = ("SCAN", cursor, "MATCH", keys.state_key("*"), "COUNT", SCAN_COUNT)
    found, names = await ask_for_a_while(lambda: pipe.send(*page))
    return found, names
