"""A timed match between two bots that think, lose their connections and come back.

Nothing here runs by itself: a test says when somebody acts, and at which node.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from engine.objections import objection_to_level
from engine.plays import legal_plays
from engine.seat import Seat
from engine.state import MatchState, Phase, Win
from protocol.identity import new_token
from tests.integration.node import Client, LocalNode, Plain

TOO_LATE = {"match_over", "stale", "not_in_game"}
"""What a player is told whose time was over before it acted."""


@dataclass
class TimedPlayer:
    """A player, who may be cut off; ``shown`` are the clocks that it was shown, by event."""

    name: str
    token: str = field(default_factory=new_token)
    client: Client | None = None
    at: LocalNode | None = None
    shown: dict[int, Plain] = field(default_factory=dict)
    drops: int = 0

    @property
    def here(self) -> Client:
        """Its connection."""
        assert self.client is not None
        return self.client

    async def come(self, local: LocalNode) -> None:
        """Connect."""
        self.at = local
        self.client = await local.client(self.name, token=self.token)

    async def drop(self, *, said: bool) -> None:
        """The connection is gone: closed, or torn off without a word."""
        if self.client is None:
            return
        self.note_clocks()
        if said:
            await self.client.socket.close()
        else:
            self.client.socket.transport.abort()
        self.client, self.drops = None, self.drops + 1

    def note_clocks(self) -> None:
        """Keep the clocks that came since the last time; what is told twice is told the same."""
        for message in self.here.messages:
            clock = message.get("clock")
            if message["t"] in ("event", "room") and clock is not None:
                assert self.shown.setdefault(message["seq"], clock) == clock
        self.here.messages.clear()


@dataclass
class TimedTable:
    """One room; its players' choices and thinking times come from ``chance``."""

    chance: random.Random
    length: int
    clock: dict[str, int]
    mean_ms: int
    room: str = ""
    players: dict[str, TimedPlayer] = field(
        default_factory=lambda: {seat.value: TimedPlayer(seat.value) for seat in Seat}
    )
    state: MatchState = field(default_factory=MatchState)

    async def sit_down(self, local: LocalNode) -> None:
        """Open the room, and take both seats."""
        white, black = self.players.values()
        await white.come(local)
        await black.come(local)
        opened = {"length": self.length, "clock": self.clock}
        self.room = (await white.here.get("create", name=white.name, **opened))["room"]
        joined = await black.here.get("join", room=self.room, name=black.name)
        self.state = (await white.here.see(joined["seq"])).state

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.phase is Phase.MATCH_OVER

    def thinking_ms(self) -> float:
        """How long the next decision takes; now and then somebody falls into thought."""
        if self.chance.random() < 0.02:
            return self.chance.uniform(5, 30) * self.mean_ms
        return self.chance.expovariate(1 / self.mean_ms)

    async def decide(self, local: LocalNode) -> None:
        """Whoever has something to do does it, after coming back at ``local`` if it is cut off."""
        side = self._next_side()
        player = self.players[side]
        if player.client is None:
            await player.come(local)
            await player.here.get("resume", room=self.room)
        view = player.here.view
        asked = self._choice(view.state, Seat(side), set(view.allowed[side]))
        if asked is not None:
            answer = await player.here.ask(room=self.room, at=view.seq, **asked)
            assert answer["t"] == "ok" or answer["code"] in TOO_LATE, answer
        last = (await player.here.get("log", room=self.room, from_=1, to=1))["last"]
        for one in self.players.values():
            if one.client is not None:
                self.state = (await one.client.see(last)).state
                one.note_clocks()

    async def log(self, local: LocalNode) -> list[Any]:
        """The whole log, as a stranger reads it, and the clock that a stranger is shown."""
        reader = await local.client("Reader")
        watcher = TimedPlayer("reader", client=reader)
        await reader.get("watch", room=self.room, name="Reader")
        last = reader.view.seq
        log: list[Any] = []
        while len(log) < last:
            page = {"from_": len(log) + 1, "to": min(len(log) + 500, last)}
            log += (await reader.get("log", room=self.room, **page))["events"]
        watcher.note_clocks()
        self.players["reader"] = watcher
        return log

    def _next_side(self) -> str:
        seat = self.state.to_act
        if seat is not None:
            return seat.value
        waiting = [one.value for one in Seat if not self.state.agreed[one]]
        return self.chance.choice(waiting)

    def _choice(self, state: MatchState, seat: Seat, allowed: set[str]) -> Plain | None:
        """A legal request, or ``None`` if there is nothing to do any more."""
        if "take" in allowed:
            return {"t": "take" if self.chance.random() < 0.7 else "drop"}
        if "accept" in allowed:
            return {"t": "accept" if self.chance.random() < 0.6 else "reject"}
        if "double" in allowed and self.chance.random() < 0.1:
            return {"t": "double"}
        yields = "resign" in allowed and self.chance.random() < 0.02
        if yields and objection_to_level(state, seat, Win.BACKGAMMON) is None:
            return {"t": "resign", "win": 3}
        if "play" in allowed:
            assert state.dice is not None
            play = self.chance.choice(list(legal_plays(state.board, seat, state.dice)))
            return {"t": "play", "steps": [list(step) for step in play]}
        return next(({"t": t} for t in ("roll", "ready") if t in allowed), None)
