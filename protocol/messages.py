"""What the server sends, as typed dictionaries.

The server builds and packs them as they are; a client reads a decoded frame by its ``KINDS``.
Every request gets exactly one answer: ``ok``, ``error``, or the message that its documentation
names. ``event``, ``presence``, ``chat`` and ``room`` also come unasked.

Longer than other files: the reference is generated from it, in this order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from protocol.absences import AbsenceShown
from protocol.annotation import Field
from protocol.clocks import ClockShown, ControlShown

SeatName: TypeAlias = Literal["white", "black"]
Hop: TypeAlias = list[int]
"""``[source, target]`` in the mover's own numbering."""

AnswerTo = Annotated[str, Field(description="the id of the request that this answers")]
RoomCode = Annotated[str, Field(description="the room's code")]
Head = Annotated[str, Field(description="the log's chain value after event `seq`")]
Turn = Annotated[SeatName | None, Field(description="the seat that the game waits for")]
PhaseName = Annotated[str, Field(description="what the match waits for: see Phase")]
Length = Annotated[int | None, Field(description="points; null for a money session")]
VariantShown = Annotated[str, Field(description="where the checkers start and how many there are")]


class Allowed(TypedDict):
    """The commands that each seat may give now."""

    white: Annotated[list[str], Field(description="names of requests")]
    black: Annotated[list[str], Field(description="names of requests")]


class Welcome(TypedDict):
    """The answer to ``hello``."""

    t: Literal["welcome"]
    id: AnswerTo
    player: Annotated[str, Field(description="your public id")]
    server: Annotated[str, Field(description="the server's version")]
    worth: Annotated[str, Field(description="what an acknowledgement is worth here")]
    now_ms: NotRequired[Annotated[int, Field(description="server time, Unix milliseconds")]]


class Ok(TypedDict):
    """The request was done. Everything that it caused was sent before."""

    t: Literal["ok"]
    id: AnswerTo
    room: Annotated[str | None, Field(description="the room it concerned")]
    seq: Annotated[int, Field(description="the newest event it caused, or that there is")]


class ErrorMessage(TypedDict):
    """The request was refused and changed nothing; or, with ``unavailable``, nobody knows yet."""

    t: Literal["error"]
    id: Annotated[str | None, Field(description="null if the request had no readable id")]
    code: Annotated[str, Field(description="the reason for programs: see Error codes")]
    text: Annotated[str, Field(description="the reason as an English sentence")]
    details: Annotated[dict[str, Any], Field(description="what fills the sentence")]


class EventMessage(TypedDict):
    """One event of a room's log. Numbers are dense; the bytes are the same for everybody."""

    t: Literal["event"]
    room: RoomCode
    seq: Annotated[int, Field(description="its number: one more than that of the event before")]
    head: Head
    at_ms: Annotated[int, Field(description="server time, Unix milliseconds")]
    by: Annotated[SeatName | None, Field(description="whose request caused it; null: the server")]
    cause: Annotated[str | None, Field(description="the id of that request")]
    event: Annotated[dict[str, Any], Field(description="`type` and the fields of that type")]
    phase: PhaseName
    turn: Turn
    allowed: NotRequired[Annotated[Allowed, Field(description="with the newest event only")]]
    hops: NotRequired[
        Annotated[list[Hop], Field(description="the first moves, if there is a roll to play")]
    ]
    clock: NotRequired[
        Annotated[
            ClockShown, Field(description="the time left, with the newest event under a clock")
        ]
    ]
    absence: NotRequired[
        Annotated[
            AbsenceShown, Field(description="with the newest event while somebody is waited for")
        ]
    ]


class Spectator(TypedDict):
    """Somebody who watches."""

    player: Annotated[str, Field(description="a public id")]
    name: Annotated[str, Field(description="the name under which they came")]


class Standing(TypedDict):
    """What became of the newest matches that a player finished, 50 at most."""

    finished: Annotated[int, Field(description="how many there are")]
    abandoned: Annotated[
        int, Field(description="in how many of them a game was claimed from the player")
    ]


class Standings(TypedDict):
    """How both players finish their matches."""

    white: Annotated[Standing | None, Field(description="null: nobody sits there, or not known")]
    black: Annotated[Standing | None, Field(description="likewise")]


