"""What the store answers about the end of a room's log. Parsing only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from redis.exceptions import RedisError

from server.store.append import STATE_VERSION
from server.store.errors import Lost, Unavailable, UnknownVersion
from server.store.patience import passing_reason

STATE_FIELDS = ("seq", "head", "snapshot", "secret", "v")
HEAD_FIELDS = ("seq", "head")

Head = tuple[int, bytes]
"""Seq and head."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What the store has of a room beside its log."""

    seq: int
    head: bytes
    snapshot: bytes
    secret: bytes = field(repr=False)


def read_state(room: str, answer: Sequence[bytes | None]) -> Stored | None:
    """The values of ``STATE_FIELDS``, or None if there is no such room.

    Raises:
        UnknownVersion: a newer release wrote it.
    """
    seq, head, snapshot, secret, version = answer
    if seq is None:
        return None
    assert head is not None
    assert snapshot is not None
    if int(version or 0) != STATE_VERSION:
        raise UnknownVersion(f"room {room} has state version {int(version or 0)}")
    return Stored(int(seq), head, snapshot, secret or b"")


def read_heads(answers: Sequence[Any]) -> list[Head | Unavailable | None]:
    """For each room the values of ``HEAD_FIELDS``, or the error that came in their place.

    Returns:
        None where there is no such room, ``Unavailable`` where that cannot be told now.

    Raises:
        Unavailable: nothing can be told.
        StoreError: one of them is refused for a reason that does not pass.
    """
    heads = [_read_head(answer) for answer in answers]
    failures = [head for head in heads if isinstance(head, Unavailable)]
    if failures and len(failures) == len(heads):
        raise failures[0]
    return heads


def _read_head(answer: Any) -> Head | Unavailable | None:
    if isinstance(answer, Lost | RedisError):
        return Unavailable(passing_reason(answer))
    if isinstance(answer, BaseException):
        raise answer
    seq, head = answer
    return None if seq is None else (int(seq), head)
