"""Two players of whom one stays away, in a time that the test moves."""

from __future__ import annotations

from typing import Any

from tests.integration.moved_time import STEP_MS, MovedNodes
from tests.integration.node import Client, Plain, begin_across

FIVE_MINUTES_MS = 300_000


async def opening(
    nodes: MovedNodes, at: tuple[int, int] = (0, 1), length: int = 5, **options: Any
) -> tuple[Client, Client]:
    """Alice (white) has played, at the first of two nodes, and Bo, at the other, is to roll."""
    first, second = (nodes.serving[number] for number in at)
    alice, bo, _ = await begin_across(first, second, length=length, **options)
    played = await alice.act("play", steps=[[8, 5], [6, 5]])
    await bo.see(played["seq"])
    return alice, bo


async def told(client: Client, kind: str) -> Plain:
    """The next event of this kind."""
    return await client.until(lambda one: one["t"] == "event" and one["event"]["type"] == kind)


async def passes(nodes: MovedNodes, ms: int) -> None:
    """So much time goes by, in which the nodes say who is there."""
    for _ in range(0, ms, STEP_MS):
        await nodes.pass_by(STEP_MS)
        for local in nodes.serving.values():
            await local.node.rooms.compare_all()


async def drops(player: Client, other: Client) -> None:
    """``player`` loses the connection; ``other``, who saw that it was there, is shown that."""
    seat = player.view.you
    assert seat is not None
    known = [one["presence"][seat.value] for one in other.messages if "presence" in one]
    if not known[-1]:
        await other.until(lambda one: "presence" in one and one["presence"][seat.value])
    player.socket.transport.abort()
    await other.until(lambda one: "presence" in one and not one["presence"][seat.value])


async def goes_offline(nodes: MovedNodes, player: Client, other: Client) -> Plain:
    """``player`` loses the connection and is away: ten seconds later it is in the log."""
    await drops(player, other)
    await passes(nodes, 10_000)
    return await told(other, "seat_absent")


async def comes_back(nodes: MovedNodes, player: Client, at: int = 1) -> Client:
    """``player`` on a new connection, in the room again."""
    again = await nodes.serving[at].client(player.name, token=player.token)
    await again.get("resume", room=player.room)
    return again


async def claim(player: Client) -> Plain:
    """The answer to a claim, made with all that the room has seen."""
    page = await player.get("log", room=player.room, from_=1, to=1)
    view = await player.see(page["last"])
    return await player.ask("claim", room=player.room, at=view.seq)


async def events(player: Client) -> list[str]:
    """The types of the events so far."""
    page = await player.get("log", room=player.room, from_=1, to=500)
    return [one["event"]["type"] for one in page["events"]]
