"""The configuration of the proxy as it is shipped, in front of two nodes on one store."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from server.app import running_node
from server.config import read_settings
from tests.integration.haproxy import START_TIMEOUT_S, needs_haproxy, proxy_before
from tests.integration.http import get, handshake
from tests.valkey import Valkey

JSON = Subprotocol("shuanglu.v1.json")
CLIENTS = 6

pytestmark = needs_haproxy


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


async def test_while_no_node_is_ready_nobody_is_dropped_and_nobody_new_comes(
    own_valkey: Valkey,
) -> None:
    settings = read_settings(["--port", "0", "--redis", own_valkey.url])
    async with running_node(settings) as node, proxy_before(node.port, node.port) as port:
        socket = await hello(port)
        own_valkey.freeze()
        try:
            await until_the_proxy_answers(port, 503)
            assert (await get(port, "/proxyz")).status == 200
            assert (await get(node.port, "/healthz")).status == 200
            assert not await is_closed(socket)
        finally:
            own_valkey.thaw()
        await until_the_proxy_answers(port, 200)
        await socket.close()


async def until_the_proxy_answers(port: int, status: int) -> None:
    async with asyncio.timeout(START_TIMEOUT_S):
        while True:
            if (await get(port, "/healthz")).status == status:
                return
            await asyncio.sleep(0.05)
