"""From a request to what it does: one function for each kind, one exhaustive match.

What comes here is typed and bounded, and its sender has said hello. A function sends what its
request asks for and returns the answer; a refusal is raised.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from engine.state import Phase, Player, Watching
from protocol import requests as rq
from protocol.codes import WireCode, WireError
from protocol.identity import room_code
from protocol.limits import MAX_LOG_PAGE
from protocol.messages import Answer, ChatLine, Ok
from protocol.phrases import PHRASES
from server.connection import Connection
from server.entering import come_back, enter
from server.health import Health
from server.judge import judge_create, judge_game_request, judge_join
from server.ledger import read_record
from server.limits import MAX_ROOMS_PER_CONNECTION
from server.lobby import open_rooms, played_rooms, rooms_of
from server.metrics import Metrics
from server.notices import pack_spoken
from server.results import results_of
from server.room import Room
from server.rooms import Rooms
from server.store.errors import Unavailable
from server.store.redis import Store
from server.views import event_message

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Dispatcher:
    """Serves the requests of all connections of a node."""

    rooms: Rooms
    store: Store
    health: Health
    metrics: Metrics

    async def answer(self, connection: Connection, request: rq.AnyRequest) -> Answer:
        """Do what ``request`` asks.

        Raises:
            IllegalCommand, WireError: it is refused, or it is not known whether it was done.
        """
        guesses = None
        if isinstance(request, rq.RoomRequest) and request.room not in connection.rooms:
            guesses = connection.allowance.guesses
            wait_ms = guesses.lacking_ms(_now_s())
            if wait_ms:
                raise WireError(WireCode.RATE_LIMITED, retry_ms=wait_ms)
        try:
            return await self._answer(connection, request)
        except Unavailable as error:
            raise WireError(WireCode.UNAVAILABLE) from error
        except WireError as error:
            if guesses is not None and error.code is WireCode.UNKNOWN_ROOM:
                guesses.wait_ms(_now_s())
            raise

    async def _answer(self, connection: Connection, request: rq.AnyRequest) -> Answer:
        match request:
            case rq.Hello():
                raise WireError(WireCode.ALREADY_GREETED)
            case rq.Lobby():
                rooms = await open_rooms(self.store, self.rooms)
                played = await played_rooms(self.store, self.rooms)
                return {"t": "lobby", "id": request.id, "rooms": rooms, "played": played}
            case rq.Rooms():
                mine = await rooms_of(self.store, self.rooms, connection.player_id)
                return {"t": "rooms", "id": request.id, "rooms": mine}
            case rq.Results():
                ended = await results_of(self.store, connection.player_id)
                return {"t": "results", "id": request.id, "results": ended}
            case rq.Create():
                return await self._create(connection, request)
            case rq.Join():
                return await self._join(connection, request)
            case rq.Watch():
                return await self._watch(connection, request)
            case rq.Resume():
                return await self._resume(connection, request)
            case rq.Log():
                return await self._log(connection, request)
            case _:
                async with self.rooms.hold(request.room) as room:
                    return await self._answer_in(room, connection, request)

    async def _answer_in(
        self,
        room: Room,
        connection: Connection,
        request: rq.Leave | rq.Preview | rq.Say | rq.Phrase | rq.AnyGameRequest,
    ) -> Answer:
        """Requests from somebody who has entered ``room``."""
        if connection not in room.audience:
            raise WireError(WireCode.NOT_IN_ROOM, room=room.code)
        match request:
            case rq.Leave():
                room.leave(connection)
                seat = room.seat_of(connection)
                if seat is not None:
                    await room.attendance.left(seat)
                return _ok(request, room, room.ledger.seq)
            case rq.Preview():
                hops = room.preview(connection, request)
                return {"t": "hops", "id": request.id, "room": room.code, "hops": hops}
            case rq.Say() | rq.Phrase():
                return await self._say(room, connection, request)
            case _:
                if request.at > room.ledger.seq:
                    await room.refresh()  # its sender has seen more than this copy has
                judge = judge_game_request(connection.player_id, request, room.dice_cup())
                seq = await room.submit(judge)
                if isinstance(request, rq.Rematch):
                    await self._list_as_watchable(room)  # a match that is over is not listed
                return _ok(request, room, seq)

    async def _create(self, connection: Connection, request: rq.Create) -> Ok:
        code = room_code(connection.token, request.id)
        _require_place(connection, code)
        player = Player(id=connection.player_id, name=request.name)
        async with self.rooms.hold(code, create=True) as room:
            if room.ledger.seq == 0:
                self._admit_new_room(connection)
            # Before the room, so that no seat is ever missing from its player's list.
            await self.store.add_room(player.id, code, self.store.now_ms())
            judge = judge_create(player, request.rules(), request.id, request.manners())
            seq = await room.submit(judge)
            if request.listed:
                await self.store.lobby_add(code, self.store.now_ms())
            await self._list_as_watchable(room)
            enter(room, connection, request.name)
            return _ok(request, room, seq)

    async def _list_as_watchable(self, room: Room) -> None:
        if room.ledger.state.manners.watch is Watching.ALL:
            await self.store.watchable_add(room.code, self.store.now_ms())

    def _admit_new_room(self, connection: Connection) -> None:
        if self.health.draining:
            raise WireError(WireCode.DRAINING)
        connection.allowance.rooms.require(_now_s())
        self.metrics.rooms_created += 1

    async def _join(self, connection: Connection, request: rq.Join) -> Ok:
        _require_place(connection, request.room)
        player = Player(id=connection.player_id, name=request.name)
        async with self.rooms.hold(request.room) as room:
            await room.refresh()
            room.check_may_enter(connection)
            if room.ledger.state.phase is Phase.SEATING or room.seat_of(connection) is not None:
                await self.store.add_room(player.id, request.room, self.store.now_ms())
            seq = await room.submit(judge_join(player, request.id, room.dice_cup()))
            await room.note_coming(connection)
            enter(room, connection, request.name)
            return _ok(request, room, seq)

    async def _watch(self, connection: Connection, request: rq.Watch) -> Ok:
        _require_place(connection, request.room)
        async with self.rooms.hold(request.room) as room:
            room.check_may_watch(connection)
            await come_back(self.store, room, connection, request.name, request)
            return _ok(request, room, room.ledger.seq)

    async def _resume(self, connection: Connection, request: rq.Resume) -> Ok:
        _require_place(connection, request.room)
        async with self.rooms.hold(request.room) as room:
            await room.refresh()
            seat = room.seat_of(connection)
            if seat is None:
                raise WireError(WireCode.NOT_A_PLAYER)
            player = room.ledger.state.seats[seat]
            assert player is not None
            how = await come_back(self.store, room, connection, player.name, request)
            self.metrics.resumes[how] += 1
            if how == "rolled_back":
                log.warning("a player has seen events that the store lost", after=request.after)
            return _ok(request, room, room.ledger.seq)

    async def _log(self, connection: Connection, request: rq.Log) -> Answer:
        async with self.rooms.hold(request.room) as room:
            room.check_may_read(connection)
            if connection not in room.audience:
                await room.settle()
                await room.refresh()
            to = min(request.to, request.from_ + MAX_LOG_PAGE - 1)
            pairs = await self.store.read(room.code, request.from_, to)
            events = [event_message(room.code, read_record(seq, stored)) for seq, stored in pairs]
            return {
                "t": "log",
                "id": request.id,
                "room": room.code,
                "events": events,
                "last": room.ledger.seq,
            }

    async def _say(self, room: Room, connection: Connection, request: rq.Say | rq.Phrase) -> Ok:
        if not room.ledger.state.manners.chat:
            raise WireError(WireCode.CHAT_OFF)
        connection.allowance.chat.require(_now_s())
        seat = room.seat_of(connection)
        player = None if seat is None else room.ledger.state.seats[seat]
        speaker = connection.player_id if seat is None else seat.value
        line: ChatLine = {
            "id": f"{speaker}:{request.id}",
            "at_ms": self.store.now_ms(),
            "seat": None if seat is None else seat.value,
            "player": connection.player_id,
            "name": room.audience.name_of(connection) if player is None else player.name,
            "text": request.text if isinstance(request, rq.Say) else PHRASES[request.phrase],
        }
        if isinstance(request, rq.Phrase):
            line["phrase"] = request.phrase
        packed = pack_spoken(line)
        if await self.store.say(room.code, line["id"], packed, gallery=seat is None):
            room.talk.hear(line)
        return _ok(request, room, room.ledger.seq)


def _ok(request: rq.Request, room: Room, seq: int) -> Ok:
    return {"t": "ok", "id": request.id, "room": room.code, "seq": seq}


def _require_place(connection: Connection, code: str) -> None:
    if code not in connection.rooms and len(connection.rooms) >= MAX_ROOMS_PER_CONNECTION:
        raise WireError(WireCode.TOO_MANY_ROOMS, most=MAX_ROOMS_PER_CONNECTION)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
