"""HAProxy with the configuration as it is shipped, in front of nodes on this machine."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.valkey import free_port

CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
START_TIMEOUT_S = 10.0

needs_haproxy = pytest.mark.skipif(
    HAPROXY is None, reason="haproxy is not installed (Debian: haproxy)"
)


@asynccontextmanager
async def proxy_before(*node_ports: int) -> AsyncIterator[int]:
    """HAProxy in front of two nodes of this machine; yields the port it listens on."""
    port = free_port()
    places = {f"NODE{n}": f"127.0.0.1:{node}" for n, node in enumerate(node_ports, 1)}
    process = await asyncio.create_subprocess_exec(
        *(str(HAPROXY), "-db", "-f", str(CONFIG)),
        env={**os.environ, "PORT": str(port), **places},
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(START_TIMEOUT_S):
            await _until_it_listens(port, process)
        yield port
    finally:
        process.terminate()
        await process.wait()


async def _until_it_listens(port: int, process: asyncio.subprocess.Process) -> None:
    while True:
        assert process.returncode is None, "haproxy ended"
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            await writer.wait_closed()
            return
