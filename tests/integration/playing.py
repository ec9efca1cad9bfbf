"""Two bots that play one match after the other while a test does something to the store.

    async with playing(first.url, second.url) as match:
        await match.goes_on()
        ...
        await match.goes_on()
    await match.check()

Where a store may lose what it acknowledged, as a fail-over may, members are told; ``check`` then
judges what they were told after that.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from clients.bot.bot import NewRoom
from tests.integration.log_check import check_log
from tests.integration.recording import ForgivingMemory, RecordingBot
from tests.integration.seating import fork
from tests.integration.visitor import read_room

PATIENCE_S = 30.0
EVENTS = 12
"""That many new events, seen by both bots, are more than one of them can make alone."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two bots in one room, perhaps on two nodes."""

    urls: tuple[str, str]
    bots: tuple[RecordingBot, RecordingBot]

    @property
    def room(self) -> str:
        """The room's code."""
        return self.bots[0].room

    @property
    def rollbacks(self) -> int:
        """How often a bot was told that events were lost."""
        return sum(
            bot.memory.rollbacks for bot in self.bots if isinstance(bot.memory, ForgivingMemory)
        )

    async def goes_on(self, events: int = EVENTS) -> None:
        """Both bots hear as many new events."""
        async with asyncio.timeout(PATIENCE_S):
            for bot in self.bots:
                await bot.memory.reaches(bot.memory.newest + events)

    async def check(self) -> int:
        """Everything that was promised about the room, now that nobody plays; counts events."""
        tokens = [bot.token for bot in self.bots]
        log, views = await read_room(self.urls[0], self.room, tokens)
        checked = check_log(self.room, log)
        assert all(view == checked.state for view in views)
        for bot in self.bots:
            checked.check_told(bot.memory.heads)
            checked.check_acknowledged(bot.memory.acknowledged)
        return len(log)


@asynccontextmanager
async def playing(first: str, second: str, *, seed: int = 1) -> AsyncIterator[Match]:
    """Bots at the nodes ``first`` and ``second`` that play for as long as the body lasts."""
    chance = random.Random(seed)
    host = _bot(first, NewRoom(length=3), chance)
    async with asyncio.TaskGroup() as players:
        tasks = [players.create_task(host.run())]
        await asyncio.wait_for(host.entered.wait(), PATIENCE_S)
        guest = _bot(second, host.room, chance)
        tasks.append(players.create_task(guest.run()))
        yield Match((first, second), (host, guest))
        for task in tasks:
            task.cancel()


def _bot(url: str, place: NewRoom | str, chance: random.Random) -> RecordingBot:
    return RecordingBot(url, place, fork(chance), memory=ForgivingMemory())
