"""What nodes tell each other about a room over its channel; only a wake-up, never the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgpack

from protocol.messages import ChatLine


@dataclass(frozen=True, slots=True)
class Records:
    """Stored records were appended; the first has the number ``first``."""

    first: int
    stored: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A player said something."""

    line: ChatLine


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """Somebody came to, or left, a node."""


RoomNotice: TypeAlias = Records | Spoken | PresenceChanged


def pack_records(first: int, stored: Sequence[bytes]) -> bytes:
    """The notice of an append."""
    packed: bytes = msgpack.packb({"k": "records", "first": first, "stored": list(stored)})
    return packed


def pack_spoken(line: ChatLine) -> bytes:
    """The notice of a chat line; it is what the store keeps of it, too."""
    packed: bytes = msgpack.packb({"k": "chat", "line": line})
    return packed


def pack_presence_changed() -> bytes:
    """The notice of a coming or going."""
    packed: bytes = msgpack.packb({"k": "here"})
    return packed


def unpack_notice(data: bytes) -> RoomNotice | None:
    """The notice in ``data``; ``None`` for what only a newer node understands."""
    try:
        plain = msgpack.unpackb(data)
        match plain["k"]:
            case "records":
                return Records(plain["first"], tuple(plain["stored"]))
            case "chat":
                return Spoken(plain["line"])
            case "here":
                return PresenceChanged()
            case _:
                return None
    except (ValueError, KeyError, TypeError):
        return None
