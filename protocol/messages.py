"""What the server sends, as typed dictionaries.

The server builds and packs them as they are; a client validates a decoded frame with ``MESSAGE``.
Every request gets exactly one answer: ``ok``, ``error``, or the message that its documentation
names. ``event``, ``presence``, ``chat`` and ``room`` also come unasked.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

SeatName: TypeAlias = Literal["white", "black"]
Hop: TypeAlias = list[int]
"""``[source, target]`` in the mover's own numbering."""


class Allowed(TypedDict):
    """The commands that each seat may give now."""

    white: list[str]
    black: list[str]


class Welcome(TypedDict):
    """The answer to ``hello``."""

    t: Literal["welcome"]
    id: str
    player: Annotated[str, Field(description="your public id")]
    server: Annotated[str, Field(description="the server's version")]
    worth: Annotated[str, Field(description="what an acknowledgement is worth here")]


class Ok(TypedDict):
    """The request was done. Everything that it caused was sent before."""

    t: Literal["ok"]
    id: str
    room: Annotated[str | None, Field(description="the room it concerned")]
    seq: Annotated[int, Field(description="the newest event it caused, or that there is")]


class ErrorMessage(TypedDict):
    """The request was refused and changed nothing; or, with ``unavailable``, nobody knows yet."""

    t: Literal["error"]
    id: Annotated[str | None, Field(description="null if the request had no readable id")]
    code: str
    text: Annotated[str, Field(description="the reason as an English sentence")]
    details: Annotated[dict[str, Any], Field(description="what fills the sentence")]


class EventMessage(TypedDict):
    """One event of a room's log. Numbers are dense; the bytes are the same for everybody."""

    t: Literal["event"]
    room: str
    seq: int
    head: Annotated[str, Field(description="the log's chain value after this event")]
    at_ms: Annotated[int, Field(description="server time, Unix milliseconds")]
    by: Annotated[SeatName | None, Field(description="whose request caused it; null: the server")]
    cause: Annotated[str | None, Field(description="the id of that request")]
    event: Annotated[dict[str, Any], Field(description="`type` and the fields of that type")]
    phase: str
    turn: Annotated[SeatName | None, Field(description="the seat that the game waits for")]
    allowed: NotRequired[Allowed]
    hops: NotRequired[list[Hop]]


class Spectator(TypedDict):
    """Somebody who watches."""

    player: str
    name: str


class Presence(TypedDict):
    """Who is connected to the room."""

    white: Annotated[bool, Field(description="whether the white player is connected")]
    black: bool
    watching: Annotated[int, Field(description="how many people watch")]
    spectators: Annotated[list[Spectator], Field(description="the first few of them")]


class PresenceMessage(TypedDict):
    """Somebody came or went."""

    t: Literal["presence"]
    room: str
    presence: Presence


class ChatLine(TypedDict):
    """Something that a player said."""

    id: str
    at_ms: int
    seat: SeatName
    name: str
    text: str


class ChatMessage(TypedDict):
    """A player said something just now."""

    t: Literal["chat"]
    room: str
    line: ChatLine


class RoomMessage(TypedDict):
    """The whole room at event ``seq``; the events that follow start at ``seq + 1``."""

    t: Literal["room"]
    room: str
    reason: Annotated[
        Literal["entered", "rolled_back"],
        Field(description="`rolled_back`: the store lost events; forget what you knew"),
    ]
    seq: int
    head: str
    you: Annotated[SeatName | None, Field(description="your seat; null: you watch")]
    state: Annotated[dict[str, Any], Field(description="the folded state of the match")]
    allowed: Allowed
    hops: list[Hop]
    presence: Presence
    chat: list[ChatLine]


class Hops(TypedDict):
    """The answer to ``preview``: the moves that may come next; none if the play is complete."""

    t: Literal["hops"]
    id: str
    room: str
    hops: list[Hop]


class LogPage(TypedDict):
    """The answer to ``log``: events as they were sent, without ``allowed`` and ``hops``."""

    t: Literal["log"]
    id: str
    room: str
    events: list[EventMessage]
    last: Annotated[int, Field(description="the newest event that the room has")]


class OpenRoom(TypedDict):
    """A room that waits for an opponent."""

    room: str
    name: Annotated[str, Field(description="who waits there")]
    length: int | None
    cube: bool
    crawford: bool


class LobbyPage(TypedDict):
    """The answer to ``lobby``, newest first."""

    t: Literal["lobby"]
    id: str
    rooms: list[OpenRoom]


class MyRoom(TypedDict):
    """A room in which you have a seat."""

    room: str
    you: SeatName
    opponent: str | None
    length: int | None
    white: Annotated[int, Field(description="white's score")]
    black: int
    phase: str
    turn: SeatName | None


class RoomsPage(TypedDict):
    """The answer to ``rooms``, the room that you entered last first."""

    t: Literal["rooms"]
    id: str
    rooms: list[MyRoom]


class Removed(TypedDict):
    """A player removed you; nothing more comes from this room."""

    t: Literal["removed"]
    room: str


Answer: TypeAlias = Welcome | Ok | ErrorMessage | Hops | LogPage | LobbyPage | RoomsPage
"""Exactly one of these comes for each request."""

Notice: TypeAlias = EventMessage | PresenceMessage | ChatMessage | RoomMessage | Removed
"""These come to everybody whom they concern."""

Message: TypeAlias = Answer | Notice

MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="t")])
"""Validates a decoded frame on the client's side."""
