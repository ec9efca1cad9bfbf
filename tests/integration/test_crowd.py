"""Case 37: a thousand spectators do not delay the players' own events."""

from __future__ import annotations

import asyncio
import statistics
from contextlib import AsyncExitStack
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol as Offered

from engine.state import Phase
from protocol.codec import Subprotocol
from protocol.identity import new_token
from tests.integration.node import Client
from tests.integration.process import ServerProcess

SPECTATORS = 1_000
AT_ONCE = 50
TURNS = 30
BOUND_S = 0.25
"""For the median answer. Without any spectator it takes some 5 ms; on one core the server tells a
thousand of them of an event in about 20 ms, and this process has to receive all of that."""


async def client(server: ServerProcess, stack: AsyncExitStack, name: str) -> Client:
    """One connection that has said hello."""
    socket = await stack.enter_async_context(
        connect(server.url, subprotocols=[Offered(Subprotocol.JSON)], max_queue=None)
    )
    one = Client(socket, Subprotocol.JSON, name, new_token())
    await one.get("hello", token=one.token)
    return one


async def watch(server: ServerProcess, stack: AsyncExitStack, room: str, number: int) -> Client:
    """A spectator who reads nothing more once the room has come."""
    one = await client(server, stack, f"Cy {number}")
    await one.get("watch", room=room, name=one.name)
    return one


async def test_a_thousand_spectators_do_not_delay_the_players(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    try:
        async with AsyncExitStack() as stack:
            alice, bo = [await client(server, stack, name) for name in ("Alice", "Bo")]
            room = (await alice.get("create", name="Alice", length=5))["room"]
            await alice.see((await bo.get("join", room=room, name="Bo"))["seq"])
            await bo.see((await alice.act("ready"))["seq"])
            await bo.act("ready")
            await alice.see(Phase.TO_PLAY)
            await bo.see(Phase.TO_PLAY)
            for first in range(0, SPECTATORS, AT_ONCE):
                numbers = range(first, first + AT_ONCE)
                await asyncio.gather(*(watch(server, stack, room, one) for one in numbers))

            took = [await offer(alice, bo) for _ in range(TURNS)]

            late = await watch(server, stack, room, SPECTATORS)
            presence = await late.until(lambda one: one["t"] == "presence")
            assert presence["presence"]["watching"] == SPECTATORS + 1
            assert presence["presence"]["white"]
            assert late.view.seq == alice.view.seq
        print(f"median {statistics.median(took):.3f} s, slowest {max(took):.3f} s")
        assert statistics.median(took) < BOUND_S
    finally:
        await server.stop()


async def offer(alice: Client, bo: Client) -> float:
    """How long it takes until both players have seen an offer and its end."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    await alice.act("resign", win=3)
    seq = (await alice.act("withdraw"))["seq"]
    await bo.see(seq)
    return (loop.time() - began) / 2
