"""Compare and append: the one way by which a room's log grows.

A room's log is a chain: its head is a digest of everything before. An append names the head it
was computed from, so two nodes, or one that was frozen and thawed, can never both win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from server.store import keys
from server.store.errors import ClockAhead
from server.store.patience import ask_until_answered
from server.store.routes import Routes
from server.store.script import Script

# Version of what the state hash holds.
STATE_VERSION = 1

_SCRIPT = Script("append.lua")
# The script's answers.
_MOVED, _WON, _AHEAD = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Append:
    """Entries to add to a room's log if its chain ends where the caller saw it end.

    Attributes:
        room: the room's id.
        expected: the head the caller saw; empty if the room must not exist.
        first: seq of the first entry, one more than the last seq the caller saw.
        entries: the new entries, in order.
        head: the head after these entries.
        snapshot: the folded state after these entries.
        at_ms: the store's time of the newest entry.
        message: what subscribers of the room get.
        secret: replaces the stored secret; empty keeps it.
    """

    room: str
    expected: bytes
    first: int
    entries: tuple[bytes, ...]
    head: bytes
    snapshot: bytes
    at_ms: int
    message: bytes
    secret: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Won:
    """The entries stand in the log, by this call or by an earlier identical one."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The log ends elsewhere: at ``seq`` with ``head`` (0 and empty: there is no such room)."""

    seq: int
    head: bytes


async def compare_and_append(
    routes: Routes,
    append: Append,
    *,
    retention_ms: int,
    ahead_ms: int,
    on_unknown: Callable[[], None],
) -> Won | Moved:
    """Append, asking until Redis says how it ended.

    A lost answer says nothing, so the identical append is sent again: it finds its own head, or
    it wins now, or the log has moved on. There is no bound: the caller owns the task.
    ``ahead_ms`` is how far the time of matches is ahead of the store's clock.

    Raises:
        ClockAhead: ``at_ms`` is more than a second ahead of the store's clock.
        StoreError: Redis refuses for a reason that does not pass.
    """
    room = append.room
    answer = await ask_until_answered(
        lambda: _SCRIPT.run(
            routes,
            room,
            (keys.log_key(room), keys.state_key(room)),
            (
                append.expected,
                append.head,
                append.first,
                append.snapshot,
                append.secret,
                append.at_ms - ahead_ms,
                retention_ms,
                keys.channel(room),
                append.message,
                STATE_VERSION,
                *append.entries,
            ),
        ),
        on_unknown=on_unknown,
        what="append",
        room=room,
    )
    if answer[0] == _AHEAD:
        raise ClockAhead(append.at_ms, answer[1])
    return Won() if answer[0] == _WON else Moved(answer[1], answer[2])
