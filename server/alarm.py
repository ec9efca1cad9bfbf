"""Wakes a room when somebody's time in it is over.

Every node that has a copy of the room does so; the log decides who was first.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from engine.errors import IllegalCommand
from protocol.codes import WireError
from server.deadlines import GRACE_MS, deadline_ms
from server.ledger import Ledger
from server.store.pace import Ring
from server.surroundings import Surroundings

AGAIN_S = 1.0
"""The pause after an attempt that failed or did nothing: the store may be away."""


class Alarm:
    """One room's alarm; ``act`` does what is overdue."""

    def __init__(self, around: Surroundings, act: Callable[[], Awaitable[object]]) -> None:
        self._around = around
        self._act = act
        self._deadline_ms: int | None = None
        self._timer: Ring | None = None
        self._retired = False

    def set(self, ledger: Ledger) -> None:
        """Ring when the deadline of ``ledger`` has passed; never, if it has none."""
        self.stop()
        self._deadline_ms = deadline_ms(ledger)
        self._wind()

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def retire(self) -> None:
        """Never ring again: the copy of the room is forgotten, or the node is about to end."""
        self._retired = True
        self.stop()

    def _wind(self, at_least_s: float = 0.0) -> None:
        if self._deadline_ms is not None and not self._retired:
            left_ms = self._deadline_ms + GRACE_MS - self._around.store.now_ms()
            self._ring_in(max(left_ms / 1000, at_least_s))

    def _ring_in(self, delay_s: float) -> None:
        self._timer = self._around.store.pace.call_in(
            delay_s, lambda: self._around.tasks.start(self._ring())
        )

    async def _ring(self) -> None:
        self._timer = None
        try:
            await self._act()
        except (IllegalCommand, WireError):
            if not self._retired and self._timer is None:
                self._ring_in(AGAIN_S)
        else:
            # The store's clock may have been set back: then it rang too early, and did nothing.
            if self._timer is None:
                self._wind(AGAIN_S)
