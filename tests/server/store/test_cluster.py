"""The store on a cluster: every append once, every subscription where its room is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from server.store import keys
from server.store.errors import Unavailable
from server.store.redis import Store, Won
from server.store.topology import slot_of
from tests.server.store.rooms import append_to, listening_store
from tests.valkey_cluster import ValkeyCluster, running_cluster

ENOUGH = 30


@pytest.fixture
def cluster() -> Iterator[ValkeyCluster]:
    with running_cluster() as running:
        yield running


class Writer:
    """Appends to a room without end; each append must have been stored once."""

    def __init__(self, store: Store, room: str) -> None:
        self.count = 0
        self._store = store
        self._room = room
        self._changed = asyncio.Event()

    async def run(self) -> None:
        head = b""
        while True:
            append = append_to(self._store, self._room, head, self.count, b"%d" % self.count)
            assert await self._store.append(append) == Won()
            self.count, head = self.count + 1, append.head
            self._changed.set()

    async def goes_on(self, appends: int = ENOUGH) -> None:
        target = self.count + appends
        async with asyncio.timeout(15):
            while self.count < target:
                self._changed.clear()
                await self._changed.wait()


async def write_through(cluster: ValkeyCluster, disturb: Callable[[int], object]) -> None:
    """Write to a room on each master while ``disturb`` is done to the first one's slot."""
    rooms = ["a", "b", "c", "d", "e", "f"]
    async with listening_store(cluster.url) as (store, _), asyncio.TaskGroup() as group:
        writers = [Writer(store, room) for room in rooms]
        tasks = [group.create_task(writer.run()) for writer in writers]
        await asyncio.gather(*(writer.goes_on() for writer in writers))
        await asyncio.to_thread(disturb, slot_of(rooms[0]))
        await asyncio.gather(*(writer.goes_on() for writer in writers))
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for room, writer in zip(rooms, writers, strict=True):
            entries = [entry for _, entry in await store.read(room, 1, 10**6)]
            assert entries[: writer.count] == [b"%d" % number for number in range(writer.count)]
            assert len(entries) <= writer.count + 1


async def test_every_append_is_stored_once_while_a_replica_takes_over(
    cluster: ValkeyCluster,
) -> None:
    await write_through(cluster, cluster.hand_over)


async def test_every_append_is_stored_once_while_slots_move(cluster: ValkeyCluster) -> None:
    def move(slot: int) -> None:
        cluster.migrate(slot)
        cluster.migrate_at_once(slot)

    await write_through(cluster, move)


async def test_subscriptions_follow_their_rooms_to_another_master(cluster: ValkeyCluster) -> None:
    async with listening_store(cluster.url) as (store, heard):
        rooms = ["a", "b", "c", "d"]
        for room in rooms:
            await store.subscribe(room)
        moved = "a"
        for disturb in (cluster.hand_over, cluster.migrate, cluster.migrate_at_once):
            before = heard.confirmed.count(moved)
            await asyncio.to_thread(disturb, slot_of(moved))
            await heard.until(lambda before=before: heard.confirmed.count(moved) > before)  # type: ignore[misc]
            heard.messages.clear()
            for room in rooms:
                await store.publish(room, b"after")
            await heard.until(lambda: sorted(heard.messages) == [(one, b"after") for one in rooms])


async def test_subscriptions_of_a_killed_master_stand_on_its_replica(
    cluster: ValkeyCluster,
) -> None:
    async with listening_store(cluster.url) as (store, heard):
        await store.subscribe("a")
        await asyncio.to_thread(cluster.kill_master, slot_of("a"))
        await heard.until(lambda: "a" in heard.confirmed)
        await store.publish("a", b"after")
        await heard.until(lambda: heard.messages == [("a", b"after")])


async def test_other_masters_rooms_do_not_wait_for_a_dead_one(cluster: ValkeyCluster) -> None:
    dead = cluster.master_of(slot_of("a"))
    healthy = next(name for name in "bcdefgh" if cluster.master_of(slot_of(name)) is not dead)
    async with listening_store(cluster.url) as (store, _):
        replica = cluster.replica_of(dead)
        replica.kill()
        dead.kill()
        clock = asyncio.get_running_loop().time
        began = clock()
        assert await store.append(append_to(store, healthy, b"", 0, b"one")) == Won()
        assert clock() - began < 1
        ours, theirs = await store.heads([healthy, "a"])
        assert isinstance(ours, tuple)
        assert isinstance(theirs, Unavailable)
        waiting = asyncio.ensure_future(store.append(append_to(store, "a", b"", 0, b"one")))
        await asyncio.to_thread(dead.start)
        async with asyncio.timeout(15):
            assert await waiting == Won()


async def test_a_frozen_master_that_thaws_has_written_nothing_that_counts(
    cluster: ValkeyCluster,
) -> None:
    frozen = cluster.master_of(slot_of("a"))
    replica = cluster.replica_of(frozen)
    async with listening_store(cluster.url) as (store, _):
        first = append_to(store, "a", b"", 0, b"one")
        assert await store.append(first) == Won()
        await asyncio.to_thread(lambda: cluster.wait_until_copied(frozen))
        frozen.freeze()
        second = append_to(store, "a", first.head, 1, b"two")
        async with asyncio.timeout(15):
            assert await store.append(second) == Won()
        assert replica.ask("XLEN", keys.log_key("a")) == 2
        frozen.thaw()
        await asyncio.to_thread(lambda: cluster.wait_until_following(frozen, replica))
        third = append_to(store, "a", second.head, 2, b"three")
        assert await store.append(third) == Won()
        assert [entry for _, entry in await store.read("a", 1, 9)] == [b"one", b"two", b"three"]
