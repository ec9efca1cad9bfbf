"""What a client can ask for, with the type and the bounds of every field.

A request that has passed the ``door`` has the right types, sizes and characters, and nobody checks
them again.
Every request carries ``id``, chosen at random by the client, and gets exactly one answer with it.
One that changes a game also carries ``at``: the ``seq`` of the newest event its sender had seen.

Longer than other files: the reference is generated from it, in this order.
"""

from __future__ import annotations

from dataclasses import field, fields
from typing import Annotated, Literal, TypeAlias

from engine.values import value
from protocol.annotation import Field
from protocol.creation import Create as Create  # noqa: PLC0414  # one of the requests, too
from protocol.creation import Request as Request  # noqa: PLC0414
from protocol.fields import (
    ChatText,
    Head,
    LogSeq,
    Moves,
    Name,
    PlayerId,
    Room,
    Secret,
    Seq,
    Token,
)
from protocol.phrases import PhraseId


@value
class Hello(Request):
    """Say who you are; the first request on every connection. Answered by ``welcome``."""

    t: Literal["hello"] = "hello"
    token: Token = field(repr=False)


@value
class RoomRequest(Request):
    """The base of every request about one room."""

    room: Room


@value
class Join(RoomRequest):
    """Take the free seat, or come back to one's own. Answered by ``room``, then ``ok``."""

    t: Literal["join"] = "join"
    name: Name


After: TypeAlias = Annotated[
    Seq | None, Field(description="the newest event seen; null: nothing is known")
]
HeadAfter: TypeAlias = Annotated[
    Head | None, Field(description="the log's chain value after that event")
]


@value
class Watch(RoomRequest):
    """Watch without a seat. Answered by ``room``, then ``ok``; ``after`` as in ``resume``."""

    t: Literal["watch"] = "watch"
    name: Name
    after: After = None
    head: HeadAfter = None


@value
class Resume(RoomRequest):
    """Come back to a seat that is yours.

    With ``after`` and ``head``, the newest event seen, the missing events follow if they are few
    and on the same chain; otherwise the whole ``room``. Then ``ok``.
    """

    t: Literal["resume"] = "resume"
    after: After = None
    head: HeadAfter = None


@value
class Leave(RoomRequest):
    """Stop following the room on this connection. A seat stays yours."""

    t: Literal["leave"] = "leave"


@value
class Preview(RoomRequest):
    """Ask which moves may follow ``steps`` in this turn. Answered by ``hops``."""

    t: Literal["preview"] = "preview"
    steps: Moves


@value
class Log(RoomRequest):
    """Ask for the events ``from`` to ``to``; a page holds 500 at most. Answered by ``log``.

    Whoever may watch may ask without entering, and nobody notices.
    """

    t: Literal["log"] = "log"
    from_: Annotated[LogSeq, Field(description="the first event wanted")]
    to: Annotated[LogSeq, Field(description="the last event wanted")]


@value
class Say(RoomRequest):
    """Say something.

    What players say goes to everybody in the room. What spectators say goes to spectators; the
    players get it when the match is over.
    """

    t: Literal["say"] = "say"
    text: ChatText


@value
class Phrase(RoomRequest):
    """Say a quick phrase, which readers see in their own language; else it is like ``say``."""

    t: Literal["phrase"] = "phrase"
    phrase: Annotated[PhraseId, Field(description="the id of the phrase")]


@value
class Lobby(Request):
    """Ask for the open rooms that wait for an opponent. Answered by ``lobby``."""

    t: Literal["lobby"] = "lobby"


@value
class Rooms(Request):
    """Ask for the rooms in which you have a seat. Answered by ``rooms``."""

    t: Literal["rooms"] = "rooms"


@value
class Results(Request):
    """Ask for your finished matches. Answered by ``results``."""

    t: Literal["results"] = "results"


@value
class GameRequest(RoomRequest):
    """The base of every request that changes a game."""

    at: Annotated[Seq, Field(description="the newest event that you had seen")]


@value
class Ready(GameRequest):
    """Agree to start the next game.

    With the commitment to an entropy of yours for its dice, after the server's own stands; without
    one the dice are the server's and the opponent's.
    """

    t: Literal["ready"] = "ready"
    commitment: Annotated[
        Secret | None, Field(description="SHA-256 over your entropy, see docs/dice.md")
    ] = None


@value
class Reveal(GameRequest):
    """Tell the entropy that you committed, once the game has started. No person's decision."""

    t: Literal["reveal"] = "reveal"
    entropy: Secret = field(repr=False)


@value
class Roll(GameRequest):
    """Roll the dice."""

    t: Literal["roll"] = "roll"


@value
class Double(GameRequest):
    """Offer to play on for twice the stake."""

    t: Literal["double"] = "double"


@value
class Take(GameRequest):
    """Accept the double."""

    t: Literal["take"] = "take"


@value
class Drop(GameRequest):
    """Refuse the double and lose the game at the stake before it."""

    t: Literal["drop"] = "drop"


@value
class Beaver(GameRequest):
    """Take a double, redouble at once and keep the cube; the doubler answers. Money only."""

    t: Literal["beaver"] = "beaver"


@value
class Raccoon(GameRequest):
    """Take a beaver and redouble at once; the beaverer answers. Money only."""

    t: Literal["raccoon"] = "raccoon"


@value
class Play(GameRequest):
    """Play the dice: moves in any order, a move may use several dice."""

    t: Literal["play"] = "play"
    steps: Moves


@value
class Resign(GameRequest):
    """Offer to lose the game at a level."""

    t: Literal["resign"] = "resign"
    win: Annotated[int, Field(ge=1, le=3, description="1 single, 2 gammon, 3 backgammon")]


@value
class Accept(GameRequest):
    """Accept the opponent's resignation."""

    t: Literal["accept"] = "accept"


@value
class Reject(GameRequest):
    """Reject the opponent's resignation."""

    t: Literal["reject"] = "reject"


@value
class Withdraw(GameRequest):
    """Take back your own resignation."""

    t: Literal["withdraw"] = "withdraw"


@value
class Concede(GameRequest):
    """Give up the whole match. A client should ask twice."""

    t: Literal["concede"] = "concede"


@value
class Claim(GameRequest):
    """Win the game of an opponent who has been away too long; without a clock only."""

    t: Literal["claim"] = "claim"


@value
class EndSession(GameRequest):
    """Close a money session between two games."""

    t: Literal["end_session"] = "end_session"


@value
class Rematch(GameRequest):
    """Ask for another match with the same opponent and rules."""

    t: Literal["rematch"] = "rematch"


@value
class Cancel(GameRequest):
    """Close the room before its first game."""

    t: Literal["cancel"] = "cancel"


@value
class Remove(GameRequest):
    """Send a spectator out of the room for good."""

    t: Literal["remove"] = "remove"
    player: PlayerId


def field_names(kind: type[Request]) -> frozenset[str]:
    """The names of the fields of a kind of request, as Python has them."""
    return frozenset(one.name for one in fields(kind))


def name_of(kind: type[Request]) -> str:
    """The ``t`` of a kind of request."""
    return next(str(one.default) for one in fields(kind) if one.name == "t")


AnyGameRequest: TypeAlias = (
    Ready
    | Reveal
    | Roll
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | Play
    | Resign
    | Accept
    | Reject
    | Withdraw
    | Concede
    | Claim
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
    | Phrase
    | Lobby
    | Rooms
    | Results
    | AnyGameRequest
)
