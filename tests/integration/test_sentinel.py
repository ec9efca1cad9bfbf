"""Matches on a master that sentinels watch, across two nodes, while it fails over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from tests.integration.node import node
from tests.integration.permissions import documented_permissions
from tests.integration.playing import Match, playing
from tests.valkey_sentinels import Watched, running_sentinels


@pytest.fixture
def watched() -> Iterator[Watched]:
    with running_sentinels() as running:
        yield running


@asynccontextmanager
async def match_on(url: str) -> AsyncIterator[Match]:
    """A match across two nodes that plays for the body and is checked after it."""
    async with node(redis=url) as first, node(redis=url) as second:
        assert "fail-over" in first.node.store.durability()
        async with playing(first.url, second.url) as match:
            await match.goes_on()
            yield match
            await match.goes_on()
        await match.check()


async def test_the_replica_takes_over_in_order_during_a_match(watched: Watched) -> None:
    async with match_on(watched.url):
        await asyncio.to_thread(watched.hand_over)


async def test_the_master_is_killed_during_a_match_and_comes_back(watched: Watched) -> None:
    """For some seconds it takes itself for the master still: nobody may ask it."""
    async with match_on(watched.url) as match:
        killed = await asyncio.to_thread(watched.kill_master)
        await match.goes_on()
        await asyncio.to_thread(killed.start)


async def test_a_user_with_only_what_is_needed_plays_through_a_fail_over(
    watched: Watched,
) -> None:
    for server in watched.servers:
        with server.client() as client:
            granted = (*documented_permissions(), ">secret")
            client.execute_command("ACL", "SETUSER", "shuanglu", *granted)
    async with match_on(watched.url.replace("://", "://shuanglu:secret@")):
        await asyncio.to_thread(watched.hand_over)


async def test_a_sentinel_is_killed_and_another_is_asked(watched: Watched) -> None:
    async with match_on(watched.url):
        master = watched.master
        watched.sentinels[0].kill()
        with master.client() as client:
            client.execute_command("CLIENT", "KILL", "TYPE", "normal")
            client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
