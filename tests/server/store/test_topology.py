"""Maps of a cluster, and the slots of names."""

from __future__ import annotations

import pytest

from server.store import keys
from server.store.topology import SLOTS, place_of, read_owners, slot_of

ASKED = ("asked.example", 7000)


def test_all_keys_of_a_room_and_its_channel_are_in_the_slot_of_its_code() -> None:
    room = "7KXQ4MWP9C"
    names = (
        keys.log_key(room),
        keys.state_key(room),
        keys.chat_key(room),
        keys.here_key(room),
        keys.channel(room),
    )
    assert {slot_of(name) for name in names} == {slot_of(room)}
    assert slot_of(keys.player_rooms_key("a" * 32)) == slot_of("a" * 32)


@pytest.mark.parametrize(("name", "slot"), [("foo", 12182), ("123456789", 12739), ("", 0)])
def test_slots_are_those_of_the_specification(name: str, slot: int) -> None:
    assert slot_of(name) == slot


def test_a_map_says_who_has_each_slot() -> None:
    replica = [b"10.0.0.9", 6379, b"id9", []]
    owners = read_owners(
        [
            [0, 5, [b"10.0.0.1", 6379, b"id1", []], replica],
            [7, SLOTS - 1, [b"two.example", 6380, b"id2", []]],
        ],
        ASKED,
    )
    assert owners[0] == owners[5] == ("10.0.0.1", 6379)
    assert owners[6] is None
    assert owners[7] == owners[-1] == ("two.example", 6380)
    assert len(owners) == SLOTS


@pytest.mark.parametrize(
    ("host", "place"),
    [("", ("asked.example", 1)), ("?", None), ("other", ("other", 1))],
)
def test_a_server_that_does_not_know_its_host(host: str, place: tuple[str, int] | None) -> None:
    assert place_of(host, 1, ASKED) == place


@pytest.mark.parametrize("host", [None, b""])
def test_a_host_that_is_left_empty_is_that_of_the_server_asked(host: bytes | None) -> None:
    assert read_owners([[3, 3, [host, 7001, b"id", []]]], ASKED)[3] == ("asked.example", 7001)
