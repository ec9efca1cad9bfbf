"""Money sessions with all their options, bot against bot, on a real server; and their records."""

from __future__ import annotations

import asyncio

from clients.bot.bot import NewRoom
from clients.bot.whim import Temper
from clients.cli.export import fetch_log, written
from clients.cli.players import guest
from engine.events import Event, GameEnded
from engine.evolve import replay
from engine.record.formats import FORMATS
from engine.state import MatchEnd, Rules
from protocol.convert import event_from_plain
from protocol.messages import EventMessage
from tests.integration.bots import make_bot
from tests.integration.log_check import check_log
from tests.integration.node import LocalNode, node

TEMPER = Temper(double=0.15, take=0.8, redouble=0.4, resign=0.002, end_session=0.1)
SESSION = NewRoom(length=None, jacoby=True, beavers=True, automatic_doubles=2, cube_limit=1024)
EVERYTHING = {
    "automatically_doubled",
    "doubled",
    "beavered",
    "raccooned",
    "taken",
    "dropped",
    "gammon",
    "match_ended",
}


async def played(local: LocalNode, seed: int) -> tuple[str, list[EventMessage]]:
    """A session up to its end: its room, and the log."""
    host = make_bot(local, SESSION, seed, TEMPER)
    async with asyncio.TaskGroup() as players:
        playing = players.create_task(host.run())
        await host.entered.wait()
        players.create_task(make_bot(local, host.room, seed + 1, TEMPER).run())
    assert playing.result().end is MatchEnd.SESSION_ENDED
    log = await fetch_log(guest(local.url), host.room)
    state = check_log(host.room, log).state
    assert host.view is not None
    assert host.view.state == state
    assert state.rules == Rules(
        length=None, jacoby=True, beavers=True, automatic_doubles=2, cube_limit=1024
    )
    return host.room, log


def highlights(events: list[Event]) -> set[str]:
    names = {event.name for event in events}
    gammons = (event for event in events if isinstance(event, GameEnded) and event.win > 1)
    return names | {"gammon" for _ in gammons}


async def test_sessions_are_played_and_recorded_until_everything_has_happened() -> None:
    seen: set[str] = set()
    async with node() as local:
        for seed in range(0, 80, 8):
            sessions = (played(local, seed + pair) for pair in range(0, 8, 2))
            for room, log in await asyncio.gather(*sessions):
                events = [event_from_plain(message["event"]) for message in log]
                seen |= highlights(events)
                state = replay(events)
                for form, format_ in FORMATS.items():
                    read = replay(format_.read(written(room, log, form, None).encode()))
                    assert (read.score, read.game_number) == (state.score, state.game_number)
            if seen >= EVERYTHING:
                break
    assert EVERYTHING - seen == set()
