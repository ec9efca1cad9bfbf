"""Somebody who comes to a room afterwards and reads all there is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from clients import notices as nt
from clients.session import Session
from clients.transport import Client, Report
from engine.state import MatchState
from protocol import requests as rq
from protocol.convert import state_from_plain
from protocol.identity import new_token
from protocol.messages import EventMessage

PATIENCE_S = 60.0


async def read_room(
    url: str, room: str, tokens: Sequence[str]
) -> tuple[list[EventMessage], list[MatchState]]:
    """The room's whole log, and the state that each player with a token and a stranger get."""
    log: list[EventMessage] = []
    states: list[MatchState] = []
    for token in (*tokens, None):
        visitor = _Visitor(url, token or new_token(), room)
        log = await visitor.visit(as_player=token is not None)
        assert visitor.state is not None
        states.append(visitor.state)
    return log, states


class _Visitor:
    """Enters a room once more, as a player or to watch, and reads its log from the first event."""

    def __init__(self, url: str, token: str, room: str) -> None:
        self.state: MatchState | None = None
        self._room = room
        self._log: list[EventMessage] = []
        self._done = asyncio.Event()
        self._client = Client(url, Session(token, "visitor"), self._hear)

    async def visit(self, *, as_player: bool) -> list[EventMessage]:
        self._client.request(rq.Resume if as_player else rq.Watch, room=self._room)
        async with self._client.running():
            await asyncio.wait_for(self._done.wait(), PATIENCE_S)
        return self._log

    def _hear(self, report: Report) -> None:
        match report:
            case nt.Entered(message=message):
                self.state = state_from_plain(message["state"])
                self._ask_for_more()
            case nt.Answered(message=message) if message["t"] == "log":
                self._log += message["events"]
                if len(self._log) == message["last"]:
                    self._done.set()
                else:
                    self._ask_for_more()
            case nt.Refused() | nt.Unfollowed():
                raise AssertionError(report)
            case _:
                pass

    def _ask_for_more(self) -> None:
        first = len(self._log) + 1
        self._client.request(rq.Log, room=self._room, from_=first, to=first + 499)
