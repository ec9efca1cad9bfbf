from __future__ import annotations

import io
import os
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clients.cli.face import MAX_LINE_BYTES, MAX_LINES_WAITING, StreamFace
from clients.cli.sitting import Exit
from protocol.identity import format_code
from tests.clients.cli.programs import PROMPT_IS_GONE, PROMPT_STANDS, shuanglu
from tests.clients.socket_desk import SocketDesk, socket_desk
from tests.clients.wire import Desk


@pytest.fixture
async def desk() -> AsyncIterator[SocketDesk]:
    async with socket_desk(Desk((3, 1), (6, 5))) as served:
        yield served


async def read_all(content: bytes) -> list[str]:
    """What a face reads from a pipe with ``content``."""
    source, sink = os.pipe()
    lines: list[str] = []

    def write() -> None:
        with open(sink, "wb") as file:
            file.write(content)

    writer = threading.Thread(target=write)  # it may be more than a pipe holds
    writer.start()
    await StreamFace(source, io.StringIO()).read(lines.append)
    writer.join()
    os.close(source)
    return lines


async def test_lines_of_a_stream() -> None:
    assert await read_all(b"roll\n\n13/8\r\nlast") == ["roll", "", "13/8\r", "last"]
    assert await read_all(b"\xff\xfe\n") == ["\ufffd\ufffd"]
    assert await read_all(b"") == []
    many = [str(number) for number in range(3 * MAX_LINES_WAITING)]
    assert await read_all("\n".join(many).encode()) == many


async def test_a_line_without_end_is_bounded() -> None:
    first, second = await read_all(b"x" * (3 * MAX_LINE_BYTES) + b"\nroll\n")
    assert len(first) <= MAX_LINE_BYTES + 4096
    assert second == "roll"


async def test_a_terminal_keeps_what_is_being_typed(desk: SocketDesk, tmp_path: Path) -> None:
    new = ("new", "--name", "Alice", "--server", desk.url, "--plain")
    async with shuanglu(tmp_path, *new, terminal=True) as alice:
        await alice.until("Waiting for an opponent")
        (code,) = desk.desk.rooms
        await alice.until(PROMPT_STANDS)
        alice.type("say hel")
        await alice.until("hel")
        room = f"{desk.url}/{format_code(code)}"
        async with shuanglu(tmp_path, "join", room, "--name", "Bo", "--plain", terminal=True) as bo:
            await alice.until("Bo joined.")
            alice.type("lo\r")
            await bo.until("<Alice> hello")
            alice.type("\x1b[200~say one\r\ntwo\r\n\x1b[201~\r")
            await bo.until("<Alice> one two")
            await bo.until(PROMPT_STANDS)
            bo.type("\x04")
            assert await bo.ended() == Exit.OK
            await bo.until("shuanglu resume")
        await alice.until("Bo is offline")
        alice.type("\x03")
        assert await alice.ended() == Exit.OK
        await alice.until("Your seat is kept")


async def test_being_told_to_end_leaves_the_terminal_as_it_was(
    desk: SocketDesk, tmp_path: Path
) -> None:
    new = ("new", "--name", "Alice", "--server", desk.url, "--plain")
    async with shuanglu(tmp_path, *new, terminal=True) as alice:
        await alice.until("Waiting for an opponent")
        await alice.until(PROMPT_STANDS)
        alice.process.terminate()
        assert await alice.ended() == Exit.OK
        await alice.until("Your seat is kept")
    assert alice.out.rindex(PROMPT_IS_GONE) > alice.out.rindex(PROMPT_STANDS)


async def test_a_dumb_terminal_gets_no_escape_sequences(desk: SocketDesk, tmp_path: Path) -> None:
    new = ("new", "--name", "Alice", "--server", desk.url, "--plain")
    async with shuanglu(tmp_path, *new, terminal=True, term="dumb") as alice:
        await alice.until("Waiting for an opponent")
        alice.type("pips\n")
        await alice.until("Pips:")
        alice.type("quit\n")
        assert await alice.ended() == Exit.OK
    assert "\x1b" not in alice.out


async def test_a_link_that_can_never_be_had_again_frees_the_terminal(
    desk: SocketDesk, tmp_path: Path
) -> None:
    new = ("new", "--name", "Alice", "--server", desk.url, "--plain")
    async with shuanglu(tmp_path, *new, terminal=True) as alice:
        await alice.until("Waiting for an opponent")
        await alice.until(PROMPT_STANDS)
        await desk.close_all(4005)
        assert await alice.ended() == Exit.CONNECTION
    assert "update shuanglu" in alice.err or "no message" in alice.err
