"""A node that cannot start, as its operator sees it: one line and an exit code."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.app import running_node
from server.config import read_settings
from server.store.redis import PIPES
from tests.valkey import Valkey

START_TIMEOUT_S = 20.0


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


async def serve(*arguments: str) -> tuple[int | None, str]:
    """The exit code and the complaint of ``shuanglu serve``, which must not start."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", *arguments),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(START_TIMEOUT_S):
        _, complaint = await process.communicate()
    return process.returncode, complaint.decode()


async def test_a_port_in_use_raises_the_plain_error(valkey: Valkey, taken_port: int) -> None:
    settings = read_settings(["--port", str(taken_port), "--redis", valkey.url])
    with pytest.raises(OSError, match="in use"):
        async with running_node(settings):
            pass


async def test_serve_says_in_one_line_that_the_port_is_in_use(
    tmp_path: Path, taken_port: int
) -> None:
    code, complaint = await serve("--port", str(taken_port), "--data-dir", str(tmp_path))
    assert code == 2
    last = complaint.splitlines()[-1]
    where = f"127.0.0.1 port {taken_port}"
    assert last == f"shuanglu serve: cannot listen on {where}: Address already in use"
    assert "in use" in last
    assert "Traceback" not in complaint


async def test_serve_says_in_one_line_that_the_folder_is_in_use(tmp_path: Path) -> None:
    async with running_node(read_settings(["--port", "0", "--data-dir", str(tmp_path)])):
        code, complaint = await serve("--port", "0", "--data-dir", str(tmp_path))
    assert code == 2
    assert complaint.splitlines()[-1].startswith("shuanglu serve: ")
    assert str(os.getpid()) in complaint.splitlines()[-1]
    assert "Traceback" not in complaint


async def test_serve_says_in_one_line_which_setting_is_wrong() -> None:
    code, complaint = await serve("--port", "70000")
    assert code == 2
    (line,) = complaint.splitlines()
    assert line.startswith("shuanglu serve: --port: ")


async def test_a_server_serves_although_nobody_reads_what_it_says(
    valkey: Valkey, tmp_path: Path
) -> None:
    """Its output goes to a pipe whose reader is gone, like ``shuanglu serve | head -1``."""
    reading, writing = os.pipe()
    os.close(reading)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "--port", "0", "--redis", valkey.url),
        stdout=writing,
        stderr=asyncio.subprocess.PIPE,
    )
    os.close(writing)
    client = valkey.client()
    await asyncio.to_thread(valkey.wait_until, lambda: len(client.client_list()) > PIPES)
    process.terminate()
    async with asyncio.timeout(START_TIMEOUT_S):
        _, complaint = await process.communicate()
    assert process.returncode == 0
    assert b"Traceback" not in complaint
