"""Now and then: end connections that have nothing to do, forget addresses that nobody misses."""

from __future__ import annotations

import asyncio

from server.config import Settings
from server.connections import Connections
from server.limits import Allowances

MOST_S = 5.0


async def sweep(allowances: Allowances, connections: Connections, settings: Settings) -> None:
    """Do it every few seconds, until cancelled."""
    clock = asyncio.get_running_loop().time
    while True:
        await asyncio.sleep(min(MOST_S, settings.idle_seconds / 2))
        connections.close_idle(clock() - settings.idle_seconds)
        allowances.forget_unused(clock())
