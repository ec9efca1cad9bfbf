"""A timed match to 1 at its first play, for tests of clocks."""

from __future__ import annotations

from tests.integration.node import Client, LocalNode, Plain, begin_across

FIRST_PLAY = [[8, 5], [6, 5]]
"""White's, of the opening dice 3-1."""
LONG = {"delay_ms": 60_000, "bank_per_point_ms": 60_000}


async def opening(
    first: LocalNode, second: LocalNode, clock: dict[str, int], **manners: str
) -> tuple[Client, Client, str]:
    """Alice (white) has 3-1 to play in a match to 1, her clock running; Bo waits.

    The nodes must have been given these dice.
    """
    return await begin_across(first, second, length=1, clock=clock, **manners)


async def log_of(client: Client, room: str) -> list[Plain]:
    """The log as ``client``, who has entered, reads it."""
    events: list[Plain] = (await client.get("log", room=room, from_=1, to=500))["events"]
    return events


async def events_of(client: Client, room: str) -> list[str]:
    """The names of all events."""
    return [message["event"]["type"] for message in await log_of(client, room)]


def shown(client: Client) -> Plain:
    """The clock that it was shown last."""
    clocks = [one["clock"] for one in client.messages if one.get("clock") is not None]
    clock: Plain = clocks[-1]
    return clock