class Presence(TypedDict):
    """Who is connected to the room."""

    white: Annotated[bool, Field(description="whether the white player is connected")]
    black: Annotated[bool, Field(description="whether the black player is connected")]
    watching: Annotated[int, Field(description="how many people watch")]
    spectators: Annotated[list[Spectator], Field(description="the first few of them")]
    standings: NotRequired[
        Annotated[Standings, Field(description="how the players finish their matches")]
    ]


class PresenceMessage(TypedDict):
    """Somebody came or went."""

    t: Literal["presence"]
    room: RoomCode
    presence: Annotated[Presence, Field(description="who is there now")]


class ChatLine(TypedDict):
    """Something that a player or a spectator said."""

    id: Annotated[str, Field(description="the same line always has the same id")]
    at_ms: Annotated[int, Field(description="server time, Unix milliseconds")]
    seat: Annotated[SeatName | None, Field(description="whose player said it; null: a spectator")]
    player: NotRequired[
        Annotated[str, Field(description="the public id of who said it; missing in old lines")]
    ]
    name: Annotated[str, Field(description="the name of who said it")]
    text: Annotated[
        str, Field(description="what was said: plain text, one line; English for a quick phrase")
    ]
    phrase: NotRequired[
        Annotated[str, Field(description="the id of the quick phrase, if it is one")]
    ]


class ChatMessage(TypedDict):
    """Somebody said something just now.

    When a match ends, the players also get what its spectators said during it.
    """

    t: Literal["chat"]
    room: RoomCode
    line: Annotated[ChatLine, Field(description="who said what")]


RoomReason: TypeAlias = Literal["entered", "rolled_back"]


class RoomMessage(TypedDict):
    """The whole room at event ``seq``; the events that follow start at ``seq + 1``."""

    t: Literal["room"]
    room: RoomCode
    reason: Annotated[
        RoomReason,
        Field(description="`rolled_back`: the store lost events; forget what you knew"),
    ]
    seq: Annotated[int, Field(description="the newest event in `state`")]
    head: Head
    you: Annotated[SeatName | None, Field(description="your seat; null: you watch")]
    state: Annotated[dict[str, Any], Field(description="the folded state of the match")]
    allowed: Annotated[Allowed, Field(description="what each seat may do now")]
    hops: Annotated[list[Hop], Field(description="the first moves; none without a roll to play")]
    clock: NotRequired[
        Annotated[ClockShown | None, Field(description="the time left; null without a clock")]
    ]
    absence: NotRequired[
        Annotated[AbsenceShown, Field(description="how long players were away on their turn")]
    ]
    presence: Annotated[Presence, Field(description="who is there now")]
    chat: Annotated[list[ChatLine], Field(description="the newest lines, oldest first")]


class Hops(TypedDict):
    """The answer to ``preview``: the moves that may come next; none if the play is complete."""

    t: Literal["hops"]
    id: AnswerTo
    room: RoomCode
    hops: Annotated[list[Hop], Field(description="the moves that may come next")]


class LogPage(TypedDict):
    """The answer to ``log``: events as they were sent, without ``allowed`` and ``hops``."""

    t: Literal["log"]
    id: AnswerTo
    room: RoomCode
    events: Annotated[list[EventMessage], Field(description="oldest first")]
    last: Annotated[int, Field(description="the newest event that the room has")]


class OpenRoom(TypedDict):
    """A room that waits for an opponent."""

    room: RoomCode
    name: Annotated[str, Field(description="who waits there")]
    chat: Annotated[bool, Field(description="whether there is chat in the room")]
    watch: Annotated[str, Field(description="who may watch: all, link or none")]
    claim_after_ms: NotRequired[
        Annotated[
            int | None,
            Field(description="how long one may be away on one's own turn; null: for ever"),
        ]
    ]
    length: Length
    variant: VariantShown
    cube: Annotated[bool, Field(description="whether the doubling cube is used")]
    crawford: Annotated[bool, Field(description="whether the Crawford rule holds")]
    jacoby: Annotated[bool, Field(description="whether gammons count only after a taken double")]
    beavers: Annotated[bool, Field(description="whether there are beavers and raccoons")]
    automatic_doubles: Annotated[
        int, Field(description="how often in a game equal opening dice turn the cube")
    ]
    cube_limit: Annotated[
        int, Field(description="the highest value of the cube in a money session")
    ]
    clock: NotRequired[
        Annotated[
            ControlShown | None, Field(description="the clock; null or missing: none is used")
        ]
    ]


