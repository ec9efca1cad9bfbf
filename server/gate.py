"""Who is let in: bounds on open connections, for each address and for all, and origins of pages.

A TCP connection counts from its first moment, so that one who opens many and says nothing is
bounded, too. Who is over a bound is told so in HTTP; who is far over it is not even heard.
"""

from __future__ import annotations

import asyncio
import math
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from websockets.asyncio.server import ServerConnection
from websockets.datastructures import MultipleValuesError
from websockets.http11 import Request

from server.addresses import client_address, household, is_within
from server.config import Settings
from server.limits import Allowance, Allowances
from server.metrics import Metrics

log = structlog.get_logger()

UNHEARD = 64
"""Connections over a bound that are still told so; further ones are cut at once."""
DEFAULT_PORTS = {"http": 80, "https": 443}


class RefusedError(Exception):
    """Somebody is not let in: with this HTTP status and text, counted as ``cause``."""

    def __init__(self, status: HTTPStatus, cause: str, text: str, retry_s: int = 0) -> None:
        super().__init__(text)
        self.status = status
        self.cause = cause
        self.retry_s = retry_s


class Gate:
    """The one gate of a node, through which every connection comes and goes."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings = settings
        self._metrics = metrics
        self._doors: set[Door] = set()
        self._unbelieved = False
        self.allowances = Allowances(settings)

    def __len__(self) -> int:
        return len(self._doors)

    def came(self, door: Door) -> None:
        """A TCP connection was opened."""
        self._doors.add(door)
        if not is_within(door.peer, self._settings.trusted_proxy):
            self._count(door, door.peer)
        crowded = len(self._doors) > self._settings.max_connections + UNHEARD
        if crowded or self._over(door) > UNHEARD:
            self._metrics.refused["cut"] += 1
            door.transport.abort()

    def went(self, door: Door) -> None:
        """A TCP connection is gone."""
        self._doors.discard(door)
        if door.allowance is not None:
            door.allowance.connections -= 1
            door.allowance = None

    def address_of(self, door: Door, request: Request) -> str:
        """The address of the client that sent ``request``."""
        forwarded = request.headers.get_all("X-Forwarded-For")
        trusted = self._settings.trusted_proxy
        if forwarded and not self._unbelieved and not is_within(door.peer, trusted):
            self._unbelieved = True  # once: it may be a proxy, or a client that tries something
            log.warning("X-Forwarded-For not believed: no --trusted-proxy", address=door.peer)
        return client_address(door.peer, forwarded, trusted)

    def admit(self, door: Door, request: Request) -> None:
        """Let the WebSocket that ``request`` asks for in.

        Raises:
            RefusedError: for one of many reasons.
        """
        if door.allowance is None:
            self._count(door, self.address_of(door, request))
        try:
            self._check_origin(request)
            self._check_bounds(door)
        except RefusedError as refusal:
            self._metrics.refused[refusal.cause] += 1
            raise
        self._metrics.connections += 1

    def cut_all(self) -> None:
        """End every connection at once."""
        for door in list(self._doors):
            door.transport.abort()

    def _count(self, door: Door, address: str) -> None:
        door.allowance = self.allowances.of(household(address), _now_s())
        door.allowance.connections += 1

    def _over(self, door: Door) -> int:
        """By how much the address is over its bound."""
        if door.allowance is None:
            return 0
        return door.allowance.connections - self._settings.connections_per_address

    def _check_bounds(self, door: Door) -> None:
        assert door.allowance is not None
        if len(self._doors) > self._settings.max_connections:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, "full", "This server is full.", 10)
        if self._over(door) > 0:
            text = "There are too many connections from your address."
            raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS, "address_full", text, 10)
        wait_ms = door.allowance.opened.wait_ms(_now_s())
        if wait_ms:
            text = "Your address opens connections too fast."
            retry_s = math.ceil(wait_ms / 1000)
            raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS, "address_rate", text, retry_s)

    def _check_origin(self, request: Request) -> None:
        """Browsers say from which page a connection comes; nothing else sends an origin."""
        try:
            origin = request.headers.get("Origin")
            host = request.headers.get("Host", "")
        except MultipleValuesError:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "origin", "One origin, one host.") from None
        allowed = self._settings.allowed_origin
        if origin is None or origin in allowed or "*" in allowed or _is_same(origin, host):
            return
        text = "Pages of this origin may not connect: see --allowed-origin."
        raise RefusedError(HTTPStatus.FORBIDDEN, "origin", text)


class Door(ServerConnection):
    """A connection that tells the gate of its coming and going."""

    gate: Gate
    allowance: Allowance | None = None
    peer = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """See ``asyncio.Protocol``."""
        super().connection_made(transport)
        address = transport.get_extra_info("peername")
        self.peer = address[0] if isinstance(address, tuple) else ""
        self.gate.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """See ``asyncio.Protocol``."""
        super().connection_lost(exc)
        self.gate.went(self)


def doors_of(gate: Gate) -> type[Door]:
    """The kind of connections that go through ``gate``."""
    return type("Door", (Door,), {"gate": gate})


def _is_same(origin: str, host: str) -> bool:
    """Whether a page of ``origin`` came from the server that is asked for as ``host``."""
    try:
        page = urlsplit(origin)
        asked = urlsplit(f"{page.scheme}://{host}")
        usual = DEFAULT_PORTS.get(page.scheme)
        same = (page.port or usual) == (asked.port or usual)
    except ValueError:
        return False
    return same and page.hostname is not None and page.hostname == asked.hostname


def _now_s() -> float:
    return asyncio.get_running_loop().time()
