"""One room of the desk in ``wire.py``: packed entries, their heads, their fold, and its members."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from engine.clock import Clock
from engine.events import EntropyMissed, Event, SeedCommitted
from engine.evolve import evolve
from engine.objections import allowed
from engine.plays import next_steps
from engine.seat import Seat
from engine.state import MatchState, Phase
from protocol import requests as rq
from protocol.clocks import clock_to_plain, clock_told, control_shown
from protocol.codes import WireCode, WireError
from protocol.convert import event_from_plain, state_to_plain
from protocol.entries import entry_after, first_head, next_head, pack_entry, unpack_entry
from protocol.messages import ChatLine, EventMessage, Message, MyRoom, OpenRoom, Presence, Spectator
from protocol.phrases import PHRASES


class Member(Protocol):
    """Who hears of a room."""

    player: str
    name: str

    def tell(self, message: Message) -> None: ...


@dataclass
class DeskRoom:
    """One room: its entries, their heads, their fold, and who hears of them."""

    code: str
    now_ms: Callable[[], int] = lambda: 0
    clock: Clock | None = None
    state: MatchState = field(default_factory=MatchState)
    entries: list[bytes] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)
    chat: list[ChatLine] = field(default_factory=list)
    members: dict[int, Member] = field(default_factory=dict)
    done: dict[str, int] = field(default_factory=dict)

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def head(self) -> bytes:
        return self.heads[-1] if self.heads else first_head(self.code)

    def append(self, events: Iterable[Event], cause: str | None, by: Seat | None) -> None:
        events = tuple(events)
        for number, event in enumerate(events):
            before, self.state, at_ms = self.state, evolve(self.state, event), self.now_ms()
            told = entry_after(self.state, event, at_ms=at_ms, by=by, cause=cause)
            self.clock = clock_told(self.clock, before, self.state, told.event, at_ms)
            entry = pack_entry(told)
            head = next_head(self.head, entry)
            self.entries.append(entry)
            self.heads.append(head)
            message = self.event(self.seq, newest=number == len(events) - 1)
            for member in list(self.members.values()):
                member.tell(message)

    def happen(self, events: tuple[Event, ...], cause: str | None, by: Seat | None) -> None:
        """Append ``events`` and what the desk does by itself after them."""
        self.append(events + self._follow_up(events), cause, by)

    def _follow_up(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """What the desk adds for the dice: a promise before each game, no waiting for the absent.

        It throws as it likes and never reveals a seed.
        """
        state = self.state
        for event in events:
            state = evolve(state, event)
        game = state.game_number + 1
        if state.phase in (Phase.READY, Phase.GAME_OVER) and state.proof.game != game:
            return (SeedCommitted(game=game, commitment="5e" * 32),)
        here = {member.player for member in self.members.values()}
        return tuple(
            EntropyMissed(seat=seat)
            for seat in Seat
            if state.phase is Phase.OPENING
            and state.proof.awaits(seat)
            and (player := state.seats[seat]) is not None
            and player.id not in here
        )

    def event(self, seq: int, *, newest: bool) -> EventMessage:
        entry = unpack_entry(self.entries[seq - 1])
        message: EventMessage = {
            "t": "event",
            "room": self.code,
            "seq": seq,
            "head": self.heads[seq - 1].hex(),
            "at_ms": entry.at_ms,
            "by": None if entry.by is None else entry.by.value,
            "cause": entry.cause,
            "event": entry.event,
            "phase": entry.phase,
            "turn": None if entry.turn is None else entry.turn.value,
        }
        if newest:
            message["allowed"] = {
                "white": list(allowed(self.state, Seat.WHITE)),
                "black": list(allowed(self.state, Seat.BLACK)),
            }
            message["hops"] = self.hops()
            if self.clock is not None:
                message["clock"] = clock_to_plain(self.clock)
        return message

    def hops(self) -> list[list[int]]:
        if self.state.dice is None or self.state.on_roll is None:
            return []
        return [
            list(step) for step in next_steps(self.state.board, self.state.on_roll, self.state.dice)
        ]

    def presence(self) -> Presence:
        here = {member.player for member in self.members.values()}
        seats = self.state.seats
        watchers: list[Spectator] = [
            {"player": member.player, "name": member.name}
            for member in self.members.values()
            if self.state.seat_of(member.player) is None
        ]
        return {
            "white": seats.white is not None and seats.white.id in here,
            "black": seats.black is not None and seats.black.id in here,
            "watching": len(watchers),
            "spectators": watchers,
        }

    def show(self, member: Member, *, rolled_back: bool = False) -> None:
        seat = self.state.seat_of(member.player)
        member.tell(
            {
                "t": "room",
                "room": self.code,
                "reason": "rolled_back" if rolled_back else "entered",
                "seq": self.seq,
                "head": self.head.hex(),
                "you": None if seat is None else seat.value,
                "state": state_to_plain(self.state),
                "allowed": {
                    "white": list(allowed(self.state, Seat.WHITE)),
                    "black": list(allowed(self.state, Seat.BLACK)),
                },
                "hops": self.hops(),
                "clock": None if self.clock is None else clock_to_plain(self.clock),
                "presence": self.presence(),
                "chat": self.chat,
            }
        )

    def roll_back(self, seq: int) -> None:
        """Lose what came after ``seq``, as a store may, and tell everybody."""
        entries = self.entries[:seq]
        self.entries, self.heads, self.state, self.done = [], [], MatchState(), {}
        self.clock = None
        members, self.members = self.members, {}
        for packed in entries:
            entry = unpack_entry(packed)
            self.append([event_from_plain(entry.event)], entry.cause, entry.by)
        self.members = members
        for member in members.values():
            self.show(member, rolled_back=True)

    def row_of(self, player: str) -> MyRoom | None:
        """The room in the list of a player who has a seat in it."""
        seat, state = self.state.seat_of(player), self.state
        if seat is None:
            return None
        opponent = state.seats[seat.other]
        return {
            "room": self.code,
            "you": seat.value,
            "opponent": None if opponent is None else opponent.name,
            "variant": self.state.rules.variant,
            "length": state.rules.length,
            "clock": control_shown(state.rules.clock),
            "white": state.score.white,
            "black": state.score.black,
            "phase": state.phase.value,
            "turn": None if state.to_act is None else state.to_act.value,
        }

    def open_row(self) -> OpenRoom | None:
        """The room in the lobby, if it waits for an opponent."""
        host, rules, manners = self.state.seats.white, self.state.rules, self.state.manners
        if host is None or self.state.seats.black is not None:
            return None
        return {
            "room": self.code,
            "name": host.name,
            "chat": manners.chat,
            "watch": manners.watch.value,
            "length": rules.length,
            "cube": rules.cube,
            "crawford": rules.crawford,
            "jacoby": rules.jacoby,
            "beavers": rules.beavers,
            "automatic_doubles": rules.automatic_doubles,
            "variant": rules.variant,
            "cube_limit": rules.cube_limit,
            "clock": control_shown(rules.clock),
        }

    def say(self, request: rq.Say | rq.Phrase, member: Member) -> None:
        """Tells everybody what ``member`` says, once."""
        if not self.state.manners.chat:
            raise WireError(WireCode.CHAT_OFF)
        if any(line["id"] == request.id for line in self.chat):
            return
        seat = self.state.seat_of(member.player)
        line: ChatLine = {
            "id": request.id,
            "at_ms": 0,
            "seat": None if seat is None else seat.value,
            "player": member.player,
            "name": member.name,
            "text": request.text if isinstance(request, rq.Say) else PHRASES[request.phrase],
        }
        if isinstance(request, rq.Phrase):
            line["phrase"] = request.phrase
        self.chat.append(line)
        for each in self.members.values():
            each.tell({"t": "chat", "room": self.code, "line": line})
