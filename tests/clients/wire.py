"""Two machines joined: sessions on one side, the rules and the protocol on the other, no socket.

``Desk`` is the least that answers a session truly: rooms as lists of packed entries folded by the
engine, every message through the codec. It keeps no store and limits nothing. Each frame travels
when a test says so, so a test can cut a line between any two of them.
"""

from __future__ import annotations

import random
from collections import deque

from clients.notices import Notice
from clients.session import Session
from engine import commands as cmd
from engine import match
from engine.commands import Join
from engine.errors import IllegalCommand
from engine.events import TimeCredited
from engine.objections import is_stale
from engine.seat import Seat
from engine.state import Dice, Player
from protocol import requests as rq
from protocol.codec import Subprotocol, encode
from protocol.codes import WireCode, WireError
from protocol.convert import command_of
from protocol.door import decode_request
from protocol.identity import player_id, room_code
from protocol.messages import FinishedMatch, Message, MyRoom, OpenRoom
from tests.clients.desk_room import DeskRoom


class Desk:
    """The server's part. ``throws`` are the dice to come; after them random ones."""

    def __init__(self, *throws: Dice, seed: int = 1) -> None:
        self.rooms: dict[str, DeskRoom] = {}
        self.lines: list[SessionLine] = []
        self.results: list[FinishedMatch] = []
        """What every player is told to have finished."""
        self.now_ms = 0
        """What time it is; a test moves it."""
        self.refuse: deque[WireError] = deque()
        """Errors that the next requests (after hello) get instead of their answers."""
        self._throws = deque(throws)
        self._random = random.Random(seed)

    def throw(self) -> Dice:
        if self._throws:
            return self._throws.popleft()
        return (self._random.randint(1, 6), self._random.randint(1, 6))

    def call_flags(self) -> None:
        """Whose time is out loses by it."""
        for room in self.rooms.values():
            if room.clock is not None and room.clock.has_run_out(self.now_ms):
                assert room.clock.running is not None
                flag = cmd.Flag(seat=room.clock.running)
                room.happen(match.apply(room.state, flag, match.Context()), None, None)

    def credit(self, credit_ms: int) -> None:
        """Gives time back in every room."""
        for room in self.rooms.values():
            room.happen((TimeCredited(credit_ms=credit_ms),), None, None)

    def line(self, session: Session) -> SessionLine:
        """A new connection of ``session``, up at once."""
        line = SessionLine(self, session)
        self.lines.append(line)
        session.connected()
        return line

    def settle(self) -> list[Notice]:
        """Lets frames travel until no line has any; returns all notices, line after line."""
        heard: list[Notice] = []
        moved = True
        while moved:
            moved = False
            for line in list(self.lines):
                moved |= line.carry(heard)
        return heard


