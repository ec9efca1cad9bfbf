"""Where a server and a room are, from what people type or paste.

The room's code is the last part of the path: ``ws://host:8765/7KXQ4-MWP9C``. The web addresses of
the same room (``http``, ``https``) are understood too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from engine.sentences import SentenceError
from protocol.identity import format_code, parse_code

DEFAULT_PORT = 8765
DEFAULT_SERVER = f"ws://127.0.0.1:{DEFAULT_PORT}"

_SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
_LABEL = r"[^.\x00-\x20\x7f]{1,63}"
_HOST = rf"{_LABEL}(\.{_LABEL})*\.?"


NO_CODE = "{text!r} is no match code: one looks like 7KXQ4-MWP9C, or ws://host:8765/7KXQ4-MWP9C"
NO_SERVER = "{text!r} is no server address: one looks like ws://host:8765"
SENTENCES = (NO_CODE, NO_SERVER)


class AddressError(SentenceError, ValueError):
    """No address can be read; the text is one sentence that says what one looks like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomAddress:
    """A room's ``code`` (ten letters), and its ``server`` if the text named one."""

    server: str | None
    code: str


def parse_server(text: str) -> str:
    """The server in ``text`` in its one normal form: scheme, host, port if it matters, no path.

    Without a scheme it is ``ws://`` and port 8765.

    Raises:
        AddressError: ``text`` names no server.
    """
    parts = _split(text)
    return _server_of(parts)


def parse_room(text: str) -> RoomAddress:
    """The room that ``text`` names by its code or by its address.

    Raises:
        AddressError: ``text`` is neither.
    """
    text = text.strip()
    if "/" not in text:
        return RoomAddress(server=None, code=_code(text))
    parts = _split(text)
    return RoomAddress(server=_server_of(parts), code=_code(parts.path.rstrip("/").split("/")[-1]))


def room_address(server: str, code: str) -> str:
    """What to give to others: the inverse of ``parse_room``."""
    return f"{server}/{format_code(code)}"


def is_loopback(server: str) -> bool:
    """Whether ``server`` can only be reached from this computer."""
    host = urlsplit(server).hostname or ""
    return host in ("localhost", "::1") or host.startswith("127.")


def _split(text: str) -> SplitResult:
    text = text.strip()
    named = re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*://", text) is not None
    try:
        parts = urlsplit(text if named else f"ws://{text}")
        port = parts.port
    except ValueError:
        raise _no_server(text) from None
    if parts.scheme not in _SCHEMES or parts.username is not None or not _is_host(parts.hostname):
        raise _no_server(text)
    if not named and port is None:
        parts = parts._replace(netloc=f"{parts.netloc}:{DEFAULT_PORT}")
    return parts


def _is_host(name: str | None) -> bool:
    """Whether a network can be asked for ``name``; other names make the lookup itself fail."""
    if name is None:
        return False
    if not name.isascii():
        try:
            name = name.encode("idna").decode()
        except UnicodeError:
            return False
    return re.fullmatch(_HOST, name) is not None


def _server_of(parts: SplitResult) -> str:
    scheme, host = _SCHEMES[parts.scheme], parts.hostname or ""
    if host == "localhost":
        host = "127.0.0.1"
    if ":" in host:
        host = f"[{host}]"
    usual = {"ws": 80, "wss": 443}[scheme]
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{scheme}://{host}{port}"


def _code(text: str) -> str:
    try:
        return parse_code(text)
    except ValueError:
        raise AddressError(NO_CODE, text=text) from None


def _no_server(text: str) -> AddressError:
    return AddressError(NO_SERVER, text=text)
