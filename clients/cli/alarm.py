"""What is done because time has passed, and nothing else has happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Alarm:
    """Does ``deed`` when ``wait_ms`` says that it is time, and then asks it again.

    ``wait_ms`` gives milliseconds from now, ``None`` for not at all. Nothing waits before ``set``.
    """

    def __init__(self, wait_ms: Callable[[], int | None], deed: Callable[[], None]) -> None:
        self._wait_ms = wait_ms
        self._deed = deed
        self._timer: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Something has changed: the alarm is set anew."""
        self.stop()
        wait_ms = self._wait_ms()
        if wait_ms is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait_ms / 1000, self._ring)

    def stop(self) -> None:
        """It does not ring any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._deed()
        self.set()
