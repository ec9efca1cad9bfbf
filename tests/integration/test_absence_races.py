"""Claims and returns that meet, and players whose going nobody saw."""

from __future__ import annotations

import asyncio

import pytest

from engine.seat import Seat
from engine.state import Phase
from protocol.requests import Claim
from server.judge import judge_game_request
from server.presence import Here, pack_here
from tests.integration.absent import (
    FIVE_MINUTES_MS,
    claim,
    comes_back,
    events,
    goes_offline,
    opening,
    passes,
)
from tests.integration.moved_time import MovedNodes
from tests.integration.node import Client

WAITED_MS = 100_000
NOTED_BY_S = 30
"""A player whose node died is noted so late at the most: stale by then, and ten seconds more."""


async def test_who_comes_back_when_the_last_game_is_claimed_is_let_in(nodes: MovedNodes) -> None:
    """The return was judged before the claim was known, and is stored after it."""
    alice, bo = await opening(nodes, length=1)
    await goes_offline(nodes, bo, alice)
    await passes(nodes, FIVE_MINUTES_MS)
    async with nodes.serving[0].node.rooms.hold(alice.room) as room:
        player = room.ledger.state.seats.white
        assert player is not None
        request = Claim(t="claim", id="claimed-once", room=alice.room, at=room.ledger.seq)
        judge = judge_game_request(player.id, request, room.dice_cup())
        claimed = asyncio.create_task(room.submit(judge))
        await asyncio.sleep(0)
        assert room.busy
        await room.attendance.came(Seat.BLACK)
        await claimed
    assert (await alice.see(Phase.MATCH_OVER)).state.score.white == 2
    assert (await events(await comes_back(nodes, bo)))[-1] != "seat_back"


async def unseen(nodes: MovedNodes) -> tuple[Client, Client]:
    """Alice has waited for Bo, when the only node that had the room ended; that was long ago."""
    alice, bo = await opening(nodes, at=(0, 0))
    await goes_offline(nodes, bo, alice)
    await passes(nodes, WAITED_MS)
    await nodes.stop(0)
    await nodes.pass_by(2 * FIVE_MINUTES_MS)
    return alice, bo


async def looks_in(nodes: MovedNodes, code: str) -> None:
    """Somebody watches the room at the other node, which sees that nobody plays."""
    watcher = await nodes.serving[1].client("Cleo")
    await watcher.get("watch", room=code, name="Cleo")
    async with nodes.serving[1].node.rooms.hold(code) as room:
        room.attendance.look(room.presence.now())
        assert room.busy


async def seconds_left(player: Client) -> int:
    refused = await claim(player)
    assert refused["code"] == "claim_too_early"
    seconds: int = refused["details"]["seconds"]
    return seconds


LEFT_S = (FIVE_MINUTES_MS - WAITED_MS) // 1000


async def test_who_was_away_unseen_is_back_before_that_is_noted(nodes: MovedNodes) -> None:
    alice, _bo = await unseen(nodes)
    await looks_in(nodes, alice.room)
    alice = await comes_back(nodes, alice)
    assert await seconds_left(alice) == pytest.approx(LEFT_S, abs=NOTED_BY_S)


async def test_who_was_away_unseen_is_back_after_that_is_noted(nodes: MovedNodes) -> None:
    alice, _bo = await unseen(nodes)
    await looks_in(nodes, alice.room)
    await passes(nodes, 20_000)
    alice = await comes_back(nodes, alice)
    assert (await events(alice))[-3:] == ["time_credited", "seat_absent", "seat_back"]
    assert await seconds_left(alice) == pytest.approx(LEFT_S, abs=NOTED_BY_S)


async def test_who_was_waited_for_by_nobody_comes_back_first(nodes: MovedNodes) -> None:
    alice, bo = await unseen(nodes)
    bo = await comes_back(nodes, bo)
    assert (await events(bo))[-2:] == ["time_credited", "seat_back"]
    alice = await comes_back(nodes, alice)
    await goes_offline(nodes, bo, alice)
    assert await seconds_left(alice) == pytest.approx(LEFT_S, abs=NOTED_BY_S)


async def test_a_crash_is_no_waiting_though_the_service_was_soon_back(nodes: MovedNodes) -> None:
    """A gap, in which no node was there, is only the first part of the time to give back."""
    alice, bo = await opening(nodes, at=(0, 0))
    await goes_offline(nodes, bo, alice)
    await passes(nodes, WAITED_MS)
    for number in (0, 1):
        await nodes.stop(number)
    nodes.time.move(60_000)
    await nodes.start(1)
    await nodes.pass_by(2 * FIVE_MINUTES_MS)
    alice = await comes_back(nodes, alice)
    assert await seconds_left(alice) == pytest.approx(LEFT_S, abs=NOTED_BY_S)


async def test_a_clock_gets_nothing_back_because_nobody_waited(nodes: MovedNodes) -> None:
    alice, _bo = await opening(nodes, at=(0, 0), clock="slow")
    await nodes.stop(0)
    await nodes.pass_by(30_000)
    alice = await comes_back(nodes, alice)
    assert "time_credited" not in await events(alice)


async def test_nobody_is_back_by_what_a_node_wrote_before(nodes: MovedNodes) -> None:
    """Word of a connection may come late, or from a node that is dead: only its node knows."""
    alice, bo = await opening(nodes)
    await goes_offline(nodes, bo, alice)
    player = alice.view.state.seats.black
    assert player is not None
    late = pack_here(Here(player.id, "Bo", nodes.now_ms() + FIVE_MINUTES_MS))
    await nodes.serving[0].node.store.here_set(alice.room, {"dead:1": late})
    await passes(nodes, 2_000)
    await alice.until(lambda one: "presence" in one and one["presence"]["black"])
    await passes(nodes, 4_000)
    assert (await events(alice))[-1] == "seat_absent"
