"""What a room owes before anything is judged: time given back first, then what was due."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.clock import Clock
from engine.seat import Seat
from engine.state import Rules, TimeControl
from protocol import requests as rq
from server.deadlines import GRACE_MS, READY_WAIT_MS, owed
from server.dice import DiceCup
from server.judge import judge_by_server
from server.ledger import Draft, Ledger
from tests.server.matches import NOW_MS, asked, opened, seated

CLOCK = TimeControl(delay_ms=10_000, bank_per_point_ms=20_000)
TIMED = Rules(length=1, clock=CLOCK)
LIMIT_MS = NOW_MS + 30_000
"""White's: the game was opened at ``NOW_MS``."""


def clock_of(ledger: Ledger) -> Clock:
    assert ledger.clock is not None
    return ledger.clock


def done(ledger: Ledger, command: cmd.ByServer, at_ms: int) -> Ledger:
    draft = judge_by_server(command, DiceCup())(ledger, at_ms)
    assert isinstance(draft, Draft)
    return draft.after


def at(ledger: Ledger, ms: int, *gaps: tuple[int, int]) -> cmd.ByServer | None:
    """What is owed to what comes ``ms`` after the opening; gaps are told likewise."""
    now_ms = NOW_MS + ms
    told = [(NOW_MS + begin, NOW_MS + end) for begin, end in gaps]
    return owed(ledger, told, came_ms=now_ms, now_ms=now_ms)


@pytest.mark.parametrize("after_ms", [-30_000, -1, 0, GRACE_MS - 1])
def test_up_to_the_end_of_the_grace_nothing_is_owed(after_ms: int) -> None:
    assert at(opened(rules=TIMED), 30_000 + after_ms) is None


@pytest.mark.parametrize("after_ms", [GRACE_MS, GRACE_MS + 1, 10**9])
def test_then_the_flag_is(after_ms: int) -> None:
    ledger = opened(rules=TIMED)
    assert clock_of(ledger).deadline_ms == LIMIT_MS
    assert at(ledger, 30_000 + after_ms) == cmd.Flag(seat=Seat.WHITE)


def test_it_is_when_something_came_that_counts_not_when_it_is_judged() -> None:
    """It may have waited for the store in between."""
    ledger = opened(rules=TIMED)
    came_ms = LIMIT_MS + GRACE_MS - 1
    assert owed(ledger, (), came_ms=came_ms, now_ms=came_ms + 4_000) is None


def test_no_flag_is_written_before_its_time_though_the_clock_was_set_back() -> None:
    ledger = opened(rules=TIMED)
    came_ms = LIMIT_MS + GRACE_MS
    assert owed(ledger, (), came_ms=came_ms, now_ms=LIMIT_MS - 1) is None
    assert owed(ledger, (), came_ms=came_ms, now_ms=LIMIT_MS) == cmd.Flag(seat=Seat.WHITE)


@pytest.mark.parametrize(
    ("gaps", "credit_ms"),
    [
        ([(5_000, 15_000)], 10_000),
        ([(5_000, 15_000), (20_000, 26_000)], 16_000),
        ([(-9_000, 3_000)], 3_000),
        ([(35_000, 90_000)], 5_000),
        ([(-9_000, 90_000)], 40_000),
    ],
    ids=["one", "two", "begun before the turn", "not over yet", "all the time"],
)
def test_time_is_given_back_before_a_flag_falls(
    gaps: list[tuple[int, int]], credit_ms: int
) -> None:
    ledger = opened(rules=TIMED)
    command = at(ledger, 40_000, *gaps)
    assert command == cmd.CreditTime(credit_ms=credit_ms)
    after = done(ledger, command, NOW_MS + 40_000)
    assert clock_of(after).deadline_ms == LIMIT_MS + credit_ms
    again = at(after, 40_000, *gaps)
    assert again == (cmd.Flag(seat=Seat.WHITE) if credit_ms < 10_000 - GRACE_MS else None)


def test_nothing_is_given_back_twice() -> None:
    ledger = done(
        opened(rules=TIMED), cmd.CreditTime(credit_ms=6_000), NOW_MS + 20_000
    )  # of a gap that ended at 16,000
    assert ledger.credited_ms == NOW_MS + 20_000
    assert at(ledger, 20_000, (10_000, 16_000)) is None
    assert at(ledger, 30_000, (10_000, 16_000), (22_000, 29_000)) == cmd.CreditTime(credit_ms=7_000)


@pytest.mark.parametrize("gap", [(-9_000, 0), (-9_000, -1), (40_000, 50_000)])
def test_a_gap_outside_of_the_turn_is_nobodys_time(gap: tuple[int, int]) -> None:
    assert at(opened(rules=TIMED), 20_000, gap) is None


def test_without_a_clock_there_is_nothing_to_give_back() -> None:
    assert at(opened(rules=Rules(length=1)), 10**9, (0, 10**8)) is None


def test_nor_while_none_runs_but_what_else_is_due_is_done() -> None:
    """Between the games of a match, when one player is ready."""
    assert at(seated(TIMED), 10**9, (0, 10**8)) is None
    ledger = opened(rules=Rules(length=3, clock=CLOCK))
    resign = rq.Resign(id="resign-01", room=ledger.room, at=ledger.seq, win=2)
    ledger = asked(ledger, Seat.WHITE, resign)
    ledger = asked(ledger, Seat.BLACK, rq.Accept(id="accept-01", room=ledger.room, at=ledger.seq))
    ledger = asked(ledger, Seat.BLACK, rq.Ready(id="ready-03b", room=ledger.room, at=ledger.seq))
    wait_ms = READY_WAIT_MS + GRACE_MS
    assert at(ledger, wait_ms - 1, (0, 50_000)) is None
    assert at(ledger, wait_ms, (0, 50_000)) == cmd.StartGame()
