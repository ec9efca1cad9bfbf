"""Why a link to a server cannot be had, or ended: one line for a person, and whose fault it is."""

from __future__ import annotations

import ssl
from enum import Enum

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidMessage, InvalidStatus

from engine.sentences import SentenceError
from protocol.codes import CLOSE_TEXTS, CloseCode


class Fault(Enum):
    """Whose fault it is that a link cannot be had; for exit codes."""

    UNREACHABLE = "unreachable"
    NOT_A_SERVER = "not_a_server"
    MISUNDERSTANDING = "misunderstanding"


CANNOT_REACH = "cannot reach {url}: {reason}"
OTHER_PROTOCOL = "no shuanglu server at {url}: it does not speak {wanted}"
NO_SERVER = "no shuanglu server at {url}: {reason}"
CANNOT_READ = "{url} sent a message that this client cannot read; update shuanglu"
GOT = "{url} got {what}"
SENTENCES = (CANNOT_REACH, OTHER_PROTOCOL, NO_SERVER, CANNOT_READ, GOT)

NOBODY_LISTENS, NO_ANSWER = "nobody listens there", "no answer in time"
RESTARTS, LOST = "the server restarts", "the connection was lost"
CLOSED = "the server closed the connection"


class LinkError(SentenceError):
    """No link can be had, now or later; the text is one line for a person."""

    def __init__(self, fault: Fault, sentence: str, **values: object) -> None:
        super().__init__(sentence, **values)
        self.fault = fault


_OURS = {
    1002: "a protocol error",
    1003: "a frame of a kind that it does not read",
    1007: "text that is not UTF-8",
    1009: "a message that is too big",
    CloseCode.WRONG_FRAME_TYPE: "a frame of the wrong type",
    CloseCode.UNREADABLE: "a frame that is no message",
    CloseCode.NO_SUBPROTOCOL: "a protocol that it does not speak; update shuanglu",
    CloseCode.BANNED: "a player whom it does not let in",
}
"""Close codes by which a server says that this client is wrong. Trying again would not help."""

REASONS = (
    *(NOBODY_LISTENS, NO_ANSWER, RESTARTS, LOST, CLOSED),
    *_OURS.values(),
    *CLOSE_TEXTS.values(),
)
"""Why there is no connection, as far as it is not the system that says it."""


def may_pass(error: Exception) -> bool:
    """Whether an attempt that failed so may succeed later: the network, or a server that starts."""
    if isinstance(error, InvalidStatus):
        return error.response.status_code in (429, 500, 502, 503, 504)
    if isinstance(error, InvalidMessage):
        return isinstance(error.__cause__, EOFError)
    return isinstance(error, OSError) and not isinstance(error, ssl.SSLCertVerificationError)


def why(error: Exception) -> str:
    """The reason of an attempt that failed."""
    if isinstance(error, ConnectionRefusedError):
        return NOBODY_LISTENS
    if isinstance(error, TimeoutError):
        return NO_ANSWER
    if isinstance(error, ConnectionError) and not error.strerror:
        return LOST  # as by a server that is spoken to in TLS and speaks none
    text = error.strerror if isinstance(error, OSError) else str(error)
    return text or type(error).__name__


def why_closed(socket: ClientConnection, url: str) -> str:
    """The reason of a close.

    Raises:
        LinkError: this client was the reason.
    """
    code, text = socket.close_code, socket.close_reason
    if code in _OURS:
        raise LinkError(Fault.MISUNDERSTANDING, GOT, url=url, what=_OURS[code])
    if code == 1012:
        return text or RESTARTS
    if code in (None, 1006):
        return LOST
    return text or CLOSED
