"""All calls to one server, spread over several pipes.

Redis writes a few dozen appends of one connection for each fsync, so rooms are spread over several
connections; what belongs to one name keeps its order.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable

from server.store.link import Endpoint
from server.store.pipe import Pipe


class Trunk:
    """Several pipes to one server; ``run`` must be running.

    Args:
        endpoint: the server.
        pipes: how many.
        on_connected: called whenever the first of them is connected. Must not raise.
    """

    def __init__(self, endpoint: Endpoint, pipes: int, on_connected: Callable[[], None]) -> None:
        self.endpoint = endpoint
        self.first = Pipe(endpoint, on_connected=on_connected)
        self._pipes = [self.first, *(Pipe(endpoint) for _ in range(pipes - 1))]

    def pipe(self, name: str) -> Pipe:
        """The pipe for all calls about ``name``."""
        return self._pipes[zlib.crc32(name.encode()) % len(self._pipes)]

    async def run(self) -> None:
        """Keep all connections up until cancelled."""
        async with asyncio.TaskGroup() as group:
            for pipe in self._pipes:
                group.create_task(pipe.run())
