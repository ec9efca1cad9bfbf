"""The bytes of log entries, and the chain that binds them."""

from __future__ import annotations

import hashlib

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seat import Seat
from protocol.entries import (
    ENTRY_VERSION,
    HEAD_BYTES,
    Entry,
    NewerEntryError,
    entry_after,
    first_head,
    next_head,
    pack_entry,
    unpack_entry,
)
from protocol.examples import AT_MS, MESSAGES, ROOM
from tests.protocol.walks import walk

KEYS = ["v", "at_ms", "by", "cause", "event", "phase", "turn"]


def entries(seed: int, commands: int) -> list[Entry]:
    """The log of a match played at random."""
    return [
        entry_after(one.state, one.event, at_ms=AT_MS + i, by=Seat.WHITE, cause=f"request-{i}")
        for i, one in enumerate(walk(seed, commands))
    ]


def test_known_bytes_and_heads() -> None:
    """Stored logs hang on these: they must never change for version 1."""
    entry = Entry(
        at_ms=AT_MS,
        by=Seat.WHITE,
        cause="abcdefgh",
        event={"type": "rolled", "seat": "white", "dice": [3, 1]},
        phase="to_play",
        turn=Seat.WHITE,
    )
    packed = pack_entry(entry)
    assert packed.hex() == (
        "87a17601a561745f6d73cf0000019b76daa800a26279a57768697465a56361757365a861"
        "62636465666768a56576656e7483a474797065a6726f6c6c6564a473656174a577686974"
        "65a464696365920301a57068617365a7746f5f706c6179a47475726ea57768697465"
    )
    assert first_head("7KXQ4MWP9C").hex() == "65ac9ea818e32d50816dd18e13875d54"
    assert next_head(first_head("7KXQ4MWP9C"), packed).hex() == "bd9b69c45bf257ae8f82b4e85b8348ca"


@given(st.integers(0, 2**32), st.integers(0, 30))
def test_unpack_inverts_pack(seed: int, commands: int) -> None:
    for entry in entries(seed, commands):
        assert unpack_entry(pack_entry(entry)) == entry


def test_an_entry_of_the_server_has_nobody_behind_it() -> None:
    happened = walk(1, 1)[0]
    entry = entry_after(happened.state, happened.event, at_ms=0, by=None, cause=None)
    assert unpack_entry(pack_entry(entry)) == entry
    assert (entry.by, entry.cause) == (None, None)


def test_an_entry_says_what_is_true_after_it() -> None:
    for happened in walk(2, 100):
        entry = entry_after(happened.state, happened.event, at_ms=0, by=None, cause=None)
        assert entry.phase == happened.state.phase
        assert entry.turn == happened.state.to_act
        assert entry.event["type"] == happened.event.name


def test_the_keys_stand_in_a_fixed_order() -> None:
    plain = msgpack.unpackb(pack_entry(entries(3, 1)[0]))
    assert list(plain) == KEYS
    assert plain["v"] == ENTRY_VERSION


def test_the_chain_can_be_verified_by_hash_alone() -> None:
    head = first_head(ROOM)
    assert head == hashlib.sha256(ROOM.encode()).digest()[:16]
    for entry in entries(4, 50):
        packed = pack_entry(entry)
        follow = next_head(head, packed)
        assert follow == hashlib.sha256(head + packed).digest()[:HEAD_BYTES]
        head = follow


def test_every_change_breaks_the_chain_from_there_on() -> None:
    log = [pack_entry(entry) for entry in entries(5, 20)]
    true = heads(log)
    for place in range(len(log)):
        changed = bytearray(log[place])
        changed[-1] ^= 1
        for forged in (
            [*log[:place], bytes(changed), *log[place + 1 :]],
            [*log[:place], *log[place + 1 :]],
            [*log[:place], log[place], *log[place:]],
        ):
            found = heads(forged)
            assert found[:place] == true[:place]
            assert not set(found[place + 1 :]) & set(true)


def heads(log: list[bytes]) -> list[bytes]:
    """The chain value after each entry."""
    found = [first_head(ROOM)]
    for packed in log:
        found.append(next_head(found[-1], packed))
    return found[1:]


def test_an_event_message_carries_all_that_its_entry_is_made_of() -> None:
    """A client can compute ``head`` from what it gets."""
    (page,) = [message for message in MESSAGES if message["t"] == "log"]
    (event,) = page["events"]
    assert event["seq"] == 2
    assert KEYS[1:] == [key for key in event if key in KEYS]


@pytest.mark.parametrize("version", [0, 2, 99, "1", None])
def test_an_entry_of_another_version_needs_a_newer_server(version: object) -> None:
    plain = {**msgpack.unpackb(pack_entry(entries(6, 1)[0])), "v": version}
    with pytest.raises(NewerEntryError):
        unpack_entry(msgpack.packb(plain))


def broken_entries() -> list[bytes]:
    """What stands in no log of ours."""
    plain = msgpack.unpackb(pack_entry(entries(7, 1)[0]))
    whole = msgpack.packb(plain)
    without = [{k: v for k, v in plain.items() if k != key} for key in KEYS]
    wrong = [
        {**plain, "by": "red"},
        {**plain, "turn": "nobody"},
        {**plain, "event": [1]},
        {**plain, "more": 1},
    ]
    others: list[object] = [*without, *wrong, [], None, "v", 1]
    bad = [msgpack.packb(one) for one in others]
    return [*bad, b"", whole[:-1], whole + b"\xc0", b"\xc1"]


@pytest.mark.parametrize("data", broken_entries(), ids=repr)
def test_what_is_no_entry_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError) as caught:
        unpack_entry(data)
    assert not isinstance(caught.value, NewerEntryError)
