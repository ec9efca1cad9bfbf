"""``shuanglu`` on a pseudo-terminal of 80x24: what is pressed, and every byte that is written."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.clients.cli.programs import DEADLINE_S, environment


class Screen:
    """``shuanglu`` in a pseudo-terminal of 80x24."""

    def __init__(self, descriptor: int, process: asyncio.subprocess.Process) -> None:
        self.pid = process.pid
        self._process = process
        self._descriptor = descriptor
        self._came = asyncio.Event()
        self.out = b""

    def take(self) -> None:
        """Reads what was written."""
        try:
            self.out += os.read(self._descriptor, 65536)
        except OSError:  # the other end is closed
            asyncio.get_running_loop().remove_reader(self._descriptor)
        self._came.set()

    def press(self, keys: bytes) -> None:
        """Presses keys."""
        self.out = b""
        os.write(self._descriptor, keys)

    async def until(self, wanted: bytes | Callable[[bytes], bool]) -> bytes:
        """Waits for bytes among those since the last key, or a property of them; returns them."""
        condition = wanted if callable(wanted) else lambda out: wanted in out
        try:
            async with asyncio.timeout(DEADLINE_S):
                while not condition(self.out):
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came after {self.out!r}") from None
        return self.out

    async def ended(self) -> int:
        """The exit code, once it is gone."""
        async with asyncio.timeout(DEADLINE_S):
            return await self._process.wait()

    @property
    def most_memory_kib(self) -> int:
        """The most memory that it ever had."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0])

    @property
    def processor_s(self) -> float:
        """The seconds that processors have spent on it until now (on Linux)."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def screen(
    home: Path, *arguments: str, errors: int | None = None, **variables: str
) -> AsyncIterator[Screen]:
    """``shuanglu ARGUMENTS`` while the block runs; ``errors`` is its standard error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "clients.cli", *arguments]
    process = await asyncio.create_subprocess_exec(
        *command,
        env=environment(home, "xterm") | variables,
        stdin=theirs,
        stdout=theirs,
        stderr=errors,
    )
    os.close(theirs)
    shown = Screen(ours, process)
    loop = asyncio.get_running_loop()
    loop.add_reader(ours, shown.take)
    try:
        yield shown
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()
        loop.remove_reader(ours)
        os.close(ours)
