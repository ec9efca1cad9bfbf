"""Faults of a store that answers, but not what was hoped for."""

from __future__ import annotations

import asyncio
import random

from tests.chaos.processes import NOBODY, Drops
from tests.chaos.world import World
from tests.server.store.hog import busy


async def store_busy(world: World, chance: random.Random) -> Drops:
    """BUSY: somebody's script runs for long."""
    await world.ask_store(lambda store: store.config_set("busy-reply-threshold", 1))
    async with busy(world.store.socket_path):
        await asyncio.sleep(chance.uniform(0.2, 2))
    return NOBODY


async def scripts_forgotten(world: World, chance: random.Random) -> Drops:
    """NOSCRIPT: the store knows the scripts no more."""
    for _ in range(chance.randint(1, 10)):
        await world.ask_store(lambda store: store.script_flush())
        await asyncio.sleep(chance.uniform(0, 0.1))
    return NOBODY


async def store_read_only(world: World, chance: random.Random) -> Drops:
    """READONLY: it has become a replica, of a master that cannot be reached."""
    await world.ask_store(lambda store: store.replicaof("127.0.0.1", "1"))
    await asyncio.sleep(chance.uniform(0.2, 2))
    await world.ask_store(lambda store: store.replicaof("NO", "ONE"))
    return NOBODY


async def store_full(world: World, chance: random.Random) -> Drops:
    """OOM: its memory is used up, and nothing may be evicted."""
    await world.ask_store(lambda store: store.config_set("maxmemory", 1))
    await asyncio.sleep(chance.uniform(0.2, 2))
    await world.ask_store(lambda store: store.config_set("maxmemory", 0))
    return NOBODY


async def listeners_killed(world: World, chance: random.Random) -> Drops:
    """All pub/sub connections are killed, again as soon as they are back."""
    for _ in range(chance.randint(1, 20)):
        await world.ask_store(lambda store: store.client_kill_filter(_type="pubsub"))
        await asyncio.sleep(chance.uniform(0, 0.1))
    return NOBODY
