"""Time controls in records: seconds, and milliseconds where there are any."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import PRESETS
from engine.record.controls import control_text, parse_control
from engine.state import TimeControl
from protocol.limits import MAX_BANK_MS, MAX_DELAY_MS, MIN_BANK_MS

delays = st.integers(0, MAX_DELAY_MS)
banks = st.integers(MIN_BANK_MS, MAX_BANK_MS)


@pytest.mark.parametrize(
    ("delay_ms", "bank_ms", "text"),
    [
        (12_000, 120_000, "12+120"),
        (0, 1_000, "0+1"),
        (500, 20_050, "0.500+20.050"),
        (1, 99_999_999, "0.001+99999.999"),
    ],
)
def test_how_it_is_written(delay_ms: int, bank_ms: int, text: str) -> None:
    control = TimeControl(delay_ms=delay_ms, bank_per_point_ms=bank_ms)
    assert control_text(control) == text
    assert parse_control(text) == control


def test_the_presets() -> None:
    told = {name: one and control_text(one) for name, one in PRESETS.items()}
    assert told == {"none": None, "fast": "8+20", "normal": "12+120", "slow": "15+180"}


@given(delays, banks)
def test_every_clock_that_a_room_can_have_comes_back(delay_ms: int, bank_ms: int) -> None:
    control = TimeControl(delay_ms=delay_ms, bank_per_point_ms=bank_ms)
    assert parse_control(control_text(control)) == control


@pytest.mark.parametrize(("text", "delay_ms"), [("8.5+20", 8_500), ("8.05+20", 8_050)])
def test_parts_of_a_second_are_read_as_people_write_them(text: str, delay_ms: int) -> None:
    assert parse_control(text).delay_ms == delay_ms


@pytest.mark.parametrize(
    "text",
    [
        *("", "12", "+", "12+", "+120", "12-120", "-1+20", "12+120+3", "12 + 120", " 12+120"),
        *("1e3+20", "12.+20", ".5+20", "12.0001+20", "100000+20", "8+20\n", "٨+٢٠", "nan+20"),
    ],
)
def test_what_is_no_time_control_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(ValueError, match="is no time control") as refused:
        parse_control(text)
    assert str(refused.value).isprintable()
