"""Lists of rooms: those that wait for an opponent, those to watch, and those of one player.

Both lists in the store are hints. What is shown is read from the rooms themselves, and an entry
that its room contradicts is dropped, so the lists heal and cannot drift. To see a room in a list is
to look at it: a flag that is due falls then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from engine.state import Phase
from protocol.codes import WireError
from protocol.messages import MyRoom, OpenRoom, PlayedRoom
from server.deadlines import flag_is_due
from server.ledger import Ledger, UnknownRecordError
from server.rooms import Rooms
from server.store.errors import UnknownVersion
from server.store.redis import Store
from server.views import my_room, open_room, played_room

ROOMS_SHOWN = 50


async def open_rooms(store: Store, rooms: Rooms) -> list[OpenRoom]:
    """The newest open rooms, the newest first."""
    shown = []
    for code, ledger in await _ledgers(store, rooms, await store.lobby(ROOMS_SHOWN)):
        line = None if ledger is None else open_room(code, ledger.state)
        if line is None:
            await store.lobby_remove(code)
        else:
            shown.append(line)
    return shown


async def played_rooms(store: Store, rooms: Rooms) -> list[PlayedRoom]:
    """The newest matches that anybody may watch, the newest first."""
    shown = []
    for code, ledger in await _ledgers(store, rooms, await store.watchable(ROOMS_SHOWN)):
        line = None if ledger is None else played_room(code, ledger.state)
        if line is not None:
            shown.append(line)
        elif ledger is None or ledger.state.phase is not Phase.SEATING:
            await store.watchable_remove(code)
    return shown


async def rooms_of(store: Store, rooms: Rooms, player: str) -> list[MyRoom]:
    """The rooms in which ``player`` has a seat, the one entered last first."""
    shown = []
    for code, ledger in await _ledgers(store, rooms, await store.rooms_of(player, ROOMS_SHOWN)):
        line = None if ledger is None else my_room(ledger, player)
        if line is None:
            await store.drop_room(player, code)
        else:
            shown.append(line)
    return shown


async def _ledgers(
    store: Store, rooms: Rooms, codes: Sequence[str]
) -> list[tuple[str, Ledger | None]]:
    found = await asyncio.gather(*(_ledger(store, rooms, code) for code in codes))
    return [pair for pair in found if pair is not None]


async def _ledger(store: Store, rooms: Rooms, code: str) -> tuple[str, Ledger | None] | None:
    """A room as it stands, ``None`` in its place if it is gone; nothing if it cannot be read."""
    try:
        stored = await store.load(code)
        if stored is None:
            return (code, None)
        ledger = Ledger.restore(code, stored.seq, stored.head, stored.snapshot)
    except (UnknownVersion, UnknownRecordError):
        return None
    if flag_is_due(ledger, store.now_ms()):
        with suppress(WireError):  # then it is shown as it stands, and falls for the next who looks
            async with rooms.hold(code) as room:
                await room.settle()
                ledger = room.ledger
    return (code, ledger)
