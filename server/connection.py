"""One WebSocket connection: who is behind it, what was sent to it, and how it ends.

Everything is written at once and in order, without waiting: the room decides when somebody hears
something. What a reader has not taken waits in the write buffer; over its bound the connection is
closed, and the client resumes from the log.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from websockets.asyncio.connection import broadcast
from websockets.asyncio.server import ServerConnection

from engine.errors import IllegalCommand
from protocol.codec import Subprotocol, encode
from protocol.codes import CLOSE_TEXTS, CloseCode, WireError
from protocol.messages import Message
from server.limits import MAX_WRITE_BUFFER_BYTES, Allowance
from server.tasks import Tasks

if TYPE_CHECKING:
    from server.room import Room

_numbers = itertools.count(1)


class Connection:
    """The server's end of a connection.

    ``number`` is unique on this node; ``rooms`` are the rooms it follows, by code. ``player`` and
    ``token`` are known once it has said hello. ``allowance`` is shared by all connections of its
    address; ``asked_s`` is when it asked for something last. While it is ``closing`` nothing more
    is served.
    """

    def __init__(
        self,
        socket: ServerConnection,
        subprotocol: Subprotocol,
        tasks: Tasks,
        *,
        allowance: Allowance,
        now_s: float,
    ) -> None:
        self.socket = socket
        self.allowance = allowance
        self.asked_s = now_s
        self.subprotocol = subprotocol
        self.number = next(_numbers)
        self.player: str | None = None
        self.token = ""
        self.rooms: dict[str, Room] = {}
        self._tasks = tasks
        self.closing = False

    @property
    def player_id(self) -> str:
        """The id of the player behind it, who has said hello."""
        assert self.player is not None
        return self.player

    def send(self, message: Message) -> None:
        """Write ``message``; nothing happens if the connection is closing."""
        broadcast([self.socket], encode(message, self.subprotocol))
        self.close_if_too_slow()

    def send_error(self, request_id: str | None, error: WireError | IllegalCommand) -> None:
        """Write the refusal of the request with this id."""
        self.send(
            {
                "t": "error",
                "id": request_id,
                "code": error.code.value,
                "text": error.text,
                "details": dict(error.details),
            }
        )

    def close_if_too_slow(self) -> None:
        """Close it if more waits to be read than one connection may hold."""
        if self.socket.transport.get_write_buffer_size() > MAX_WRITE_BUFFER_BYTES:
            self.close(CloseCode.TOO_SLOW, CLOSE_TEXTS[CloseCode.TOO_SLOW])

    def close(self, code: CloseCode, reason: str) -> None:
        """Begin to close; returns at once."""
        if not self.closing:
            self.closing = True
            self._tasks.start(self.socket.close(code, reason))
