"""Requests that have no answer yet, in the order in which they were asked.

A request stays here until its one answer comes, over as many connections as that takes, and keeps
its id: that is what lets a server do it exactly once. Nothing is known here of what requests mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, auto

from engine.sentences import SentenceError
from protocol.limits import MAX_UNANSWERED
from protocol.requests import AnyRequest, GameRequest, RoomRequest

MAX_WAITING = 64
"""Requests in the box, sent or not. A person never gets near it; a program that does must wait for
answers, so one more is refused with ``OutboxFullError``."""


FULL = "{count} requests wait for an answer already"


class OutboxFullError(SentenceError):
    """Too many requests wait for an answer."""

    def __init__(self) -> None:
        super().__init__(FULL, count=MAX_WAITING)


class _Stage(Enum):
    TO_SEND = auto()
    SENT = auto()
    HELD = auto()


@dataclass(slots=True)
class _Entry:
    """A request, and how far it has come."""

    request: AnyRequest
    lasting: bool
    stage: _Stage = _Stage.TO_SEND
    holds: int = 0


class Outbox:
    """At most ``MAX_UNANSWERED`` requests in flight, the others waiting for their turn."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[AnyRequest]:
        """The lasting requests, the oldest first."""
        return (entry.request for entry in self._entries.values() if entry.lasting)

    def add(self, request: AnyRequest, *, lasting: bool = True) -> None:
        """Puts ``request`` in; one that is not ``lasting`` goes when the connection is lost.

        Raises:
            OutboxFullError: it is lasting, and ``MAX_WAITING`` are in the box.
        """
        if lasting and len(self._entries) >= MAX_WAITING:
            raise OutboxFullError
        self._entries[request.id] = _Entry(request, lasting)

    def take_ready(self, may_send: Callable[[AnyRequest], bool]) -> list[AnyRequest]:
        """The requests to send now; they count as sent.

        Requests that do not last go first: they are what the others depend on. One that may not be
        sent, or is held, also holds back those behind it that concern the same room.
        """
        in_flight = sum(entry.stage is _Stage.SENT for entry in self._entries.values())
        behind: set[str | None] = set()
        ready: list[AnyRequest] = []
        for entry in sorted(self._entries.values(), key=lambda entry: entry.lasting):
            if entry.stage is _Stage.SENT:
                continue
            room = _room_of(entry.request)
            if entry.stage is _Stage.HELD or room in behind or not may_send(entry.request):
                behind.add(room)
            elif in_flight < MAX_UNANSWERED:
                entry.stage = _Stage.SENT
                in_flight += 1
                ready.append(entry.request)
        return ready

    def answered(self, request_id: str) -> AnyRequest | None:
        """Takes the request out; ``None`` if it is not here (a second answer)."""
        entry = self._entries.pop(request_id, None)
        return None if entry is None else entry.request

    def hold(self, request_id: str) -> int:
        """Keeps a request from being sent until it is released; returns how often it was held."""
        entry = self._entries.get(request_id)
        if entry is None:
            return 0
        entry.stage = _Stage.HELD
        entry.holds += 1
        return entry.holds

    def release(self, request_id: str) -> None:
        """Lets a held request be sent again."""
        entry = self._entries.get(request_id)
        if entry is not None and entry.stage is _Stage.HELD:
            entry.stage = _Stage.TO_SEND

    def interrupt(self) -> None:
        """The connection is gone: what was sent has to be sent again, what does not last goes."""
        self._entries = {key: entry for key, entry in self._entries.items() if entry.lasting}
        for entry in self._entries.values():
            entry.stage = _Stage.TO_SEND

    def take_room(self, room: str) -> list[AnyRequest]:
        """Takes out all requests that concern ``room``; returns those that last."""
        taken = [entry for entry in self._entries.values() if _room_of(entry.request) == room]
        for entry in taken:
            del self._entries[entry.request.id]
        return [entry.request for entry in taken if entry.lasting]

    def take_moves(self, room: str) -> list[AnyRequest]:
        """Takes out all requests that would change the game in ``room``, and returns them."""
        moves: list[AnyRequest] = [
            entry.request
            for entry in self._entries.values()
            if isinstance(entry.request, GameRequest) and entry.request.room == room
        ]
        for request in moves:
            del self._entries[request.id]
        return moves

    def find(self, request_id: str) -> AnyRequest | None:
        """The request with this id, if it is still without an answer."""
        entry = self._entries.get(request_id)
        return None if entry is None else entry.request


def _room_of(request: AnyRequest) -> str | None:
    return request.room if isinstance(request, RoomRequest) else None
