"""How much of a time lies in the gaps of the service."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.beats import Gap, within

GAPS = ((100, 200), (300, 350))


@pytest.mark.parametrize(
    ("first", "last", "ms"),
    [
        (0, 100, 0),
        (0, 101, 1),
        (0, 1_000, 150),
        (150, 160, 10),
        (150, 320, 70),
        (200, 300, 0),
        (349, 350, 1),
        (350, 1_000, 0),
        (160, 160, 0),
        (200, 100, 0),
    ],
)
def test_of_two_gaps(first: int, last: int, ms: int) -> None:
    assert within(GAPS, first, last) == ms
    assert within((), first, last) == 0


times = st.integers(0, 60)


@given(st.lists(st.tuples(times, times).map(sorted).map(tuple), max_size=4), times, times)
def test_each_millisecond_is_counted_as_it_is(gaps: list[Gap], first: int, last: int) -> None:
    counted = sum(begin <= ms < end for begin, end in gaps for ms in range(first, last))
    assert within(gaps, first, last) == counted
