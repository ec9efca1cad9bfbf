"""The rooms that a session follows: their views, and what it has to ask to keep them whole.

Messages about rooms go in, notices come out, and now and then a request of the session's own:
``resume`` (or ``watch``) after a lost connection, and when an event is missing or makes no sense.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

from clients import notices as nt
from clients.view import RoomView, StrangeEventError, settle, view_of, with_chat, with_event
from protocol import messages as ms
from protocol import requests as rq
from protocol.codes import WireCode

CatchUp: TypeAlias = rq.Resume | rq.Watch


@dataclass(slots=True)
class _Followed:
    """A room that is followed. ``live`` unless the server has yet to say what is new."""

    view: RoomView
    live: bool = True
    catching_up: CatchUp | None = None


class UnknownRoomStateError(ValueError):
    """The state of a room is none that this client can read."""


class Following:
    """The followed rooms by their codes. ``name`` is shown where one watches."""

    def __init__(self, name: str, new_id: Callable[[], str]) -> None:
        self._name = name
        self._new_id = new_id
        self._rooms: dict[str, _Followed] = {}
        self._to_ask: list[CatchUp] = []

    @property
    def views(self) -> Mapping[str, RoomView]:
        """The views by room code."""
        return MappingProxyType({room: followed.view for room, followed in self._rooms.items()})

    def view(self, room: str) -> RoomView | None:
        """The view of one room, if it is followed."""
        followed = self._rooms.get(room)
        return None if followed is None else followed.view

    def take_requests(self) -> list[CatchUp]:
        """The session's own requests that have come up since the last call."""
        taken, self._to_ask = self._to_ask, []
        return taken

    def interrupt(self) -> None:
        """The connection is gone: nothing is known of what happens now."""
        self._to_ask.clear()
        for followed in self._rooms.values():
            followed.live = False
            followed.catching_up = None

    def catch_up_all(self) -> None:
        """Asks what is new in every room."""
        for followed in self._rooms.values():
            self._catch_up(followed)

    def may_ask(self, request: rq.RoomRequest) -> bool:
        """Whether the server knows by now that this connection follows the request's room."""
        followed = self._rooms.get(request.room)
        return followed is None or followed.live or followed.catching_up == request

    def forget(self, room: str) -> bool:
        """Follows ``room`` no more; false if it was not followed."""
        return self._rooms.pop(room, None) is not None

    def on_room(self, message: ms.RoomMessage) -> nt.Entered:
        """Replaces the whole view.

        Raises:
            UnknownRoomStateError: the state in it cannot be read.
        """
        try:
            view = view_of(message)
        except ValueError as error:
            raise UnknownRoomStateError(str(error)) from None
        room = message["room"]
        followed = self._rooms.get(room)
        before = None if followed is None else followed.view
        if followed is None:
            self._rooms[room] = _Followed(view)
        else:
            followed.view = view
        return nt.Entered(
            room=room,
            view=view,
            before=before,
            rolled_back=message["reason"] == "rolled_back"
            or (before is not None and view.seq < before.seq),
            message=message,
        )

    def on_event(self, message: ms.EventMessage) -> nt.Happened | None:
        """Folds the next event; drops one that is known, and asks for one that is missing."""
        followed = self._rooms.get(message["room"])
        if followed is None or message["seq"] <= followed.view.seq:
            return None
        if message["seq"] > followed.view.seq + 1:
            self._catch_up(followed)
            return None
        before = followed.view.state
        try:
            followed.view, event = with_event(followed.view, message)
        except StrangeEventError:
            # Either the view is wrong, or this client is too old; the whole room will tell.
            self._catch_up(followed, afresh=True)
            return None
        return nt.Happened(
            room=message["room"], event=event, before=before, view=followed.view, message=message
        )

    def on_presence(self, message: ms.PresenceMessage) -> nt.PresenceChanged | None:
        """Notes who is there now."""
        room = message["room"]
        followed = self._rooms.get(room)
        if followed is None:
            return None
        before = followed.view.presence
        followed.view = replace(followed.view, presence=message["presence"])
        return nt.PresenceChanged(room=room, before=before, view=followed.view, message=message)

    def on_chat(self, message: ms.ChatMessage) -> nt.Said | None:
        """Adds a chat line; drops one that is known."""
        followed = self._rooms.get(message["room"])
        if followed is None:
            return None
        view = with_chat(followed.view, message["line"])
        if view is followed.view:
            return None
        followed.view = view
        return nt.Said(room=message["room"], view=view, message=message)

    def on_caught_up(self, request: CatchUp, newest: int) -> nt.Resumed | None:
        """The session's own ``request`` is answered: ``newest`` is the room's newest event."""
        followed = self._rooms.get(request.room)
        if followed is None or followed.catching_up != request:
            return None
        followed.catching_up = None
        was_live, followed.live = followed.live, True
        if followed.view.seq < newest and request.head:
            # An event in the gap was strange. Ask for the whole, once.
            followed.live = was_live
            self._catch_up(followed, afresh=True)
            return None
        followed.view = settle(followed.view)
        return None if was_live else nt.Resumed(room=request.room, view=followed.view)

    def is_own(self, request: rq.AnyRequest) -> bool:
        """Whether ``request`` was made here."""
        return any(followed.catching_up == request for followed in self._rooms.values())

    def _catch_up(self, followed: _Followed, *, afresh: bool = False) -> None:
        """Asks for what is new in a room; with ``afresh`` for the whole of it."""
        if followed.catching_up is not None:
            return
        view, request_id = followed.view, self._new_id()
        request: CatchUp
        after, head = (None, None) if afresh else (view.seq, view.head)
        if view.you is None:
            request = rq.Watch(
                id=request_id, room=view.room, name=self._name, after=after, head=head
            )
        else:
            request = rq.Resume(id=request_id, room=view.room, after=after, head=head)
        followed.catching_up = request
        self._to_ask.append(request)


TOO_NEW = (WireCode.NEWER_SERVER_NEEDED, "This room comes from a newer server: update shuanglu.")
"""The code and text for a room that this client cannot read."""
