"""Whether both players are there, as the log has it.

Presence says who is connected at this moment. That a player is away, and is back, is an event: the
claims of the opponent are judged by it, whatever becomes of the nodes. Every node that has a copy
of the room notes it; the second to do so finds that it stands already.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from engine import commands as cmd
from engine.errors import IllegalCommand
from engine.objections import may_be_marked
from engine.seat import Seat
from engine.state import Away
from protocol.codes import WireError
from protocol.messages import Presence
from server.ledger import Ledger
from server.presence import RoomPresence
from server.store.errors import Unavailable
from server.store.pace import Ring
from server.surroundings import Surroundings

log = structlog.get_logger()

ABSENT_AFTER_S = 10.0
"""How long a player's connections may be gone before the player counts as away."""


class Attendance:
    """Notes in one room's log who is away and who is back, by what it makes the server ``do``."""

    def __init__(
        self,
        ledger: Callable[[], Ledger],
        presence: RoomPresence,
        do: Callable[[cmd.ByServer], Awaitable[int]],
        around: Surroundings,
    ) -> None:
        self._ledger = ledger
        self._presence = presence
        self._do = do
        self._around = around
        self._timers: dict[Seat, Ring] = {}
        self._retired = False

    @property
    def under_way(self) -> bool:
        """Whether somebody may soon have to be noted as away."""
        return bool(self._timers)

    def retire(self) -> None:
        """Note nothing more: the copy of the room is forgotten, or the node is about to end."""
        self._retired = True
        for seat in Seat:
            self._stop(seat)

    def look(self, now: Presence) -> None:
        """Compare who is connected with what the log says."""
        state = self._ledger().state
        for seat in Seat:
            away = state.away[seat] is not Away.HERE
            if not may_be_marked(state) or now[seat.value] is not away:
                self._stop(seat)
            elif away:
                self._around.tasks.start(self._note_back(seat))
            elif seat not in self._timers:
                self._watch(seat)

    async def came(self, seat: Seat) -> None:
        """The player at ``seat`` is about to be shown the room on a new connection.

        Raises:
            WireError: it is not known to be noted yet.
            Unavailable: the store does not answer.
        """
        ledger = self._ledger()
        if ledger.state.away[seat] is not Away.HERE:
            await self._mark(seat, Away.HERE)
        elif ledger.absence.running is seat.other and seat not in self._timers:
            await self._forgive(seat, ledger)

    async def left(self, seat: Seat) -> None:
        """The player at ``seat`` left on purpose, unless another connection is still there."""
        try:
            await self._presence.read()
            if not self._presence.now()[seat.value] and may_be_marked(self._ledger().state):
                await self._mark(seat, Away.LEFT)
        except (IllegalCommand, WireError, Unavailable) as error:
            # It will be noted as lost.
            log.warning("leaving not noted", room=self._ledger().room, error=str(error))

    async def _forgive(self, seat: Seat, ledger: Ledger) -> None:
        """Nobody waited for who is away while ``seat``, who waits now, was away without a note.

        So it is if all nodes that could have noted it were killed.
        """
        await self._presence.read()
        if self._presence.now()[seat.value]:
            return
        now_ms = self._around.store.now_ms()
        known_ms = max(ledger.absence.since_ms, ledger.credited_ms)
        seen_ms = max(self._presence.last_seen_ms(seat), known_ms)
        if now_ms - seen_ms > ABSENT_AFTER_S * 1000:
            await self._do(cmd.CreditTime(credit_ms=now_ms - seen_ms))

    async def _mark(self, seat: Seat, away: Away) -> None:
        await self._do(cmd.MarkSeat(seat=seat, away=away))

    async def _note_back(self, seat: Seat) -> None:
        with suppress(IllegalCommand, WireError):  # the next look tries again
            await self._mark(seat, Away.HERE)

    def _watch(self, seat: Seat) -> None:
        if self._retired:
            return
        self._timers[seat] = self._around.store.pace.call_in(
            ABSENT_AFTER_S, lambda: self._around.tasks.start(self._miss(seat))
        )

    def _stop(self, seat: Seat) -> None:
        timer = self._timers.pop(seat, None)
        if timer is not None:
            timer.cancel()

    async def _miss(self, seat: Seat) -> None:
        """Note that the player at ``seat`` is away, if that is still so."""
        try:
            await self._presence.read()
            if not self._presence.now()[seat.value] and may_be_marked(self._ledger().state):
                await self._mark(seat, Away.LOST)
            self._stop(seat)
        except (IllegalCommand, WireError, Unavailable) as error:
            log.warning("absence not noted", room=self._ledger().room, error=str(error))
            if seat in self._timers:
                self._watch(seat)  # the other nodes, too, have to say first who is with them
