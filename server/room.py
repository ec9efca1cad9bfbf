"""One room on this node: a copy of its log, and its local members.

``adopt`` is the only door to the copy, for our own drafts and for what other nodes did; it drops
what is old and takes what comes next. How the room is changed stands in ``changes``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from engine.board import Step
from engine.commands import PlayDice
from engine.errors import IllegalCommand
from engine.events import MatchEnded, SeatAbsent, SeatLeft, SpectatorRemoved
from engine.objections import objection
from engine.plays import next_steps
from engine.seat import Seat
from engine.state import Watching
from protocol.codes import WireCode, WireError
from protocol.convert import Plain
from protocol.messages import Hop, Presence, RoomReason
from protocol.requests import Preview
from server.alarm import Alarm
from server.appends import stands, stored_ledger
from server.attendance import Attendance
from server.audience import Audience
from server.changes import Changes
from server.connection import Connection
from server.dice import DiceCup
from server.judge import Judge, judge_overdue
from server.ledger import BrokenChainError, Draft, Ledger, Record
from server.limits import MAX_SPECTATORS_PER_ROOM
from server.presence import RoomPresence
from server.results import has_ended, keep_result, result_entry
from server.store.stored import Stored
from server.surroundings import Surroundings
from server.talk import Talk
from server.views import event_message, newest_event_message, room_message

log = structlog.get_logger()


class Room:
    """The copy of one room on this node."""

    def __init__(self, ledger: Ledger, around: Surroundings) -> None:
        self.ledger = ledger
        self.audience = Audience()
        self.presence = RoomPresence(
            ledger.room,
            self.audience,
            lambda: self.ledger.state,
            around,
            self._noticed,
        )
        self.attendance = Attendance(lambda: self.ledger, self.presence, self.submit, around)
        self.talk = Talk(ledger.room, self.audience, lambda: self.ledger.state)
        self._around = around
        self._store = around.store
        self._metrics = around.metrics
        self._changes = Changes(self, around)
        self._mending = asyncio.Lock()
        self._drafted: Draft | None = None
        self._alarm = Alarm(around, lambda: self.submit(judge_overdue(self.dice_cup())))
        self._alarm.set(ledger)
        self._keep_result()  # of a match that was over before; it may have been missed

    @property
    def code(self) -> str:
        """The room's code."""
        return self.ledger.room

    @property
    def busy(self) -> bool:
        """Whether this node may still have something to do here, though nobody is there."""
        return self._changes.under_way or self.attendance.under_way

    def retire(self) -> None:
        """The node forgets this copy."""
        self._alarm.retire()
        self.attendance.retire()

    def dice_cup(self) -> DiceCup:
        """Fresh dice for one request."""
        return DiceCup(self._around.throw)

    async def submit(self, judge: Judge) -> int:
        """Let ``judge`` change the room; see ``Changes.submit``."""
        return await self._changes.submit(judge)

    def _noticed(self, now: Presence) -> None:
        self.attendance.look(now)

    async def settle(self) -> None:
        """Do what is owed, before somebody is shown the room; see ``Changes.settle``."""
        await self._changes.settle()

    def expect(self, draft: Draft) -> None:
        """What is stored next is probably this: then it need not be read and folded again."""
        self._drafted = draft

    def adopt(self, first: int, stored: Sequence[bytes]) -> bool:
        """Take records into the copy and tell the members; the first has the number ``first``.

        Returns:
            False if records in between are missing here; then nothing was taken.

        Raises:
            BrokenChainError, UnknownRecordError: see ``Ledger.follow``.
        """
        if first > self.ledger.seq + 1:
            return False
        fresh: list[Record] = []
        for item in stored[self.ledger.seq + 1 - first :]:
            before = self.ledger.state
            self.ledger, record = self._follow(item)
            fresh.append(record)
            if has_ended(before, self.ledger.state):
                self._keep_result()
        if fresh:
            self._alarm.set(self.ledger)
            self._tell(fresh)
        return True

    def _keep_result(self) -> None:
        entry = result_entry(self.ledger)
        if entry is not None:
            self._around.tasks.start(keep_result(self._store, entry))

    def _follow(self, stored: bytes) -> tuple[Ledger, Record]:
        drafted = self._drafted
        if drafted is not None:
            stage = drafted.stage_at(self.ledger, stored)
            if stage is not None:
                return stage.after, stage.record
        return self.ledger.follow(stored)

    def _tell(self, records: Sequence[Record]) -> None:
        for record in records[:-1]:
            self.audience.tell(event_message(self.code, record))
        newest = newest_event_message(self.code, records[-1], self.ledger)
        self.audience.tell(newest)
        for record in records:
            match record.entry.event["type"]:
                case SeatAbsent.name | SeatLeft.name:
                    self.presence.look_soon()  # who came back meanwhile is here
                case SpectatorRemoved.name:
                    self._send_out(record.entry.event)
                case MatchEnded.name:
                    self.talk.open_gallery()
                case _:
                    pass

    def _send_out(self, event: Plain) -> None:
        for member in self.audience:
            if member.player == event["player"]:
                self.leave(member)
                member.send({"t": "removed", "room": self.code})

    async def refresh(self) -> None:
        """Read from the store whatever this copy does not have yet.

        Raises:
            Unavailable: the store does not answer.
        """
        known = self.ledger
        found = await self._store.head(self.code)
        await self.compare(found, known=known)

    async def compare(self, found: tuple[int, bytes] | None, *, known: Ledger) -> None:
        """Follow the store, whose log was ``found`` to end so, after the copy was ``known``."""
        seq, head = found or (0, b"")
        if (seq, head) != (known.seq, known.head):
            await self.reach(seq, head, known=known)

    async def reach(self, seq: int, head: bytes, *, known: Ledger) -> None:
        """Bring the copy to the store's end of the log, read after the copy was ``known``.

        An end before ``known``, or one on another chain, means that the store lost events.
        """
        if seq > known.seq:
            first = self.ledger.seq + 1
            pairs = await self._store.read(self.code, first, seq)
            try:
                self.adopt(first, [stored for _, stored in pairs])
            except BrokenChainError:
                await self._roll_back()
        elif (seq, head) != (known.seq, known.head):
            await self._roll_back()

    async def _roll_back(self) -> None:
        """Believe the store, which lost events that were told; several tasks may find it out."""
        async with self._mending:
            mine = self.ledger
            if await stands(self._store, self.code, mine.seq, mine.head):
                return
            stored = await self._store.load(self.code)
            kept_ms = self._store.now_ms() - mine.at_ms
            if stored is None and kept_ms >= self._store.retention_ms:
                log.info("the room has expired", room=self.code)
            else:
                log.error("events were lost by the store", room=self.code, seq=mine.seq)
                self._metrics.rollbacks += 1
            self._believe(stored)

    def _believe(self, stored: Stored | None) -> None:
        if stored is None:
            self.ledger = Ledger.empty(self.code)
            self._alarm.set(self.ledger)
            for member in self.audience:
                member.send_error(None, WireError(WireCode.UNKNOWN_ROOM, room=self.code))
                self._dismiss(member)
            return
        self.ledger = stored_ledger(self.code, stored)
        self._alarm.set(self.ledger)
        for member in self.audience:
            self.show(member, reason="rolled_back")

    def check_may_read(self, connection: Connection) -> None:
        """Raise ``WireError`` if ``connection`` may see nothing of what happened in the room."""
        if connection.player in self.ledger.state.removed:
            raise WireError(WireCode.REMOVED)
        self.check_may_watch(connection)

    def check_may_watch(self, connection: Connection) -> None:
        """Raise ``WireError`` if the players want nobody like ``connection`` to watch."""
        alone = self.ledger.state.manners.watch is Watching.NONE
        if alone and self.seat_of(connection) is None:
            raise WireError(WireCode.NO_SPECTATORS)

    def check_may_enter(self, connection: Connection) -> None:
        """Raise ``WireError`` if ``connection`` may not follow the room."""
        if connection.player in self.ledger.state.removed:
            raise WireError(WireCode.REMOVED)
        if self.seat_of(connection) is not None:
            return
        if len(self.audience) >= MAX_SPECTATORS_PER_ROOM:
            raise WireError(WireCode.ROOM_CROWDED, most=MAX_SPECTATORS_PER_ROOM)

    def seat_of(self, connection: Connection) -> Seat | None:
        """The seat of the player behind ``connection``."""
        return self.ledger.state.seat_of(connection.player or "")

    async def note_coming(self, connection: Connection) -> None:
        """If ``connection`` is a player's: what the player's coming back means for the match.

        Raises:
            WireError, Unavailable: it is not known to be noted yet.
        """
        seat = self.seat_of(connection)
        if seat is not None:
            await self.attendance.came(seat)

    def enter(self, connection: Connection, name: str) -> None:
        """Let ``connection`` follow the room, from the newest event on."""
        self.audience.add(connection, name)
        connection.rooms[self.code] = self
        self.presence.came(connection)

    def leave(self, connection: Connection) -> None:
        """Let ``connection`` follow no longer."""
        if connection in self.audience:
            self._dismiss(connection)
            self.presence.went(connection)

    def _dismiss(self, connection: Connection) -> None:
        self.audience.discard(connection)
        connection.rooms.pop(self.code, None)

    def show(self, connection: Connection, reason: RoomReason = "entered") -> None:
        """Send the whole room to ``connection``."""
        message = room_message(
            self.ledger,
            you=self.seat_of(connection),
            presence=self.presence.now(),
            chat=self.talk.lines_for(connection),
            reason=reason,
        )
        connection.send(message)

    def preview(self, connection: Connection, request: Preview) -> list[Hop]:
        """The moves that may follow the steps asked about.

        Raises:
            IllegalCommand: it is not the asker's play, or the steps are illegal.
        """
        seat = self.seat_of(connection)
        if seat is None:
            raise WireError(WireCode.NOT_A_PLAYER)
        state = self.ledger.state
        refused = objection(state, PlayDice, seat)
        if refused is not None:
            raise IllegalCommand(refused)
        assert state.dice is not None
        steps = tuple(Step(source, target) for source, target in request.steps)
        return [list(hop) for hop in next_steps(state.board, seat, state.dice, steps)]
