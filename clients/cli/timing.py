"""How much time each side has, by the server's time as this device counts it on."""

from __future__ import annotations

import time
from collections.abc import Callable

from clients.cli import words
from clients.cli.people import People
from clients.view import RoomView
from engine.seat import Seat
from protocol.messages import Welcome


def monotonic_ms() -> int:
    """A clock of this device that nobody sets."""
    return time.monotonic_ns() // 1_000_000


class ServerTime:
    """The server's time since it last told it, counted on by ``own_ms``."""

    def __init__(self, own_ms: Callable[[], int] = monotonic_ms) -> None:
        self._own_ms = own_ms
        self._ahead_ms: int | None = None

    def told(self, welcome: Welcome) -> None:
        """The server said what time it is."""
        if "now_ms" in welcome:
            self._ahead_ms = welcome["now_ms"] - self._own_ms()

    def now_ms(self) -> int | None:
        """The server's time; ``None`` if it never told it."""
        return None if self._ahead_ms is None else self._own_ms() + self._ahead_ms


def clocks(view: RoomView, people: People, server: ServerTime) -> str:
    """What both sides have left: the delay of the turn that runs, and the bank."""
    clock, now_ms = view.clock, server.now_ms()
    if clock is None:
        return words.NO_CLOCK
    told = {}
    for seat in Seat:
        left = clock.left(seat, clock.since_ms if now_ms is None else now_ms)
        bank = words.span(left.bank_ms)
        runs = clock.running is seat
        told[seat] = words.RUNNING.format(delay=words.span(left.delay_ms), bank=bank)
        told[seat] = told[seat] if runs else bank
    own, other = told[people.viewer], told[people.viewer.other]
    return words.CLOCKS.format(first=people.first, own=own, second=people.second, other=other)
