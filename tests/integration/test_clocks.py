"""Matches with a clock over real sockets: the flag, what drops cost, and what downtime does not."""

from __future__ import annotations

import asyncio

import pytest

from engine.seat import Seat
from engine.state import MatchEnd, Phase
from server.deadlines import GRACE_MS
from server.store import keys
from tests.integration.node import loaded_dice, node, two_nodes
from tests.integration.timed_opening import LONG, events_of, opening, shown
from tests.valkey import Valkey

SHORT = {"delay_ms": 200, "bank_per_point_ms": 1_000}
"""1,200 ms for the first turn of a match to 1."""


async def test_a_flag_falls_while_nobody_is_there_and_is_seen_by_who_looks(valkey: Valkey) -> None:
    """The node that looks has never had the room: nothing rang for it."""
    async with node(redis=valkey.url, throw=loaded_dice((3, 1))) as first:
        alice, _, room = await opening(first, first, SHORT)
        assert shown(alice)["running"] == "white"
        over_ms = shown(alice)["deadline_ms"] + GRACE_MS
    async with node(redis=valkey.url, throw=loaded_dice((3, 1))) as second:
        await asyncio.sleep(max(0, over_ms + 1 - second.node.store.now_ms()) / 1000)
        cleo = await second.client("Cleo")
        await cleo.get("watch", room=room, name="Cleo")
        view = await cleo.see(Phase.MATCH_OVER)
    assert view.state.match_result is not None
    assert view.state.match_result.end is MatchEnd.TIME
    assert view.state.match_result.winner is Seat.BLACK


async def test_two_nodes_ring_at_once_and_one_flag_stands(valkey: Valkey) -> None:
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice, bo, room = await opening(first, second, SHORT)
        await alice.see(Phase.MATCH_OVER)
        await bo.see(Phase.MATCH_OVER)
        assert (await events_of(alice, room)).count("flagged") == 1


async def test_downtime_is_given_back_before_anything_is_judged(valkey: Valkey) -> None:
    """The beat stands still for an hour: then so did the clock, and no flag falls."""
    async with node(redis=valkey.url, throw=loaded_dice((3, 1))) as local:
        alice, _, room = await opening(local, local, LONG)
        now_ms = local.node.store.now_ms()
        with valkey.client() as redis:
            redis.set(keys.BEAT, now_ms - 3_600_000)
        await local.node.beats.beat()
        await alice.act("play", steps=[[8, 5], [6, 5]])
        assert "flagged" not in (told := await events_of(alice, room))
        assert told[-2:] == ["time_credited", "played"]
        await alice.act("concede")
        assert (await events_of(alice, room)).count("time_credited") == 1


@pytest.mark.parametrize("clock", [{"delay_ms": 0, "bank_per_point_ms": 0}, "blitz"])
async def test_another_clock_is_refused(clock: object) -> None:
    async with node() as local:
        alice = await local.client("Alice")
        refused = await alice.ask("create", name="Alice", length=1, clock=clock)
        assert (refused["t"], refused["code"]) == ("error", "bad_request")