class Line:
    """One connection, seen from the server; ``inbox`` is what the client has yet to get."""

    def __init__(self, desk: Desk, subprotocol: Subprotocol) -> None:
        self.desk = desk
        self.player = ""
        self.token = ""
        self.name = ""
        self.up = True
        self.sent: list[rq.AnyRequest] = []
        """Every request that has come over this line."""
        self.inbox: deque[bytes | str] = deque()
        self.lose_answers = False
        """Whether the server does what is asked while all that it says is lost."""
        self._subprotocol = subprotocol

    def tell(self, message: Message) -> None:
        if self.up and not self.lose_answers:
            self.inbox.append(encode(message, self._subprotocol))

    def drop(self) -> None:
        """The connection is gone, with everything that was on its way."""
        self.up = False
        self.inbox.clear()
        for room in self.desk.rooms.values():
            if room.members.pop(id(self), None) is not None:
                for member in room.members.values():
                    member.tell({"t": "presence", "room": room.code, "presence": room.presence()})

    def serve(self, frame: bytes | str) -> None:
        """Answers one request."""
        self._serve(decode_request(frame))

    def _serve(self, request: rq.AnyRequest) -> None:
        self.sent.append(request)
        try:
            if self.desk.refuse and not isinstance(request, rq.Hello):
                raise self.desk.refuse.popleft()
            self._answer(request)
        except (IllegalCommand, WireError) as refusal:
            self.tell(
                {
                    "t": "error",
                    "id": request.id,
                    "code": refusal.code.value,
                    "text": refusal.text,
                    "details": dict(refusal.details),
                }
            )

    def _answer(self, request: rq.AnyRequest) -> None:
        match request:
            case rq.Hello():
                self.token, self.player = request.token, player_id(request.token)
                self.tell(
                    {
                        "t": "welcome",
                        "id": request.id,
                        "player": self.player,
                        "server": "desk",
                        "worth": "nothing",
                        "now_ms": self.desk.now_ms,
                    }
                )
                return
            case rq.Lobby():
                self.tell(
                    {"t": "lobby", "id": request.id, "rooms": self._open_rooms(), "played": []}
                )
                return
            case rq.Rooms():
                self.tell({"t": "rooms", "id": request.id, "rooms": self._my_rooms()})
                return
            case rq.Results():
                self.tell({"t": "results", "id": request.id, "results": self.desk.results})
                return
            case rq.Create():
                room = self._create(request)
            case _:
                found = self.desk.rooms.get(request.room)
                if found is None:
                    raise WireError(WireCode.UNKNOWN_ROOM, room=request.room)
                room = found
                if isinstance(request, rq.Log):
                    self._log(room, request)
                    return
                self._in_room(room, request)
        self.tell({"t": "ok", "id": request.id, "room": room.code, "seq": room.seq})

    def _my_rooms(self) -> list[MyRoom]:
        rows = (room.row_of(self.player) for room in self.desk.rooms.values())
        return [row for row in rows if row is not None]

    def _open_rooms(self) -> list[OpenRoom]:
        rows = (room.open_row() for room in self.desk.rooms.values())
        return [row for row in rows if row is not None]

    def _create(self, request: rq.Create) -> DeskRoom:
        code = room_code(self.token, request.id)
        room = self.desk.rooms.setdefault(code, DeskRoom(code, lambda: self.desk.now_ms))
        if not room.seq:
            player = Player(id=self.player, name=request.name)
            room.happen(
                match.create(request.rules(), player, request.manners()), request.id, Seat.WHITE
            )
        self._enter(room, request.name)
        return room

    def _enter(self, room: DeskRoom, name: str) -> None:
        self.name = name
        room.members[id(self)] = self
        room.show(self)
        for line in room.members.values():
            if line is not self:
                line.tell({"t": "presence", "room": room.code, "presence": room.presence()})

    def _in_room(self, room: DeskRoom, request: rq.RoomRequest) -> None:
        match request:
            case rq.Join():
                join = Join(player=Player(id=self.player, name=request.name))
                events = match.apply(room.state, join, match.Context())
                room.happen(events, request.id, None)
                self._enter(room, request.name)
            case rq.Watch():
                self._enter(room, request.name)
            case rq.Resume():
                self._resume(room, request)
            case _ if id(self) not in room.members:
                raise WireError(WireCode.NOT_IN_ROOM, room=room.code)
            case rq.Leave():
                del room.members[id(self)]
            case rq.Say() | rq.Phrase():
                room.say(request, self)
            case rq.GameRequest():
                self._play(room, request)
            case _:
                raise AssertionError(f"the desk does not serve {request!r}")

    def _resume(self, room: DeskRoom, request: rq.Resume) -> None:
        if room.state.seat_of(self.player) is None:
            raise WireError(WireCode.NOT_A_PLAYER)
        after = request.after
        known = after and after <= room.seq and room.heads[after - 1].hex() == request.head
        if not known or after is None:
            self._enter(room, "")
            return
        for seq in range(after + 1, room.seq + 1):
            self.tell(room.event(seq, newest=seq == room.seq))
        room.members[id(self)] = self

    def _log(self, room: DeskRoom, request: rq.Log) -> None:
        seqs = range(request.from_, min(request.to, room.seq, request.from_ + 499) + 1)
        self.tell(
            {
                "t": "log",
                "id": request.id,
                "room": room.code,
                "events": [room.event(seq, newest=False) for seq in seqs],
                "last": room.seq,
            }
        )

    def _play(self, room: DeskRoom, request: rq.GameRequest) -> None:
        seat = room.state.seat_of(self.player)
        if seat is None:
            raise WireError(WireCode.NOT_A_PLAYER)
        if request.id in room.done:
            return
        command = command_of(request, seat)  # type: ignore[arg-type]  # one of its subclasses
        if is_stale(room.state, command, request.at):
            raise WireError(WireCode.STALE)
        dice = self.desk.throw() if command.throws_dice else None
        events = match.apply(room.state, command, match.Context(dice=dice, room=room.code))
        room.happen(events, request.id, seat)
        room.done[request.id] = room.seq
        while (own := match.due(room.state)) is not None:
            thrown = match.Context(dice=self.desk.throw())
            room.happen(match.apply(room.state, own, thrown), None, None)


class SessionLine(Line):
    """A line with a session at its other end; frames travel when a test says so."""

    def __init__(self, desk: Desk, session: Session) -> None:
        super().__init__(desk, session.subprotocol)
        self.session = session

    def carry(self, heard: list[Notice]) -> bool:
        """All frames each way that wait; whether any did."""
        if not self.up:
            return False
        frames = self.session.frames_to_send()
        for frame in frames:
            self.serve(frame)
        moved = bool(frames)
        while self.inbox:
            heard.extend(self.session.receive(self.inbox.popleft()))
            moved = True
        return moved

    def cut(self) -> None:
        """The connection is lost on both ends."""
        self.drop()
        self.desk.lines.remove(self)
        self.session.disconnected()
