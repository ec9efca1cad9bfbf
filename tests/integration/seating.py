"""Rooms in which bots play and somebody watches, each perhaps through another address."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from clients.bot.bot import NewRoom
from clients.session import Session
from clients.transport import Client
from clients.view import RoomView
from protocol import requests as rq
from protocol.identity import new_token
from tests.integration.recording import Memory, RecordingBot

PATIENCE_S = 60.0
"""How long something that must happen may take; only a failing run waits so long."""


@dataclass(slots=True)
class Table:
    """One room: two bots and a spectator. ``sides`` are the addresses that they came by."""

    bots: tuple[RecordingBot, RecordingBot]
    watcher: Client
    watched: Memory
    sides: tuple[int, int, int]

    @property
    def room(self) -> str:
        """The room's code."""
        return self.bots[0].room

    @property
    def tokens(self) -> list[str]:
        """The players' secrets."""
        return [bot.token for bot in self.bots]

    @property
    def memories(self) -> tuple[Memory, Memory, Memory]:
        """What the players and the spectator were told."""
        return self.bots[0].memory, self.bots[1].memory, self.watched

    @property
    def views(self) -> list[RoomView]:
        """The room as each of them sees it."""
        sessions = (self.bots[0].session, self.bots[1].session, self.watcher.session)
        return [one.rooms[self.room] for one in sessions]

    async def plays_on(self, events: int = 1) -> None:
        """All three see so many events more than anybody has seen now."""
        target = max(memory.newest for memory in self.memories) + events
        async with asyncio.timeout(PATIENCE_S):
            for memory in self.memories:
                await memory.reaches(target)


@asynccontextmanager
async def seated(
    urls: Sequence[str],
    chance: random.Random,
    *,
    tables: int,
    memory: Callable[[], Memory] = Memory,
    pace_s: float = 0.0,
) -> AsyncIterator[list[Table]]:
    """So many tables whose bots play for as long as the body lasts.

    At each the players come by two of ``urls`` that follow each other, if there are two.
    """
    seats: list[Table] = []
    async with asyncio.TaskGroup() as playing:
        tasks: list[asyncio.Task[object]] = []

        async def bot(side: int, place: NewRoom | str) -> RecordingBot:
            one = RecordingBot(urls[side], place, fork(chance), memory=memory(), pace_s=pace_s)
            tasks.append(playing.create_task(one.run()))
            await asyncio.wait_for(one.entered.wait(), PATIENCE_S)
            return one

        for number in range(tables):
            sides = number % len(urls), (number + 1) % len(urls), (number // 2) % len(urls)
            length = None if number == 0 else 2 * number + 1
            host = await bot(sides[0], NewRoom(length=length))
            guest = await bot(sides[1], host.room)
            watched = memory()
            watcher = Client(urls[sides[2]], Session(new_token(), "watcher"), watched.note)
            watcher.request(rq.Watch, room=host.room)
            tasks.append(playing.create_task(watcher.run()))
            seats.append(Table((host, guest), watcher, watched, sides))
        yield seats
        for task in tasks:
            task.cancel()


def fork(chance: random.Random) -> random.Random:
    """Another generator, whose numbers do not depend on who asks this one later."""
    return random.Random(chance.randrange(2**32))
