"""Who is flagged, and who is not, to the millisecond: case 25 and what is like it.

A play counts from when it came. Up to the end of the grace it stands, wherever it was sent and
whatever else rings; from then on the flag falls, for the side whose time it was.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from engine.seat import Seat
from engine.state import MatchEnd, Phase
from server.deadlines import GRACE_MS
from tests.integration.literal_clock import literal_banks
from tests.integration.moved_time import BETWEEN_MS, STEP_MS, MovedNodes, moved_nodes
from tests.integration.node import Client, Plain
from tests.integration.timed_opening import FIRST_PLAY, LONG, events_of, log_of, opening, shown
from tests.valkey import Valkey

CLOCK = {"delay_ms": 2_000, "bank_per_point_ms": 3_000}
RACES = 12


def always_3_1() -> tuple[int, int]:
    return 3, 1


async def until(nodes: MovedNodes, at_ms: int) -> None:
    """Let time go by until then, exactly."""
    await nodes.pass_by(at_ms - nodes.now_ms())
    assert nodes.now_ms() == at_ms


async def flagged(client: Client, room: str) -> list[str]:
    """For whom a flag has fallen; the log must bear it out."""
    log = await log_of(client, room)
    literal_banks(log)
    return [one["event"]["seat"] for one in log if one["event"]["type"] == "flagged"]


async def answer_to(client: Client, request_id: str) -> Plain:
    """The answer to a request that was sent."""
    return await client.until(lambda message: message.get("id") == request_id)


@pytest.mark.parametrize("late_ms", [-1, 0, 1, GRACE_MS - 1])
async def test_who_moved_just_before_the_limit_is_not_flagged(
    own_valkey: Valkey, late_ms: int
) -> None:
    """By case 25: neither for its own time nor for the other's, which runs out next."""
    async with moved_nodes(own_valkey, throw=always_3_1) as nodes:
        alice, bo, room = await opening(nodes.serving[0], nodes.serving[1], CLOCK)
        await until(nodes, shown(alice)["deadline_ms"] + late_ms)
        played = await alice.act("play", steps=FIRST_PLAY)
        await bo.see(played["seq"])
        clock = shown(bo)
        assert clock["running"] == "black"
        assert clock["bank_ms"] == {"white": max(0, -late_ms), "black": 3_000}
        await until(nodes, clock["deadline_ms"] + GRACE_MS - 1)
        assert await flagged(bo, room) == []
        await until(nodes, clock["deadline_ms"] + GRACE_MS)
        view = await alice.see(Phase.MATCH_OVER)
        assert await flagged(bo, room) == ["black"]
        assert view.state.match_result is not None
        assert view.state.match_result.winner is Seat.WHITE
        assert view.state.match_result.end is MatchEnd.TIME


@pytest.mark.parametrize("late_ms", [GRACE_MS, GRACE_MS + 1, 60_000])
async def test_who_moves_after_the_grace_is_flagged(own_valkey: Valkey, late_ms: int) -> None:
    """The other edge of case 25."""
    async with moved_nodes(own_valkey, throw=always_3_1) as nodes:
        alice, bo, room = await opening(nodes.serving[0], nodes.serving[1], CLOCK)
        at = alice.view.seq
        await until(nodes, shown(alice)["deadline_ms"] + late_ms)
        refused = await alice.ask("play", room=room, at=at, steps=FIRST_PLAY)
        assert refused["code"] == "stale"
        await bo.see(Phase.MATCH_OVER)
        assert await flagged(bo, room) == ["white"]


@pytest.mark.parametrize("yielding", ["double", "resign", "roll", "concede"])
async def test_the_other_sides_requests_never_cost_it_its_own_time(
    own_valkey: Valkey, yielding: str
) -> None:
    """Like case 25: Bo asks for something while Alice's time is out and nobody has said so yet."""
    async with moved_nodes(own_valkey, 1, throw=always_3_1) as nodes:
        alice, bo, room = await opening(nodes.serving[0], nodes.serving[0], CLOCK)
        fields: dict[str, Any] = {"win": 3} if yielding == "resign" else {}
        at = bo.view.seq
        await until(nodes, shown(alice)["deadline_ms"] + GRACE_MS)
        refused = await bo.ask(yielding, room=room, at=at, **fields)
        assert refused["code"] == "stale"
        assert await flagged(bo, room) == ["white"]


