"""What the screen costs on a real terminal: bytes for each key, nothing while idle, memory."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.clients.cli.screen.ptys import screen
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.wire import Desk

MAX_BYTES_A_KEY = 60
MAX_MEMORY_KIB = 60 * 1024
IDLE_S = 3.0
"""Not a wait for something: the time in which nothing may be written."""


@pytest.fixture
async def desk() -> AsyncIterator[SocketDesk]:
    async with socket_desk(Desk((3, 1))) as served:
        yield served


SHOWS_CURSOR = b"\x1b[?25h"
"""The last that is written for a change of the screen."""


async def test_what_is_pasted_stands_on_one_line(desk: SocketDesk, tmp_path: Path) -> None:
    async with screen(tmp_path, "new", "--name", "Alice", "--server", desk.url) as alice:
        await alice.until(b"Esc: back")
        await alice.until(SHOWS_CURSOR)
        alice.press(b"\x1b[200~8/5\r6/5\r\x1b[201~")
        await alice.until(b"8/5 6/5")


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
