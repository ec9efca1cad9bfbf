"""Two nodes on one store: case 39, and what members on different nodes see."""

from __future__ import annotations

import asyncio

import pytest

from engine.seat import Seat
from tests.integration.node import begin_across, two_nodes
from tests.valkey import Valkey


async def test_members_on_two_nodes_see_the_same_events(valkey: Valkey) -> None:
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice, bo, room = await begin_across(first, second)
        cy = await second.client("Cy")
        await cy.get("watch", room=room, name="Cy")

        await alice.act("play", steps=[[8, 5], [6, 5]])
        await bo.see(alice.view.seq)
        await bo.act("double")
        await alice.see(bo.view.seq)
        await alice.act("take")
        await bo.see(alice.view.seq)
        await cy.see(alice.view.seq)

        assert alice.view.state == bo.view.state == cy.view.state
        assert alice.view.head == bo.view.head == cy.view.head
        assert bo.view.state.cube.owner is Seat.WHITE


async def test_presence_and_chat_cross_nodes(valkey: Valkey) -> None:
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice, bo, room = await begin_across(first, second)

        await bo.get("say", room=room, text="hello over there")
        heard = await alice.until(lambda one: one["t"] == "chat")
        await bo.socket.close()
        gone = await alice.until(
            lambda one: one["t"] == "presence" and not one["presence"]["black"]
        )

        assert heard["line"]["text"] == "hello over there"
        assert gone["presence"]["white"] is True


@pytest.mark.parametrize("turn", range(5))
async def test_of_two_commands_at_one_moment_both_are_judged_on_one_log(
    valkey: Valkey, turn: int
) -> None:
    """Case 39: the loser of the comparison is judged again on what the winner made."""
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice, bo, room = await begin_across(first, second)
        tablet = await second.client("Alice", token=alice.token)
        await tablet.get("resume", room=room)
        play = {"room": room, "at": alice.view.seq, "steps": [[8, 5], [6, 5]]}

        answers = await asyncio.gather(alice.ask("play", **play), tablet.ask("play", **play))
        log = (await bo.get("log", room=room, from_=1, to=100))["events"]

        assert sorted(one["t"] for one in answers) == ["error", "ok"]
        assert {one.get("code") for one in answers} in ({None, "stale"}, {None, "not_your_turn"})
        assert [one["event"]["type"] for one in log].count("played") == 1
        assert [one["seq"] for one in log] == list(range(1, len(log) + 1))


async def test_both_sides_at_once_are_both_stored_if_both_are_legal(valkey: Valkey) -> None:
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice, bo, room = await begin_across(first, second)

        answers = await asyncio.gather(
            alice.ask("play", room=room, at=alice.view.seq, steps=[[8, 5], [6, 5]]),
            bo.ask("remove", room=room, at=bo.view.seq, player="c" * 32),
        )
        log = (await bo.get("log", room=room, from_=1, to=100))["events"]

        assert [one["t"] for one in answers] == ["ok", "ok"]
        types = [one["event"]["type"] for one in log]
        assert types.count("played") == types.count("spectator_removed") == 1


async def test_the_same_request_through_two_nodes_is_one_roll(valkey: Valkey) -> None:
    """A client that changes nodes and asks again, while the first answer is still on its way."""
    async with two_nodes(valkey, (3, 1)) as (first, second):
        alice, bo, room = await begin_across(first, second)
        await bo.see((await alice.act("play", steps=[[8, 5], [6, 5]]))["seq"])
        moved = await first.client("Bo", token=bo.token)
        await moved.get("resume", room=room)
        roll = {"room": room, "at": bo.view.seq, "id": "my-roll-001"}

        answers = await asyncio.gather(bo.get("roll", **roll), moved.get("roll", **roll))
        await moved.see(answers[0]["seq"])
        await bo.see(answers[0]["seq"])

        assert answers[0] == answers[1]
        assert bo.view.state.dice == moved.view.state.dice
        log = (await bo.get("log", room=room, from_=1, to=100))["events"]
        assert [one["event"]["type"] for one in log].count("rolled") == 1
