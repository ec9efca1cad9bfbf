"""Finding the master, and never a replica in its place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest
from redis.exceptions import ConnectionError as RedisConnectionError

from server.store.address import parse_address
from server.store.errors import StoreError
from server.store.redis import Store, Won, open_store
from server.store.sentinel import Master, find_master
from tests.server.store.rooms import append_to, listening_store
from tests.valkey import free_port
from tests.valkey_sentinels import MASTER, Watched, running_sentinels


@pytest.fixture(scope="module")
def calm() -> Iterator[Watched]:
    """Servers and sentinels that nobody kills or freezes."""
    with running_sentinels() as running:
        yield running


@pytest.fixture
def watched() -> Iterator[Watched]:
    with running_sentinels() as running:
        yield running


async def says(answer: bytes) -> tuple[int, asyncio.Server]:
    """A port whose server says this once to everybody, whatever they ask."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(answer)
        while await reader.read(1000):
            pass
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    return server.sockets[0].getsockname()[1], server


async def test_any_sentinel_that_answers_is_enough(calm: Watched) -> None:
    absent = ",".join(f"127.0.0.1:{free_port()}" for _ in range(3))
    last = calm.sentinels[2].port
    address = parse_address(f"redis+sentinel://{absent},127.0.0.1:{last}/{MASTER}")
    for _ in range(5):
        assert await find_master(address) == ("127.0.0.1", calm.master.port)


async def test_a_silent_sentinel_does_not_keep_the_others_from_being_asked(calm: Watched) -> None:
    port, silent = await says(b"")
    good = calm.sentinels[0].port
    address = parse_address(f"redis+sentinel://127.0.0.1:{port},127.0.0.1:{good}/{MASTER}")
    began = time.monotonic()
    for _ in range(3):
        assert await find_master(address) == ("127.0.0.1", calm.master.port)
    assert time.monotonic() - began < 3
    silent.close()


@pytest.mark.parametrize(
    ("name", "reason"), [("nobody", "not watched"), (MASTER, "refused|Connect")]
)
async def test_a_master_that_nobody_knows_is_one_clear_line(
    calm: Watched, name: str, reason: str
) -> None:
    port = calm.sentinels[0].port if name != MASTER else free_port()
    url = f"redis+sentinel://:hush@127.0.0.1:{port}/{name}"
    store = Store(url, on_message=lambda _r, _m: None, on_confirmed=lambda _r: None)
    with pytest.raises(StoreError, match=reason) as caught:
        async with open_store(store):
            pass
    assert f"no sentinel knows the master '{name}'" in str(caught.value)
    assert "hush" not in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_sentinel_that_wants_a_user_gets_the_one_for_sentinels(calm: Watched) -> None:
    sentinel = calm.sentinels[0]
    grant = ("resetkeys", "-@all", "+sentinel|get-master-addr-by-name", "+auth", "+hello")
    sentinel.ask("ACL", "SETUSER", "watcher", "on", ">two", *grant)
    base = f"redis+sentinel://me:one@127.0.0.1:{sentinel.port}/{MASTER}"
    good = parse_address(f"{base}?sentinel_username=watcher&sentinel_password=two")
    assert await find_master(good) == ("127.0.0.1", calm.master.port)
    bad = parse_address(f"{base}?sentinel_username=watcher&sentinel_password=three")
    with pytest.raises(RedisConnectionError, match="no sentinel knows"):
        await find_master(bad)


async def test_a_server_that_has_become_a_replica_is_not_taken_for_the_master(
    calm: Watched,
) -> None:
    """What a sentinel that is behind the others would tell."""
    greeting = b"+OK\r\n+OK\r\n"
    port, behind = await says(
        greeting + b"*2\r\n$9\r\n127.0.0.1\r\n$5\r\n%05d\r\n" % calm.replica.port
    )
    with pytest.raises(RedisConnectionError, match="is a replica"):
        await Master(parse_address(f"redis+sentinel://127.0.0.1:{port}/{MASTER}")).open()
    behind.close()


async def test_a_frozen_master_is_left_and_its_thaw_changes_nothing(watched: Watched) -> None:
    async with listening_store(watched.url) as (store, heard):
        await store.subscribe("room")
        first = append_to(store, "room", b"", 0, b"one")
        assert await store.append(first) == Won()
        await asyncio.to_thread(watched.wait_until_copied)
        frozen = watched.master
        frozen.freeze()
        async with asyncio.timeout(15):
            second = append_to(store, "room", first.head, 1, b"two")
            assert await store.append(second) == Won()
        frozen.thaw()  # for some seconds it takes itself for the master still
        third = append_to(store, "room", second.head, 2, b"three")
        assert await store.append(third) == Won()
        assert [entry for _, entry in await store.read("room", 1, 9)] == [b"one", b"two", b"three"]
        await heard.until(lambda: ("room", b"message of three") in heard.messages)
