"""What must be true of every room after every fault, while the matches go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from clients.view import RoomView
from engine.seat import Seat
from engine.state import MatchState
from tests.chaos.processes import Drops
from tests.chaos.world import SIDES, World
from tests.integration.log_check import LogCheck
from tests.integration.seating import Table
from tests.integration.visitor import read_room_from


class Auditor:
    """Follows one table's log from one audit to the next."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._check = LogCheck(table.room)

    @property
    def events(self) -> int:
        """How many entries were judged."""
        return self._check.seq

    @property
    def acknowledged(self) -> int:
        """How many requests were acknowledged, each of which is in the log."""
        return sum(len(bot.memory.acknowledged) for bot in self._table.bots)

    async def audit(self, url: str) -> None:
        """Assert everything that was promised, by what a stranger at ``url`` reads."""
        views = self._table.views
        states: dict[int, MatchState] = {self._check.seq: self._check.state}
        log, visitors_view = await read_room_from(url, self._table.room, self._check.seq + 1)
        for message in log:
            self._check.follow(message)
            states[self._check.seq] = self._check.state
        for view in (*views, visitors_view):
            _compare(view, states, self._check.heads)
        self._check_memories()

    def _check_memories(self) -> None:
        seq, table = self._check.seq, self._table
        for memory in table.memories:
            known = {at: head for at, head in memory.heads.items() if at <= seq}
            self._check.check_told(known)
            assert not memory.doubts, f"dice are doubted: {memory.doubts}"
            assert not memory.thrown_out, f"thrown out of its room: {memory.thrown_out}"
        for bot, seat in zip(table.bots, Seat, strict=True):
            assert self._check.state.seat_of(bot.session.player) is seat
            done = {one: at for one, at in bot.memory.acknowledged.items() if at <= seq}
            self._check.check_acknowledged(done)
            self._check.check_refused(bot.memory.refused)
            refused = bot.memory.refused_in_vain
            assert not refused, f"legal requests were refused: {refused}"


def _compare(view: RoomView, states: dict[int, MatchState], heads: dict[int, str]) -> None:
    assert view.head == heads[view.seq], f"another chain at {view.seq}"
    # A view from before the last audit cannot be compared any more: who has it did not play on.
    assert view.state == states[view.seq], f"a member sees another match at {view.seq}"


def check_drops(world: World, before: list[int], allowed: Drops) -> None:
    """Assert that nobody lost a connection by a fault that was none of theirs."""
    for side in SIDES:
        dropped = world.drops(side) - before[side]
        most = allowed.get(side, 0)
        assert dropped <= most, f"{dropped} clients of side {side} were dropped, {most} may be"


async def all_answered(world: World) -> None:
    """Wait until no request that has no answer now waits any longer."""
    for table in world.tables:
        await all_answered_at(table)


async def all_answered_at(table: Table) -> None:
    """Wait until no request of this table that has no answer now waits any longer."""
    for bot in table.bots:
        asked = set(bot.waiting)
        await _until(bot.memory.news, lambda bot=bot, asked=asked: not asked & set(bot.waiting))  # type: ignore[misc]


async def _until(news: asyncio.Event, holds: Callable[[], bool]) -> None:
    while not holds():
        news.clear()
        await news.wait()
