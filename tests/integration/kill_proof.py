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
from dataclasses import dataclass, field
from pathlib import Path

from engine.seat import Seat
from tests.integration.log_check import check_log
from tests.integration.process import ServerProcess
from tests.integration.recording import Memory, RecordingBot
from tests.integration.seating import PATIENCE_S, Table, seated
from tests.integration.visitor import read_room

MATCHES = 6
LOG_LINES = 60


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
            async with seated([server.url], chance, tables=MATCHES) as tables:
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


async def _kill_server(
    server: ServerProcess, tables: list[Table], chance: random.Random, tally: Tally
) -> None:
    bots = [bot for table in tables for bot in table.bots]
    await _some_play_on(bots, chance)
    server.signal(signal.SIGKILL)
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
    await server.store_serves_again(killed)


async def _some_play_on(bots: list[RecordingBot], chance: random.Random) -> None:
    """Some bot hears something new; the others may still be coming back."""
    for bot in bots:
        bot.memory.news.clear()
    waiting = [asyncio.ensure_future(bot.memory.news.wait()) for bot in bots]
    done, late = await asyncio.wait(
        waiting, timeout=PATIENCE_S, return_when=asyncio.FIRST_COMPLETED
    )
    assert done, "\n".join(["nobody plays on", *(bot.situation for bot in bots)])
    for one in late:
        one.cancel()
    await asyncio.sleep(chance.uniform(0, 0.05))  # any moment of a turn is as good as another


async def _news(memory: Memory) -> None:
    memory.news.clear()
    await asyncio.wait_for(memory.news.wait(), PATIENCE_S)


async def _everybody_plays_on(tables: list[Table]) -> None:
    await asyncio.gather(*(table.plays_on() for table in tables))


async def _all_answered(tables: list[Table], tally: Tally) -> None:
    """No request that a kill left unanswered waits any longer."""
    asked = {request_id for request_id, _ in tally.unanswered_at}
    for bot in (bot for table in tables for bot in table.bots):
        while asked.intersection(bot.waiting):
            await _news(bot.memory)


async def _check(server: ServerProcess, table: Table, tally: Tally) -> None:
    """Everything that was promised about one room, now that nobody plays."""
    log, views = await read_room(server.url, table.room, table.tokens)
    checked = check_log(table.room, log)
    live = checked.state
    holders = [live.seat_of(bot.session.player) for bot in table.bots]
    assert holders == [Seat.WHITE, Seat.BLACK]
    assert all(view == live for view in views), "members see different matches"
    for memory in table.memories:
        checked.check_told(memory.heads)
    for bot in table.bots:
        checked.check_acknowledged(bot.memory.acknowledged)
        checked.check_refused(bot.memory.refused)
        tally.acknowledged += len(bot.memory.acknowledged)
        tally.refused += sum(one in bot.memory.refused for one, _ in tally.unanswered_at)
    tally.events += len(log)
    stored_ms = {message["cause"]: message["at_ms"] for message in log}
    for request_id, killed_ms in tally.unanswered_at:
        if request_id in stored_ms:
            early = stored_ms[request_id] <= killed_ms
            tally.was_stored += early
            tally.was_not_stored += not early


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
