"""What the screen costs on a real terminal: bytes for each key, nothing while idle, memory."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.cli.sitting import Exit
from protocol.codes import WIRE_TEXTS, WireCode
from tests.clients.cli.programs import run
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


LEAVES_SCREEN = b"\x1b[?1049l"
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


async def test_a_spectator_who_is_sent_out_reads_why_when_the_screen_is_gone(
    desk: SocketDesk, tmp_path: Path
) -> None:
    await run(tmp_path, "new", "--name", "Alice", "--server", desk.url)
    (code,) = desk.desk.rooms
    async with screen(tmp_path, "watch", f"{desk.url}/{code}") as cy:
        await cy.until(SHOWS_CURSOR)
        cy.press(b"")
        await desk.tell_all({"t": "removed", "room": code})
        assert await cy.ended() == Exit.IDENTITY
        await cy.until(WIRE_TEXTS[WireCode.REMOVED].encode())
        assert WIRE_TEXTS[WireCode.REMOVED].encode() in cy.out.rpartition(LEAVES_SCREEN)[2]
