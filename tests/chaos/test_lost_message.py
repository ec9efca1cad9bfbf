"""The pub/sub connections die while a room's only event is published: the beat's bound holds.

Nothing follows that event by which a node could notice. The other node's members have it within
six seconds all the same, as all nodes here run with the times that people run them with.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from server.store.topology import slot_of
from tests.integration.node import Client, LocalNode, loaded_dice, node
from tests.proxy import proxy_to
from tests.valkey import Valkey
from tests.valkey_cluster import running_cluster

WITHIN_S = 6.0
ROOMS = 3


@asynccontextmanager
async def nodes_on(first: str, second: str) -> AsyncIterator[tuple[LocalNode, LocalNode]]:
    async with (
        node(redis=first, throw=loaded_dice(*[(3, 1)] * ROOMS)) as one,
        node(redis=second) as other,
    ):
        yield one, other


async def members_elsewhere(one: LocalNode, other: LocalNode) -> tuple[Client, list[Client]]:
    """Alice, whose play it is, on one node; her opponent's tablet and a spectator on the other."""
    alice, bo, room = await one.players()
    tablet = await other.client("Bo", token=bo.token)
    await tablet.get("resume", room=room)
    cy = await other.client("Cy")
    await cy.get("watch", room=room, name="Cy")
    return alice, [tablet, cy]


async def have_it_in_time(members: Sequence[Client], seq: int) -> None:
    async with asyncio.timeout(WITHIN_S):
        for member in members:
            await member.see(seq)


@contextmanager
def killing_listeners(server: Valkey) -> Iterator[list[int]]:
    """Kill every pub/sub connection as soon as it is made; yields how many were at a time."""
    killed: list[int] = []
    enough = threading.Event()

    def kill() -> None:
        with server.client() as client:
            while not enough.is_set():
                killed.append(client.client_kill_filter(_type="pubsub"))

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        enough.set()
        thread.join()


async def plays_while_listeners_are_killed(alice: Client, server: Valkey) -> int:
    """The number of the event; both nodes' listeners were killed before and after it."""
    with killing_listeners(server) as killed:
        async with asyncio.timeout(WITHIN_S):
            while sum(killed) < 2:  # noqa: ASYNC110  (a thread counts)
                await asyncio.sleep(0.001)
        played = await alice.act("play", steps=[[8, 5], [6, 5]])
        rounds = len(killed)
        while len(killed) < rounds + 2:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    return int(played["seq"])


async def test_an_event_whose_message_breaks_the_connection_arrives(own_valkey: Valkey) -> None:
    async with (
        proxy_to(own_valkey.socket_path) as proxy,
        nodes_on(own_valkey.url, proxy.url) as (one, other),
    ):
        for count in range(1, ROOMS + 1):
            alice, elsewhere = await members_elsewhere(one, other)
            proxy.lose(b"played")

            played = await alice.act("play", steps=[[8, 5], [6, 5]])
            await proxy.until_lost(count)
            await have_it_in_time(elsewhere, played["seq"])


async def test_an_event_during_which_all_listeners_are_killed_arrives(own_valkey: Valkey) -> None:
    async with nodes_on(own_valkey.url, own_valkey.url) as (one, other):
        for _ in range(ROOMS):
            alice, elsewhere = await members_elsewhere(one, other)

            seq = await plays_while_listeners_are_killed(alice, own_valkey)
            await have_it_in_time(elsewhere, seq)


async def test_it_arrives_in_a_cluster_as_well() -> None:
    with running_cluster() as cluster:
        async with nodes_on(cluster.url, cluster.url) as (one, other):
            for _ in range(ROOMS):
                alice, elsewhere = await members_elsewhere(one, other)
                master = cluster.master_of(slot_of(alice.room))

                seq = await plays_while_listeners_are_killed(alice, master)
                await have_it_in_time(elsewhere, seq)
