"""A cluster: which of its masters has a slot, found out again whenever that may have changed.

A server that is asked for a slot of another one says so (MOVED, or ASK while the slot is on its
way), and is believed at once. Beyond that the whole map is read now and then, and soon after
anything that smells of a change: a connection lost, a redirection, a slot that nobody serves.
Calls to a server that has left the map fail as ``Lost``; who asked asks again, elsewhere.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from redis.exceptions import AskError, ClusterDownError, MovedError, RedisError

from server.store.address import Address, Place
from server.store.background import Crew
from server.store.errors import Lost, Unavailable
from server.store.link import Endpoint, ask_once, opened
from server.store.patience import BOUND_S
from server.store.pipe import Arg, Pipe
from server.store.topology import SLOTS, Owners, place_of, read_owners, slot_of
from server.store.trunk import Trunk

CALM_S = 10.0
"""How often the map is read while nothing is wrong."""
TROUBLED_S = 0.25
"""How often while some server is away: a fail-over takes seconds."""
SHORTEST_PAUSE_S = 0.05
MAP_TIMEOUT_S = 0.5
# A call that is sent on more often has met servers that disagree: the caller waits a little.
MAX_REDIRECTIONS = 4


class Cluster:
    """Routes to the masters of a cluster; ``run`` must be running."""

    def __init__(self, address: Address, pipes: int, on_connected: Callable[[], None]) -> None:
        self.on_rerouted: Callable[[], None] = lambda: None
        self._address = address
        self._pipes = pipes
        self._on_connected = on_connected
        self._owners: Owners = [None] * SLOTS
        self._trunks: dict[Place, Trunk] = {}
        self._crew: Crew[Place] = Crew()
        # Servers that slots are on their way to: they need not have one yet.
        self._asked: set[Place] = set()
        self._due = asyncio.Event()
        self._whole = asyncio.Event()
        self._trouble = "no server of the cluster has answered yet"

    async def send(self, name: str, *args: Arg) -> Any:
        """Send a command about ``name`` to the server that has it now."""
        place = self._owners[slot_of(name)]
        asking = False
        for _ in range(MAX_REDIRECTIONS):
            if place is None:
                break
            try:
                return await self._send_to(place, asking, name, args)
            except MovedError as error:
                place, asking = self._moved(error, place), False
            except AskError as error:
                place, asking = place_of(error.host, error.port, place), True
                if place is not None:
                    self._asked.add(place)
            except ClusterDownError:
                self._due.set()
                raise
        self._due.set()
        raise Lost(f"slot {slot_of(name)} of the cluster is served by nobody at the moment")

    def endpoint(self, name: str) -> Endpoint | None:
        """The server of ``name``, None if it is not known at the moment."""
        place = self._owners[slot_of(name)]
        return None if place is None else self._trunk(place).endpoint

    def endpoints(self) -> Collection[Endpoint]:
        """All servers."""
        return [trunk.endpoint for trunk in self._trunks.values()]

    def pipes(self) -> list[Pipe]:
        """One pipe to each server."""
        return [trunk.first for trunk in self._trunks.values()]

    def refused(self, error: RedisError | None) -> None:
        """A subscription was refused, or ended: look where the room is now."""
        if isinstance(error, MovedError) and error.host:
            self._owners[error.slot_id] = (error.host, error.port)
        self._due.set()

    async def ready(self) -> None:
        """Wait until every slot has a server.

        Raises:
            Unavailable: not within the bound.
        """
        try:
            async with asyncio.timeout(BOUND_S):
                await self._whole.wait()
        except TimeoutError:
            raise Unavailable(self._trouble) from None

    async def run(self) -> None:
        """Keep all connections up and the map fresh until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._crew.run())
            group.create_task(self._keep_map())

    async def _send_to(self, place: Place, asking: bool, name: str, args: tuple[Arg, ...]) -> Any:
        pipe = self._trunk(place).pipe(name)
        if not asking:
            return await pipe.send(*args)
        # ASKING holds for the next command of its connection: nothing may get in between.
        leave, reply = pipe.send("ASKING"), pipe.send(*args)
        await asyncio.wait((leave, reply))
        leave.exception()  # if it failed, so did the reply
        return reply.result()

    def _moved(self, error: MovedError, asked: Place) -> Place | None:
        place = place_of(error.host, error.port, asked)
        self._owners[error.slot_id] = place
        self._due.set()
        return place

    def _trunk(self, place: Place) -> Trunk:
        trunk = self._trunks.get(place)
        if trunk is None:
            scheme = self._address.name.partition("+")[0]
            endpoint = Endpoint(
                f"{scheme}://{place[0]}:{place[1]}",
                lambda: opened(self._address.wire(place)),
                on_down=self._due.set,
            )
            trunk = self._trunks[place] = Trunk(endpoint, self._pipes, self._on_connected)
            self._crew.start(place, trunk.run)
        return trunk

    async def _keep_map(self) -> None:
        while True:
            self._due.clear()
            await self._read_map()
            calm = self._whole.is_set() and not any(one.is_down for one in self.endpoints())
            with suppress(TimeoutError):
                async with asyncio.timeout(CALM_S if calm else TROUBLED_S):
                    await self._due.wait()
            await asyncio.sleep(SHORTEST_PAUSE_S)

    async def _read_map(self) -> None:
        """Ask one server after the other for the map, until one gives it."""
        for place in self._whom_to_ask():
            wire = self._address.wire(place)
            try:
                reply = await ask_once(wire, "CLUSTER", "SLOTS", timeout_s=MAP_TIMEOUT_S)
            except (RedisError, OSError) as error:
                self._trouble = str(error) or "no answer"
            else:
                self._adopt(read_owners(reply, place))
                return

    def _whom_to_ask(self) -> list[Place]:
        standing = [place for place, one in self._trunks.items() if not one.endpoint.is_down]
        given = [place for place in self._address.places if place not in standing]
        return random.sample(standing, len(standing)) + random.sample(given, len(given))

    def _adopt(self, owners: Owners) -> None:
        self._owners = owners
        used = {place for place in owners if place is not None}
        for place in used:
            self._trunk(place)
        for place in self._trunks.keys() - used - self._asked:
            del self._trunks[place]
            self._crew.stop(place)
        self._asked.clear()
        missing = owners.count(None)
        self._trouble = f"{missing} of the cluster's {SLOTS} slots are served by nobody"
        if missing:
            self._whole.clear()
        else:
            self._whole.set()
        self.on_rerouted()
