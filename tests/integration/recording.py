"""Bots that remember what they were told: by this a server is judged."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field

from clients import notices as nt
from clients.bot.bot import Bot, NewRoom
from clients.bot.whim import Temper
from clients.proving import Doubt
from clients.transport import LinkDown, LinkUp, Report
from clients.view import RoomView
from protocol import requests as rq
from protocol.identity import new_token


@dataclass(slots=True)
class Memory:
    """What one client was told.

    Attributes:
        heads: the chain value after each event that it saw, by seq.
        newest: the newest event that it saw.
        acknowledged: the seq that each game request was said to have produced.
        refused: the game requests that were refused.
        refused_in_vain: why those were refused after which nothing had happened: a bot asks only
            for what is legal, so it must have been too late.
        doubts: what it doubted of the dice, but for an entropy that came too late by a fault.
        proved: how many throws it found to follow from the secrets, in games that it saw end.
        held: how often it was told to ask again later.
        drops: how often it lost a connection that stood.
        thrown_out: the codes of the rooms' ends for it that it had not asked for.
        news: set by each event, answer and refusal.
    """

    heads: dict[int, str] = field(default_factory=dict)
    newest: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    refused_in_vain: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    proved: int = 0
    held: int = 0
    drops: int = 0
    thrown_out: list[str] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    linked: bool = False

    def note(self, report: Report) -> None:
        """Remember every event, and every request that was said to be done."""
        match report:
            case nt.Happened(message=message):
                self._see(message["seq"], message["head"])
            case nt.Entered(message=message, rolled_back=rolled_back):
                assert not rolled_back, "an acknowledged event was lost"
                self._see(message["seq"], message["head"])
            case nt.Answered(request=rq.GameRequest(id=request_id), message=message):
                assert message["t"] == "ok"
                self.acknowledged[request_id] = message["seq"]
            case nt.Refused(request=rq.GameRequest(id=request_id, at=at), code=code):
                self.refused.add(request_id)
                if at == self.newest:
                    self.refused_in_vain.append(code)
            case nt.DiceDoubted(doubt=doubt) if doubt is not Doubt.MISSED:
                self.doubts.append(doubt)
            case nt.DiceChecked(checked=checked):
                self.proved += checked.throws
            case nt.Held():
                self.held += 1
            case nt.Unfollowed(code=code):
                self.thrown_out.append(code)
            case LinkUp():
                self.linked = True
            case LinkDown():
                self.drops += self.linked
                self.linked = False
            case _:
                return
        self.news.set()

    async def reaches(self, seq: int) -> None:
        """Return once it has seen the event with this number."""
        while self.newest < seq:
            self.news.clear()
            await self.news.wait()

    def _see(self, seq: int, head: str) -> None:
        known = self.heads.setdefault(seq, head)
        assert known == head, f"event {seq} was told in two ways"
        self.newest = max(self.newest, seq)


@dataclass(slots=True)
class ForgivingMemory(Memory):
    """Forgets what the store lost, if the client was told so.

    Attributes:
        rollbacks: how often that was.
        lost: the newest event that was ever lost. Who asked after one up to this number may have
            meant another that had it before, and is then refused with reason.
    """

    rollbacks: int = 0
    lost: int = 0

    def note(self, report: Report) -> None:
        """Remember, or forget."""
        match report:
            case nt.Entered(rolled_back=True, message=message):
                self.rollbacks += 1
                self.lost = max(self.lost, self.newest)
                self.newest = message["seq"]
                self.heads = {self.newest: message["head"]}
                self.acknowledged.clear()
                self.news.set()
            case nt.Refused(request=rq.GameRequest(id=request_id, at=at)) if at <= self.lost:
                self.refused.add(request_id)
                self.news.set()
            case nt.DiceDoubted() if self.rollbacks:
                pass  # promises are lost as well: the next one for that game is a second one
            case _:
                Memory.note(self, report)


class RecordingBot(Bot):
    """A bot that remembers what it was told, and plays one match after the other.

    ``pace_s`` is how long it looks at what is new before it acts.
    """

    def __init__(
        self,
        url: str,
        place: NewRoom | str,
        chance: random.Random,
        *,
        memory: Memory | None = None,
        pace_s: float = 0.0,
    ) -> None:
        self.memory = memory or Memory()
        self.token = new_token()
        self._pace_s = pace_s
        super().__init__(
            url,
            token=self.token,
            name=f"bot {chance.randrange(1000)}",
            place=place,
            chance=chance,
            temper=Temper(rematch=1.0),
        )

    def _hear(self, report: Report) -> None:
        self.memory.note(report)
        super()._hear(report)

    def _act(self, view: RoomView) -> None:
        if self._pace_s:
            asyncio.get_running_loop().call_later(self._pace_s, self._act_now)
        else:
            super()._act(view)

    def _act_now(self) -> None:
        if self.view is not None:
            super()._act(self.view)

    @property
    def waiting(self) -> list[str]:
        """The ids of its game requests that have no answer."""
        return [one.id for one in self.session.unanswered if isinstance(one, rq.GameRequest)]

    @property
    def situation(self) -> str:
        """One line for whoever looks into a run in which nothing happens any more."""
        link = "linked" if self.memory.linked else "no link"
        waits = " ".join(type(one).__name__ for one in self.session.unanswered) or "nothing"
        return (
            f"{self.session.name} in {self.room}: {link}, event {self.memory.newest}, asked {waits}"
        )
