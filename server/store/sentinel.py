"""A server that sentinels watch: whichever of them is the master when a connection is made.

Sentinels are asked anew for every connection, and the connections to a server that is the master
no more are closed. So whoever holds a connection needs to know nothing of a fail-over.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from weakref import WeakSet

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from server.store.address import Address, Place
from server.store.link import CONNECT_TIMEOUT_S, Wire, ask, opened

# Three sentinels that do not answer leave time for one that does: see CONNECT_TIMEOUT_S.
SENTINEL_TIMEOUT_S = 0.7
FOLLOW_INTERVAL_S = 0.5


class Master:
    """Opens connections to the master of the moment, and closes those to the one before.

    A master that was cut off, or stood still, takes itself for the master until a sentinel tells
    it, some ten seconds after it is back; what it acknowledges until then will be lost.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._place: Place | None = None
        self._wires: WeakSet[Wire] = WeakSet()

    async def open(self) -> Wire:
        """Open a connection.

        Raises:
            RedisError, OSError: no sentinel knows a master, or it cannot be reached, or it is none.
        """
        place = await find_master(self._address)
        wire = await opened(self._address.wire(place))
        try:
            await _refuse_replica(wire, place)
            if place != self._place:
                await self._leave()
                self._place = place
        except BaseException:
            await wire.disconnect(nowait=True)
            raise
        self._wires.add(wire)
        return wire

    async def follow(self) -> None:
        """Leave a master for the next one as soon as a sentinel tells, until cancelled."""
        while True:
            sentinel = random.choice(self._address.places)
            with suppress(RedisError, OSError):  # the next round asks another
                await self._listen_to(self._address.sentinel_wire(sentinel))
            await asyncio.sleep(FOLLOW_INTERVAL_S)

    async def _listen_to(self, sentinel: Wire) -> None:
        """Open a connection to the master whenever this sentinel knows another one."""
        known: Place | None = None
        try:
            while True:
                async with asyncio.timeout(CONNECT_TIMEOUT_S):
                    if known is None:
                        await sentinel.connect()
                    place = await _ask_for_master(sentinel, self._address.master)
                    if place != known:
                        known = place
                        wire = await self.open()
                        await wire.disconnect(nowait=True)
                await asyncio.sleep(FOLLOW_INTERVAL_S)
        finally:
            await sentinel.disconnect(nowait=True)

    async def _leave(self) -> None:
        wires, self._wires = self._wires, WeakSet()
        for wire in wires:
            await wire.disconnect(nowait=True)


async def _ask_for_master(sentinel: Wire, name: str) -> Place:
    answer = await ask(sentinel, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", name)
    if answer is None:
        raise RedisConnectionError("it is not watched")
    return answer[0].decode(), int(answer[1])


async def _refuse_replica(wire: Wire, place: Place) -> None:
    # A sentinel may be behind the others: a replica would take our reads and be behind too.
    role = await ask(wire, "ROLE")
    if role[0] != b"master":
        raise RedisConnectionError(f"{place[0]}:{place[1]} is a replica still, or again")


async def find_master(address: Address) -> Place:
    """Ask one sentinel after the other, in any order, until one knows the master.

    Raises:
        RedisError: none does; the text says what the last one said.
    """
    trouble = ""
    for place in random.sample(address.places, len(address.places)):
        wire = address.sentinel_wire(place)
        try:
            async with asyncio.timeout(SENTINEL_TIMEOUT_S):
                await opened(wire)
                try:
                    return await _ask_for_master(wire, address.master)
                finally:
                    await wire.disconnect(nowait=True)
        except (RedisError, OSError) as error:
            trouble = str(error) or "no answer"
    raise RedisConnectionError(f"no sentinel knows the master {address.master!r}: {trouble}")
