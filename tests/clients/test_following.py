from __future__ import annotations

from clients import notices as nt
from clients.session import Session
from protocol import requests as rq
from tests.clients.table import CY, Table, only
from tests.clients.wire import SessionLine


def test_a_gap_is_asked_for_and_a_repetition_dropped() -> None:
    table = Table((6, 2))
    table.play_opening()
    table.alice_line.carry([])
    room = table.desk.rooms[table.room]
    missed = table.bo_line.inbox.popleft()
    table.alice.request(rq.Resign, room=table.room, win=3)
    heard = table.desk.settle()
    assert any(isinstance(request, rq.Resume) for request in table.bo_line.sent)
    table.assert_same_view()
    assert table.bo.receive(missed) == []
    assert not only(heard, nt.Resumed), "nothing was lost, so nobody has to be told"
    assert room.seq == table.bo.rooms[table.room].seq


def test_an_unknown_event_makes_the_session_ask_for_the_whole_room() -> None:
    table = Table()
    room = table.desk.rooms[table.room]
    strange = room.event(room.seq, newest=True)
    strange["seq"] += 1
    strange["event"] = {"type": "asteroid"}
    table.bo_line.tell(strange)
    heard = table.desk.settle()
    assert [request for request in table.bo_line.sent if isinstance(request, rq.Resume)]
    assert [notice.rolled_back for notice in only(heard, nt.Entered)] == [False]
    table.assert_same_view()


def test_an_unknown_event_among_the_missed_ones_too() -> None:
    table = Table()
    table.play_opening()
    table.alice_line.carry([])
    table.bo_line.inbox.clear()
    room = table.desk.rooms[table.room]
    next_event = room.event(room.seq, newest=True)
    next_event["seq"] += 1
    table.bo_line.tell(next_event)
    table.bo_line.carry([])
    real = room.event(room.seq, newest=True)
    real["event"] = {"type": "asteroid"}
    table.bo.frames_to_send()  # the resume is lost in this test; its answer is written by hand
    asked = table.bo._following._rooms[table.room].catching_up
    assert asked is not None
    table.bo_line.tell(real)
    table.bo_line.tell({"t": "ok", "id": asked.id, "room": table.room, "seq": room.seq})
    table.desk.settle()
    table.assert_same_view()


def test_a_room_of_a_newer_server_is_given_up_with_its_requests() -> None:
    table = Table()
    table.bo.request(rq.Say, room=table.room, text="hello?")
    table.bo.frames_to_send()
    line = table.bo_line
    line.inbox.clear()
    table.desk.rooms[table.room].show(line)
    frame = line.inbox.popleft()
    assert isinstance(frame, bytes)
    heard = table.bo.receive(frame.replace(b"to_play", b"in_play"))
    assert [type(notice) for notice in heard] == [nt.Refused, nt.Unfollowed]
    assert table.bo.rooms == {}
    assert not table.bo.unanswered


def test_rolled_back_replaces_what_was_known() -> None:
    table = Table((6, 2))
    room = table.desk.rooms[table.room]
    before = room.seq
    table.play_opening()
    table.desk.settle()
    room.roll_back(before)
    heard = only(table.desk.settle(), nt.Entered)
    assert [notice.rolled_back for notice in heard] == [True, True]
    assert table.alice.rooms[table.room].state.dice == (3, 1)
    table.assert_same_view()


def test_what_was_asked_at_a_lost_moment_is_given_up() -> None:
    table = Table((6, 2))
    room = table.desk.rooms[table.room]
    before = room.seq
    table.play_opening()
    table.desk.settle()
    table.bo_line.cut()
    asked = table.bo.request(rq.Roll, room=table.room)
    said = table.bo.request(rq.Say, room=table.room, text="hi")
    room.roll_back(before)
    table.desk.line(table.bo)
    heard = table.desk.settle()
    refused = only(heard, nt.Refused)
    assert [(one.request, one.code) for one in refused] == [(asked, "stale")]
    assert said in [one.request for one in only(heard, nt.Answered)]
    assert room.state.dice == (3, 1)  # no roll: white's play is asked for again


def test_a_roll_back_while_away_is_told_too() -> None:
    table = Table((6, 2))
    room = table.desk.rooms[table.room]
    table.play_opening()
    table.desk.settle()
    table.bo_line.cut()
    room.roll_back(room.seq - 1)
    table.desk.line(table.bo)
    heard = only(table.desk.settle(), nt.Entered)
    assert heard[-1].rolled_back
    table.assert_same_view()


def test_a_spectator_watches_again_after_a_lost_line() -> None:
    table = Table((6, 2))
    cy = Session(CY, "Cy")
    cy.request(rq.Watch, room=table.room)
    line = table.desk.line(cy)
    table.desk.settle()
    assert cy.rooms[table.room].you is None
    seen = cy.rooms[table.room].seq
    line.cut()
    table.play_opening()
    table.desk.settle()
    again = table.desk.line(cy)
    heard = table.desk.settle()
    assert [type(request) for request in again.sent] == [rq.Hello, rq.Watch]
    assert again.sent[1].after == seen  # type: ignore[union-attr]
    assert again.name == "Cy"
    assert only(heard, nt.Resumed)
    assert cy.rooms[table.room].state == table.alice.rooms[table.room].state


def test_a_removed_spectator_follows_no_more() -> None:
    table = Table()
    cy = Session(CY, "Cy")
    cy.request(rq.Watch, room=table.room)
    line = table.desk.line(cy)
    table.desk.settle()
    line.tell({"t": "removed", "room": table.room})
    heard = table.desk.settle()
    assert [notice.code for notice in only(heard, nt.Unfollowed)] == ["removed"]
    assert cy.rooms == {}


def test_leaving_stops_following_and_is_not_undone_by_a_reconnect() -> None:
    table = Table()
    table.bo.request(rq.Leave, room=table.room)
    table.desk.settle()
    table.bo_line.cut()
    again = table.desk.line(table.bo)
    table.desk.settle()
    assert [type(request) for request in again.sent] == [rq.Hello]
    assert table.bo.rooms == {}


def test_chat_is_kept_once() -> None:
    table = Table()
    table.bo.request(rq.Say, room=table.room, text="hi")
    heard = only(table.desk.settle(), nt.Said)
    assert [notice.message["line"]["text"] for notice in heard] == ["hi", "hi"]
    line = table.desk.rooms[table.room].chat[0]
    table.bo_line.tell({"t": "chat", "room": table.room, "line": line})
    assert not table.desk.settle()


def test_messages_about_rooms_that_are_not_followed_are_dropped() -> None:
    table = Table()
    room = table.desk.rooms[table.room]
    cy = Session(CY, "Cy")
    line = SessionLine(table.desk, cy)
    cy.connected()
    room.show(line)
    line.tell(room.event(1, newest=False))
    line.tell({"t": "presence", "room": table.room, "presence": room.presence()})
    line.tell({"t": "removed", "room": table.room})
    assert [notice for frame in line.inbox for notice in cy.receive(frame)] == []
