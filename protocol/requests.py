"""What a client can ask for, as strict and bounded models: the one door for untrusted bytes.

A request that passes here has the right types, sizes and characters, and nobody checks them again.
Every request carries ``id``, chosen at random by the client, and gets exactly one answer with it.
One that changes a game also carries ``at``: the ``seq`` of the newest event its sender had seen.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

from engine.board import BAR, OFF
from engine.state import MAX_LENGTH
from protocol.identity import CODE_PATTERN, PLAYER_HEX_CHARS, TOKEN_HEX_CHARS
from protocol.limits import (
    MAX_CHAT_CHARS,
    MAX_ID_CHARS,
    MAX_NAME_CHARS,
    MAX_SEQ,
    MAX_STEPS,
    MIN_ID_CHARS,
)

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u115f\u1160\u2800")
"""Letters and symbols by their category that show as nothing."""


def _plain_text(text: str) -> str:
    """NFKC, without characters that move a cursor, hide, or turn the writing direction."""
    text = unicodedata.normalize("NFKC", text).strip()
    if not text:
        raise ValueError("is empty")
    if any(unicodedata.category(char) in _UNPRINTABLE or char in _BLANK for char in text):
        raise ValueError("contains control or formatting characters")
    if unicodedata.category(text[0]).startswith("M"):
        raise ValueError("starts with a mark that belongs on another letter")
    return text


RequestId = Annotated[
    str,
    Field(
        pattern=rf"^[A-Za-z0-9_-]{{{MIN_ID_CHARS},{MAX_ID_CHARS}}}$",
        description="random, chosen by the client",
    ),
]
Room = Annotated[str, Field(pattern=CODE_PATTERN, description="the room's code")]
# NFKC can make eighteen letters of one, so both texts are measured before and after it.
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_NAME_CHARS,
        description="the name that others see: no control, formatting or blank characters",
    ),
    AfterValidator(_plain_text),
    Field(max_length=MAX_NAME_CHARS),
]
ChatText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_CHAT_CHARS,
        description="one line: no control, formatting or blank characters",
    ),
    AfterValidator(_plain_text),
    Field(max_length=MAX_CHAT_CHARS),
]
PlayerId = Annotated[
    str, Field(pattern=rf"^[0-9a-f]{{{PLAYER_HEX_CHARS}}}$", description="a player's public id")
]
Head = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", description="a chain value of the log"),
]
Seq = Annotated[int, Field(ge=0, le=MAX_SEQ)]
LogSeq = Annotated[int, Field(ge=1, le=MAX_SEQ)]
_From = Annotated[int, Field(ge=1, le=BAR, strict=True)]
_To = Annotated[int, Field(ge=OFF, le=BAR - 1, strict=True)]
Move = Annotated[tuple[_From, _To], Field(strict=False)]
"""``[source, target]`` in the mover's own numbering: 25 is the bar, 0 is off."""
Moves = Annotated[
    list[Move],
    Field(max_length=MAX_STEPS, description="[source, target] each; 25 is the bar, 0 is off"),
]


class Request(BaseModel):
    """The base of every request."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: RequestId


class Hello(Request):
    """Say who you are; the first request on every connection. Answered by ``welcome``."""

    t: Literal["hello"] = "hello"
    token: Annotated[
        str,
        Field(
            pattern=rf"^[0-9a-f]{{{TOKEN_HEX_CHARS}}}$",
            description="your secret: 128 random bits, made once and kept",
            repr=False,
        ),
    ]


class Create(Request):
    """Open a room and take its white seat. Answered by ``room``, then ``ok``."""

    t: Literal["create"] = "create"
    name: Name
    length: Annotated[
        int | None,
        Field(ge=1, le=MAX_LENGTH, description="points; null for a money session"),
    ]
    cube: Annotated[bool, Field(description="whether the doubling cube is used")] = True
    crawford: Annotated[bool, Field(description="whether the Crawford rule holds")] = True
    listed: Annotated[bool, Field(description="whether the lobby shows the room")] = False


class RoomRequest(Request):
    """The base of every request about one room."""

    room: Room


class Join(RoomRequest):
    """Take the free seat, or come back to one's own. Answered by ``room``, then ``ok``."""

    t: Literal["join"] = "join"
    name: Name


class Watch(RoomRequest):
    """Watch without a seat. Answered by ``room``, then ``ok``."""

    t: Literal["watch"] = "watch"
    name: Name


