"""How long ``shuanglu`` takes from its start to the first board on a screen, and to its end.

``python -m tests.integration.start`` measures it: a server process of its own on loopback, a player
who comes back to a game by ``shuanglu resume CODE`` on a pseudo-terminal, the time from before the
process is started until the middle of the board has come, and from Ctrl-D until it is gone.
Python has compiled every module before; nothing else is kept from one start to the next.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from clients.identity import Identities, Identity
from tests.clients.cli.screen.ptys import screen
from tests.integration.node import Visitors
from tests.integration.process import ServerProcess

BOARDS_BAR = b"| BAR |"
RUNS = 15
TARGET_MS = 400
_IMPORTED = re.compile(r"^import time: +\d+ \| +\d+ \| +(\S+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in a game that is being played, known in the folder ``home``."""

    home: Path
    code: str


@dataclass(frozen=True, slots=True)
class Taken:
    """Milliseconds."""

    to_board: float
    work: float
    """What the processor did for the client until the board stood; to 10 ms."""
    to_end: float


@asynccontextmanager
async def seat(folder: Path) -> AsyncIterator[Seat]:
    """A server and a game on it while the block runs."""
    server = ServerProcess(folder / "data")
    await server.start()
    try:
        async with AsyncExitStack() as clients:
            alice, _, code = await Visitors(server.port, clients).players()
        home = folder / "home"
        known = Identity(server=server.url, name=alice.name, token=alice.token, rooms=(code,))
        Identities(home / ".config" / "shuanglu").take_over(known, replacing=False)
        yield Seat(home, code)
    finally:
        await server.close()


async def measure(at: Seat) -> Taken:
    """One start and one end."""
    began = time.perf_counter()
    async with screen(at.home, "resume", at.code) as player:
        await player.until(BOARDS_BAR)
        shown, work = time.perf_counter(), player.processor_s
        player.press(b"\x04")
        await player.ended()
        gone = time.perf_counter()
    return Taken((shown - began) * 1000, work * 1000, (gone - shown) * 1000)


async def imported(at: Seat) -> frozenset[str]:
    """The modules that a start imports until the first board stands, told by Python itself."""
    log = at.home / "imports"
    descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        trace = {"PYTHONPROFILEIMPORTTIME": "1"}
        async with screen(at.home, "resume", at.code, errors=descriptor, **trace) as player:
            await player.until(BOARDS_BAR)
            return frozenset(_IMPORTED.findall(log.read_text()))
    finally:
        os.close(descriptor)


async def _main() -> bool:
    """Prints what was measured; whether the target is met."""
    with tempfile.TemporaryDirectory(prefix="start") as folder:
        async with seat(Path(folder)) as at:
            await measure(at)  # compiles
            taken = [await measure(at) for _ in range(RUNS)]
    for what in ("to_board", "work", "to_end"):
        times = sorted(getattr(one, what) for one in taken)
        least, middle, most = times[0], times[len(times) // 2], times[-1]
        print(f"{what:<8} {least:4.0f} ms at best, {middle:4.0f} median, {most:4.0f} at worst")
    load = ", ".join(f"{one:.2f}" for one in os.getloadavg())
    met = sorted(one.to_board for one in taken)[RUNS // 2] < TARGET_MS
    print(f"the target, {TARGET_MS} ms to the board in the middle, is {'met' if met else 'missed'}")
    print(f"{RUNS} runs; Python {sys.version.split()[0]}; load {load}")
    return met


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(_main()) else 1)
