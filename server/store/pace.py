"""How time goes by for a node: as it does, unless a test in the same process moves it on.

A test that waited for banks of minutes would take minutes. The pace of its own that it gives to
``running_node`` reaches everything that has to do with the time of matches: what is written into
the log, what counts as a gap in the service, and what rings at a deadline. How long the node waits
for the network and the store is measured by the real time all the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol


class Ring(Protocol):
    """Something that is going to be called."""

    def cancel(self) -> None:
        """Do not call it."""


class Pace:
    """Time as it goes by."""

    def time_ms(self, store_ms: float) -> int:
        """The time of matches while the store's clock shows ``store_ms``."""
        return int(store_ms)

    def call_in(self, delay_s: float, callback: Callable[[], object]) -> Ring:
        """Call back after so much time of matches, unless it is cancelled before."""
        return asyncio.get_running_loop().call_later(delay_s, callback)


REAL = Pace()
