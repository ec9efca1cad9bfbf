"""The parts of one node, put together; who runs them and in which order they end is in ``app``."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass

from engine.state import Dice
from server.bans import Bans
from server.beats import Beats
from server.config import Settings
from server.connections import Connections
from server.dispatch import Dispatcher
from server.gate import Gate
from server.health import Health
from server.metrics import Metrics
from server.reception import Reception
from server.rooms import Rooms
from server.store.redis import Store
from server.surroundings import Surroundings
from server.sweep import sweep
from server.tasks import Tasks
from server.web import Web


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node that serves once it listens. ``port`` is the one it listens on."""

    settings: Settings
    store: Store
    beats: Beats
    rooms: Rooms
    metrics: Metrics
    health: Health
    gate: Gate
    bans: Bans
    connections: Connections
    reception: Reception
    web: Web
    port: int = 0

    def works(self) -> tuple[Coroutine[None, None, None], ...]:
        """What has to run beside the connections, each until it is cancelled."""
        return (
            self.rooms.beat(),
            self.beats.run(),
            self.health.watch_store(),
            self.health.watch_loop(),
            self.bans.keep_reading(),
            sweep(self.gate.allowances, self.connections, self.settings),
        )

    async def drain(self, seconds: float) -> None:
        """Open no new rooms, tell everybody, and give them and a load balancer time to go."""
        self.health.draining = True
        self.connections.tell({"t": "stopping", "in_ms": round(seconds * 1000)})
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.connections.all_gone()


def assemble(
    settings: Settings,
    store: Store,
    tasks: Tasks,
    metrics: Metrics,
    throw: Callable[[], Dice] | None,
) -> Node:
    """A node of these; nothing runs yet."""
    beats = Beats(store)
    around = Surroundings(
        store=store,
        beats=beats,
        tasks=tasks,
        node=secrets.token_hex(4),
        metrics=metrics,
        throw=throw,
    )
    rooms, health, connections = Rooms(around), Health(store, metrics), Connections()
    bans, gate = Bans(store, connections), Gate(settings, metrics)
    reception = Reception(
        settings=settings,
        dispatcher=Dispatcher(rooms, store, health, metrics),
        connections=connections,
        bans=bans,
        metrics=metrics,
        tasks=tasks,
    )
    web = Web(
        settings=settings, gate=gate, health=health, metrics=metrics, store=store, rooms=rooms
    )
    metrics.gauge("connections", "Connections open now", lambda: len(gate))
    metrics.gauge("addresses", "Addresses seen lately", lambda: len(gate.allowances))
    metrics.gauge("rooms", "Rooms with a copy on this node", lambda: len(rooms))
    metrics.gauge("store_up", "Whether the store answers", lambda: health.store_answers)
    metrics.gauge("ready", "Whether new visitors should come", lambda: health.ready)
    metrics.counter(
        "append_unknown", "Appends asked again, their outcome unknown", lambda: store.asked_again
    )
    return Node(
        settings=settings,
        store=store,
        beats=beats,
        rooms=rooms,
        metrics=metrics,
        health=health,
        gate=gate,
        bans=bans,
        connections=connections,
        reception=reception,
        web=web,
    )
