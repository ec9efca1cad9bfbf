"""Tabs that are closed, connections that drop, eyes that look elsewhere: nobody loses by it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from clients.cli.export import fetch_log
from clients.cli.players import guest
from engine.state import Phase
from server.deadlines import GRACE_MS
from tests.integration.moved_time import MovedNodes, moved_nodes
from tests.integration.node import Client, LocalNode, Plain, loaded_dice, node
from tests.integration.timed_opening import FIRST_PLAY, LONG, events_of, log_of, opening, shown
from tests.valkey import Valkey


async def back(local: LocalNode, gone: Client, room: str) -> Client:
    """The same person at ``local``, who is shown the whole room."""
    client = await local.client(gone.name, token=gone.token)
    await client.get("resume", room=room)
    return client


def torn(*clients: Client) -> None:
    """Their connections end in the same moment, without a word."""
    for client in clients:
        client.socket.transport.abort()


def told(client: Client) -> list[Plain]:
    """Who was there, each time that it was told."""
    return [one["presence"] for one in client.messages if one["t"] == "presence"]


def whole(client: Client) -> Plain:
    """The room as it was shown last, as far as it is the same for everybody."""
    room = [one for one in client.messages if one["t"] == "room"][-1]
    return {name: room[name] for name in ("seq", "head", "state", "allowed", "hops", "clock")}


async def closed(tab: Client, _room: str) -> None:
    await tab.socket.close()


async def crashed(tab: Client, _room: str) -> None:
    torn(tab)


async def left(tab: Client, room: str) -> None:
    await tab.get("leave", room=room)


@pytest.mark.parametrize(
    ("enters", "ending"),
    [(True, closed), (True, crashed), (True, left), (False, closed), (False, crashed)],
)
@pytest.mark.parametrize("other", [0, 1], ids=["same node", "other node"])
async def test_closing_one_of_two_tabs_is_not_leaving(
    valkey: Valkey, other: int, enters: bool, ending: Callable[[Client, str], Awaitable[None]]
) -> None:
    """For case 21; and closing both is."""
    async with node(redis=valkey.url) as first, node(redis=valkey.url) as second:
        alice, bo, room = await first.players()
        tab = await (first, second)[other].client("Alice", token=alice.token)
        if enters:
            await tab.get("resume", room=room)
        await ending(tab, room)
        cy = await second.client("Cy")
        await cy.get("watch", room=room, name="Cy")
        await bo.until(lambda one: one["t"] == "presence" and one["presence"]["watching"] == 1)
        assert all(presence["white"] for presence in told(bo))
        await alice.act("resign", win=3)
        await alice.socket.close()
        await bo.until(lambda one: one["t"] == "presence" and not one["presence"]["white"])


@pytest.mark.parametrize("who", [0, 1], ids=["on turn", "waiting"])
async def test_reconnecting_ten_times_in_a_turn_gives_no_time(own_valkey: Valkey, who: int) -> None:
    """For case 22: not to the side whose clock runs, and none is taken from it either."""
    throw = loaded_dice((3, 1))
    async with moved_nodes(own_valkey, throw=throw) as nodes:
        *players, room = await opening(nodes.serving[0], nodes.serving[1], LONG)
        clock, player = shown(players[0]), players[who]
        for number in range(10):
            await nodes.pass_by(7_000)
            torn(player)
            player = await back(nodes.serving[number % 2], player, room)
            assert shown(player) == clock
        await nodes.pass_by(clock["deadline_ms"] + GRACE_MS - 1 - nodes.now_ms())
        assert "flagged" not in await events_of(player, room)
        nodes.time.move(1)
        await player.see(Phase.MATCH_OVER)
        flags = [one for one in await log_of(player, room) if one["event"]["type"] == "flagged"]
        assert [(one["event"]["seat"], one["at_ms"]) for one in flags] == [
            ("white", clock["deadline_ms"] + GRACE_MS)
        ]


SITUATIONS: dict[str, list[tuple[int, str, dict[str, Any]]]] = {
    "dice on the table": [],
    "before the roll": [(0, "play", {"steps": FIRST_PLAY})],
    "a cube offered": [(0, "play", {"steps": FIRST_PLAY}), (1, "double", {})],
    "a cube taken": [
        *[(0, "play", {"steps": FIRST_PLAY}), (1, "double", {})],
        (0, "take", {}),
    ],
    "a resignation offered": [(1, "resign", {"win": 2})],
    "between games": [(0, "resign", {"win": 3}), (1, "accept", {}), (0, "ready", {})],
}


async def situation(nodes: MovedNodes, steps: list[tuple[int, str, Any]]) -> list[Client]:
    """Alice and Bo, after ``steps`` in a match to 7; each takes a little over the delay."""
    clock = {"delay_ms": 2_000, "bank_per_point_ms": 30_000}
    alice = await nodes.serving[0].client("Alice")
    bo = await nodes.serving[1].client("Bo")
    room = (await alice.get("create", name="Alice", length=7, clock=clock))["room"]
    await alice.see((await bo.get("join", room=room, name="Bo"))["seq"])
    players = [alice, bo]
    for who, kind, fields in [(0, "ready", {}), (1, "ready", {}), *steps]:
        await nodes.pass_by(3_210)
        await players[who].act(kind, **fields)
        last = (await alice.get("log", room=room, from_=1, to=1))["last"]
        for player in players:
            await player.see(last)
    await nodes.pass_by(4_321)
    return players


@pytest.mark.parametrize("restarted", [False, True], ids=["same nodes", "restarted node"])
@pytest.mark.parametrize("name", SITUATIONS)
async def test_both_drop_within_a_second_and_find_everything_as_it_was(
    own_valkey: Valkey, name: str, restarted: bool
) -> None:
    """For case 23: the same dice, the same offers, the same clocks of both sides."""
    async with moved_nodes(own_valkey, throw=loaded_dice((3, 1))) as nodes:
        alice, bo = await situation(nodes, SITUATIONS[name])
        room = alice.room
        before = whole(await back(nodes.serving[0], alice, room))
        torn(alice)
        await nodes.pass_by(900)
        torn(bo)
        if restarted:
            await nodes.stop(1)
        await nodes.pass_by(5_000)
        if restarted:
            await nodes.start(1)
        for gone, where in ((alice, 1), (bo, 0)):
            returned = await back(nodes.serving[where], gone, room)
            assert whole(returned) == before
            assert (returned.view.you == "white") == (gone is alice)


LOOKS: dict[str, Callable[[Client, str], Awaitable[object]]] = {
    "my rooms": lambda alice, _: alice.get("rooms"),
    "the lobby": lambda alice, _: alice.get("lobby"),
    "results": lambda alice, _: alice.get("results"),
    "the log": lambda alice, _: alice.get("log", room=first_room(alice), from_=1, to=500),
    "another room": lambda alice, other: alice.get("watch", room=other, name="Alice"),
    "away from another room": lambda alice, other: alice.get("leave", room=other),
    "a room of her own": lambda alice, _: alice.get("create", name="Alice", length=3),
    "her room as if to watch": lambda alice, _: alice.get(
        "watch", room=first_room(alice), name="Alice"
    ),
    "what does not exist": lambda alice, _: alice.ask("watch", room="0" * 10, name="Alice"),
}


def first_room(client: Client) -> str:
    return next(iter(client.views))


async def test_looking_elsewhere_never_leaves_a_seat(valkey: Valkey) -> None:
    """For case 26: one after the other on the connection that she plays on."""
    async with (
        node(redis=valkey.url, throw=loaded_dice((3, 1), (3, 1))) as first,
        node(redis=valkey.url) as second,
    ):
        alice, bo, room = await first.players()
        _, _, other = await second.players(ready=False)
        for name, look in LOOKS.items():
            answer = await look(alice, other)
            assert isinstance(answer, dict), name
            assert (answer["t"] == "error") == (name == "what does not exist"), (name, answer)
        record = await fetch_log(guest(second.url), room)
        assert len(record) == alice.views[room].seq
        played = await alice.act("play", room=room, steps=FIRST_PLAY)
        await bo.see(played["seq"])
        cy = await first.client("Cy")
        await cy.get("watch", room=room, name="Cy")
        await bo.until(lambda one: one["t"] == "presence" and one["presence"]["watching"] == 1)
        assert all(presence["white"] for presence in told(bo))
        assert alice.views[room].you == "white"
