"""Many bot matches on one node, and what the node's memory and log say afterwards.

``python -m tests.integration.soak --matches 200 --live 200`` keeps ``live`` matches going at a time
until ``matches`` have ended, on a server process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from clients.bot.bot import Bot, NewRoom
from engine.state import MatchEnd
from protocol.identity import new_token
from tests.integration.process import ServerProcess

SAMPLED_FROM = 50
"""The first match after whose end memory is sampled: before, caches and pools still fill."""


@dataclass(slots=True)
class Soak:
    """What a run saw. ``rss_kib`` is the server's memory after that many matches."""

    finished: int = 0
    events: int = 0
    seconds: float = 0.0
    rss_kib: dict[int, int] = field(default_factory=dict)
    log_lines: list[str] = field(default_factory=list)

    @property
    def error_lines(self) -> list[str]:
        """The lines of the server's log that are warnings or worse."""
        return [one for one in self.log_lines if "level='info'" not in one]

    def lines(self) -> list[str]:
        """For people."""
        memory = ", ".join(f"{kib // 1024} MiB after {n}" for n, kib in self.rss_kib.items())
        return [
            f"{self.finished} matches, {self.events} events in {self.seconds:.1f} s "
            f"({self.events / self.seconds:.0f}/s)",
            f"server memory: {memory}",
            f"log lines that are no information: {len(self.error_lines)}",
        ]


async def soak(*, matches: int, live: int, length: int, seed: int = 1) -> Soak:
    """Play ``matches`` matches to ``length`` points, ``live`` of them at a time."""
    seen = Soak()
    numbers = iter(range(matches))
    with tempfile.TemporaryDirectory(prefix="soak") as folder:
        server = ServerProcess(Path(folder) / "data")
        await server.start()
        began_s = time.monotonic()

        async def play_on() -> None:
            for number in numbers:
                chance = random.Random(seed * 1_000_003 + number)
                events = await _match(server.url, length, chance)
                seen.events += events
                seen.finished += 1
                if seen.finished >= SAMPLED_FROM and seen.finished % SAMPLED_FROM == 0:
                    seen.rss_kib[seen.finished] = _rss_kib(server.pid)

        try:
            async with asyncio.TaskGroup() as tables:
                for _ in range(live):
                    tables.create_task(play_on())
            seen.seconds = time.monotonic() - began_s
        finally:
            await server.close()
        seen.log_lines = server.log_path.read_text().splitlines()
    return seen


async def _match(url: str, length: int, chance: random.Random) -> int:
    """One match from the creation of its room to its end; returns the number of its events."""
    host = Bot(url, token=new_token(), name="host", place=NewRoom(length=length), chance=chance)
    async with asyncio.TaskGroup() as players:
        first = players.create_task(host.run())
        await host.entered.wait()
        guest = Bot(url, token=new_token(), name="guest", place=host.room, chance=chance)
        second = players.create_task(guest.run())
    assert first.result() == second.result()
    assert first.result().end is MatchEnd.POINTS
    assert host.view is not None
    return host.view.seq


def _rss_kib(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no memory figure")


def main() -> None:
    """Run and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--live", type=int, default=200)
    parser.add_argument("--length", type=int, default=5)
    asked = parser.parse_args()
    seen = asyncio.run(soak(matches=asked.matches, live=asked.live, length=asked.length))
    print(*seen.lines(), *seen.error_lines[:20], sep="\n")


if __name__ == "__main__":
    main()
