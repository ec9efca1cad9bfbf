"""The store against a real Valkey: the log, what stands beside it, and the lists of rooms."""

from __future__ import annotations

import asyncio

import pytest

from server.store import keys
from server.store.append import STATE_VERSION
from server.store.errors import Lost, StoreError, Unavailable, UnknownVersion
from server.store.lists import MAX_ROOMS_PER_PLAYER
from server.store.patience import BOUND_S
from server.store.redis import (
    CHAT_LINES,
    READ_PAGE,
    RETENTION_MS,
    Store,
    Stored,
    Won,
    open_store,
)
from tests.server.store.rooms import append_to, listening_store
from tests.valkey import Valkey, running_valkey

ROOM = "abcdefghjk"


async def test_a_stored_room_is_loaded_and_read_as_it_was_written(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        assert await store.load(ROOM) is None
        assert await store.read(ROOM, 1, 10) == []
        append = append_to(store, ROOM, b"", 0, b"one", b"\x00\xff\r\n", secret=b"seed")
        assert await store.append(append) == Won()

        assert await store.load(ROOM) == Stored(
            2, append.head, b"snapshot after \x00\xff\r\n", b"seed"
        )
        assert await store.read(ROOM, 1, 10) == [(1, b"one"), (2, b"\x00\xff\r\n")]
        assert await store.read(ROOM, 2, 2) == [(2, b"\x00\xff\r\n")]


async def test_a_secret_stays_until_another_replaces_it(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        head, seq = b"", 0
        kept = []
        for secret in (b"first", b"", b"second"):
            append = append_to(store, ROOM, head, seq, b"entry", secret=secret)
            await store.append(append)
            head, seq = append.head, seq + 1
            stored = await store.load(ROOM)
            assert stored is not None
            kept.append(stored.secret)
        assert kept == [b"first", b"first", b"second"]


async def test_a_log_longer_than_a_page_is_read_whole(valkey: Valkey) -> None:
    entries = [b"%d" % number for number in range(1, 2 * READ_PAGE + 8)]
    async with listening_store(valkey.url) as (store, _):
        await store.append(append_to(store, ROOM, b"", 0, *entries))
        everything = list(enumerate(entries, start=1))
        assert await store.read(ROOM, 1, len(entries)) == everything
        assert await store.read(ROOM, 1, 10**6) == everything
        assert await store.read(ROOM, READ_PAGE, READ_PAGE + 1) == everything[READ_PAGE - 1 :][:2]


async def test_heads_of_many_rooms_come_in_the_order_asked(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        heads = {}
        for name in ("a", "b", "c"):
            append = append_to(store, name, b"", 0, name.encode())
            await store.append(append)
            heads[name] = (1, append.head)
        assert await store.heads(["c", "none", "a", "b"]) == [
            heads["c"],
            None,
            heads["a"],
            heads["b"],
        ]
        assert await store.heads([]) == []


async def test_log_and_state_expire_together_after_the_retention(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        await store.append(append_to(store, ROOM, b"", 0, b"one"))
        await store.say(ROOM, "id", b"hello")
    with valkey.client() as client:
        for key in (keys.log_key(ROOM), keys.state_key(ROOM), keys.chat_key(ROOM)):
            assert RETENTION_MS - 60_000 < int(str(client.pttl(key))) <= RETENTION_MS


async def test_a_room_of_a_newer_release_is_refused(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        await store.append(append_to(store, ROOM, b"", 0, b"one"))
        with valkey.client() as client:
            client.hset(keys.state_key(ROOM), "v", str(STATE_VERSION + 1))
        with pytest.raises(UnknownVersion):
            await store.load(ROOM)


async def test_subscribers_get_appends_chat_and_published_messages_in_order(
    valkey: Valkey,
) -> None:
    async with listening_store(valkey.url) as (store, heard):
        await store.subscribe(ROOM)
        await store.append(append_to(store, ROOM, b"", 0, b"one"))
        await store.say(ROOM, "id", b"hello")
        await store.publish(ROOM, b"preview")
        await store.publish("another room", b"not for us")
        await store.publish(ROOM, b"last")
        await heard.until(lambda: len(heard.messages) == 4)
        assert heard.messages == [
            (ROOM, b"message of one"),
            (ROOM, b"hello"),
            (ROOM, b"preview"),
            (ROOM, b"last"),
        ]
        assert heard.confirmed == []


async def test_a_chat_line_said_twice_is_kept_and_published_once(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, heard):
        await store.subscribe(ROOM)
        assert await store.say(ROOM, "id 1", b"hello")
        assert not await store.say(ROOM, "id 1", b"hello")
        assert await store.say(ROOM, "id 2", b"hello")
        await store.publish(ROOM, b"end")
        await heard.until(lambda: (ROOM, b"end") in heard.messages)
        assert [message for _, message in heard.messages] == [b"hello", b"hello", b"end"]
        assert await store.chat(ROOM) == [b"hello", b"hello"]


async def test_chat_keeps_its_last_lines_only(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        for number in range(CHAT_LINES + 5):
            await store.say(ROOM, f"id {number}", b"%d" % number)
        kept = await store.chat(ROOM, 1000)
        assert kept == [b"%d" % number for number in range(5, CHAT_LINES + 5)]
        assert await store.chat(ROOM, 2) == kept[-2:]


async def test_who_is_here_is_kept_per_connection_and_expires(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        assert await store.here(ROOM) == {}
        await store.here_set(ROOM, {"node/1": b"alice"})
        await store.here_set(ROOM, {"node/2": b"bob"})
        await store.here_set(ROOM, {"node/1": b"alice again"})
        assert await store.here(ROOM) == {"node/1": b"alice again", "node/2": b"bob"}
        await store.here_remove(ROOM, "node/1")
        await store.here_remove(ROOM, "node/1")
        assert await store.here(ROOM) == {"node/2": b"bob"}
    with valkey.client() as client:
        assert int(str(client.pttl(keys.here_key(ROOM)))) > 0


async def test_a_players_rooms_come_newest_first_and_are_bounded(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        for number in range(MAX_ROOMS_PER_PLAYER + 2):
            await store.add_room("player", f"room {number}", 1000 + number)
        await store.add_room("player", "room 5", 5000)
        newest = MAX_ROOMS_PER_PLAYER + 1
        assert await store.rooms_of("player", 2) == ["room 5", f"room {newest}"]
        assert len(await store.rooms_of("player", 1000)) == MAX_ROOMS_PER_PLAYER
        await store.drop_room("player", "room 5")
        assert await store.rooms_of("player", 1) == [f"room {newest}"]
        assert await store.rooms_of("nobody", 5) == []


async def test_the_lobby_lists_open_rooms_newest_first(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        await store.lobby_add("old", 1)
        await store.lobby_add("new", 2)
        await store.lobby_add("new", 2)
        assert await store.lobby(10) == ["new", "old"]
        assert await store.lobby(1) == ["new"]
        await store.lobby_remove("new")
        assert await store.lobby(10) == ["old"]


async def test_many_rooms_at_once_do_not_mix(valkey: Valkey) -> None:
    async def play(store: Store, room: str) -> None:
        head = b""
        for seq in range(20):
            append = append_to(store, room, head, seq, f"{room} {seq}".encode())
            assert await store.append(append) == Won()
            head = append.head
        entries = await store.read(room, 1, 20)
        assert entries == [(seq + 1, f"{room} {seq}".encode()) for seq in range(20)]

    async with listening_store(valkey.url) as (store, _), asyncio.TaskGroup() as group:
        for number in range(50):
            group.create_task(play(store, f"room{number}"))


async def test_a_frozen_store_makes_everything_but_appends_unavailable_within_the_bound(
    own_valkey: Valkey,
) -> None:
    clock = asyncio.get_running_loop().time
    async with listening_store(own_valkey.url) as (store, _):
        append = append_to(store, ROOM, b"", 0, b"one")
        await store.append(append)
        own_valkey.freeze()
        began = clock()
        answers = await asyncio.gather(
            store.load(ROOM),
            store.read(ROOM, 1, 1),
            store.heads([ROOM, "other"]),
            store.say(ROOM, "id", b"hello"),
            store.chat(ROOM),
            store.here_set(ROOM, {"field": b"value"}),
            store.here(ROOM),
            store.publish(ROOM, b"message"),
            store.subscribe(ROOM),
            store.add_room("player", ROOM, 1),
            store.rooms_of("player", 1),
            store.lobby_add(ROOM, 1),
            store.lobby(1),
            return_exceptions=True,
        )
        assert {type(answer) for answer in answers} <= {Unavailable, Lost}
        assert clock() - began < BOUND_S + 1
        own_valkey.thaw()
        assert await store.heads([ROOM]) == [(1, append.head)]
        await store.subscribe(ROOM)


async def test_durability_is_what_the_server_says(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        assert "fsync always" in store.durability()


async def test_a_user_who_may_not_ask_for_the_configuration_is_served(
    own_valkey: Valkey,
) -> None:
    with own_valkey.client() as client:
        client.acl_setuser(
            "hosted",
            enabled=True,
            passwords=["+pw"],
            commands=["+@all", "-config"],
            keys=["*"],
            channels=["*"],
        )
    url = own_valkey.tcp_url.replace("//", "//hosted:pw@")
    async with listening_store(url) as (store, _):
        assert await store.append(append_to(store, ROOM, b"", 0, b"one")) == Won()
        assert "does not tell" in store.durability()


async def test_a_store_that_may_evict_rooms_is_refused_unless_allowed() -> None:
    with running_valkey(options=("--maxmemory-policy", "allkeys-lru")) as server:
        with pytest.raises(StoreError, match="allkeys-lru"):
            async with listening_store(server.url):
                pass
        store = Store(
            server.url,
            on_message=lambda _room, _message: None,
            on_confirmed=lambda _room: None,
            allow_eviction=True,
        )
        async with open_store(store):
            assert await store.load(ROOM) is None


async def test_a_user_who_may_not_publish_is_refused(own_valkey: Valkey) -> None:
    with own_valkey.client() as client:
        client.acl_setuser("quiet", enabled=True, passwords=["+pw"], commands=["+@all"], keys=["*"])
    with pytest.raises(StoreError, match="cannot be used") as caught:
        async with listening_store(own_valkey.tcp_url.replace("//", "//quiet:pw@")):
            pass
    assert "pw" not in str(caught.value)


async def test_a_wrong_password_is_one_clear_line_without_the_password(
    own_valkey: Valkey,
) -> None:
    with pytest.raises(StoreError, match="cannot be used") as caught:
        async with listening_store(own_valkey.tcp_url.replace("//", "//nobody:hush@")):
            pass
    assert "hush" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_nobody_listening_is_one_clear_line() -> None:
    with pytest.raises(StoreError, match="cannot be used"):
        async with listening_store("unix:///nonexistent/socket"):
            pass
