"""Matches by bots while the server and its store are killed; then every promise is checked.

``python -m tests.integration.kill_proof --kills 50 --store-kills 20 --seed 1`` runs it and prints
what happened to the requests that were unanswered at a kill. The server is the one that people
run, with its embedded store; the bots are the reference client, which sends again what was not
answered. The seed fixes the moments and the bots' choices; dice and scheduling stay random.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from clients import notices as nt
from clients.bot.bot import Bot, NewRoom
from clients.bot.whim import Temper
from clients.session import Session
from clients.transport import Client, Report
from engine.seat import Seat
from protocol import requests as rq
from protocol.identity import new_token
from tests.integration.log_check import check_causes, check_log
from tests.integration.process import ServerProcess
from tests.integration.visitor import read_room

MATCHES = 6
LOG_LINES = 60
PATIENCE_S = 60.0
"""How long something that must happen may take; only a failing run waits so long."""


@dataclass(slots=True)
class Memory:
    """What one client was told: by this the log is judged."""

    heads: dict[int, str] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, report: Report) -> None:
        """Remember every event, and every request that was said to be done."""
        match report:
            case nt.Happened(message=message):
                known = self.heads.setdefault(message["seq"], message["head"])
                assert known == message["head"], f"event {message['seq']} was told in two ways"
            case nt.Answered(request=rq.GameRequest(id=request_id), message=message):
                assert message["t"] == "ok"
                self.acknowledged[request_id] = message["seq"]
            case nt.Refused(request=rq.GameRequest(id=request_id)):
                self.refused.add(request_id)
            case nt.Entered(rolled_back=rolled_back):
                assert not rolled_back, "an acknowledged event was lost"
            case _:
                return
        self.news.set()


class RecordingBot(Bot):
    """A bot that remembers what it was told."""

    def __init__(self, url: str, place: NewRoom | str, chance: random.Random) -> None:
        self.memory = Memory()
        self.token = new_token()
        super().__init__(
            url,
            token=self.token,
            name=f"bot {chance.randrange(1000)}",
            place=place,
            chance=chance,
            temper=Temper(rematch=1.0),
        )

    def _hear(self, report: Report) -> None:
        self.memory.note(report)
        super()._hear(report)

    @property
    def waiting(self) -> list[str]:
        """The ids of its game requests that have no answer."""
        return [one.id for one in self.session.unanswered if isinstance(one, rq.GameRequest)]


@dataclass(slots=True)
class Table:
    """One room: two bots and a spectator."""

    bots: tuple[RecordingBot, RecordingBot]
    watcher: Client
    watched: Memory

    @property
    def room(self) -> str:
        """The room's code."""
        return self.bots[0].room


@dataclass(slots=True)
class Tally:
    """What the run counted."""

    kills: int = 0
    kills_with_unanswered: int = 0
    store_kills: int = 0
    was_stored: int = 0
    was_not_stored: int = 0
    refused: int = 0
    unanswered_at: list[tuple[str, int]] = field(default_factory=list)
    events: int = 0
    acknowledged: int = 0

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"server killed {self.kills} times, {self.kills_with_unanswered} of them with a "
            f"request unanswered; store killed {self.store_kills} times",
            f"unanswered requests, all sent again: {len(self.unanswered_at)}; of them stored "
            f"before the kill {self.was_stored}, by the second sending {self.was_not_stored}, "
            f"refused as too late {self.refused}",
            f"{self.events} events in the logs, {self.acknowledged} acknowledged requests, "
            "each in its log exactly once",
        ]


