"""What the screen costs on a real terminal: bytes for each key, nothing while idle, memory."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.clients.cli.programs import DEADLINE_S, environment
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.wire import Desk

MAX_BYTES_A_KEY = 60
MAX_MEMORY_KIB = 60 * 1024
IDLE_S = 3.0
"""Not a wait for something: the time in which nothing may be written."""


class Screen:
    """``shuanglu`` in a pseudo-terminal of 80x24."""

    def __init__(self, descriptor: int, pid: int) -> None:
        self.pid = pid
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

    async def until(self, wanted: bytes) -> bytes:
        """Waits for bytes among those since the last key; returns all of these."""
        try:
            async with asyncio.timeout(DEADLINE_S):
                while wanted not in self.out:
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            raise AssertionError(f"{wanted!r} never came after {self.out!r}") from None
        return self.out

    @property
    def most_memory_kib(self) -> int:
        """The most memory that it ever had."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.split("VmHWM:")[1].split()[0])


@asynccontextmanager
async def screen(home: Path, *arguments: str) -> AsyncIterator[Screen]:
    """``shuanglu ARGUMENTS`` while the block runs."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "clients.cli", *arguments]
    variables = environment(home, "xterm")
    process = await asyncio.create_subprocess_exec(
        *command, env=variables, stdin=theirs, stdout=theirs
    )
    os.close(theirs)
    shown = Screen(ours, process.pid)
    loop = asyncio.get_running_loop()
    loop.add_reader(ours, shown.take)
    try:
        yield shown
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
        loop.remove_reader(ours)
        os.close(ours)


@pytest.fixture
async def desk() -> AsyncIterator[SocketDesk]:
    async with socket_desk(Desk((3, 1))) as served:
        yield served


SHOWS_CURSOR = b"\x1b[?25h"
"""The last that is written for a change of the screen."""


async def test_little_is_written_for_a_key_and_nothing_for_none(
    desk: SocketDesk, tmp_path: Path
) -> None:
    new = ("new", "--name", "Alice", "--server", desk.url)
    async with screen(tmp_path, *new) as alice:
        await alice.until(b"Esc: back")
        await alice.until(SHOWS_CURSOR)
        costs = []
        for key in b"say what 13/8":
            alice.press(bytes([key]))
            costs.append(len(await alice.until(SHOWS_CURSOR)))
        assert max(costs) < MAX_BYTES_A_KEY, costs
        alice.press(b"\x7f")
        assert len(await alice.until(SHOWS_CURSOR)) < MAX_BYTES_A_KEY
        alice.out = b""
        await asyncio.sleep(IDLE_S)
        assert alice.out == b""
        if sys.platform == "linux":
            assert alice.most_memory_kib < MAX_MEMORY_KIB
