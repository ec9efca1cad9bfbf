"""How a connection begins to follow a room: it is shown the whole, or what it has missed.

A client that comes back says what it saw last. If that is not in the log, then the store has lost
events that were told; a node that was not there at that time finds it out from this alone.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from protocol.limits import MAX_LOG_PAGE
from protocol.messages import RoomReason
from protocol.requests import Resume, Watch
from server.appends import stands
from server.connection import Connection
from server.ledger import Record, read_record
from server.room import Room
from server.store.redis import Store
from server.views import event_message, newest_event_message

Back: TypeAlias = Literal["events", "room", "rolled_back"]
"""What somebody got who came back: what was missed, the whole room, or it because of a loss."""


def enter(room: Room, connection: Connection, name: str, *, reason: RoomReason = "entered") -> None:
    """Let the room's events follow from now on, and show it: nothing can come between the two.

    Raises:
        WireError: ``connection`` may not follow the room.
    """
    room.check_may_enter(connection)
    room.enter(connection, name)
    room.show(connection, reason)


async def come_back(
    store: Store, room: Room, connection: Connection, name: str, request: Resume | Watch
) -> Back:
    """``enter``, or only what is new to somebody who has seen the room up to ``request.after``.

    Raises:
        WireError: ``connection`` may not follow the room.
        Unavailable: the store does not answer.
    """
    await room.settle()
    await room.note_coming(connection)
    after, head = request.after, request.head
    if not after or head is None:
        enter(room, connection, name)
        return "room"
    await room.refresh()
    missed = await _missed(store, room, after, head)
    if missed is not None:
        _catch_up(room, connection, name, missed)
        return "events"
    if not await stands(store, room.code, after, bytes.fromhex(head)):
        enter(room, connection, name, reason="rolled_back")
        return "rolled_back"
    enter(room, connection, name)
    return "room"


async def _missed(store: Store, room: Room, after: int, head: str) -> list[Record] | None:
    """The records after that one; ``None`` if there are too many, or it is on another chain."""
    records: list[Record] = []
    # The room may move on while we read; what is missing must reach up to its newest event.
    while (newest := room.ledger.seq) >= after + len(records):
        if newest > after + MAX_LOG_PAGE:
            return None
        pairs = await store.read(room.code, after + len(records), newest)
        if not pairs:
            return None
        records += [read_record(seq, stored) for seq, stored in pairs]
    if not records or records[0].head.hex() != head:
        return None
    return records[1:]


def _catch_up(room: Room, connection: Connection, name: str, missed: list[Record]) -> None:
    """Send the missed records instead of the whole room, and let the next ones follow."""
    room.check_may_enter(connection)
    room.enter(connection, name)
    for record in missed[:-1]:
        connection.send(event_message(room.code, record))
    if missed:
        connection.send(newest_event_message(room.code, missed[-1], room.ledger))
    room.talk.catch_up(connection)
    connection.send({"t": "presence", "room": room.code, "presence": room.presence.now()})
