from __future__ import annotations

import pytest

from clients import notices as nt
from clients.outbox import MAX_WAITING, OutboxFullError
from clients.session import Session
from protocol import requests as rq
from protocol.codes import WireCode, WireError
from protocol.limits import MAX_UNANSWERED
from tests.clients.table import ALICE, Table, only


def test_no_more_than_the_bound_are_in_flight_and_order_is_kept() -> None:
    table = Table()
    texts = [str(number) for number in range(MAX_UNANSWERED + 4)]
    for text in texts:
        table.bo.request(rq.Say, room=table.room, text=text)
    assert len(table.bo.frames_to_send()) == MAX_UNANSWERED
    assert table.bo.frames_to_send() == []
    table.bo_line.cut()
    table.desk.line(table.bo)
    table.desk.settle()
    assert [line["text"] for line in table.alice.rooms[table.room].chat] == texts


def test_a_full_outbox_says_so() -> None:
    session = Session(ALICE, "Alice")
    for _ in range(MAX_WAITING):
        session.request(rq.Lobby)
    with pytest.raises(OutboxFullError):
        session.request(rq.Lobby)


def test_rate_limited_waits_as_long_as_asked_and_then_is_sent_again() -> None:
    table = Table()
    table.desk.refuse.append(WireError(WireCode.RATE_LIMITED, retry_ms=1234))
    say = table.bo.request(rq.Say, room=table.room, text="quick")
    held = only(table.desk.settle(), nt.Held)
    assert [(notice.request.id, notice.delay_ms) for notice in held] == [(say.id, 1234)]
    assert table.bo.unanswered == (say,)
    table.bo.release(say.id)
    assert only(table.desk.settle(), nt.Said)
    assert not table.bo.unanswered


def test_unavailable_waits_longer_each_time() -> None:
    table = Table()
    table.desk.refuse.extend([WireError(WireCode.UNAVAILABLE)] * 3)
    say = table.bo.request(rq.Say, room=table.room, text="hm")
    pauses = []
    for _ in range(3):
        held = only(table.desk.settle(), nt.Held)
        pauses += [notice.delay_ms for notice in held]
        table.bo.release(say.id)
    assert pauses == [500, 1000, 2000]
