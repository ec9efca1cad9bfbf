from __future__ import annotations

import dataclasses
import hashlib

import msgpack
import pytest

from engine.events import TurnPassed
from engine.evolve import replay
from engine.seat import Seat
from engine.state import Rules
from protocol import requests as rq
from protocol.convert import event_from_plain
from protocol.entries import HEAD_BYTES
from protocol.limits import MAX_UNANSWERED
from server.judge import judge_create
from server.ledger import (
    REMEMBERED_REQUESTS,
    BrokenChainError,
    Draft,
    Ledger,
    UnknownRecordError,
    read_record,
)
from tests.server.matches import ALICE, NOW_MS, ROOM, asked, opened, seated


def created() -> Draft:
    """The draft that opens the room."""
    draft = judge_create(ALICE, Rules(), "create-1")(Ledger.empty(ROOM), NOW_MS)
    assert isinstance(draft, Draft)
    return draft


def passed(seat: Seat = Seat.WHITE) -> TurnPassed:
    return TurnPassed(seat=seat)


def test_following_the_stored_records_leads_to_the_drafted_ledger() -> None:
    empty = Ledger.empty(ROOM)
    draft = created()

    followed, record = empty.follow(draft.stored[0])

    assert followed == draft.after
    assert record.seq == 1
    assert record.entry.by is Seat.WHITE
    assert record.entry.cause == "create-1"


def test_the_head_is_a_chain_of_hashes_from_the_room_code() -> None:
    empty = Ledger.empty(ROOM)
    draft = created()
    entry = draft.stored[0][HEAD_BYTES:]

    first = hashlib.sha256(ROOM.encode()).digest()[:16]

    assert empty.head == first
    assert draft.after.head == hashlib.sha256(first + entry).digest()[:16]


def test_a_record_of_another_chain_is_refused() -> None:
    with pytest.raises(BrokenChainError):
        Ledger.empty("2222222222").follow(created().stored[0])


def test_a_flipped_bit_in_a_record_is_noticed() -> None:
    empty = Ledger.empty(ROOM)
    draft = created()
    damaged = bytearray(draft.stored[0])
    damaged[-1] ^= 1

    with pytest.raises(BrokenChainError):
        empty.follow(bytes(damaged))


def test_a_snapshot_restores_the_ledger() -> None:
    ledger = opened()

    restored = Ledger.restore(ROOM, ledger.seq, ledger.head, ledger.snapshot())

    assert restored == ledger


@pytest.mark.parametrize(
    "snapshot",
    [
        b"",
        b"\xc1",
        msgpack.packb({"v": 2}),
        msgpack.packb([1]),
        msgpack.packb({"v": 1, "at_ms": 1, "state": {"seq": "?"}, "answered": {}}),
    ],
)
def test_an_unreadable_snapshot_is_one_error(snapshot: bytes) -> None:
    with pytest.raises(UnknownRecordError):
        Ledger.restore(ROOM, 1, b"", snapshot)


def test_an_entry_of_a_newer_version_is_not_guessed_at() -> None:
    with pytest.raises(UnknownRecordError, match="version 2"):
        read_record(1, bytes(16) + msgpack.packb({"v": 2}))


def test_an_unknown_event_type_is_not_skipped() -> None:
    ledger = opened()
    draft = ledger.draft([passed()], at_ms=NOW_MS, by=None, cause=None)
    entry = msgpack.unpackb(draft.stored[0][HEAD_BYTES:])
    entry["event"]["type"] = "invented_later"
    data = msgpack.packb(entry)
    head = hashlib.sha256(ledger.head + data).digest()[:16]

    with pytest.raises(UnknownRecordError, match="invented_later"):
        ledger.follow(head + data)


def test_the_last_requests_of_each_seat_are_remembered() -> None:
    ledger = seated()
    for number in range(REMEMBERED_REQUESTS + 3):
        request = rq.Remove(
            id=f"remove-{number:02}", room=ROOM, at=ledger.seq, player=f"{number:032x}"
        )
        ledger = asked(ledger, Seat.WHITE, request)

    assert REMEMBERED_REQUESTS == 2 * MAX_UNANSWERED
    assert ledger.answer_to(Seat.WHITE, "remove-02") is None
    assert ledger.answer_to(Seat.WHITE, "remove-03") == 6
    assert ledger.answer_to(Seat.WHITE, "remove-18") == ledger.seq
    assert ledger.answer_to(Seat.BLACK, "join-0001") == 2, "a seat's flood evicts only its own"
    assert ledger.answer_to(Seat.BLACK, "remove-18") is None


def test_the_answer_of_a_request_is_the_last_event_that_it_caused() -> None:
    ledger = opened()

    assert ledger.answer_to(Seat.BLACK, "ready-02") == 5, "the opening throw is the server's own"
    assert ledger.seq == 6


def test_time_never_runs_backwards_in_a_log() -> None:
    ledger = opened()
    later = dataclasses.replace(ledger, at_ms=NOW_MS + 50)
    draft = later.draft([passed()], at_ms=NOW_MS, by=None, cause=None)

    assert draft.after.at_ms == NOW_MS + 50


def test_the_state_is_the_fold_of_the_events() -> None:
    ledger = opened()
    events = [
        event_from_plain(plain)
        for plain in (
            {
                "type": "room_created",
                "rules": {},
                "seat": "white",
                "player": {"id": "a" * 32, "name": "Alice"},
            },
            {"type": "seat_taken", "seat": "black", "player": {"id": "b" * 32, "name": "Bo"}},
            {"type": "seat_ready", "seat": "white"},
            {"type": "seat_ready", "seat": "black"},
            {"type": "game_started", "number": 1, "crawford": False},
            {"type": "opening_thrown", "white": 3, "black": 1},
        )
    ]

    assert replay(events) == ledger.state
