from __future__ import annotations

import pytest

from engine.seat import BySeat, Seat
from tests.engine.boards import BLACK, WHITE


def test_each_seat_is_the_other_of_the_other() -> None:
    assert WHITE.other is BLACK
    assert BLACK.other is WHITE


def test_seats_are_called_white_and_black_on_the_wire() -> None:
    assert [seat.value for seat in Seat] == ["white", "black"]


def test_a_pair_is_read_and_changed_by_seat() -> None:
    pair = BySeat("first", "second")
    assert (pair[WHITE], pair[BLACK]) == ("first", "second")
    assert pair.with_(WHITE, "new") == BySeat("new", "second")
    assert pair.with_(BLACK, "new") == BySeat("first", "new")


@pytest.mark.parametrize("seat", Seat)
def test_changing_a_pair_leaves_the_old_one(seat: Seat) -> None:
    pair = BySeat(1, 2)
    assert pair.with_(seat, 3)[seat] == 3
    assert pair == BySeat(1, 2)
