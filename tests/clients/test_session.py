from __future__ import annotations

import pytest

from clients import notices as nt
from clients.asking import UnfitRequestError
from clients.session import Session
from engine import events as ev
from engine.commands import PlayDice
from engine.seat import Seat
from engine.state import Phase
from protocol import requests as rq
from protocol.codec import Subprotocol, UnreadableFrameError, encode
from protocol.codes import WireCode, WireError
from tests.clients.table import ALICE, CY, Table, only
from tests.clients.wire import Desk


@pytest.mark.parametrize("subprotocol", list(Subprotocol))
def test_two_sessions_fold_the_same_match(subprotocol: Subprotocol) -> None:
    table = Table((6, 2), subprotocol=subprotocol)
    assert table.alice.rooms[table.room].state.phase is Phase.TO_PLAY
    assert table.alice.rooms[table.room].you is Seat.WHITE
    table.play_opening()
    table.desk.settle()
    table.bo.request(rq.Roll, room=table.room)
    heard = only(table.desk.settle(), nt.Happened)
    assert [type(notice.event) for notice in heard] == [ev.Rolled, ev.Rolled]
    assert heard[0].before.phase is Phase.TO_ROLL
    table.assert_same_view()
    view = table.bo.rooms[table.room]
    assert view.may(PlayDice)
    assert not table.alice.rooms[table.room].may(PlayDice)
    assert view.hops


@pytest.mark.parametrize("subprotocol", list(Subprotocol))
def test_a_kind_of_message_that_is_new_is_passed_over(subprotocol: Subprotocol) -> None:
    """docs/protocol.md promises it to servers of a later day."""
    alice = Session(ALICE, "Alice", subprotocol=subprotocol)

    assert alice.receive(encode({"t": "invented_later", "seq": 1}, subprotocol)) == []
    with pytest.raises(UnreadableFrameError):
        alice.receive(encode({"seq": 1}, subprotocol))


def test_nothing_is_sent_before_hello_is_answered() -> None:
    desk, alice = Desk(), Session(ALICE, "Alice")
    alice.request(rq.Create, length=1)
    desk.line(alice)
    assert len(alice.frames_to_send()) == 1
    assert alice.frames_to_send() == []


def test_a_request_whose_answer_was_lost_is_sent_again_and_done_once() -> None:
    table = Table((6, 2))
    table.alice_line.lose_answers = True
    table.play_opening()
    table.desk.settle()
    assert [request.t for request in table.alice.unanswered] == ["play"]
    table.alice_line.cut()
    again = table.desk.line(table.alice)
    heard = table.desk.settle()
    assert [type(request) for request in again.sent] == [rq.Hello, rq.Resume, rq.Play]
    assert not table.alice.unanswered
    assert [type(notice.event) for notice in only(heard, nt.Happened)] == [ev.Played]
    assert [notice.room for notice in only(heard, nt.Resumed)] == [table.room]
    assert only(heard, nt.Welcomed)[0].again
    table.assert_same_view()


def test_a_create_whose_answer_was_lost_meets_its_own_room() -> None:
    desk, alice = Desk(), Session(ALICE, "Alice")
    line = desk.line(alice)
    line.lose_answers = True
    alice.request(rq.Create, length=1)
    desk.settle()
    line.cut()
    desk.line(alice)
    desk.settle()
    assert len(desk.rooms) == 1
    assert list(alice.rooms) == list(desk.rooms)


def test_requests_about_a_room_wait_until_it_is_followed_again() -> None:
    table = Table()
    table.alice_line.cut()
    table.play_opening()
    table.desk.refuse.append(WireError(WireCode.UNAVAILABLE))
    again = table.desk.line(table.alice)
    held = only(table.desk.settle(), nt.Held)
    assert [type(notice.request) for notice in held] == [rq.Resume]
    assert [type(request) for request in again.sent] == [rq.Hello, rq.Resume]
    table.alice.release(held[0].request.id)
    table.desk.settle()
    assert [type(request) for request in again.sent[2:]] == [rq.Resume, rq.Play]
    table.assert_same_view()


def test_both_lose_the_line_and_come_back_to_the_same_dice() -> None:
    table = Table((6, 2))
    table.play_opening()
    table.desk.settle()
    table.bo.request(rq.Roll, room=table.room)
    table.alice_line.cut()
    table.bo_line.lose_answers = True
    table.desk.settle()
    table.bo_line.cut()
    table.desk.line(table.alice)
    table.desk.line(table.bo)
    table.desk.settle()
    assert table.bo.rooms[table.room].state.dice == (6, 2)
    table.assert_same_view()


def test_a_refusal_names_its_request() -> None:
    table = Table()
    roll = table.alice.request(rq.Roll, room=table.room)
    refused = only(table.desk.settle(), nt.Refused)
    assert [(notice.request, notice.code) for notice in refused] == [(roll, "already_rolled")]


def test_a_failed_resume_changes_nothing_and_is_told() -> None:
    table = Table()
    stranger = Session(CY, "Bo")
    stranger.request(rq.Resume, room=table.room)
    table.desk.line(stranger)
    refused = only(table.desk.settle(), nt.Refused)
    assert [notice.code for notice in refused] == ["not_a_player"]
    assert stranger.rooms == {}


def test_an_unfit_request_is_refused_before_it_is_sent() -> None:
    session = Session(ALICE, "Alice")
    with pytest.raises(UnfitRequestError, match="control"):
        session.request(rq.Say, room="23456789AB", text="\x1b[2J")
    assert not session.unanswered


@pytest.mark.parametrize(("token", "name"), [("ab", "Alice"), (ALICE, ""), (ALICE, "A\x1bB")])
def test_a_session_needs_a_token_and_a_name(token: str, name: str) -> None:
    with pytest.raises(ValueError):
        Session(token, name)


def test_a_field_is_known_by_its_name_in_python_and_on_the_wire() -> None:
    session = Session(ALICE, "Alice")
    log = session.request(rq.Log, room="23456789AB", from_=1, to=2)
    assert session.request(rq.Log, id=log.id, room="23456789AB", to=2, **{"from": 1}) == log


@pytest.mark.parametrize(
    ("kind", "fields", "told"),
    [
        (rq.Say, {"text_": "hello"}, "text: is missing"),
        (rq.Say, {"text": "hello", "text_": "bye"}, "text_: is not known here"),
        (rq.Say, {"text": "hello", "_": 1}, "_: is not known here"),
        (rq.Log, {"from": 1, "from_": 2, "to": 3}, "from_: is not known here"),
    ],
    ids=str,
)
def test_no_other_name_is_taken_for_a_field(
    kind: type[rq.Request], fields: dict[str, object], told: str
) -> None:
    with pytest.raises(UnfitRequestError) as caught:
        Session(ALICE, "Alice").request(kind, room="23456789AB", **fields)
    assert str(caught.value) == told


def test_a_second_answer_and_one_to_nobody_are_dropped() -> None:
    session = Session(ALICE, "Alice")
    ok = encode({"t": "ok", "id": "unknown-1", "room": None, "seq": 0}, Subprotocol.MSGPACK)
    assert session.receive(ok) == []
    blind: dict[str, object] = {
        "t": "error",
        "id": None,
        "code": "bad_request",
        "text": "?",
        "details": {},
    }
    heard = session.receive(encode(blind, Subprotocol.MSGPACK))
    assert [notice.request for notice in only(heard, nt.Refused)] == [None]


def test_an_unreadable_frame_is_an_error() -> None:
    with pytest.raises(UnreadableFrameError):
        Session(ALICE, "Alice").receive(b"\xc1")
