"""The client's half of the protocol, without sockets, tasks or clocks: the reference for others.

A session is one player's (or spectator's) dealings with one server, over as many connections as it
takes. Whoever owns the socket tells it ``connected``, ``receive`` and ``disconnected``, and sends
what ``frames_to_send`` gives. In return:

- Each request keeps its id and is sent again on every new connection until its answer comes; the
  server does it once. ``unavailable`` and ``rate_limited`` mean "the same again, later".
- Each followed room has a ``RoomView``, folded from events without a gap or a repetition. What was
  missed is asked for: players ``resume`` after the last event they have, spectators ``watch``
  again. Until that is answered, requests about the room wait: the server would not know the seat.
- What came in is returned as notices, in an order in which they can be shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from clients import notices as nt
from clients.asking import request_with
from clients.following import TOO_NEW, Following, UnknownRoomStateError
from clients.outbox import Outbox
from clients.proving import Checked, Proving, new_secret
from clients.view import RoomView
from protocol import messages as ms
from protocol import requests as rq
from protocol.codec import Subprotocol, UnknownMessageError, decode_message, encode_request
from protocol.codes import WIRE_TEXTS, WireCode
from protocol.fields import Name, Token
from protocol.identity import player_id
from protocol.reading import read

R = TypeVar("R", bound=rq.Request)

_ASK_AGAIN = (WireCode.RATE_LIMITED, WireCode.UNAVAILABLE, WireCode.DRAINING)
ASK_AGAIN_MS = 500
ASK_AGAIN_MOST_MS = 2_000
"""The pause before an ``unavailable`` request is sent again, doubled each time up to the second.
Short, since the server has waited for its store for seconds before it says so."""


def new_request_id() -> str:
    """A random id that no other request has."""
    return secrets.token_urlsafe(12)


class Session:
    """See the module. ``token`` is the player's secret, ``name`` what others see.

    ``secret`` is the device's own (``proving``); a new one does for a session that is not taken up
    again after its program has ended.

    Raises:
        ValueError: the token or the name is none.
    """

    def __init__(
        self,
        token: str,
        name: str,
        *,
        secret: str | None = None,
        subprotocol: Subprotocol = Subprotocol.MSGPACK,
        new_id: Callable[[], str] = new_request_id,
    ) -> None:
        token, name = read(Token, token), read(Name, name)
        self.player = player_id(token)
        self.name = name
        self.subprotocol = subprotocol
        self._token = token
        self._new_id = new_id
        self._outbox = Outbox()
        self._following = Following(name, new_id)
        self._proving = Proving(secret or new_secret())
        self._greeted = False
        self._greeted_before = False

    @property
    def rooms(self) -> Mapping[str, RoomView]:
        """The views of the rooms that are followed, by their codes."""
        return self._following.views

    @property
    def unanswered(self) -> tuple[rq.AnyRequest, ...]:
        """The requests that have no answer yet, the oldest first; none of the session's own."""
        return tuple(one for one in self._outbox if not isinstance(one, rq.Reveal))

    # The connection.

    def connected(self) -> None:
        """A connection stands: the session says hello first."""
        self.disconnected()
        self._outbox.add(rq.Hello(id=self._new_id(), token=self._token), lasting=False)

    def disconnected(self) -> None:
        """The connection is gone. Requests may still be asked; they wait for the next one."""
        self._greeted = False
        self._outbox.interrupt()
        self._following.interrupt()

    def frames_to_send(self) -> list[bytes | str]:
        """The frames to send now, in this order; they count as sent."""
        for request in self._following.take_requests():
            self._outbox.add(request, lasting=False)
        ready = self._outbox.take_ready(self._may_send)
        return [encode_request(request, self.subprotocol) for request in ready]

    def release(self, request_id: str) -> None:
        """The pause that a ``Held`` notice asked for is over."""
        self._outbox.release(request_id)

    # Asking.

    def request(self, kind: type[R], **fields: Any) -> R:
        """Asks for something: puts a request of type ``kind`` with ``fields`` into the outbox.

        ``id``, ``name``, ``at`` (the newest event that you have seen) and the ``commitment`` that
        goes with ``ready`` are filled in.

        Raises:
            UnfitRequestError: ``fields`` do not fit; one sentence says what is wrong.
            OutboxFullError: too many requests wait for an answer.
        """
        known = rq.field_names(kind)
        fields.setdefault("id", self._new_id())
        if "name" in known:
            fields.setdefault("name", self.name)
        if "at" in known:
            view = self._following.view(fields.get("room", ""))
            fields.setdefault("at", 0 if view is None else view.seq)
            if kind is rq.Ready and view is not None:
                fields.setdefault("commitment", self._proving.commitment_for(view))
        request = request_with(kind, fields)
        self._outbox.add(cast("rq.AnyRequest", request))
        if isinstance(request, rq.Leave):
            self._following.forget(request.room)
        return request

    # Hearing.

    def receive(self, frame: bytes | str) -> list[nt.Notice]:
        """Takes in one frame of the server; kinds of messages that are new are passed over.

        Raises:
            UnreadableFrameError: it is no message of this protocol.
        """
        try:
            message = decode_message(frame)
        except UnknownMessageError:
            return []
        notice: nt.Notice | None
        match message["t"]:
            case "event":
                return self._on_event(message)
            case "presence":
                notice = self._following.on_presence(message)
            case "chat":
                notice = self._following.on_chat(message)
            case "welcome":
                notice = self._on_welcome(message)
            case "ok" | "hops" | "log" | "lobby" | "rooms" | "results":
                notice = self._on_answer(message)
            case "room":
                return self._on_room(message)
            case "error":
                return self._on_error(message)
            case "stopping":
                notice = None  # what follows is a close that says the same
            case "removed":
                code = WireCode.REMOVED
                return self._unfollow(message["room"], code, WIRE_TEXTS[code])
        return [] if notice is None else [notice]

    def _on_welcome(self, message: ms.Welcome) -> nt.Welcomed | None:
        if self._outbox.answered(message["id"]) is None:
            return None
        again = self._greeted_before
        self._greeted = self._greeted_before = True
        self._following.catch_up_all()
        return nt.Welcomed(again=again, message=message)

    def _on_room(self, message: ms.RoomMessage) -> list[nt.Notice]:
        room = message["room"]
        if self._following.view(room) is None and not self._is_entering(room):
            return []
        try:
            entered = self._following.on_room(message)
        except UnknownRoomStateError:
            return self._unfollow(room, *TOO_NEW)
        doubt = self._proving.entered(entered.view)
        self._reveal(entered.view)
        told: list[nt.Notice] = [entered]
        if entered.rolled_back:
            told += self._give_up_moves(room)
        if doubt is not None:
            told.append(nt.DiceDoubted(room=room, doubt=doubt, message=message))
        return told

    def _on_event(self, message: ms.EventMessage) -> list[nt.Notice]:
        happened = self._following.on_event(message)
        if happened is None:
            return []
        room, view = happened.room, happened.view
        found = self._proving.happened(view, happened.event, happened.before)
        self._reveal(view)
        match found:
            case None:
                return [happened]
            case Checked():
                return [happened, nt.DiceChecked(room=room, checked=found, message=message)]
            case _:
                return [happened, nt.DiceDoubted(room=room, doubt=found, message=message)]

    def _reveal(self, view: RoomView) -> None:
        """Tells our entropy as soon as both players are bound to theirs."""
        entropy = self._proving.entropy_due(view)
        if entropy is None or any(
            isinstance(one, rq.Reveal) and one.room == view.room for one in self._outbox
        ):
            return
        request_id = self._new_id()
        self._outbox.add(rq.Reveal(id=request_id, room=view.room, at=view.seq, entropy=entropy))

    def _on_answer(self, message: ms.Ok | ms.Hops | ms.Page) -> nt.Answered | nt.Resumed | None:
        request = self._outbox.answered(message["id"])
        if request is None or isinstance(request, rq.Reveal):
            return None
        if self._following.is_own(request):
            assert isinstance(request, rq.Resume | rq.Watch)
            newest = message["seq"] if message["t"] == "ok" else 0
            return self._following.on_caught_up(request, newest)
        return nt.Answered(request=request, message=message)

    def _on_error(self, message: ms.ErrorMessage) -> list[nt.Notice]:
        request_id, code = message["id"], message["code"]
        text, details = message["text"], message["details"]
        if request_id is None:
            return [nt.Refused(request=None, code=code, text=text, details=details)]
        if code in _ASK_AGAIN:
            return self._hold(request_id, message)
        request = self._outbox.answered(request_id)
        if request is None:
            return []
        if self._following.is_own(request):
            assert isinstance(request, rq.Resume | rq.Watch)
            return self._unfollow(request.room, code, text)
        if isinstance(request, rq.Reveal):
            return []  # too late: the event that says so comes, or came
        return [nt.Refused(request=request, code=code, text=text, details=details)]

    def _hold(self, request_id: str, message: ms.ErrorMessage) -> list[nt.Notice]:
        request = self._outbox.find(request_id)
        if request is None:
            return []
        times = self._outbox.hold(request_id)
        delay_ms = min(ASK_AGAIN_MS * 2 ** (times - 1), ASK_AGAIN_MOST_MS)
        asked_ms = message["details"].get("retry_ms")
        if isinstance(asked_ms, int) and asked_ms > 0:
            delay_ms = asked_ms
        return [nt.Held(request=request, code=message["code"], delay_ms=delay_ms)]

    def _may_send(self, request: rq.AnyRequest) -> bool:
        if isinstance(request, rq.RoomRequest):
            return self._greeted and self._following.may_ask(request)
        return self._greeted or isinstance(request, rq.Hello)

    def _is_entering(self, room: str) -> bool:
        return any(
            isinstance(request, rq.Create)
            or (isinstance(request, rq.Join | rq.Watch | rq.Resume) and request.room == room)
            for request in self._outbox
        )

    def _give_up_moves(self, room: str) -> list[nt.Notice]:
        """What was asked was meant for a moment that the store has lost."""
        code = WireCode.STALE
        return [
            nt.Refused(request=request, code=code, text=WIRE_TEXTS[code], details={})
            for request in self._outbox.take_moves(room)
        ]

    def _unfollow(self, room: str, code: str, text: str) -> list[nt.Notice]:
        """The room is lost, and with it whatever was asked about it."""
        self._proving.forget(room)
        if not self._following.forget(room) and not self._is_entering(room):
            return []
        refused = [
            nt.Refused(request=request, code=code, text=text, details={})
            for request in self._outbox.take_room(room)
        ]
        return [*refused, nt.Unfollowed(room=room, code=code, text=text)]
