"""Whole matches, bot against bot, over real sockets, with somebody watching."""

from __future__ import annotations

import asyncio
from typing import Any

from clients.bot.bot import Bot, NewRoom
from engine.state import MatchEnd
from protocol.codec import Subprotocol
from tests.integration.bots import make_bot
from tests.integration.log_check import check_log
from tests.integration.node import LocalNode, node

ROUND = 4
MOST_ROUNDS = 10
EVERYTHING = {
    "opening_thrown",
    "turn_passed",
    "doubled",
    "taken",
    "dropped",
    "resignation_offered",
    "resignation_rejected",
    "gammon",
    "crawford",
    "post-crawford",
    "match_ended",
}


async def test_matches_go_from_the_opening_roll_to_the_end_before_a_spectator() -> None:
    """Rounds of matches until everything that a match can bring has happened; all are legal."""
    seen: set[str] = set()
    async with node() as local:
        for number in range(0, MOST_ROUNDS * ROUND, ROUND):
            matches = (_match(local, each) for each in range(number, number + ROUND))
            for log in await asyncio.gather(*matches):
                seen |= _highlights(log)
            if seen >= EVERYTHING:
                break

    assert EVERYTHING - seen == set()


async def _match(local: LocalNode, number: int) -> list[Any]:
    """One match; returns its log, which the spectator has followed to the same end."""
    host = _bot(local, NewRoom(length=5 + number % 3), 2 * number)
    async with asyncio.TaskGroup() as players:
        playing = players.create_task(host.run())
        await host.entered.wait()
        watcher = await local.client("Cy")
        await watcher.get("watch", room=host.room, name="Cy")
        players.create_task(_bot(local, host.room, 2 * number + 1).run())
        ended = await watcher.until(
            lambda one: one["t"] == "event" and one["event"]["type"] == "match_ended"
        )
    assert playing.result().end is MatchEnd.POINTS
    log: list[Any] = []
    while len(log) < ended["seq"]:
        page = await watcher.get("log", room=host.room, from_=len(log) + 1, to=len(log) + 500)
        log += page["events"]
    assert check_log(host.room, log).state == watcher.view.state
    assert host.view is not None
    assert host.view.state == watcher.view.state
    return log


def _bot(local: LocalNode, place: NewRoom | str, seed: int) -> Bot:
    return make_bot(local, place, seed, subprotocol=list(Subprotocol)[seed % 2])


def _highlights(log: list[Any]) -> set[str]:
    events = [message["event"] for message in log]
    seen = {event["type"] for event in events}
    seen |= {"gammon" for event in events if event.get("win") == 2 and "points" in event}
    crawford = [event["crawford"] for event in events if event["type"] == "game_started"]
    if True in crawford:
        seen.add("crawford")
        seen |= {"post-crawford" for _ in crawford[crawford.index(True) + 1 :]}
    return seen