class PlayedRoom(TypedDict):
    """A match that is being played and that anybody may watch."""

    room: RoomCode
    white: Annotated[str, Field(description="the name of white")]
    black: Annotated[str, Field(description="the name of black")]
    score: Annotated[list[int], Field(description="the points of white and of black")]
    length: Length
    variant: VariantShown


class LobbyPage(TypedDict):
    """The answer to ``lobby``, newest first."""

    t: Literal["lobby"]
    id: AnswerTo
    rooms: Annotated[list[OpenRoom], Field(description="newest first")]
    played: Annotated[list[PlayedRoom], Field(description="newest first")]


class MyRoom(TypedDict):
    """A room in which you have a seat."""

    room: RoomCode
    you: Annotated[SeatName, Field(description="your seat")]
    opponent: Annotated[str | None, Field(description="a name; null while nobody sits there")]
    length: Length
    variant: VariantShown
    clock: NotRequired[
        Annotated[
            ControlShown | None, Field(description="the clock; null or missing: none is used")
        ]
    ]
    white: Annotated[int, Field(description="white's score")]
    black: Annotated[int, Field(description="black's score")]
    phase: PhaseName
    turn: Turn
    at_ms: NotRequired[
        Annotated[int, Field(description="when something last happened there, server time")]
    ]
    saved: NotRequired[Annotated[bool, Field(description="whether it waits for both to come back")]]


class RoomsPage(TypedDict):
    """The answer to ``rooms``, the room that you entered last first."""

    t: Literal["rooms"]
    id: AnswerTo
    rooms: Annotated[list[MyRoom], Field(description="the one that you entered last first")]


class FinishedMatch(TypedDict):
    """A match of yours that is over."""

    room: RoomCode
    match: Annotated[int, Field(description="its number in the room: a rematch is the next one")]
    at_ms: Annotated[int, Field(description="when it ended; Unix time in milliseconds")]
    you: Annotated[SeatName, Field(description="your seat")]
    opponent: Annotated[str, Field(description="a name")]
    length: Length
    variant: VariantShown
    white: Annotated[int, Field(description="white's score")]
    black: Annotated[int, Field(description="black's score")]
    winner: Annotated[SeatName | None, Field(description="null: nobody won")]
    end: Annotated[str, Field(description="why it ended, as in `match_ended`")]


class ResultsPage(TypedDict):
    """The answer to ``results``: your finished matches, also of rooms that are gone."""

    t: Literal["results"]
    id: AnswerTo
    results: Annotated[list[FinishedMatch], Field(description="newest first, 50 at most")]


class Removed(TypedDict):
    """A player removed you; nothing more comes from this room."""

    t: Literal["removed"]
    room: RoomCode


class Stopping(TypedDict):
    """The server is about to restart: it opens no new rooms. Play on, and connect again."""

    t: Literal["stopping"]
    in_ms: Annotated[int, Field(description="when it closes this connection, at the latest")]


Page: TypeAlias = LogPage | LobbyPage | RoomsPage | ResultsPage
Answer: TypeAlias = Welcome | Ok | ErrorMessage | Hops | Page
"""Exactly one of these comes for each request."""

Notice: TypeAlias = EventMessage | PresenceMessage | ChatMessage | RoomMessage | Removed | Stopping
"""These come to everybody whom they concern."""

Message: TypeAlias = Answer | Notice

KINDS: dict[str, type[Message]] = {
    "welcome": Welcome,
    "ok": Ok,
    "error": ErrorMessage,
    "event": EventMessage,
    "presence": PresenceMessage,
    "chat": ChatMessage,
    "room": RoomMessage,
    "hops": Hops,
    "log": LogPage,
    "lobby": LobbyPage,
    "rooms": RoomsPage,
    "results": ResultsPage,
    "removed": Removed,
    "stopping": Stopping,
}
"""Each kind by its ``t``."""
