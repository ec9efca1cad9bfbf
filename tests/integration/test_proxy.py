"""The configuration of the proxy as it is shipped, in front of two nodes on one store."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from server.app import running_node
from server.config import read_settings
from tests.integration.http import get, handshake
from tests.valkey import Valkey, free_port

CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
JSON = Subprotocol("shuanglu.v1.json")
CLIENTS = 6
START_TIMEOUT_S = 10.0

pytestmark = pytest.mark.skipif(
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
            await until_it_listens(port, process)
        yield port
    finally:
        process.terminate()
        await process.wait()


async def until_it_listens(port: int, process: asyncio.subprocess.Process) -> None:
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


async def hello(port: int) -> ClientConnection:
    """A connection through the proxy that a node has answered."""
    socket = await connect(f"ws://127.0.0.1:{port}/", subprotocols=[JSON], compression=None)
    await socket.send(json.dumps({"t": "hello", "id": "h" * 16, "token": "ab" * 16}))
    async with asyncio.timeout(START_TIMEOUT_S):
        assert json.loads(await socket.recv())["t"] == "welcome"
    return socket


async def test_connections_are_spread_and_the_other_node_takes_those_of_one_that_stops(
    own_valkey: Valkey,
) -> None:
    settings = read_settings(["--port", "0", "--redis", own_valkey.tcp_url])
    async with running_node(settings) as second, AsyncExitStack() as first_node:
        first = await first_node.enter_async_context(running_node(settings))
        async with proxy_before(first.port, second.port) as port:
            sockets = [await hello(port) for _ in range(CLIENTS)]
            await first_node.aclose()

            lost = [socket for socket in sockets if await is_closed(socket)]
            again = [await hello(port) for _ in lost]

            assert len(lost) == CLIENTS / 2
            assert {socket.close_code for socket in lost} == {1012}
            for socket in {*sockets, *again} - set(lost):
                await socket.close()


async def is_closed(socket: ClientConnection) -> bool:
    """Whether it has ended; an open one answers a ping."""
    try:
        async with asyncio.timeout(START_TIMEOUT_S):
            await (await socket.ping())
    except ConnectionClosed:
        return True
    return False


async def test_nodes_hear_from_which_address_a_client_comes_and_not_what_it_claims(
    own_valkey: Valkey,
) -> None:
    trusting = ["--trusted-proxy", "127.0.0.1", "--connections-per-minute", "3"]  # one at once
    settings = read_settings(["--port", "0", "--redis", own_valkey.url, *trusting])
    async with running_node(settings) as node, proxy_before(node.port, node.port) as port:
        for number, status in enumerate((101, 429)):
            claim = ("X-Forwarded-For", f"203.0.113.{number}")
            assert (await handshake(port, claim)).status == status
        assert (await get(port, "/metrics")).status == 403
        assert (await get(node.port, "/metrics")).status == 200
