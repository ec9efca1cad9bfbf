from __future__ import annotations

import pytest

from clients.cli.screen.clocks import clock
from clients.cli.screen.text import PLAIN, URGENT
from clients.cli.timing import Times
from engine.clock import TimeLeft
from engine.seat import BySeat, Seat
from tests.clients.cli.screen.screens import ScreenMatch

NONE_LEFT = TimeLeft(delay_ms=0, bank_ms=0)


@pytest.mark.parametrize(
    ("delay_ms", "bank_ms", "columns", "shown"),
    [
        (12_000, 600_000, 13, (PLAIN, "(12) 10:00")),
        (1, 600_000, 13, (PLAIN, "(1) 10:00")),
        (0, 599_001, 13, (PLAIN, "10:00")),
        (0, 599_000, 13, (PLAIN, "9:59")),
        (90_000, 600_000, 13, (PLAIN, "(1:30) 10:00")),
        (90_000, 6_000_000, 12, (PLAIN, "100:00")),
        (0, 30_000, 13, (PLAIN, "0:30")),
        (0, 29_999, 13, (URGENT, "low 0:30")),
        (12_000, 29_000, 13, (URGENT, "low (12) 0:29")),
        (90_000, 29_000, 13, (URGENT, "low 0:29")),
        (0, 0, 13, (URGENT, "low 0:00")),
    ],
)
def test_the_bank_is_always_shown_and_the_rest_if_it_fits(
    delay_ms: int, bank_ms: int, columns: int, shown: tuple[str, str]
) -> None:
    white = TimeLeft(delay_ms=delay_ms, bank_ms=bank_ms)
    times = Times(left=BySeat(white, NONE_LEFT), running=Seat.WHITE)
    assert clock(times, Seat.WHITE, columns) == [shown]


def test_a_clock_that_waits_has_no_delay() -> None:
    white = TimeLeft(delay_ms=12_000, bank_ms=600_000)
    times = Times(left=BySeat(white, white), running=Seat.BLACK)
    assert clock(times, Seat.WHITE, 13) == [(PLAIN, "10:00")]


@pytest.mark.parametrize(
    ("delay_ms", "bank_ms", "wait_ms"),
    [(12_000, 5_000, 1_000), (11_001, 5_000, 1), (0, 5_500, 500), (0, 1, 1), (0, 0, None)],
)
def test_a_second_passes_when_another_number_is_shown(
    delay_ms: int, bank_ms: int, wait_ms: int | None
) -> None:
    white = TimeLeft(delay_ms=delay_ms, bank_ms=bank_ms)
    times = Times(left=BySeat(white, NONE_LEFT), running=Seat.WHITE)
    assert times.until_next_second_ms() == wait_ms
    stands = Times(left=BySeat(white, NONE_LEFT), running=None)
    assert stands.until_next_second_ms() is None


async def test_a_warning_is_covered_by_nothing_and_leaves_the_line_alone() -> None:
    match = ScreenMatch((3, 1), length=1, clock={"delay_ms": 0, "bank_per_point_ms": 40_000})
    match.enter("Alice", "")
    match.enter("Bo", "")
    match.tables["Alice"].settings.override(bell=True)
    match.enter("Alice", "help")
    match.put("Alice", "8/5 6")
    assert "+13" not in await match.screen("Alice")
    match.desk.now_ms += 10_500
    bells = match.outputs["Alice"].bells
    match.faces["Alice"].remind(match.tables["Alice"].warnings())
    screen = await match.screen("Alice")
    assert "low 0:30" in screen, "the board stands, with the clock beside it"
    assert "Mind the clock: you have 0:30 left." in screen
    assert screen.endswith("move> 8/5 6")
    assert match.outputs["Alice"].bells == bells + 1
