"""Where the store is, read from one URL: a server, a master that sentinels know, or a cluster.

    redis://[USER:PASSWORD@]HOST[:PORT][/DB]          rediss:// with TLS
    unix:///PATH[?db=DB]
    redis+sentinel://HOST[:PORT],HOST[:PORT].../MASTER[/DB]    rediss+sentinel:// with TLS
    redis+cluster://HOST[:PORT],HOST[:PORT]...                 rediss+cluster:// with TLS

Options after ``?`` are those of redis-py's connections, such as ``ssl_ca_certs``; those that begin
with ``sentinel_`` are for the connections to sentinels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, cast
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from server.store.errors import StoreError
from server.store.link import Wire

PORT = 6379
SENTINEL_PORT = 26379
_SENTINEL_PREFIX = "sentinel_"
_UVLOOP_CLOSED = "the handler is closed"

Place = tuple[str, int]
"""Host and port."""


class Kind(Enum):
    """What is found at the places of an address."""

    SERVER = ""
    SENTINEL = "sentinel"
    CLUSTER = "cluster"


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """What a URL says, with its secrets in ``options`` only.

    Attributes:
        kind: What answers at ``places``.
        name: The URL without user, password and options: fit for a log.
        places: Sentinels, or some servers of a cluster; empty for one server.
        master: What sentinels call the server that is meant.
        options: How redis-py connects to a server.
        sentinel_options: How it connects to a sentinel.
    """

    kind: Kind
    name: str
    places: tuple[Place, ...] = ()
    master: str = ""
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    sentinel_options: Mapping[str, Any] = field(default_factory=dict, repr=False)

    def wire(self, place: Place | None = None) -> Wire:
        """A connection, not open yet, to the one server, or to the server at ``place``."""
        return _wire(self.options, place)

    def sentinel_wire(self, place: Place) -> Wire:
        """A connection, not open yet, to the sentinel at ``place``."""
        return _wire(self.sentinel_options, place)


def parse_address(url: str) -> Address:
    """Read a URL.

    Raises:
        StoreError: it is none of ours. The text never repeats a password.
    """
    try:
        scheme, _, kind_name = url.partition("://")[0].partition("+")
        kind = Kind(kind_name)
        address = _one_server(url) if kind is Kind.SERVER else _several(url, scheme, kind)
        # Options that redis-py does not know are found by using them.
        address.wire(("", 0) if address.places else None)
        if address.kind is Kind.SENTINEL:
            address.sentinel_wire(("", 0))
    except (ValueError, TypeError, RedisError):
        raise StoreError(
            "the store's address is not a Redis URL: expected redis://HOST:PORT/DB, "
            "rediss://HOST:PORT/DB, unix:///PATH, redis+sentinel://HOST:PORT,HOST:PORT/MASTER "
            "or redis+cluster://HOST:PORT,HOST:PORT"
        ) from None
    return address


def _one_server(url: str) -> Address:
    parts = urlsplit(url)
    # redis-py would pass over such a path, and take database 0.
    if parts.scheme != "unix" and not (parts.path.removeprefix("/") or "0").isdecimal():
        raise ValueError("a database that is not a number")
    place = parts.hostname or ""
    if parts.port is not None:
        place += f":{parts.port}"
    name = f"{parts.scheme}://{place}{parts.path}"
    return Address(kind=Kind.SERVER, name=name, options=_options(url))


def _several(url: str, scheme: str, kind: Kind) -> Address:
    if scheme not in ("redis", "rediss"):
        raise ValueError(scheme)
    parts = urlsplit(url)
    user, at, hosts = parts.netloc.rpartition("@")
    port = SENTINEL_PORT if kind is Kind.SENTINEL else PORT
    places = tuple(_place(host, port) for host in hosts.split(","))
    master, _, database = parts.path.strip("/").partition("/")
    if kind is Kind.CLUSTER:
        if parts.path.strip("/") not in ("", "0"):
            raise ValueError("a cluster has one database")
        master = database = ""
    elif not master or not (database or "0").isdecimal():
        raise ValueError("no master, or a database that is not a number")
    ours, theirs = _split_options(parts.query)
    return Address(
        kind=kind,
        name=f"{parts.scheme}://{','.join(f'{host}:{port}' for host, port in places)}{parts.path}",
        places=places,
        master=unquote(master),
        options=_options(f"{scheme}://{user}{at}host/{database}?{urlencode(ours)}"),
        sentinel_options=_options(f"{scheme}://host/?{urlencode(theirs)}"),
    )


def _place(text: str, default_port: int) -> Place:
    parts = urlsplit(f"//{text}")
    if not parts.hostname or parts.path or parts.query:
        raise ValueError("no host")
    return parts.hostname, parts.port or default_port


def _split_options(query: str) -> tuple[dict[str, str], dict[str, str]]:
    """Options for servers, and for sentinels; what is said of TLS holds for both."""
    given = dict(parse_qsl(query, strict_parsing=bool(query)))
    ours = {name: one for name, one in given.items() if not name.startswith(_SENTINEL_PREFIX)}
    theirs = {name: one for name, one in ours.items() if name.startswith("ssl_")}
    for name in given.keys() - ours.keys():
        theirs[name.removeprefix(_SENTINEL_PREFIX)] = given[name]
    return ours, theirs


def _options(url: str) -> dict[str, Any]:
    # Set afterwards, because options in the URL win over arguments: nothing is sent twice by
    # redis-py, no timer of its own per read, and messages come as plain replies.
    options: dict[str, Any] = dict(parse_url(url))
    return options | {"retry": Retry(NoBackoff(), 0), "socket_timeout": None, "protocol": 2}


def _wire(options: Mapping[str, Any], place: Place | None) -> Wire:
    given = dict(options)
    kind = given.pop("connection_class", Connection)
    if place is not None:
        given["host"], given["port"] = place
    return cast(Wire, type(kind.__name__, (_OneBreak, kind), {})(**given))


class _OneBreak(AbstractConnection):
    """Says of every break that it is one: a ``RedisError``.

    uvloop says ``RuntimeError`` to who writes into a transport that has closed a moment ago. Only
    its text tells it from others: by the time it is here, redis-py has closed the transport itself.
    """

    async def send_packed_command(
        self, command: bytes | str | Iterable[bytes], check_health: bool = True
    ) -> None:
        try:
            await super().send_packed_command(command, check_health)
        except RuntimeError as error:
            if _UVLOOP_CLOSED not in str(error):
                raise
            raise RedisConnectionError(str(error)) from error
