from __future__ import annotations

from dataclasses import replace

import pytest

from clients.view import (
    MAX_CHAT_LINES,
    NOTHING,
    RoomView,
    StrangeEventError,
    settle,
    with_chat,
    with_event,
)
from engine.commands import Roll
from engine.seat import Seat
from protocol.messages import ChatLine
from tests.clients.table import Table


def view_of_alice() -> tuple[Table, RoomView]:
    table = Table((6, 2))
    return table, table.alice.rooms[table.room]


def test_what_no_message_has_told_is_worked_out() -> None:
    _, view = view_of_alice()
    untold = replace(view, settled=False, allowed=NOTHING, hops=())
    assert settle(untold) == view
    assert settle(view) is view


def test_in_the_middle_of_what_happened_at_once_nobody_may_do_anything() -> None:
    table, view = view_of_alice()
    table.play_opening()
    table.desk.settle()
    message = table.desk.rooms[table.room].event(view.seq + 1, newest=False)
    after, _ = with_event(view, message)
    assert not after.settled
    assert after.allowed == NOTHING
    assert settle(after).may(Roll) is False
    assert replace(settle(after), you=Seat.BLACK).may(Roll)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "asteroid"},
        {},
        {"type": "rolled"},
        {"type": "rolled", "seat": "green", "dice": [1, 2]},
        {"type": "taken", "seat": "black"},
    ],
)
def test_an_event_that_makes_no_sense_is_strange(event: dict[str, object]) -> None:
    table, view = view_of_alice()
    message = table.desk.rooms[table.room].event(view.seq, newest=True)
    with pytest.raises(StrangeEventError):
        with_event(view, {**message, "seq": view.seq + 1, "event": event})


def test_chat_is_bounded() -> None:
    _, view = view_of_alice()
    for number in range(MAX_CHAT_LINES + 5):
        line: ChatLine = {
            "id": str(number),
            "at_ms": 0,
            "seat": "white",
            "name": "Alice",
            "text": "hi",
        }
        view = with_chat(view, line)
        assert with_chat(view, line) is view
    assert len(view.chat) == MAX_CHAT_LINES
    assert view.chat[0]["id"] == "5"


def test_names_of_seats() -> None:
    _, view = view_of_alice()
    assert view.name_of(Seat.BLACK) == "Bo"