class Resume(RoomRequest):
    """Come back to a seat that is yours.

    With ``after`` and ``head``, the newest event seen, the missing events follow if they are few
    and on the same chain; otherwise the whole ``room``. Then ``ok``.
    """

    t: Literal["resume"] = "resume"
    after: Annotated[
        Seq | None, Field(description="the newest event seen; null: nothing is known")
    ] = None
    head: Annotated[Head | None, Field(description="the log's chain value after that event")] = None


class Leave(RoomRequest):
    """Stop following the room on this connection. A seat stays yours."""

    t: Literal["leave"] = "leave"


class Preview(RoomRequest):
    """Ask which moves may follow ``steps`` in this turn. Answered by ``hops``."""

    t: Literal["preview"] = "preview"
    steps: Moves


class Log(RoomRequest):
    """Ask for the events ``from`` to ``to``; a page holds 500 at most. Answered by ``log``."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True)

    t: Literal["log"] = "log"
    from_: Annotated[LogSeq, Field(alias="from", description="the first event wanted")]
    to: Annotated[LogSeq, Field(description="the last event wanted")]


class Say(RoomRequest):
    """Say something to the room; only players may."""

    t: Literal["say"] = "say"
    text: ChatText


class Lobby(Request):
    """Ask for the open rooms that wait for an opponent. Answered by ``lobby``."""

    t: Literal["lobby"] = "lobby"


class Rooms(Request):
    """Ask for the rooms in which you have a seat. Answered by ``rooms``."""

    t: Literal["rooms"] = "rooms"


class GameRequest(RoomRequest):
    """The base of every request that changes a game."""

    at: Annotated[Seq, Field(description="the newest event that you had seen")]


class Ready(GameRequest):
    """Agree to start the next game."""

    t: Literal["ready"] = "ready"


class Roll(GameRequest):
    """Roll the dice."""

    t: Literal["roll"] = "roll"


class Double(GameRequest):
    """Offer to play on for twice the stake."""

    t: Literal["double"] = "double"


class Take(GameRequest):
    """Accept the double."""

    t: Literal["take"] = "take"


class Drop(GameRequest):
    """Refuse the double and lose the game at the stake before it."""

    t: Literal["drop"] = "drop"


class Play(GameRequest):
    """Play the dice: moves in any order, a move may use several dice."""

    t: Literal["play"] = "play"
    steps: Moves


class Resign(GameRequest):
    """Offer to lose the game at a level."""

    t: Literal["resign"] = "resign"
    win: Annotated[int, Field(ge=1, le=3, description="1 single, 2 gammon, 3 backgammon")]


class Accept(GameRequest):
    """Accept the opponent's resignation."""

    t: Literal["accept"] = "accept"


class Reject(GameRequest):
    """Reject the opponent's resignation."""

    t: Literal["reject"] = "reject"


class Withdraw(GameRequest):
    """Take back your own resignation."""

    t: Literal["withdraw"] = "withdraw"


class Concede(GameRequest):
    """Give up the whole match. A client should ask twice."""

    t: Literal["concede"] = "concede"


class EndSession(GameRequest):
    """Close a money session between two games."""

    t: Literal["end_session"] = "end_session"


class Rematch(GameRequest):
    """Ask for another match with the same opponent and rules."""

    t: Literal["rematch"] = "rematch"


class Cancel(GameRequest):
    """Close the room before its first game."""

    t: Literal["cancel"] = "cancel"


class Remove(GameRequest):
    """Send a spectator out of the room for good."""

    t: Literal["remove"] = "remove"
    player: PlayerId


AnyGameRequest: TypeAlias = (
    Ready
    | Roll
    | Double
    | Take
    | Drop
    | Play
    | Resign
    | Accept
    | Reject
    | Withdraw
    | Concede
    | EndSession
    | Rematch
    | Cancel
    | Remove
)
AnyRequest: TypeAlias = (
    Hello
    | Create
    | Join
    | Watch
    | Resume
    | Leave
    | Preview
    | Log
    | Say
    | Lobby
    | Rooms
    | AnyGameRequest
)

REQUEST: TypeAdapter[AnyRequest] = TypeAdapter(Annotated[AnyRequest, Field(discriminator="t")])
"""Validates a decoded frame. Built once: building it costs a hundred times a validation."""
