"""Which server has what belongs to a name, and how a call gets there.

The store asks by name (a room, a player, the lobby) and knows nothing else of servers. Here is the
simple answer, one server for everything; ``cluster.py`` has the other one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Protocol

from redis.exceptions import RedisError

from server.store.address import Address, Kind
from server.store.link import Endpoint, opened
from server.store.pipe import Arg, Pipe
from server.store.sentinel import Master
from server.store.trunk import Trunk


class Routes(Protocol):
    """The way to the servers; ``run`` must be running."""

    on_rerouted: Callable[[], None]
    """Called when names may have got another server. Must not raise."""

    def send(self, name: str, *args: Arg) -> Awaitable[Any]:
        """Send a command about ``name``; the result raises as ``Pipe.send`` says."""

    def endpoint(self, name: str) -> Endpoint | None:
        """The server of ``name``, None if it is not known at the moment."""

    def endpoints(self) -> Collection[Endpoint]:
        """All servers."""

    def pipes(self) -> list[Pipe]:
        """One pipe to each server."""

    def refused(self, error: RedisError | None) -> None:
        """A server said, in so many words or without, that it does not have a name (any more)."""

    async def ready(self) -> None:
        """Wait until the servers are known.

        Raises:
            Unavailable: they are not within the bound.
        """

    async def run(self) -> None:
        """Keep all connections up until cancelled."""


class OneServer:
    """Everything is on one server, or on the one that is the master at the moment."""

    def __init__(self, address: Address, pipes: int, on_connected: Callable[[], None]) -> None:
        self.on_rerouted: Callable[[], None] = lambda: None
        self._master = Master(address) if address.kind is Kind.SENTINEL else None
        open_wire = self._master.open if self._master else lambda: opened(address.wire())
        self._endpoint = Endpoint(address.name, open_wire)
        self._trunk = Trunk(self._endpoint, pipes, on_connected)

    def send(self, name: str, *args: Arg) -> Awaitable[Any]:
        """Send a command about ``name``."""
        return self._trunk.pipe(name).send(*args)

    def endpoint(self, name: str) -> Endpoint | None:  # noqa: ARG002  (one for all names)
        """The server."""
        return self._endpoint

    def endpoints(self) -> Collection[Endpoint]:
        """The server."""
        return (self._endpoint,)

    def pipes(self) -> list[Pipe]:
        """A pipe to the server."""
        return [self._trunk.first]

    def refused(self, error: RedisError | None) -> None:
        """Not what a server alone says."""

    async def ready(self) -> None:
        """It is known from the start."""

    async def run(self) -> None:
        """Keep all connections up until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._trunk.run())
            if self._master is not None:
                group.create_task(self._master.follow())
