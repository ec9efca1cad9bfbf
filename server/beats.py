"""Whether somebody serves: a beat in the store, and the gaps in it, which are nobody's time.

Every node beats, so there is a gap only while none of them could reach the store. A clock that ran
in a gap gets the time back before anything is judged by it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TypeAlias

import structlog

from server.store.errors import StoreError
from server.store.redis import Store

BEAT_S = 1.0
STALE_S = 2.5
"""After so long without a beat of its own a node no longer knows whether there was a gap."""

Gap: TypeAlias = tuple[int, int]
"""From when to when nobody served, in the store's time."""

log = structlog.get_logger()


class Beats:
    """This node's beats, and the gaps that are known."""

    def __init__(self, store: Store) -> None:
        self.gaps: tuple[Gap, ...] = ()
        self._store = store
        self._beaten_s: float | None = None

    async def beat(self) -> None:
        """Beat now, and learn the gaps.

        Raises:
            Unavailable: the store does not answer.
        """
        began_s = _now_s()
        self.gaps = tuple(await self._store.beat())
        self._beaten_s = began_s

    async def freshen(self) -> None:
        """Beat if the last beat is so old that a gap might have been missed.

        Raises:
            Unavailable: the store does not answer.
        """
        if self._beaten_s is None or _now_s() - self._beaten_s > STALE_S:
            await self.beat()

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            try:
                await self.beat()
            except StoreError as error:
                log.warning("no beat", reason=str(error))
            await asyncio.sleep(BEAT_S)


def within(gaps: Iterable[Gap], first_ms: int, last_ms: int) -> int:
    """How much of the time from ``first_ms`` to ``last_ms`` lies in ``gaps``."""
    return sum(max(0, min(end, last_ms) - max(begin, first_ms)) for begin, end in gaps)


def _now_s() -> float:
    return asyncio.get_running_loop().time()
