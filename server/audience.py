"""The connections on this node that follow one room, and how they are told something.

A message is encoded once for each subprotocol and the same bytes are written to everybody, without
waiting for anybody: what a slow reader has not taken is bounded by its connection.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from websockets.asyncio.connection import broadcast

from protocol.codec import Subprotocol, encode
from protocol.messages import Message

if TYPE_CHECKING:
    from server.connection import Connection


class Audience:
    """The local members of a room, with the names under which they came."""

    def __init__(self) -> None:
        self._names: dict[Connection, str] = {}

    def __len__(self) -> int:
        return len(self._names)

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._names))

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._names

    def add(self, connection: Connection, name: str) -> None:
        """Let ``connection`` hear everything from now on."""
        self._names[connection] = name

    def discard(self, connection: Connection) -> None:
        """Tell ``connection`` nothing more."""
        self._names.pop(connection, None)

    def name_of(self, connection: Connection) -> str:
        """The name under which a member came."""
        return self._names[connection]

    def tell(self, message: Message, *, to: Container[Connection] | None = None) -> None:
        """Write ``message`` to every member, or to those of them who are in ``to``.

        Those who read too slowly are closed.
        """
        told = [one for one in self._names if to is None or one in to]
        for subprotocol in Subprotocol:
            members = [one for one in told if one.subprotocol is subprotocol]
            if members:
                frame = encode(message, subprotocol)
                broadcast([member.socket for member in members], frame)
        for member in self:
            member.close_if_too_slow()
