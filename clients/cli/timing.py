"""How much time each side has, by the server's time as this device counts it on.

A server tells a clock with each event and says once what time it is; from then on nothing has to
come for a client to know what is left. What is told here says how things stood at one moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from clients.cli import words
from clients.cli.people import People
from clients.view import RoomView
from engine import commands as cmd
from engine.absence import Absence, claim_at_ms
from engine.clock import TimeLeft
from engine.seat import BySeat, Seat
from protocol.messages import Welcome

WARN_AT_MS = (30_000, 10_000)
"""How much of the own bank is left when a player is warned."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """What both sides have at one moment, and whose clock runs."""

    left: BySeat[TimeLeft]
    running: Seat | None

    def is_low(self, seat: Seat) -> bool:
        """Whether the bank of ``seat`` is near its end."""
        return self.left[seat].bank_ms < WARN_AT_MS[0]

    def until_next_second_ms(self) -> int | None:
        """When ``words.span`` of what runs will be another; ``None`` if nothing runs down."""
        if self.running is None:
            return None
        left = self.left[self.running]
        runs_ms = left.delay_ms or left.bank_ms
        return (runs_ms - 1) % 1000 + 1 if runs_ms else None


def times(view: RoomView, server: ServerTime) -> Times | None:
    """What both sides have now; ``None`` in a match without a clock."""
    clock, now_ms = view.clock, server.now_ms()
    if clock is None:
        return None
    at_ms = clock.since_ms if now_ms is None else now_ms
    left = BySeat(*(clock.left(seat, at_ms) for seat in (Seat.WHITE, Seat.BLACK)))
    return Times(left=left, running=clock.running)


def clocks(people: People, shown: Times, span: Callable[[int], str] = words.span) -> str:
    """The delay of the turn that runs, and both banks, in a sentence; spans of time as ``span``."""

    def told(seat: Seat) -> str:
        left = shown.left[seat]
        bank = span(left.bank_ms)
        if shown.running is not seat:
            return bank
        if not left.delay_ms:
            return words.RUNNING_BANK.format(bank=bank)
        return words.RUNNING.format(delay=span(left.delay_ms), bank=bank)

    own, other = told(people.viewer), told(people.viewer.other)
    text = words.CLOCKS.format(first=people.first, own=own, second=people.second, other=other)
    return text if shown.running is not None else words.joined(text, words.CLOCKS_STOPPED)


class Warnings:
    """What a player is told once because time goes by.

    Their bank falls to one of ``WARN_AT_MS`` in their turn; a game can be claimed.
    """

    def __init__(self, server: ServerTime) -> None:
        self._server = server
        self._told: set[tuple[int, int, int]] = set()
        self._claimable: Absence | None = None

    def wait_ms(self, view: RoomView) -> int | None:
        """How long until the next warning is due; ``None`` if that is not in this turn."""
        now_ms = self._server.now_ms()
        if now_ms is None:
            return None
        due = (*self._due(view).values(), *self._claim(view))
        return min((max(due_ms - now_ms, 0) for due_ms in due), default=None)

    def take(self, view: RoomView) -> list[str]:
        """The warning that is due, in a line. Of two that were missed it is one."""
        now_ms, clock = self._server.now_ms(), view.clock
        if now_ms is None or view.you is None:
            return []
        if clock is None:
            return self._take_claim(view, view.you, now_ms)
        due = [level for level, at_ms in self._due(view).items() if at_ms <= now_ms]
        self._told |= {_key(view, level) for level in due}
        bank_ms = clock.left(view.you, now_ms).bank_ms
        return [words.TIME_IS_LOW.format(time=words.span(bank_ms))] if due and bank_ms else []

    def _take_claim(self, view: RoomView, you: Seat, now_ms: int) -> list[str]:
        if not any(at_ms <= now_ms for at_ms in self._claim(view)):
            return []
        self._claimable = view.absence
        return [words.CAN_CLAIM_NOW.format(who=People(view.state, you).at(you.other))]

    def _claim(self, view: RoomView) -> list[int]:
        """When the game of an absent opponent can be claimed, until that has been told."""
        at_ms = claim_at_ms(view.absence, view.state)
        told = view.absence == self._claimable
        return [] if at_ms is None or told or not view.may(cmd.ClaimGame) else [at_ms]

    def _due(self, view: RoomView) -> dict[int, int]:
        """When each level will be reached that is still over the bank, by the server's time."""
        clock = view.clock
        if clock is None or view.you is None or clock.running is not view.you:
            return {}
        bank_ms = clock.bank_ms[view.you]
        bank_runs_ms = clock.since_ms + clock.control.delay_ms
        return {
            level: bank_runs_ms + bank_ms - level
            for level in WARN_AT_MS
            if level < bank_ms and _key(view, level) not in self._told
        }


def _key(view: RoomView, level: int) -> tuple[int, int, int]:
    """What a level is reached in once: a match, or a game of a session."""
    state = view.state
    return state.match_number, state.game_number if state.rules.length is None else 0, level
