"""The error and close codes of the wire that are not refusals of the rules.

Refusals of the rules have their codes in ``engine.errors``; on the wire both kinds look the same.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum


class WireCode(StrEnum):
    """Why a request got an ``error`` that is no refusal of the rules."""

    BAD_REQUEST = "bad_request"
    HELLO_FIRST = "hello_first"
    ALREADY_GREETED = "already_greeted"
    UNKNOWN_ROOM = "unknown_room"
    NOT_IN_ROOM = "not_in_room"
    NOT_A_PLAYER = "not_a_player"
    REMOVED = "removed"
    NO_SPECTATORS = "no_spectators"
    CHAT_OFF = "chat_off"
    TOO_MANY_ROOMS = "too_many_rooms"
    ROOM_CROWDED = "room_crowded"
    STALE = "stale"
    RATE_LIMITED = "rate_limited"
    DRAINING = "draining"
    BANNED = "banned"
    UNAVAILABLE = "unavailable"
    NEWER_SERVER_NEEDED = "newer_server_needed"
    INTERNAL = "internal"


WIRE_TEXTS: dict[WireCode, str] = {
    WireCode.BAD_REQUEST: "{problem}",
    WireCode.HELLO_FIRST: "Say hello first.",
    WireCode.ALREADY_GREETED: "This connection already belongs to another player.",
    WireCode.UNKNOWN_ROOM: "There is no room {room}.",
    WireCode.NOT_IN_ROOM: "Join, watch or resume room {room} first.",
    WireCode.NOT_A_PLAYER: "Only the two players may do that.",
    WireCode.REMOVED: "A player removed you from this room.",
    WireCode.NO_SPECTATORS: "The players of this match play without spectators.",
    WireCode.CHAT_OFF: "There is no chat in this room.",
    WireCode.TOO_MANY_ROOMS: "One connection follows at most {most} rooms.",
    WireCode.ROOM_CROWDED: "This room has all the {most} spectators it can hold.",
    WireCode.STALE: "The game has moved on since you decided this: look again.",
    WireCode.RATE_LIMITED: "Too many requests: wait {retry_ms} ms.",
    WireCode.DRAINING: "This server is about to restart and opens no new rooms: "
    "ask again with the same id on another connection.",
    WireCode.BANNED: "The people who run this server do not let this player in.",
    WireCode.UNAVAILABLE: "The server cannot store this right now. It may or may not be done: "
    "ask again with the same id.",
    WireCode.NEWER_SERVER_NEEDED: "A newer server wrote this room; this one cannot read it.",
    WireCode.INTERNAL: "The server failed on this request. The fault is ours and was recorded.",
}
"""For each code the sentence, with the names of its details in braces."""


class CloseCode(IntEnum):
    """Why the server closed a connection, beyond the codes of RFC 6455."""

    TOO_SLOW = 4001
    """The client read too slowly; it can resume."""
    HELLO_TIMEOUT = 4002
    """No hello came in time."""
    FLOODING = 4003
    """Requests kept coming far over the rate limit."""
    WRONG_FRAME_TYPE = 4004
    """A text frame on a msgpack connection, or a binary one on a JSON connection."""
    UNREADABLE = 4005
    """A frame that is no message at all."""
    NO_SUBPROTOCOL = 4006
    """None of the client's subprotocols is spoken here."""
    IDLE = 4007
    """It followed no room and asked nothing for a long time; it can come back at any time."""
    BANNED = 4008
    """The people who run this server do not let the player in."""


SERVICE_RESTART = 1012
"""The close code of RFC 6455's registry with which a server that stops closes connections."""

CLOSE_TEXTS: dict[int, str] = {
    SERVICE_RESTART: "service restart, retry",
    CloseCode.TOO_SLOW: "reading too slowly; resume",
    CloseCode.HELLO_TIMEOUT: "say hello first",
    CloseCode.FLOODING: "too many requests",
    CloseCode.IDLE: "nothing to do here; come back at any time",
    CloseCode.BANNED: "this player is not let in",
}
"""Reasons of closes that say the same for everybody."""


class WireError(Exception):
    """A request that cannot be served, for a reason that is not in the rules."""

    def __init__(self, code: WireCode, **details: str | int) -> None:
        self.code = code
        self.details = details
        super().__init__(self.text)

    @property
    def text(self) -> str:
        """The reason as one English sentence."""
        return WIRE_TEXTS[self.code].format_map(self.details)
