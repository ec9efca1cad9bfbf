"""Matches with a clock over real sockets: the flag, what drops cost, and what downtime does not."""

from __future__ import annotations

import asyncio

import pytest

from engine.seat import Seat
from engine.state import MatchEnd, Phase
from server.deadlines import GRACE_MS
from server.store import keys
from tests.integration.node import Client, LocalNode, loaded_dice, node
from tests.valkey import Valkey

SHORT = {"delay_ms": 200, "bank_per_point_ms": 1_000}
"""1,200 ms for the first turn of a match to 1."""
LONG = {"delay_ms": 60_000, "bank_per_point_ms": 60_000}


async def opening(
    first: LocalNode, second: LocalNode, clock: dict[str, int]
) -> tuple[Client, Client, str]:
    """Alice (white) has 3-1 to play in a match to 1, her clock running; Bo waits."""
    alice, bo = await first.client("Alice"), await second.client("Bo")
    room = (await alice.get("create", name="Alice", length=1, clock=clock))["room"]
    joined = await bo.get("join", room=room, name="Bo")
    await alice.see(joined["seq"])
    await bo.see((await alice.act("ready"))["seq"])
    await bo.act("ready")
    await alice.see(Phase.TO_PLAY)
    await bo.see(Phase.TO_PLAY)
    return alice, bo, room


async def events_of(client: Client, room: str) -> list[str]:
    page = await client.get("log", room=room, from_=1, to=500)
    return [message["event"]["type"] for message in page["events"]]


async def test_a_flag_falls_while_nobody_is_there_and_is_seen_by_who_looks(valkey: Valkey) -> None:
    """The node that looks has never had the room: nothing rang for it."""
    async with node(redis=valkey.url, throw=loaded_dice((3, 1))) as first:
        alice, _, room = await opening(first, first, SHORT)
        shown = [one["clock"] for one in alice.messages if "clock" in one and one["t"] == "event"]
        assert shown[-1]["running"] == "white"
        over_ms = shown[-1]["deadline_ms"] + GRACE_MS
    async with node(redis=valkey.url, throw=loaded_dice((3, 1))) as second:
        await asyncio.sleep(max(0, over_ms + 1 - second.node.store.now_ms()) / 1000)
        cleo = await second.client("Cleo")
        await cleo.get("watch", room=room, name="Cleo")
        view = await cleo.see(Phase.MATCH_OVER)
    assert view.state.match_result is not None
    assert view.state.match_result.end is MatchEnd.TIME
    assert view.state.match_result.winner is Seat.BLACK


async def test_two_nodes_ring_at_once_and_one_flag_stands(valkey: Valkey) -> None:
    async with (
        node(redis=valkey.url, throw=loaded_dice((3, 1))) as first,
        node(redis=valkey.url, throw=loaded_dice((3, 1))) as second,
    ):
        alice, bo, room = await opening(first, second, SHORT)
        await alice.see(Phase.MATCH_OVER)
        await bo.see(Phase.MATCH_OVER)
        assert (await events_of(alice, room)).count("flagged") == 1


async def test_reconnecting_ten_times_gives_no_time(valkey: Valkey) -> None:
    """Case 22, and 23: the clock is the same for who comes back, and it went on."""
    async with node(redis=valkey.url, throw=loaded_dice((3, 1))) as local:
        alice, bo, room = await opening(local, local, LONG)
        told = []
        for _ in range(10):
            await bo.socket.close()
            bo = await local.client("Bo", token=bo.token)
            await bo.get("resume", room=room)
            shown = [one for one in bo.messages if one["t"] == "room"]
            told.append(shown[-1]["clock"])
        assert told == [told[0]] * 10
        assert told[0]["running"] == "white"
        del alice


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
