"""Names of keys: one room, one slot."""

from __future__ import annotations

from redis.crc import key_slot

from server.store import keys


def test_all_of_a_room_is_in_one_slot() -> None:
    names = (keys.log_key, keys.state_key, keys.chat_key, keys.here_key, keys.channel)
    assert len({key_slot(name("abcdefghjk").encode()) for name in names}) == 1
    assert keys.log_key("abc") == "room:{abc}:log"


def test_a_channel_tells_its_room() -> None:
    for room in ("abcdefghjk", "}{", "房间"):
        assert keys.room_of_channel(keys.channel(room).encode()) == room
