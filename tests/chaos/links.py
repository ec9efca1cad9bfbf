"""Faults of connections: between nodes and their store, and between clients and their node."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from clients import transport
from tests.chaos.processes import NOBODY, Drops
from tests.chaos.world import EVERYBODY, SIDES, World
from tests.proxy import Proxy

APPEND = b"EVALSHA"
MESSAGE = b"smessage"
LATE_S = 2.8
"""More than the deadline of a call to the store."""


async def store_link_cut(world: World, chance: random.Random) -> Drops:
    """All connections of a node to the store, and for a while all new ones."""
    link = world.store_links[chance.choice(SIDES)]
    link.shut()
    await asyncio.sleep(chance.uniform(0, 1.5))
    link.reopen()
    return NOBODY


async def store_link_slow(world: World, chance: random.Random) -> Drops:
    """Every answer of the store is late, but in time."""
    link = world.store_links[chance.choice(SIDES)]
    await _slowly(link, chance.uniform(0.05, 0.6), chance.uniform(1, 3))
    return NOBODY


async def store_link_stalled(world: World, chance: random.Random) -> Drops:
    """Nothing passes; then all of it, also what the node has given up and asked anew."""
    link = world.store_links[chance.choice(SIDES)]
    await _stopped(link, link.hold, chance.uniform(LATE_S, 4))
    return NOBODY


async def store_link_half_open(world: World, chance: random.Random) -> Drops:
    """The store's ends are gone, and the node is told nothing."""
    world.store_links[chance.choice(SIDES)].half_open()
    return NOBODY


async def store_link_in_bytes(world: World, chance: random.Random) -> Drops:
    """Every byte comes for itself."""
    await _in_bytes(world.store_links[chance.choice(SIDES)], chance.uniform(0.5, 2))
    return NOBODY


async def reply_lost(world: World, chance: random.Random) -> Drops:
    """The script has run, and its answer does not arrive."""
    link, times = world.store_links[chance.choice(SIDES)], chance.randint(1, 3)
    lost = len(link.swallowed) + times
    link.swallow(APPEND, times)
    await link.until_swallowed(lost)
    return NOBODY


async def reply_late(world: World, chance: random.Random) -> Drops:
    """The script has run, and its answer comes when nobody waits for it any more."""
    link = world.store_links[chance.choice(SIDES)]
    await _stopped(link, link.hold_back, chance.uniform(LATE_S, 4))
    return NOBODY


async def message_lost(world: World, chance: random.Random) -> Drops:
    """The pub/sub connection breaks while an event is on its way to the other node."""
    link, times = world.store_links[chance.choice(SIDES)], chance.randint(1, 3)
    lost = len(link.lost) + times
    link.lose(MESSAGE, times)
    await link.until_lost(lost)
    return NOBODY


async def client_link_cut(world: World, chance: random.Random) -> Drops:
    """One client's connection, or all of a side."""
    side = chance.choice(SIDES)
    if chance.random() < 0.5:
        world.doors[side].cut_one(chance)
        return {side: 1}
    world.doors[side].shut()
    await asyncio.sleep(chance.uniform(0, 0.5))
    world.doors[side].reopen()
    return {side: EVERYBODY}


async def client_link_slow(world: World, chance: random.Random) -> Drops:
    """Everything comes late to the clients of a side."""
    door = world.doors[chance.choice(SIDES)]
    await _slowly(door, chance.uniform(0.05, 0.6), chance.uniform(1, 3))
    return NOBODY


async def client_link_stalled(world: World, chance: random.Random) -> Drops:
    """Nothing passes for a while that is too short to be noticed otherwise."""
    door = world.doors[chance.choice(SIDES)]
    await _stopped(door, door.hold, chance.uniform(0.5, min(4.0, transport.PING_EVERY_S)))
    return NOBODY


async def client_link_half_open(world: World, chance: random.Random) -> Drops:
    """The node's end of one client's connection is gone, and the client is told nothing."""
    side = chance.choice(SIDES)
    world.doors[side].half_open(chance)
    return {side: 1}


async def client_link_in_bytes(world: World, chance: random.Random) -> Drops:
    """Every byte comes for itself."""
    await _in_bytes(world.doors[chance.choice(SIDES)], chance.uniform(0.5, 2))
    return NOBODY


async def _stopped(proxy: Proxy, stop: Callable[[], None], seconds: float) -> None:
    stop()
    await asyncio.sleep(seconds)
    proxy.let_through()


async def _slowly(proxy: Proxy, delay_s: float, seconds: float) -> None:
    proxy.delay_s = delay_s
    await asyncio.sleep(seconds)
    proxy.delay_s = 0


async def _in_bytes(proxy: Proxy, seconds: float) -> None:
    proxy.byte_by_byte = True
    await asyncio.sleep(seconds)
    proxy.byte_by_byte = False
