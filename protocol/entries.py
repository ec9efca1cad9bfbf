"""One entry of a room's log: its bytes, and the chain that binds it to all before it.

An entry is the msgpack map ``{v, at_ms, by, cause, event, phase, turn}`` in this order of keys. The
chain value, ``head``, after an entry is the first 16 bytes of SHA-256(head before ‖ entry bytes);
before the first entry it is that of the room's code. A log on an unbroken chain is the whole log.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgpack

from engine.events import Event
from engine.seat import Seat
from engine.state import MatchState
from protocol.convert import Plain, event_to_plain

ENTRY_VERSION = 1
HEAD_BYTES = 16

_KEYS = frozenset({"v", "at_ms", "by", "cause", "event", "phase", "turn"})


class NewerEntryError(ValueError):
    """An entry of a version that this code does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One event in its room's log, with what is true after it.

    ``by`` is the seat whose request with the id ``cause`` brought it about; ``None`` if the server
    did. ``event`` is in plain form; ``phase`` and ``turn`` are for readers that fold nothing.
    """

    at_ms: int
    by: Seat | None
    cause: str | None
    event: Plain
    phase: str
    turn: Seat | None


def entry_after(
    state: MatchState, event: Event, *, at_ms: int, by: Seat | None, cause: str | None
) -> Entry:
    """The entry of ``event``, which led to ``state``."""
    return Entry(
        at_ms=at_ms,
        by=by,
        cause=cause,
        event=event_to_plain(event),
        phase=state.phase.value,
        turn=state.to_act,
    )


def entry_told_by(message: Mapping[str, Any]) -> Entry:
    """The entry that an ``event`` message tells, so that a client can check the chain itself."""
    by, turn = message["by"], message["turn"]
    return Entry(
        at_ms=message["at_ms"],
        by=None if by is None else Seat(by),
        cause=message["cause"],
        event=message["event"],
        phase=message["phase"],
        turn=None if turn is None else Seat(turn),
    )


def pack_entry(entry: Entry) -> bytes:
    """The bytes of ``entry``, the same for the same entry always."""
    packed: bytes = msgpack.packb(
        {
            "v": ENTRY_VERSION,
            "at_ms": entry.at_ms,
            "by": entry.by,
            "cause": entry.cause,
            "event": entry.event,
            "phase": entry.phase,
            "turn": entry.turn,
        }
    )
    return packed


def unpack_entry(data: bytes) -> Entry:
    """The entry with these bytes.

    Raises:
        NewerEntryError: it has a version that is not known here.
        ValueError: it is no entry.
    """
    plain = msgpack.unpackb(data)
    if not isinstance(plain, dict) or "v" not in plain:
        raise ValueError("not a log entry")
    if plain["v"] != ENTRY_VERSION:
        raise NewerEntryError(f"log entry of version {plain['v']}")
    if plain.keys() != _KEYS or not isinstance(plain["event"], dict):
        raise ValueError("not a log entry")
    by, turn = plain["by"], plain["turn"]
    return Entry(
        at_ms=plain["at_ms"],
        by=None if by is None else Seat(by),
        cause=plain["cause"],
        event=plain["event"],
        phase=plain["phase"],
        turn=None if turn is None else Seat(turn),
    )


def first_head(room: str) -> bytes:
    """The chain value of an empty log."""
    return hashlib.sha256(room.encode()).digest()[:HEAD_BYTES]


def next_head(head: bytes, entry: bytes) -> bytes:
    """The chain value after ``entry`` (its bytes), which follows ``head``."""
    return hashlib.sha256(head + entry).digest()[:HEAD_BYTES]
