"""Compare and append, told apart from everything that can happen to a call on its way."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from server.store.errors import ClockAhead, StoreError
from server.store.redis import Append, Moved, Store, Won
from tests.proxy import proxy_to
from tests.server.store.hog import busy
from tests.server.store.logs import watched_log
from tests.server.store.rooms import append_to, listening_store
from tests.valkey import Valkey

ROOM = "abcdefghjk"
STALL_S = 4.0  # longer than any deadline of a call


async def entries_of(store: Store, room: str = ROOM) -> list[bytes]:
    return [entry for _, entry in await store.read(room, 1, 10**6)]


async def test_two_appends_from_one_head_have_one_winner(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        first = append_to(store, ROOM, b"", 0, b"mine")
        assert await store.append(first) == Won()
        rival = append_to(store, ROOM, b"", 0, b"theirs")
        assert await store.append(rival) == Moved(1, first.head)
        again = append_to(store, ROOM, first.head, 1, b"theirs")
        assert await store.append(again) == Won()
        assert await entries_of(store) == [b"mine", b"theirs"]


async def test_an_identical_append_wins_again_and_changes_nothing(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, heard):
        await store.subscribe(ROOM)
        append = append_to(store, ROOM, b"", 0, b"one", b"two")
        for _ in range(3):
            assert await store.append(append) == Won()
        assert await entries_of(store) == [b"one", b"two"]
        await store.publish(ROOM, b"end")
        await heard.until(lambda: (ROOM, b"end") in heard.messages)
        assert len(heard.messages) == 2


async def test_an_old_identical_append_learns_that_the_log_moved_on(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        first = append_to(store, ROOM, b"", 0, b"one")
        await store.append(first)
        second = append_to(store, ROOM, first.head, 1, b"two")
        await store.append(second)
        assert await store.append(first) == Moved(2, second.head)
        assert await entries_of(store) == [b"one", b"two"]


async def test_an_append_to_a_room_that_is_not_there_is_told_so(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        assert await store.append(append_to(store, ROOM, b"seen", 7, b"x")) == Moved(0, b"")
        assert await store.load(ROOM) is None


async def test_the_same_seq_with_another_head_does_not_win(valkey: Valkey) -> None:
    # What a stale node would send after a fail-over to a replica that lagged.
    async with listening_store(valkey.url) as (store, _):
        kept = append_to(store, ROOM, b"", 0, b"kept")
        await store.append(kept)
        lost = append_to(store, ROOM, b"", 0, b"lost in the fail-over")
        stale = append_to(store, ROOM, lost.head, 1, b"stale")
        assert await store.append(stale) == Moved(1, kept.head)


async def test_a_gap_in_the_numbers_is_refused_and_nothing_is_written(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        append = append_to(store, ROOM, b"", 0, b"one")
        with pytest.raises(StoreError, match="not the one after 0"):
            await store.append(replace(append, first=2))
        assert await store.load(ROOM) is None


async def test_a_time_ahead_of_the_stores_clock_is_refused(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        now_ms = store.now_ms()
        append = append_to(store, ROOM, b"", 0, b"one")
        with pytest.raises(ClockAhead) as caught:
            await store.append(replace(append, at_ms=now_ms + 5000))
        assert abs(caught.value.store_ms - now_ms) < 1000
        assert await store.load(ROOM) is None
        assert await store.append(replace(append, at_ms=now_ms + 500)) == Won()
        # What stands already is not judged again.
        assert await store.append(replace(append, at_ms=now_ms + 5000)) == Won()


async def test_a_lost_reply_is_asked_for_again_and_the_append_ran_once(valkey: Valkey) -> None:
    async with (
        proxy_to(valkey.socket_path) as proxy,
        listening_store(proxy.url) as (store, _),
    ):
        head = b""
        for seq, losses in enumerate((1, 3)):
            append = append_to(store, ROOM, head, seq, b"entry %d" % seq)
            proxy.swallow(append.head, losses)
            with watched_log() as log:
                assert await store.append(append) == Won()
            events = [event for event in log.events if event.startswith("append")]
            assert events == ["append waits", "append got through"]
            head = append.head
        assert len(proxy.swallowed) == 4
        assert await entries_of(store) == [b"entry 0", b"entry 1"]


async def test_a_lost_reply_and_a_rival_meanwhile_end_in_moved(valkey: Valkey) -> None:
    async with (
        proxy_to(valkey.socket_path) as proxy,
        listening_store(proxy.url) as (store, _),
        listening_store(valkey.url) as (rival, _),
    ):
        mine = append_to(store, ROOM, b"", 0, b"mine")
        theirs = append_to(rival, ROOM, mine.head, 1, b"theirs")
        proxy.swallow(mine.head, 10**6)
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(store.append(mine))
            await proxy.until_swallowed(1)
            while isinstance(await rival.append(theirs), Moved):
                pass  # it is on its way through the proxy
            proxy.swallow(b"", 0)
        # It is in the log all the same: the caller looks for its cause among the entries.
        assert asking.result() == Moved(2, theirs.head)
        assert await entries_of(rival) == [b"mine", b"theirs"]


async def test_a_script_that_the_store_forgot_is_sent_again(valkey: Valkey) -> None:
    async with listening_store(valkey.url) as (store, _):
        first = append_to(store, ROOM, b"", 0, b"one")
        await store.append(first)
        with valkey.client() as client:
            client.script_flush()
        with watched_log() as log:
            assert await store.append(append_to(store, ROOM, first.head, 1, b"two")) == Won()
            assert await store.say(ROOM, "id", b"hello")
        assert log.entries == []


async def test_appends_wait_while_the_store_is_busy_with_a_script(own_valkey: Valkey) -> None:
    async with (
        listening_store(own_valkey.url) as (store, _),
        asyncio.TaskGroup() as group,
    ):
        with own_valkey.client() as client:
            client.config_set("busy-reply-threshold", 1)
        with watched_log() as log:
            async with busy(own_valkey.socket_path):
                asking = group.create_task(store.append(append_to(store, ROOM, b"", 0, b"one")))
                assert "BUSY" in (await log.entry("append waits"))["reason"]
            assert await asking == Won()


async def test_a_store_that_is_full_makes_appends_wait_until_there_is_room(
    own_valkey: Valkey,
) -> None:
    async with listening_store(own_valkey.url) as (store, _), asyncio.TaskGroup() as group:
        with own_valkey.client() as client:
            client.config_set("maxmemory", "1")
            with watched_log() as log:
                asking = group.create_task(store.append(append_to(store, ROOM, b"", 0, b"one")))
                await log.entry("append waits")
                client.config_set("maxmemory", "0")
                assert await asking == Won()
        assert await entries_of(store) == [b"one"]


async def test_a_store_that_became_a_replica_makes_appends_wait(own_valkey: Valkey) -> None:
    async with listening_store(own_valkey.url) as (store, _), asyncio.TaskGroup() as group:
        with own_valkey.client() as client:
            client.replicaof("127.0.0.1", "1")
            with watched_log() as log:
                asking = group.create_task(store.append(append_to(store, ROOM, b"", 0, b"one")))
                await log.entry("append waits")
                client.replicaof("NO", "ONE")
                assert await asking == Won()


async def test_an_error_that_does_not_pass_is_raised_at_once(own_valkey: Valkey) -> None:
    async with listening_store(own_valkey.url) as (store, _):
        with own_valkey.client() as client:
            client.set("room:{" + ROOM + "}:state", "not a hash")
        with pytest.raises(StoreError, match="WRONGTYPE"):
            await store.append(append_to(store, ROOM, b"", 0, b"one"))


async def test_a_frozen_store_stores_each_append_once_when_it_thaws(own_valkey: Valkey) -> None:
    async with listening_store(own_valkey.url) as (store, _):
        appends = [
            append_to(store, f"room{number}", b"", 0, b"only %d" % number) for number in range(20)
        ]
        own_valkey.freeze()
        try:
            async with asyncio.TaskGroup() as group:
                asking = [group.create_task(store.append(append)) for append in appends]
                done, _ = await asyncio.wait(asking, timeout=STALL_S)
                assert not done
                own_valkey.thaw()
        finally:
            own_valkey.thaw()
        assert [task.result() for task in asking] == [Won()] * len(appends)
        for append in appends:
            assert await entries_of(store, append.room) == list(append.entries)
        # The clock was not measured through the stall.
        assert await store.append(append_to(store, ROOM, b"", 0, b"timely")) == Won()


async def test_a_store_killed_again_and_again_keeps_every_append_once(
    own_valkey: Valkey,
) -> None:
    rooms = [f"room{number}" for number in range(8)]
    acknowledged: dict[str, list[bytes]] = {room: [] for room in rooms}
    stop = asyncio.Event()
    progress = asyncio.Condition()

    async def play(store: Store, room: str) -> None:
        head = b""
        while not stop.is_set():
            seq = len(acknowledged[room])
            append = append_to(store, room, head, seq, f"{room} {seq + 1}".encode())
            assert await store.append(append) == Won()
            head = append.head
            acknowledged[room].append(append.entries[0])
            async with progress:
                progress.notify_all()

    async def advance_all(by: int) -> None:
        goal = {room: len(acknowledged[room]) + by for room in rooms}
        async with progress:
            await progress.wait_for(
                lambda: all(len(acknowledged[room]) >= goal[room] for room in rooms)
            )

    chance = random.Random(5)
    async with listening_store(own_valkey.url) as (store, _):
        async with asyncio.timeout(60), asyncio.TaskGroup() as group:
            for room in rooms:
                group.create_task(play(store, room))
            for _ in range(6):
                await advance_all(chance.randint(1, 25))
                own_valkey.kill()
                await asyncio.to_thread(own_valkey.start)
            await advance_all(5)
            stop.set()
        for room in rooms:
            assert await entries_of(store, room) == acknowledged[room]


async def test_a_cancelled_append_leaves_nothing_behind(own_valkey: Valkey) -> None:
    async with listening_store(own_valkey.url) as (store, _):
        own_valkey.freeze()
        try:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await store.append(append_to(store, ROOM, b"", 0, b"perhaps"))
        finally:
            own_valkey.thaw()
        # It ran or it did not; the next one finds out which.
        stored = await store.load(ROOM)
        head, seq = (stored.head, stored.seq) if stored else (b"", 0)
        assert await store.append(append_to(store, ROOM, head, seq, b"next")) == Won()


@pytest.mark.parametrize("size", [1, 100_000])
async def test_entries_of_any_size_and_bytes_survive(valkey: Valkey, size: int) -> None:
    blob = random.Random(size).randbytes(size)
    async with listening_store(valkey.url) as (store, _):
        append: Append = append_to(store, ROOM, b"", 0, blob)
        assert await store.append(append) == Won()
        assert await entries_of(store) == [blob]
