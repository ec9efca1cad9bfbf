"""``python -m tests.chaos.failover --times 100``: how soon clients of a killed node play on.

Two nodes on one store behind HAProxy as it is shipped. Each time the node with the most connections
is killed by SIGKILL. The time of a kill is that from it until every client that it hit is linked
again and everybody at its table, a spectator too, has seen a newer event than anybody had by then.
The exit code is 1 if the slowest percent took longer than is promised, or a log does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.audit import Auditor, all_answered_at
from tests.integration.haproxy import proxy_before
from tests.integration.http import get, handshake
from tests.integration.process import ServerProcess
from tests.integration.recording import Memory
from tests.integration.seating import PATIENCE_S, Table, seated
from tests.valkey import running_valkey

TABLES = 3
PACE_S = 0.02
PROMISED_S = 2.0
POLL_S = 0.01


@dataclass(frozen=True, slots=True)
class Pair:
    """Two nodes behind a proxy, and who plays on them."""

    nodes: tuple[ServerProcess, ServerProcess]
    store_url: str
    port: int
    tables: list[Table]

    async def start(self, node: ServerProcess) -> None:
        """Start a node, and wait until the proxy sends somebody there."""
        await node.start(SHUANGLU_REDIS=self.store_url)
        await until(lambda: self._leads_to(node))

    async def _leads_to(self, node: ServerProcess) -> bool:
        before = await opened(node)
        await handshake(self.port)
        return await opened(node) > before

    async def busier(self) -> tuple[ServerProcess, int]:
        """The node with the most clients, and how many."""
        clients = [await connections(node) for node in self.nodes]
        most = max(clients)
        return self.nodes[clients.index(most)], most


@dataclass(slots=True)
class Tally:
    """What a run has seen: seconds by kill, clients that were hit, and what did not hold."""

    took_s: list[float] = field(default_factory=list)
    hit: int = 0
    events: int = 0

    def percentile(self, percent: float) -> float:
        """The time that so many percent of the kills did not exceed."""
        ordered = sorted(self.took_s)
        return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]

    def lines(self) -> list[str]:
        """For people."""
        figures = ", ".join(f"p{one} {self.percentile(one):.2f} s" for one in (50, 90, 99))
        return [
            f"{len(self.took_s)} kills hit {self.hit} clients; all played on after: "
            f"{figures}, at most {max(self.took_s):.2f} s",
            f"{self.events} events in logs that hold",
        ]


@asynccontextmanager
async def pair(chance: random.Random) -> AsyncIterator[Pair]:
    """Bots play through the proxy for as long as the body lasts."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="failover")))
        store = stack.enter_context(running_valkey(tcp=True))
        nodes = _server(folder / "0"), _server(folder / "1")
        for node in nodes:
            stack.push_async_callback(node.close)
            await node.start(SHUANGLU_REDIS=store.url)
        port = await stack.enter_async_context(proxy_before(*(node.port for node in nodes)))
        urls = [f"ws://127.0.0.1:{port}"]
        playing = seated(urls, chance, tables=TABLES, pace_s=PACE_S)
        tables = await stack.enter_async_context(playing)
        yield Pair(nodes, store.url, port, tables)


async def failover(
    *, times: int, seed: int, say: Callable[[str], None] = lambda _line: None
) -> Tally:
    """Kill so many times; assert that every log holds in the end."""
    tally, chance = Tally(), random.Random(seed)
    async with pair(chance) as here:
        for number in range(times):
            await asyncio.gather(*(table.plays_on(2) for table in here.tables))
            await asyncio.sleep(chance.uniform(0, 0.3))  # any moment is as good as another
            node, clients = await here.busier()
            took_s = await _kill(here, node, clients)
            say(f"{number + 1:>4}  {clients} clients  {took_s:.2f} s")
            tally.took_s.append(took_s)
            tally.hit += clients
            await here.start(node)
        for table in here.tables:
            await all_answered_at(table)
            auditor = Auditor(table)
            await auditor.audit(f"ws://127.0.0.1:{here.port}")
            tally.events += auditor.events
    return tally


async def _kill(here: Pair, node: ServerProcess, clients: int) -> float:
    """Returns the seconds until everybody whom it hit played on."""
    before = {id(one): one.drops for table in here.tables for one in table.memories}
    began_s = time.monotonic()
    await node.kill()

    def hit(table: Table) -> list[Memory]:
        return [one for one in table.memories if one.drops > before[id(one)]]

    async def all_hit() -> bool:
        return sum(len(hit(table)) for table in here.tables) >= clients

    async def back(table: Table) -> float:
        async def linked() -> bool:
            return all(one.linked for one in hit(table))

        await until(linked)
        await table.plays_on()
        return time.monotonic() - began_s

    await until(all_hit)
    return max(await asyncio.gather(*(back(table) for table in here.tables if hit(table))))


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Ask again and again, until it is so."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            if await holds():
                return
            await asyncio.sleep(POLL_S)


async def connections(node: ServerProcess) -> int:
    """How many clients the node has: neither the question itself nor a health check is one."""
    counts = [(await get(node.port, "/metrics")).metric("shuanglu_connections") for _ in range(3)]
    return int(min(counts)) - 1


async def opened(node: ServerProcess) -> float:
    """How many connections the node has ever let in."""
    return (await get(node.port, "/metrics")).metric("shuanglu_connections_opened_total")


def _server(folder: Path) -> ServerProcess:
    folder.mkdir()
    return ServerProcess(folder / "data")


def main() -> int:
    """Run, and print the figures."""
    parser = argparse.ArgumentParser(prog="make failover", description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    run = failover(times=asked.times, seed=asked.seed, say=lambda line: print(line, flush=True))
    tally = asyncio.run(run)
    print(*tally.lines(), sep="\n")
    return 1 if tally.percentile(99) > PROMISED_S else 0


if __name__ == "__main__":
    sys.exit(main())
