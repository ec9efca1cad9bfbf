"""Matches on a cluster, across two nodes, while its masters fail over and its slots move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from server.store import keys
from server.store.errors import StoreError
from server.store.redis import Store, open_store
from server.store.topology import slot_of
from tests.integration.node import node
from tests.integration.permissions import documented_permissions
from tests.integration.playing import Match, playing
from tests.valkey import Valkey
from tests.valkey_cluster import ValkeyCluster, running_cluster


@pytest.fixture
def cluster() -> Iterator[ValkeyCluster]:
    with running_cluster() as running:
        yield running


@asynccontextmanager
async def match_on(cluster: ValkeyCluster, user: str = "") -> AsyncIterator[Match]:
    """A match across two nodes that plays for the body and is checked after it."""
    url = cluster.url.replace("://", f"://{user}")
    async with node(redis=url) as first, node(redis=url) as second:
        async with playing(first.url, second.url) as match:
            await match.goes_on()
            yield match
            await match.goes_on()
        await match.check()


async def refusal(url: str) -> str:
    store = Store(url, on_message=lambda _r, _m: None, on_confirmed=lambda _r: None)
    with pytest.raises(StoreError) as caught:
        async with open_store(store):
            pass
    return str(caught.value)


async def test_rooms_are_on_all_masters_and_each_is_whole_on_one(cluster: ValkeyCluster) -> None:
    async with node(redis=cluster.url) as local:
        rooms = [(await local.players())[2] for _ in range(9)]
        masters = {cluster.master_of(slot_of(room)).port for room in rooms}
        for room in rooms:
            found = cluster.master_of(slot_of(room)).ask("EXISTS", keys.log_key(room))
            assert found == 1
    assert len(masters) > 1


async def test_a_replica_takes_over_in_order_during_a_match(cluster: ValkeyCluster) -> None:
    async with match_on(cluster) as match:
        await asyncio.to_thread(cluster.hand_over, slot_of(match.room))
    assert match.rollbacks == 0


async def test_a_user_with_only_what_is_needed_plays_while_slots_move(
    cluster: ValkeyCluster,
) -> None:
    for server in cluster.servers:
        server.ask("ACL", "SETUSER", "shuanglu", *documented_permissions(), ">secret")
    async with match_on(cluster, "shuanglu:secret@") as match:
        await asyncio.to_thread(cluster.migrate, slot_of(match.room))
        await match.goes_on()
        await asyncio.to_thread(cluster.hand_over, slot_of(match.room))


async def test_a_master_is_killed_during_a_match_and_comes_back_as_a_replica(
    cluster: ValkeyCluster,
) -> None:
    async with match_on(cluster) as match:
        killed = await asyncio.to_thread(cluster.kill_master, slot_of(match.room))
        await match.goes_on()
        await asyncio.to_thread(killed.start)


async def test_a_slot_moves_key_by_key_during_a_match(cluster: ValkeyCluster) -> None:
    async with match_on(cluster) as match:
        for _ in range(3):
            await asyncio.to_thread(cluster.migrate, slot_of(match.room))
            await match.goes_on()
    assert match.rollbacks == 0


async def test_a_slot_moves_at_once_during_a_match(cluster: ValkeyCluster) -> None:
    async with match_on(cluster) as match:
        await asyncio.to_thread(cluster.migrate_at_once, slot_of(match.room))
    assert match.rollbacks == 0


async def test_a_cluster_and_a_server_are_not_taken_for_each_other(
    cluster: ValkeyCluster, own_valkey: Valkey
) -> None:
    said = await refusal(cluster.servers[0].tcp_url)
    assert "give it as redis+cluster://" in said
    said = await refusal(f"redis+cluster://127.0.0.1:{own_valkey.port}")
    assert "cluster support disabled" in said


async def test_a_cluster_that_serves_not_all_slots_is_refused(cluster: ValkeyCluster) -> None:
    for server in cluster.servers:
        server.ask("CLUSTER", "DELSLOTS", 7)
    assert "1 of the cluster's 16384 slots are served by nobody" in await refusal(cluster.url)