async def test_a_play_in_time_races_with_the_alarms_of_two_nodes(own_valkey: Valkey) -> None:
    """The race of case 25, which the log settles: the play stands, or the flag, never both.

    The play is on its way when time runs out and both nodes ring.
    """
    async with moved_nodes(own_valkey, throw=always_3_1) as nodes:
        for turns in range(RACES):
            alice, bo, room = await opening(nodes.serving[turns % 2], nodes.serving[1], CLOCK)
            await until(nodes, shown(alice)["deadline_ms"] + GRACE_MS - 1)
            at = alice.view.seq
            asked = await alice.send("play", room=room, at=at, steps=FIRST_PLAY)
            for _ in range(turns):
                await asyncio.sleep(0)
            nodes.time.move(1)
            answer = await answer_to(alice, asked)
            await bo.see(Phase.TO_ROLL if answer["t"] == "ok" else Phase.MATCH_OVER)
            played = (await events_of(bo, room)).count("played")
            assert (played, await flagged(bo, room)) == (
                (1, []) if answer["t"] == "ok" else (0, ["white"])
            )
            assert answer.get("code") in (None, "stale")


@pytest.mark.parametrize("how", ["watch", "resume", "join"])
async def test_a_flag_that_is_due_falls_for_who_looks_and_not_before(
    own_valkey: Valkey, how: str
) -> None:
    """Nobody is connected, and the node that is asked has never had the room."""
    async with moved_nodes(own_valkey, 1, throw=always_3_1) as nodes:
        alice, bo, room = await opening(nodes.serving[0], nodes.serving[0], CLOCK)
        due_ms = shown(alice)["deadline_ms"] + GRACE_MS
        for client in (alice, bo):
            await client.socket.close()
        await until(nodes, due_ms - 1)
        early = await nodes.serving[0].client("Cleo")
        await early.get("watch", room=room, name="Cleo")
        assert early.view.state.phase is Phase.TO_PLAY
        await early.socket.close()
        await nodes.stop(0)
        nodes.time.move(1)
        looks = await (await nodes.start(1)).client("Bo", token=bo.token)
        await looks.get(how, room=room, **({} if how == "resume" else {"name": "Bo"}))
        view = await looks.see(Phase.MATCH_OVER)
        assert view.state.match_result is not None
        assert view.state.match_result.winner is Seat.BLACK
        assert await flagged(looks, room) == ["white"]


async def test_a_clock_that_is_set_back_only_delays_the_flag(own_valkey: Valkey) -> None:
    """The alarm rings too early then, does nothing, and has to ring again."""
    async with moved_nodes(own_valkey, 1, throw=always_3_1) as nodes:
        alice, bo, room = await opening(nodes.serving[0], nodes.serving[0], CLOCK)
        rings_ms = shown(alice)["deadline_ms"] + GRACE_MS
        nodes.time.correct(-2_000)
        await until(nodes, rings_ms - 2_000)
        assert await flagged(bo, room) == []
        await until(nodes, rings_ms)
        await bo.see(Phase.MATCH_OVER)
        assert await flagged(bo, room) == ["white"]


async def test_downtime_moves_the_limit_by_as_much(own_valkey: Valkey) -> None:
    """Case 25 after an outage: the limit is later by the time in which nobody served."""
    async with moved_nodes(own_valkey, 1, throw=always_3_1) as nodes:
        alice, _bo, room = await opening(nodes.serving[0], nodes.serving[0], LONG)
        limit_ms = shown(alice)["deadline_ms"]
        await nodes.pass_by(30_000)
        await nodes.stop(0)
        nodes.time.move(3_600_000)
        local = await nodes.start(0)
        back = await local.client("Alice", token=alice.token)
        await back.get("resume", room=room)
        given_ms = shown(back)["deadline_ms"] - limit_ms
        assert 3_600_000 - BETWEEN_MS <= given_ms <= 3_600_000 + STEP_MS
        await until(nodes, limit_ms + given_ms - 1)
        await back.act("play", steps=FIRST_PLAY)
        assert await flagged(back, room) == []


async def test_a_flag_that_is_due_falls_for_who_sees_the_match_in_a_list(
    own_valkey: Valkey,
) -> None:
    """Among the own rooms and among the matches to watch; then it is among the results."""
    async with moved_nodes(own_valkey, 1, throw=always_3_1) as nodes:
        alice, bo, room = await opening(nodes.serving[0], nodes.serving[0], CLOCK, watch="all")
        due_ms = shown(alice)["deadline_ms"] + GRACE_MS
        await until(nodes, due_ms - 1)
        await nodes.stop(0)
        local = await nodes.start(1)
        cleo, back = await local.client("Cleo"), await local.client("Bo", token=bo.token)
        assert [one["room"] for one in (await cleo.get("lobby"))["played"]] == [room]
        assert (await back.get("rooms"))["rooms"][0]["phase"] == "to_play"
        nodes.time.move(1)
        assert (await back.get("rooms"))["rooms"][0]["phase"] == "match_over"
        assert (await cleo.get("lobby"))["played"] == []
        await cleo.get("watch", room=room, name="Cleo")
        assert await flagged(cleo, room) == ["white"]
