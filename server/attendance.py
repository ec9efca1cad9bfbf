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
from server.dice import DiceCup
from server.judge import Judge, judge_by_server, judge_unseen
from server.ledger import Ledger
from server.presence import RoomPresence
from server.store.errors import Unavailable
from server.store.pace import Ring
from server.surroundings import Surroundings

log = structlog.get_logger()

ABSENT_AFTER_S = 10.0
"""How long a player's connections may be gone before the player counts as away."""


class Attendance:
    """Notes in a room's log who is away and who is back, by judges that it gives to ``submit``."""

    def __init__(
        self,
        ledger: Callable[[], Ledger],
        presence: RoomPresence,
        submit: Callable[[Judge], Awaitable[int]],
        around: Surroundings,
    ) -> None:
        self._ledger = ledger
        self._presence = presence
        self._submit = submit
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
                # What another node wrote may be about a connection that has just ended there.
                if self._presence.is_member(seat):
                    self._around.tasks.start(self._note_back(seat))
            elif seat not in self._timers:
                self._watch(seat)

    async def came(self, seat: Seat) -> None:
        """The player at ``seat`` is about to be shown the room on a new connection.

        Raises:
            WireError: it is not known to be noted yet.
            Unavailable: the store does not answer.
        """
        await self._forgive()
        if self._ledger().state.away[seat] is not Away.HERE:
            await self._mark(seat, Away.HERE)

    async def left(self, seat: Seat) -> None:
        """The player at ``seat`` left on purpose, unless another connection is still there."""
        try:
            await self._presence.read()
            if not self._presence.now()[seat.value] and may_be_marked(self._ledger().state):
                await self._mark(seat, Away.LEFT)
        except (WireError, Unavailable) as error:
            # It will be noted as lost.
            log.warning("leaving not noted", room=self._ledger().room, error=str(error))

    async def _forgive(self) -> None:
        """Nobody waited for who is away while the other was gone, too, and nobody noted it.

        So it is if the nodes that could have noted it were killed, and nobody looked at the room.
        """
        absent = self._ledger().absence.running
        if absent is None:
            return
        await self._presence.read()
        await self._around.beats.freshen()
        if not self._presence.now()[absent.other.value]:
            seen_ms = self._presence.last_seen_ms(absent.other)
            await self._submit(judge_unseen(absent.other, seen_ms, self._around.beats.gaps))

    async def _mark(self, seat: Seat, away: Away) -> None:
        judge = judge_by_server(cmd.MarkSeat(seat=seat, away=away), DiceCup(self._around.throw))
        with suppress(IllegalCommand):  # the match ended meanwhile: nothing is noted any more
            await self._submit(judge)

    async def _note_back(self, seat: Seat) -> None:
        with suppress(WireError):  # the next look tries again
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
            await self._forgive()
            await self._presence.read()
            gone_ms = self._around.store.now_ms() - self._presence.last_seen_ms(seat)
            if not self._presence.now()[seat.value] and may_be_marked(self._ledger().state):
                if gone_ms < ABSENT_AFTER_S * 1000:  # it was back meanwhile, and went again
                    self._watch(seat)
                    return
                await self._mark(seat, Away.LOST)
            self._stop(seat)
        except (WireError, Unavailable) as error:
            log.warning("absence not noted", room=self._ledger().room, error=str(error))
            if seat in self._timers:
                self._watch(seat)  # the other nodes, too, have to say first who is with them
