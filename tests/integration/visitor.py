"""Somebody who comes to a room afterwards and reads all there is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from clients import notices as nt
from clients.session import Session
from clients.transport import Client, Report
from clients.view import RoomView
from engine.state import MatchState
from protocol import requests as rq
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
        assert visitor.view is not None
        states.append(visitor.view.state)
    return log, states


async def read_room_from(url: str, room: str, first: int) -> tuple[list[EventMessage], RoomView]:
    """The room's log from an entry on, and the room as a stranger who comes then sees it."""
    visitor = _Visitor(url, new_token(), room, first)
    log = await visitor.visit(as_player=False)
    assert visitor.view is not None
    return log, visitor.view


class _Visitor:
    """Enters a room once more, as a player or to watch, and reads its log from an event on."""

    def __init__(self, url: str, token: str, room: str, first: int = 1) -> None:
        self.view: RoomView | None = None
        self._room = room
        self._next = first
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
            case nt.Entered(view=view):
                self.view = view
                self._ask_for_more()
            case nt.Answered(message=message) if message["t"] == "log":
                self._log += message["events"]
                self._next += len(message["events"])
                if self._next > message["last"]:
                    self._done.set()
                else:
                    self._ask_for_more()
            case nt.Refused() | nt.Unfollowed():
                raise AssertionError(report)
            case _:
                pass

    def _ask_for_more(self) -> None:
        self._client.request(rq.Log, room=self._room, from_=self._next, to=self._next + 499)
