"""The one way to change a room.

A change travels so: a judge makes a draft on this node's copy; the store appends it if the log
still ends where the copy ends; only then is it adopted and told. Nobody owns a room: a lock orders
this node's own drafts, the comparison in the store orders the nodes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from engine.errors import IllegalCommand
from protocol.codes import WireCode, WireError
from server.appends import append_of
from server.deadlines import owed
from server.judge import Judge, judge_by_server
from server.ledger import UnknownRecordError
from server.store.errors import ClockAhead, StoreError
from server.store.redis import Moved
from server.surroundings import Surroundings

if TYPE_CHECKING:
    from server.room import Room

log = structlog.get_logger()

CLOCK_RETRY_S = 0.05


class Changes:
    """What this node does to ``room``, one change after the other."""

    def __init__(self, room: Room, around: Surroundings) -> None:
        self._room = room
        self._around = around
        self._store = around.store
        self._metrics = around.metrics
        self._lock = asyncio.Lock()

    @property
    def under_way(self) -> bool:
        """Whether a draft of this node may still be on its way into the store."""
        return self._lock.locked()

    async def submit(self, judge: Judge) -> int:
        """Let ``judge`` change the room.

        Returns:
            The seq of the last event that it caused, or of one that stood already.

        Raises:
            IllegalCommand, WireError: it was refused, or (``unavailable``) is not known to be
                stored yet; in that case it goes on by itself.
        """
        came_ms = self._store.now_ms()
        try:
            async with asyncio.timeout(self._around.patience_s):
                await self._lock.acquire()
        except TimeoutError:
            raise WireError(WireCode.UNAVAILABLE) from None
        # A task of its own, so that nobody who stops waiting can part the append from the adopting.
        task = self._around.tasks.start_safe(self._change(judge, came_ms))
        task.add_done_callback(lambda _: self._lock.release())
        await asyncio.wait({task}, timeout=self._around.patience_s)
        if not task.done():
            raise WireError(WireCode.UNAVAILABLE)
        outcome = task.result()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async def _change(self, judge: Judge, came_ms: int) -> int | Exception:
        """``submit`` with the refusal returned: a raising task would take the node down."""
        try:
            return await self._judge_and_append(judge, came_ms)
        except (IllegalCommand, WireError) as refusal:
            return refusal
        except UnknownRecordError as error:
            log.error("room not readable", room=self._room.code, error=str(error))
            return WireError(WireCode.NEWER_SERVER_NEEDED)
        except StoreError as error:
            log.error("append refused", room=self._room.code, error=str(error))
            return WireError(WireCode.UNAVAILABLE)
        except Exception:
            log.exception("request failed", room=self._room.code)
            return WireError(WireCode.INTERNAL)

    async def _judge_and_append(self, judge: Judge, came_ms: int) -> int:
        clock = asyncio.get_running_loop().time
        while True:
            while self._room.ledger.lacks_seed:
                await self._learn_seed()
            first = await self._owed(came_ms)
            now_ms = max(self._store.now_ms(), self._room.ledger.at_ms)
            draft = (judge if first is None else first)(self._room.ledger, now_ms)
            if isinstance(draft, int):
                return draft
            self._room.expect(draft)
            began = clock()
            try:
                outcome = await self._store.append(append_of(draft))
            except ClockAhead:
                await asyncio.sleep(CLOCK_RETRY_S)
                continue
            self._metrics.append_s.observe(clock() - began)
            if not isinstance(outcome, Moved):
                self._room.adopt(draft.before.seq + 1, draft.stored)
                self._metrics.count_dice(draft.thrown)
                if first is not None:
                    continue
                return draft.last_caused
            self._metrics.conflicts += 1
            await self._room.reach(outcome.seq, outcome.head, known=draft.before)

    async def _owed(self, came_ms: int) -> Judge | None:
        """The judge of what has to be done before what came at ``came_ms``, if anything."""
        if self._room.ledger.waits_since_ms is not None:
            await self._around.beats.freshen()
        # Only now: meanwhile another node may have stored the play of the side that was in time.
        ledger = self._room.ledger
        now_ms, gaps = self._store.now_ms(), self._around.beats.gaps
        command = owed(ledger, gaps, came_ms=came_ms, now_ms=now_ms)
        return None if command is None else judge_by_server(command, self._room.dice_cup())

    async def settle(self) -> None:
        """Do what is owed, before somebody is shown the room.

        Raises:
            WireError: it is not known to be done yet.
        """
        if await self._owed(self._store.now_ms()) is not None:
            await self.submit(lambda ledger, _: ledger.seq)

    async def _learn_seed(self) -> None:
        """Read the secret of the dice, which another node drew, and what else the store has.

        Raises:
            StoreError: the store does not have it.
        """
        known = self._room.ledger
        stored = await self._store.load(self._room.code)
        seq, head = (0, b"") if stored is None else (stored.seq, stored.head)
        await self._room.compare((seq, head), known=known)
        if stored is not None:
            self._room.ledger = self._room.ledger.knowing(stored.secret)
        if self._room.ledger.lacks_seed and (seq, head) == (
            self._room.ledger.seq,
            self._room.ledger.head,
        ):
            raise StoreError(f"room {self._room.code}: the secret of its dice is not in the store")
