"""A player that needs nobody: makes a room or joins one, plays to the end of the match, leaves.

Many of them can run in one process: one task each, and nothing shared.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from clients import notices as nt
from clients.bot.whim import Choice, Temper, choose
from clients.session import Session
from clients.transport import Client, Report
from clients.view import RoomView
from engine.state import DEFAULT_CLAIM_MS, DEFAULT_CUBE_LIMIT, MINUTE_MS, MatchResult, Phase
from engine.variants import STANDARD
from protocol import requests as rq
from protocol.codec import Subprotocol
from protocol.codes import WireCode

MOST_REFUSALS = 20
"""Refusals in a row after which a bot takes itself for broken. Being late is no refusal."""


class BotError(Exception):
    """The bot cannot play (on); the text is one line."""

    def __init__(self, code: str, text: str, details: Mapping[str, Any]) -> None:
        super().__init__(text)
        self.code = code
        self.details = details


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRoom:
    """The room that a bot opens."""

    length: int | None = 5
    variant: str = STANDARD
    cube: bool = True
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    cube_limit: int = DEFAULT_CUBE_LIMIT
    clock: str | dict[str, int] = "none"
    listed: bool = False
    chat: bool = True
    watch: Literal["all", "link", "none"] = "link"
    claim_minutes: int | None = DEFAULT_CLAIM_MS // MINUTE_MS


class Bot:
    """One player at one table.

    Args:
        url: The server.
        token: The bot's secret; ``protocol.identity.new_token`` makes one.
        name: What others see.
        place: The room to open, or the code of the room to join.
        chance: What decides; seeded, the bot plays the same match against the same choices.
        temper: How often it doubles, takes, resigns.
        subprotocol: How it speaks.
        patience_s: How long it tries to reach the server at first; ``None`` for ever.
        on_entered: Called once with the room's code when the bot has its seat.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str,
        name: str,
        place: NewRoom | str,
        chance: random.Random,
        temper: Temper | None = None,
        subprotocol: Subprotocol = Subprotocol.MSGPACK,
        patience_s: float | None = None,
        on_entered: Callable[[str], None] | None = None,
    ) -> None:
        self.session = Session(token, name, subprotocol=subprotocol)
        self.client = Client(url, self.session, self._hear, patience_s=patience_s)
        self.entered: asyncio.Event = asyncio.Event()
        """Set when the bot has a seat; then ``room`` is its code."""
        self.room = ""
        self.place = place
        self._on_entered = on_entered
        self._chance = chance
        self._temper = temper or Temper()
        self._over: asyncio.Future[MatchResult] | None = None
        self._decided_seq = 0
        self._refusals = 0

    @property
    def view(self) -> RoomView | None:
        """The room as the bot sees it, once it has entered."""
        return self.session.rooms.get(self.room)

    async def run(self) -> MatchResult:
        """Plays until the match is over and returns how it ended.

        Raises:
            BotError: a room that cannot be entered, or a bot that is refused again and again.
            LinkError: the server cannot be had.
        """
        over: asyncio.Future[MatchResult] = asyncio.get_running_loop().create_future()
        self._over = over
        if isinstance(self.place, str):
            self._ask(rq.Join, room=self.place)
        else:
            self._ask(rq.Create, **asdict(self.place))
        async with self.client.running():
            return await over

    def _ask(self, kind: type[rq.Request], **fields: Any) -> None:
        self.client.request(kind, **fields)

    def _hear(self, report: Report) -> None:
        match report:
            case nt.Entered():
                self._on_room(report.room)
                self._decided_seq = 0
                self._act(report.view)
            case nt.Happened() | nt.Resumed():
                self._act(report.view)
            case nt.Answered():
                self._refusals = 0
                self._act_in_room()
            case nt.Refused():
                self._on_refused(report)
            case nt.Unfollowed():
                self._fail(report.code, report.text, {})
            case _:
                pass

    def _on_room(self, room: str) -> None:
        self.room = room
        if not self.entered.is_set():
            self.entered.set()
            if self._on_entered is not None:
                self._on_entered(room)

    def _on_refused(self, refused: nt.Refused) -> None:
        late = refused.code == WireCode.STALE
        self._refusals += not late
        in_play = isinstance(refused.request, rq.GameRequest)
        if not in_play or self._refusals > MOST_REFUSALS:
            self._fail(refused.code, refused.text, refused.details)
            return
        if not late:
            self._decided_seq = 0
        self._act_in_room()

    def _act_in_room(self) -> None:
        if self.view is not None:
            self._act(self.view)

    def _act(self, view: RoomView) -> None:
        """Decides once for each event, and only when nothing that was asked is still open."""
        if view.room != self.room or not view.settled or view.seq == self._decided_seq:
            return
        if view.state.phase is Phase.MATCH_OVER and self._temper.rematch == 0:
            self._finish(view.state.match_result)
            return
        if any(isinstance(request, rq.GameRequest) for request in self.session.unanswered):
            return
        self._decided_seq = view.seq
        choice: Choice | None = choose(view, self._chance, self._temper)
        if choice is not None:
            self._ask(choice.kind, room=self.room, **choice.fields)

    def _finish(self, result: MatchResult | None) -> None:
        if result is not None and self._over is not None and not self._over.done():
            self._over.set_result(result)

    def _fail(self, code: str, text: str, details: Mapping[str, Any]) -> None:
        if self._over is not None and not self._over.done():
            self._over.set_exception(BotError(code, text, details))
