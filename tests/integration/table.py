"""A game in progress whose players must never notice what strangers do, and what is done to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from engine.state import Phase
from tests.integration.node import PATIENCE_S, Client, LocalNode, Plain, loaded_dice, node

USUAL_S = 2.0
"""Far over what a command takes (some milliseconds), far under the wait for a held lock (5 s)."""


@dataclass(frozen=True, slots=True)
class Table:
    """A room with a game in progress, whose players must never notice the strangers."""

    local: LocalNode
    white: Client
    black: Client
    room: str

    async def plays_on(self) -> None:
        """The next command of the player to move is answered as ever, and changes the game."""
        state = self.white.view.state
        if state.phase is Phase.GAME_OVER:
            await self.quickly(self.white, "ready")
            await self.quickly(self.black, "ready")
            return
        mover = self.white if self.white.view.you is state.to_act else self.black
        if state.phase is Phase.TO_PLAY:
            await self.quickly(mover, "play", steps=await self.some_play(mover))
        else:
            await self.quickly(mover, "roll")

    async def quickly(self, player: Client, t: str, **fields: object) -> None:
        """``act`` within the usual time; both players see what followed."""
        began = time.monotonic()
        await player.act(t, room=self.room, **fields)
        assert time.monotonic() - began < USUAL_S
        for one in (self.white, self.black):
            page = await one.get("log", room=self.room, from_=1, to=1)
            await one.see(page["last"])

    async def some_play(self, mover: Client) -> list[list[int]]:
        """A full legal play, found as a client without rules finds it."""
        steps: list[list[int]] = []
        hops = mover.view.hops
        while hops:
            steps.append(hops[0])
            hops = (await mover.get("preview", room=self.room, steps=steps))["hops"]
        return steps


@asynccontextmanager
async def table(**settings: Any) -> AsyncIterator[Table]:
    """Two players in a money session, at the first play."""
    async with node(throw=loaded_dice((3, 1)), **settings) as local:
        white, black, room = await local.players(length=None)
        yield Table(local, white, black, room)


async def barrage(client: Client, frames: Sequence[bytes | str]) -> list[Plain]:
    """Send all frames at once; everything that came before the answer to a good request."""
    for frame in frames:
        await client.socket.send(frame)
    seen = len(client.messages)
    last = await client.ask("rooms")
    assert last["t"] == "rooms"
    return client.messages[seen:-1]


async def closed(socket: ClientConnection) -> tuple[int, str]:
    """The code and reason with which the server closes the connection."""
    async with asyncio.timeout(PATIENCE_S):
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
    assert socket.close_code is not None
    return socket.close_code, socket.close_reason or ""
