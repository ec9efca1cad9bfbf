"""Whether this node should get visitors: its store answers, and it is not about to stop."""

from __future__ import annotations

import asyncio

import structlog

from server.metrics import Metrics
from server.store.errors import StoreError
from server.store.redis import Store

PROBE_S = 1.0
PATIENCE_S = 1.0
"""A store that takes longer is away as far as visitors are concerned."""
LAG_S = 0.25
"""How often the loop's lag is measured."""

log = structlog.get_logger()


class Health:
    """What ``/readyz`` says. ``draining`` is set when the node has been told to stop."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.draining = False
        self.store_answers = True
        self._store = store
        self._metrics = metrics

    @property
    def ready(self) -> bool:
        """Whether new visitors should come here."""
        return self.store_answers and not self.draining

    async def watch_store(self) -> None:
        """Ask the store for a sign of life, until cancelled."""
        while True:
            self.store_answers = await self._probe()
            await asyncio.sleep(PROBE_S)

    async def watch_loop(self) -> None:
        """Measure how late the loop wakes up, until cancelled."""
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            await asyncio.sleep(LAG_S)
            self._metrics.loop_lag_s.observe(max(0.0, clock() - began - LAG_S))

    async def _probe(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await self._store.lobby(1)
        except (TimeoutError, StoreError) as error:
            if self.store_answers:
                log.warning("not ready: the store does not answer", reason=str(error))
            return False
        if not self.store_answers:
            log.info("ready: the store answers")
        return True
