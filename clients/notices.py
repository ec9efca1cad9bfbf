"""What a session tells the program around it: one frozen value for everything that came in.

Duplicates and gaps are mended before a notice is given, so the notices about a room can be told or
shown as they come. Each keeps the message of the server from which it was made.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from clients.proving import Checked, Doubt
from clients.view import RoomView
from engine.events import Event
from engine.state import MatchState
from engine.values import value
from protocol import messages as ms
from protocol.requests import AnyRequest


@value
class Welcomed:
    """The server knows who you are; ``again`` if it was not the first time."""

    again: bool
    message: ms.Welcome


@value
class Entered:
    """The whole room came: you have just entered it, or missed too much to be told one by one.

    ``before`` is what you knew of it. With ``rolled_back`` the store lost events that you had seen.
    """

    room: str
    view: RoomView
    before: RoomView | None
    rolled_back: bool
    message: ms.RoomMessage


@value
class Happened:
    """The next event of a room, with the match ``before`` it and the whole ``view`` after it."""

    room: str
    event: Event
    before: MatchState
    view: RoomView
    message: ms.EventMessage


@value
class Resumed:
    """After a lost connection this room is followed again; everything missed has been told."""

    room: str
    view: RoomView


@value
class PresenceChanged:
    """Somebody came or went; ``before`` is who was there."""

    room: str
    before: ms.Presence
    view: RoomView
    message: ms.PresenceMessage


@value
class Said:
    """A player said something."""

    room: str
    view: RoomView
    message: ms.ChatMessage


@value
class Answered:
    """A request of yours was done, or its question answered."""

    request: AnyRequest
    message: ms.Ok | ms.Hops | ms.Page


@value
class Refused:
    """A request was refused and changed nothing. Without ``request`` the server named none."""

    request: AnyRequest | None
    code: str
    text: str
    details: dict[str, Any]


@value
class Held:
    """The server asks for patience: call ``Session.release`` after ``delay_ms``."""

    request: AnyRequest
    code: str
    delay_ms: int


@value
class Unfollowed:
    """A room is not followed any more, though you did not leave it."""

    room: str
    code: str
    text: str


@value
class DiceDoubted:
    """Something is not as it should be with the dice of a game in this room."""

    room: str
    doubt: Doubt
    message: ms.EventMessage | ms.RoomMessage | ms.ErrorMessage


@value
class DiceChecked:
    """A game is over, and all its dice followed from the secrets."""

    room: str
    checked: Checked
    message: ms.EventMessage


Notice: TypeAlias = (
    Welcomed
    | Entered
    | Happened
    | Resumed
    | PresenceChanged
    | Said
    | Answered
    | Refused
    | Held
    | Unfollowed
    | DiceDoubted
    | DiceChecked
)
