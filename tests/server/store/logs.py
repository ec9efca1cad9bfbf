"""A log that a test can wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import structlog
from structlog.testing import LogCapture
from structlog.typing import EventDict, WrappedLogger

WAIT_S = 15.0


class WatchedLog(LogCapture):
    """All log entries written so far."""

    def __init__(self) -> None:
        super().__init__()
        self._changed = asyncio.Event()

    def __call__(self, logger: WrappedLogger, method_name: str, event_dict: EventDict) -> NoReturn:
        self._changed.set()
        super().__call__(logger, method_name, event_dict)

    @property
    def events(self) -> list[str]:
        """The texts of all entries."""
        return [str(entry["event"]) for entry in self.entries]

    async def entry(self, event: str, number: int = 1) -> EventDict:
        """The first entry with this text, or a later one, as soon as there is one."""
        async with asyncio.timeout(WAIT_S):
            while self.events.count(event) < number:
                self._changed.clear()
                await self._changed.wait()
        return [entry for entry in self.entries if entry["event"] == event][number - 1]


@contextmanager
def watched_log() -> Iterator[WatchedLog]:
    """Catch the log for as long as the body lasts."""
    before = structlog.get_config()["processors"]
    log = WatchedLog()
    structlog.configure(processors=[log])
    try:
        yield log
    finally:
        structlog.configure(processors=before)