async def prove(*, kills: int, store_kills: int, seed: int) -> Tally:
    """Run matches through all these kills and check every promise; returns the counts."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="kill") as folder:
        server = ServerProcess(Path(folder) / "data")
        await server.start()
        tally = Tally()
        try:
            async with _tables(server, chance) as tables:
                for _ in range(kills):
                    await _kill_server(server, tables, chance, tally)
                for _ in range(store_kills):
                    await _kill_store(server, tables, chance, tally)
                await _everybody_plays_on(tables)
                await _all_answered(tables, tally)
            for table in tables:
                await _check(server, table, tally)
        except BaseException as failure:
            # The folder goes away, and with it the only witness.
            failure.add_note("\n".join(server.log_path.read_text().splitlines()[-LOG_LINES:]))
            raise
        finally:
            await server.close()
    return tally


@asynccontextmanager
async def _tables(server: ServerProcess, chance: random.Random) -> AsyncIterator[list[Table]]:
    tables: list[Table] = []
    async with asyncio.TaskGroup() as playing:
        tasks: list[asyncio.Task[object]] = []
        for number in range(MATCHES):
            length = None if number == 0 else 2 * number + 1
            host = RecordingBot(server.url, NewRoom(length=length), _fork(chance))
            tasks.append(playing.create_task(host.run()))
            await asyncio.wait_for(host.entered.wait(), PATIENCE_S)
            guest = RecordingBot(server.url, host.room, _fork(chance))
            tasks.append(playing.create_task(guest.run()))
            watched = Memory()
            watcher = Client(server.url, Session(new_token(), "watcher"), watched.note)
            watcher.request(rq.Watch, room=host.room)
            tasks.append(playing.create_task(watcher.run()))
            tables.append(Table((host, guest), watcher, watched))
        yield tables
        for task in tasks:
            task.cancel()


async def _kill_server(
    server: ServerProcess, tables: list[Table], chance: random.Random, tally: Tally
) -> None:
    bots = [bot for table in tables for bot in table.bots]
    await _some_play_on(bots, chance)
    os.kill(server.pid, signal.SIGKILL)
    killed_ms = int(time.time() * 1000)
    waiting = [request_id for bot in bots for request_id in bot.waiting]
    await server.kill()
    tally.kills += 1
    tally.kills_with_unanswered += bool(waiting)
    tally.unanswered_at += [(request_id, killed_ms) for request_id in waiting]
    await server.start()


async def _kill_store(
    server: ServerProcess, tables: list[Table], chance: random.Random, tally: Tally
) -> None:
    await _some_play_on([bot for table in tables for bot in table.bots], chance)
    killed = server.store_pid
    os.kill(killed, signal.SIGKILL)
    tally.store_kills += 1
    await server.store_restarted(killed)


async def _some_play_on(bots: list[RecordingBot], chance: random.Random) -> None:
    """Some bot hears something new; the others may still be coming back."""
    for bot in bots:
        bot.memory.news.clear()
    waiting = [asyncio.ensure_future(bot.memory.news.wait()) for bot in bots]
    done, late = await asyncio.wait(
        waiting, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED
    )
    assert done, "nobody plays on"
    for one in late:
        one.cancel()
    await asyncio.sleep(chance.uniform(0, 0.05))  # any moment of a turn is as good as another


async def _news(memory: Memory) -> None:
    memory.news.clear()
    await asyncio.wait_for(memory.news.wait(), PATIENCE_S)


async def _everybody_plays_on(tables: list[Table]) -> None:
    """Every player and every spectator hears something new."""
    memories = [bot.memory for table in tables for bot in table.bots]
    memories += [table.watched for table in tables]
    await asyncio.gather(*(_news(memory) for memory in memories))


async def _all_answered(tables: list[Table], tally: Tally) -> None:
    """No request that a kill left unanswered waits any longer."""
    asked = {request_id for request_id, _ in tally.unanswered_at}
    for bot in (bot for table in tables for bot in table.bots):
        while asked.intersection(bot.waiting):
            await _news(bot.memory)


async def _check(server: ServerProcess, table: Table, tally: Tally) -> None:
    """Everything that was promised about one room, now that nobody plays."""
    log, views = await read_room(server.url, table.room, [bot.token for bot in table.bots])
    live = check_log(table.room, log)
    holders = [live.seat_of(bot.session.player) for bot in table.bots]
    assert holders == [Seat.WHITE, Seat.BLACK]
    assert all(view == live for view in views), "members see different matches"
    heads = {message["seq"]: message["head"] for message in log}
    for memory in (*(bot.memory for bot in table.bots), table.watched):
        told = {seq: head for seq, head in memory.heads.items() if heads.get(seq) != head}
        assert not told, f"told, but not in the log: {told}"
    for bot in table.bots:
        check_causes(log, bot.memory.acknowledged)
        tally.acknowledged += len(bot.memory.acknowledged)
        tally.refused += sum(one in bot.memory.refused for one, _ in tally.unanswered_at)
    tally.events += len(log)
    stored_ms = {message["cause"]: message["at_ms"] for message in log}
    for request_id, killed_ms in tally.unanswered_at:
        if request_id in stored_ms:
            early = stored_ms[request_id] <= killed_ms
            tally.was_stored += early
            tally.was_not_stored += not early


def _fork(chance: random.Random) -> random.Random:
    return random.Random(chance.randrange(2**32))


def main() -> None:
    """Run the proof and print its counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--store-kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began_s = time.monotonic()
    tally = asyncio.run(prove(kills=asked.kills, store_kills=asked.store_kills, seed=asked.seed))
    for line in tally.lines():
        print(line)
    print(f"took {time.monotonic() - began_s:.0f} s, seed {asked.seed}")


if __name__ == "__main__":
    main()
