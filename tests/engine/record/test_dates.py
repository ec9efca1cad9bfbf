"""The day of a moment."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import example, given
from hypothesis import strategies as st

from engine.record.dates import utc_date


@given(st.integers(0, 253_402_300_799_999))
@example(0)
@example(951_782_400_000)
@example(951_868_799_999)
@example(4_107_542_400_000)
def test_it_is_the_day_of_the_calendar(at_ms: int) -> None:
    day = datetime.fromtimestamp(at_ms // 1000, UTC)
    assert utc_date(at_ms) == (day.year, day.month, day.day)
