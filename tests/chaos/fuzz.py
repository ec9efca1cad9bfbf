"""``python -m tests.chaos.fuzz --frames 100000 --seed 1``: nonsense for a server that bots play on.

The server is a process of its own. The exit code is 1 if it logged an error, answered nonsense by
anything but a typed refusal or a documented close, grew without bound, or if a match noticed.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol as Offered

from clients import notices as nt
from clients.transport import Report
from engine.events import MatchEnded
from protocol.codec import Subprotocol, decode_message, encode
from protocol.codes import CloseCode
from protocol.identity import new_token
from tests.chaos.audit import Auditor, all_answered_at
from tests.chaos.mischief import Mischief, send_frame
from tests.integration.process import ServerProcess
from tests.integration.recording import Memory
from tests.integration.seating import Table, fork, seated

LINKS = 6
TABLES = 2
PACE_S = 0.01
BURST = 12
BURSTS = 20
"""A link that nothing has closed ends after so many."""
ANSWER_S = 20.0
GROWTH_KIB = 64 * 1024
"""By so much the server may grow: it remembers the rooms that were made."""
EXPECTED_CLOSES = {1000, 1007, 1009, int(CloseCode.WRONG_FRAME_TYPE), int(CloseCode.UNREADABLE)}


@dataclass(slots=True)
class CountingMemory(Memory):
    """Counts the matches that have ended as well."""

    matches: int = 0

    def note(self, report: Report) -> None:
        """Remember, and count."""
        if isinstance(report, nt.Happened) and isinstance(report.event, MatchEnded):
            self.matches += 1
        Memory.note(self, report)


@dataclass(slots=True)
class Tally:
    """What a run has seen."""

    seed: int
    frames: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    closes: Counter[int] = field(default_factory=Counter)
    links: int = 0
    events: int = 0
    matches: int = 0
    memory_kib: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    violations: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For people."""
        before, after = self.memory_kib
        return [
            f"{self.frames.total()} frames on {self.links} connections in {self.seconds:.0f} s, "
            f"seed {self.seed}",
            f"sent:     {_listed(self.frames)}",
            f"answers:  {_listed(self.answers)}",
            f"closes:   {_listed(self.closes)}",
            f"matches:  {self.matches} ended, {self.events} events in logs that hold",
            f"memory:   {before // 1024} MiB before, at most {after // 1024} MiB since",
            f"{len(self.violations)} violations",
            *(f"  {one}" for one in self.violations),
        ]


async def fuzz(*, frames: int, seed: int) -> Tally:
    """Send so many frames while bots play, and judge what became of server and matches."""
    tally, chance, began_s = Tally(seed), random.Random(seed), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        server = ServerProcess(Path(folder) / "data")
        await server.start()
        try:
            memory = CountingMemory
            urls = [server.url]
            async with seated(urls, chance, tables=TABLES, memory=memory, pace_s=PACE_S) as tables:
                await asyncio.gather(*(table.plays_on(5) for table in tables))
                before_kib = _memory_kib(server.pid, "VmRSS")
                rooms = [table.room for table in tables]
                async with asyncio.TaskGroup() as strangers:
                    for number in range(LINKS):
                        subprotocol = list(Subprotocol)[number % 2]
                        mischief = Mischief(fork(chance), subprotocol, rooms)
                        stranger = Stranger(server.url, subprotocol, mischief, fork(chance), tally)
                        strangers.create_task(stranger.run(frames))
                tally.memory_kib = before_kib, _memory_kib(server.pid, "VmHWM")
                await _judge_matches(server.url, tables, tally)
        finally:
            await server.close()
        _judge_server(server.log_path.read_text().splitlines(), tally)
    tally.seconds = time.monotonic() - began_s
    return tally


class Stranger:
    """Sends nonsense over one connection after the other."""

    def __init__(
        self,
        url: str,
        subprotocol: Subprotocol,
        mischief: Mischief,
        chance: random.Random,
        tally: Tally,
    ) -> None:
        self._url = url
        self._subprotocol = subprotocol
        self._mischief = mischief
        self._chance = chance
        self._tally = tally

    async def run(self, frames: int) -> None:
        """Until all strangers together have sent so many."""
        offered = [Offered(str(self._subprotocol))]
        while self._tally.frames.total() < frames:
            self._tally.links += 1
            async with connect(self._url, subprotocols=offered, compression=None) as socket:
                with suppress(ConnectionClosed):
                    await self._misbehave(socket)
            self._tally.closes[socket.close_code or 0] += 1

    async def _misbehave(self, socket: ClientConnection) -> None:
        if self._chance.random() < 0.7:  # the others do not say who they are
            await self._until_answered(socket, {"t": "hello", "token": new_token()})
        for _ in range(BURSTS):
            mild, kind, last = self._mischief.burst(BURST)
            for data in mild:
                self._tally.frames["in a burst"] += 1
                send_frame(socket, self._mischief.whole(data))
            self._tally.frames[kind] += 1
            for frame in last:
                send_frame(socket, frame)
            await self._until_answered(socket, {"t": "rooms"})

    async def _until_answered(self, socket: ClientConnection, request: dict[str, str]) -> None:
        """Send a good request behind all that; count what comes until it is answered."""
        request_id = f"good-{self._chance.getrandbits(60)}"
        await socket.send(encode({**request, "id": request_id}, self._subprotocol))
        async with asyncio.timeout(ANSWER_S):
            while True:
                message = dict(decode_message(await socket.recv()))
                if message.get("id") == request_id:
                    return
                self._tally.answers[str(message.get("code", message["t"]))] += 1


async def _judge_matches(url: str, tables: list[Table], tally: Tally) -> None:
    try:
        await asyncio.gather(*(table.plays_on(5) for table in tables))
        for table in tables:
            auditor = Auditor(table)
            await all_answered_at(table)
            await auditor.audit(url)
            tally.events += auditor.events
            assert not any(memory.drops for memory in table.memories), "a player lost the link"
            assert isinstance(table.watched, CountingMemory)
            tally.matches += table.watched.matches
    except (AssertionError, TimeoutError) as error:
        tally.violations.append(f"a match noticed: {error!r}")


def _judge_server(log: list[str], tally: Tally) -> None:
    loud = ("Traceback", "level='error'", "level='critical'", "Exception")
    tally.violations += [f"log: {line}" for line in log if any(word in line for word in loud)]
    if tally.answers["internal"]:
        tally.violations.append("somebody was answered `internal`")
    odd = set(tally.closes) - EXPECTED_CLOSES
    if odd:
        tally.violations.append(f"closed by {sorted(odd)}")
    before, after = tally.memory_kib
    if after - before > GROWTH_KIB:
        tally.violations.append(f"the server grew by {(after - before) // 1024} MiB")


def _memory_kib(pid: int, what: str) -> int:
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith(f"{what}:"))


def _listed(counts: Counter[str] | Counter[int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common())


def main() -> int:
    """Run, and print what was seen."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally = asyncio.run(fuzz(frames=asked.frames, seed=asked.seed))
    print(*tally.lines(), sep="\n")
    return 1 if tally.violations else 0


if __name__ == "__main__":
    sys.exit(main())
