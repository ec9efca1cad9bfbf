"""Both nodes are restarted one after the other under load, as for an update; see case 41.

The doors are a load balancer that has seen on ``/readyz`` that a node is about to stop.
"""

from __future__ import annotations

import asyncio
import random
import time

from tests.chaos.audit import Auditor, all_answered
from tests.chaos.world import SIDES, World, world
from tests.integration.seating import Table

ROUNDS = 2
PAUSE_S = 2.0
"""The longest that anybody may wait for the next event of a match. Clients try again after at
most 0.25 s; the rest is for a machine that has other things to do."""


class Stopwatch:
    """How long a table waited for its next event at most, as the last of its members saw it."""

    def __init__(self, table: Table) -> None:
        self.longest_s = 0.0
        self._table = table

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            began_s = time.monotonic()
            await self._table.plays_on()
            self.longest_s = max(self.longest_s, time.monotonic() - began_s)


async def restart(here: World, side: int) -> None:
    """SIGTERM, with the other node taking its clients; then it takes them back when they come."""
    here.doors[side].target = here.nodes[1 - side].port
    assert await here.nodes[side].stop() == 0
    await here.start_node(side)
    here.doors[side].target = here.nodes[side].port


async def test_no_match_notices_more_than_a_short_pause() -> None:
    async with world(random.Random(1)) as here:
        watches = [Stopwatch(table) for table in here.tables]
        async with asyncio.TaskGroup() as watching:
            tasks = [watching.create_task(watch.run()) for watch in watches]
            for _ in range(ROUNDS):
                for side in SIDES:
                    await restart(here, side)
                    await asyncio.gather(*(table.plays_on() for table in here.tables))
            for task in tasks:
                task.cancel()
        await all_answered(here)
        for table in here.tables:
            await Auditor(table).audit(here.nodes[0].url)

        longest_s = max(watch.longest_s for watch in watches)
        print(f"{2 * ROUNDS} restarts, longest pause of a match {longest_s:.2f} s")
        assert longest_s < PAUSE_S
        assert sum(here.drops(side) for side in SIDES) >= 2 * ROUNDS  # they were sent away
