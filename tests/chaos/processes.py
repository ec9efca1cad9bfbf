"""Faults of processes: nodes and the store are killed, or stand still for a while."""

from __future__ import annotations

import asyncio
import random
import signal

from clients import transport
from tests.chaos.world import EVERYBODY, SIDES, World

LONG_STALL_S = 60.0
LONG_STORE_STALL_S = 20.0
BALLAST = 8192
"""Commands that the store loads slowly; after each thousand it answers LOADING."""
LOAD_DELAY_US = 250

Drops = dict[int, int]
"""How many clients of a side may lose their connection by a fault; none where nothing is said."""
NOBODY: Drops = {}


async def node_killed(world: World, chance: random.Random) -> Drops:
    """SIGKILL; its clients wait for it, or are let in at the other node meanwhile."""
    side = chance.choice(SIDES)
    elsewhere = chance.random() < 0.5
    if elsewhere:
        world.doors[side].target = world.nodes[1 - side].port
    await world.nodes[side].kill()
    await asyncio.sleep(chance.uniform(0, 1))
    await world.start_node(side)
    if elsewhere:
        await _home(world, side)
    return {side: EVERYBODY}


async def store_killed(world: World, chance: random.Random) -> Drops:
    """SIGKILL; started again on its files."""
    world.store.kill()
    await asyncio.sleep(chance.uniform(0, 1))
    await asyncio.to_thread(world.store.start)
    return NOBODY


async def both_killed(world: World, chance: random.Random) -> Drops:
    """A node and the store in one moment."""
    side = chance.choice(SIDES)
    world.store.kill()
    await world.nodes[side].kill()
    await asyncio.sleep(chance.uniform(0, 0.5))
    await asyncio.to_thread(world.store.start)
    await world.start_node(side)
    return {side: EVERYBODY}


async def store_loading(world: World, chance: random.Random) -> Drops:
    """Killed; the next one takes seconds to read its files and answers LOADING meanwhile."""

    def load() -> None:
        with world.store.client() as client:
            client.bgrewriteaof()  # what the matches have written is read at once
            world.store.wait_until(
                lambda: not client.info("persistence")["aof_rewrite_in_progress"]
            )
            with client.pipeline(transaction=False) as ballast:
                for _ in range(BALLAST):
                    ballast.set("ballast", "")
                ballast.execute()
        world.store.kill()
        world.store.start("--key-load-delay", str(LOAD_DELAY_US))
        with world.store.client() as client:
            client.config_set("key-load-delay", 0)

    await asyncio.to_thread(load)
    return NOBODY


async def node_frozen(world: World, chance: random.Random) -> Drops:
    """SIGSTOP and SIGCONT. A client would not notice so short a time but by waiting."""
    side = chance.choice(SIDES)
    most_s = min(4.0, transport.PING_EVERY_S)
    await _stand_still(world, side, chance.uniform(0.5, most_s))
    return NOBODY


async def node_frozen_long(world: World, chance: random.Random) -> Drops:
    """A minute, the last half of which its clients play on at the other node."""
    side = chance.choice(SIDES)
    node = world.nodes[side]
    node.signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(LONG_STALL_S / 2)
        world.doors[side].target = world.nodes[1 - side].port
        await asyncio.gather(*(table.plays_on() for table in world.tables))
        await asyncio.sleep(LONG_STALL_S / 2)
    finally:
        node.signal(signal.SIGCONT)
    await _home(world, side)
    return {side: EVERYBODY}


async def store_frozen(world: World, chance: random.Random) -> Drops:
    """SIGSTOP and SIGCONT of the store: shorter and longer than a request waits."""
    await _freeze_store(world, chance.uniform(0.5, 8))
    return NOBODY


async def store_frozen_long(world: World, _chance: random.Random) -> Drops:
    """Twenty seconds."""
    await _freeze_store(world, LONG_STORE_STALL_S)
    return NOBODY


async def _freeze_store(world: World, seconds: float) -> None:
    world.store.freeze()
    try:
        await asyncio.sleep(seconds)
    finally:
        world.store.thaw()


async def _stand_still(world: World, side: int, seconds: float) -> None:
    node = world.nodes[side]
    node.signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
    finally:
        node.signal(signal.SIGCONT)


async def _home(world: World, side: int) -> None:
    """Let the clients of a door be at its own node again; they come back by themselves."""
    world.doors[side].target = world.nodes[side].port
    world.doors[side].cut()
