"""Listening to the channels of rooms on one server, over one connection that does nothing else.

Every question (subscribe, unsubscribe, ping) has one answer, and answers come in order; messages
come in between. In a cluster a server may refuse a room, or end its subscription unasked, when the
room's slot is another server's.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Any, Protocol

import hiredis
from redis.exceptions import AskError, ClusterDownError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.keys import channel, room_of_channel
from server.store.link import Endpoint, Link, Wire

PING_INTERVAL_S = 2.0
# Nothing heard for this long, not even the answer to a ping: the connection is dropped.
SILENCE_S = 6.0
_SUBSCRIBE, _UNSUBSCRIBE, _PING = "SSUBSCRIBE", "SUNSUBSCRIBE", "PING"


class Ear(Protocol):
    """Who is told what a listener hears. Nothing of it may block or raise."""

    def heard(self, room: str, message: bytes) -> None:
        """A message."""

    def asked(self, listener: Listener, room: str) -> None:
        """The room does not stand (any more), and is being asked for."""

    def confirmed(self, listener: Listener, room: str) -> None:
        """The room stands: from now on, nothing published is missed."""

    def refused(self, listener: Listener, room: str, error: RedisError | None) -> None:
        """This server does not have the room (any more); it is not listened to here now."""


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    command: str
    room: str = ""

    def packed(self) -> bytes:
        parts = (self.command, channel(self.room)) if self.room else (self.command,)
        packed: bytes = hiredis.pack_command(parts)  # type: ignore[arg-type]  # its stub says 1-tuple
        return packed


class Listener:
    """Keeps a set of rooms subscribed on one server; ``run`` must be running."""

    def __init__(self, endpoint: Endpoint, ear: Ear) -> None:
        self.endpoint = endpoint
        self._link = Link(endpoint)
        self._ear = ear
        # The newest question about a room counts; answers to older ones are passed over.
        self._rooms: dict[str, _Question] = {}
        # Both live as long as one connection. Bounded by the number of rooms.
        self._unsent: deque[_Question] = deque()
        self._unanswered: deque[_Question] = deque()
        self._connected = False
        self._wake = asyncio.Event()
        self._heard_at = 0.0

    @property
    def trouble(self) -> str:
        """Why the connection does not stand; empty if it does."""
        return self._link.trouble

    def add(self, room: str) -> None:
        """Subscribe to the room."""
        question = self._rooms[room] = _Question(_SUBSCRIBE, room)
        if self._connected:
            self._ask(question)

    def remove(self, room: str) -> None:
        """Stop listening to the room; what Redis still sends for it is dropped."""
        if self._rooms.pop(room, None) is not None and self._connected:
            self._ask(_Question(_UNSUBSCRIBE, room))

    async def run(self) -> None:
        """Keep the connection up and deliver messages until cancelled."""
        await self._link.run(self._serve)

    def _ask(self, question: _Question) -> None:
        self._unsent.append(question)
        self._wake.set()

    async def _serve(self, wire: Wire) -> None:
        self._unsent.clear()
        self._unanswered.clear()
        for room, question in self._rooms.items():
            self._ear.asked(self, room)
            self._ask(question)
        self._heard_at = asyncio.get_running_loop().time()
        self._connected = True
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._read(wire))
                group.create_task(self._write(wire))
                group.create_task(self._ping())
        finally:
            self._connected = False

    async def _write(self, wire: Wire) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            questions = list(self._unsent)
            self._unsent.clear()
            self._unanswered.extend(questions)
            packed = [question.packed() for question in questions]
            await wire.send_packed_command(packed, check_health=False)

    async def _read(self, wire: Wire) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            try:
                reply = await wire.read_response(True, disconnect_on_error=False)
            except ResponseError as error:
                self._take_error(error)
            else:
                self._take(reply)
            self._heard_at = clock()

    def _take(self, reply: Any) -> None:
        # A ping is answered by a plain string while nothing is subscribed.
        if not isinstance(reply, list) or reply[0] == b"pong":
            self._answered(_PING)
            return
        room = room_of_channel(reply[1])
        match reply[0]:
            case b"smessage" if room in self._rooms:
                self._ear.heard(room, reply[2])
            case b"ssubscribe":
                if self._rooms.get(room) is self._answered(_SUBSCRIBE, room):
                    self._ear.confirmed(self, room)
            case b"sunsubscribe" if self._is_next(_UNSUBSCRIBE, room):
                self._unanswered.popleft()
            case b"sunsubscribe":
                self._lose(self._rooms.get(room), None)
            case _:
                pass

    def _take_error(self, error: ResponseError) -> None:
        question = self._unanswered.popleft() if self._unanswered else None
        # MOVED is an AskError too. What is not ours to unsubscribe needs no unsubscribing.
        if question is None or not isinstance(error, AskError | ClusterDownError):
            raise error
        if question.command == _SUBSCRIBE:
            self._lose(question, error)

    def _lose(self, question: _Question | None, error: RedisError | None) -> None:
        if question is not None and self._rooms.get(question.room) is question:
            del self._rooms[question.room]
            self._ear.refused(self, question.room, error)

    def _is_next(self, command: str, room: str) -> bool:
        head = self._unanswered[0] if self._unanswered else None
        return head is not None and (head.command, head.room) == (command, room)

    def _answered(self, command: str, room: str = "") -> _Question:
        # A subscription ended by the server while we were ending it looks like two answers to
        # one question. All is asked anew then.
        if not self._is_next(command, room):
            raise RedisConnectionError(f"the store answered {command} out of turn")
        return self._unanswered.popleft()

    async def _ping(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(PING_INTERVAL_S)
            if clock() - self._heard_at > SILENCE_S:
                raise RedisConnectionError(f"the store was silent for {SILENCE_S:g} s")
            self._ask(_Question(_PING))
