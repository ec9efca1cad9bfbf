"""What a URL says of the store, and that no secret of it is repeated."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from redis.asyncio.connection import Connection, SSLConnection, UnixDomainSocketConnection
from redis.exceptions import RedisError

from server.loop import new_event_loop
from server.store.address import Kind, parse_address
from server.store.errors import StoreError
from tests.valkey import Valkey

SECRET = "hush"
PING = b"*1\r\n$4\r\nPING\r\n"


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("redis://localhost", "redis://localhost"),
        ("redis://user:hush@db.example:6380/2", "redis://db.example:6380/2"),
        ("rediss://:hush@db.example/0?ssl_cert_reqs=none", "rediss://db.example/0"),
        ("unix:///run/valkey.sock?db=1&password=hush", "unix:///run/valkey.sock"),
        (
            "redis+sentinel://u:hush@one,two:1/main/3?sentinel_password=hush",
            "redis+sentinel://one:26379,two:1/main/3",
        ),
        (
            "rediss+cluster://u:hush@one,[::1]:7?ssl_cert_reqs=none",
            "rediss+cluster://one:6379,::1:7",
        ),
    ],
)
def test_the_name_of_an_address_has_no_secret(url: str, name: str) -> None:
    address = parse_address(url)
    assert address.name == name
    assert SECRET not in repr(address)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:6379",
        "http://localhost",
        "redis://:hush@localhost:port",
        "redis://:hush@localhost:99999",
        "redis://:hush@localhost?db=hush",
        "redis://localhost/hush",
        "rediss://localhost/1/2",
        "redis://[hush",
        "redis://localhost?no_such_option=hush",
        "redis+sentinel://localhost",
        "redis+sentinel://localhost/",
        "redis+sentinel://localhost/main/hush",
        "redis+sentinel:///main",
        "redis+sentinel://a,,b/main",
        "redis+sentinel://a:hush/main",
        "redis+sentinel://a/main?sentinel_hush=1",
        "redis+cluster://",
        "redis+cluster://a:99999",
        "redis+cluster://a/1",
        "redis+cluster://a?no_such_option=hush",
        "unix+cluster:///run/valkey.sock",
        "redis+ring://a",
    ],
)
def test_what_is_no_redis_url_is_refused_in_one_line_without_secrets(url: str) -> None:
    with pytest.raises(StoreError, match="not a Redis URL") as caught:
        parse_address(url)
    assert SECRET not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_server_is_reached_as_the_url_says() -> None:
    plain = parse_address("redis://me:p%40ss@db:1/2")
    assert plain.kind is Kind.SERVER
    assert isinstance(plain.wire(), Connection)
    wanted = {"username": "me", "password": "p@ss", "host": "db", "port": 1, "db": 2}
    assert wanted.items() <= plain.options.items()
    assert isinstance(parse_address("rediss://db").wire(), SSLConnection)
    assert isinstance(parse_address("unix:///s").wire(), UnixDomainSocketConnection)


def test_sentinels_have_their_own_user_and_the_tls_of_the_servers() -> None:
    address = parse_address(
        "rediss+sentinel://me:one@a:1,b/main/4"
        "?ssl_ca_certs=/ca.pem&sentinel_username=watcher&sentinel_password=two"
    )
    assert (address.kind, address.places) == (Kind.SENTINEL, (("a", 1), ("b", 26379)))
    assert address.master == "main"
    servers = {"username": "me", "password": "one", "db": 4, "ssl_ca_certs": "/ca.pem"}
    sentinels = {"username": "watcher", "password": "two", "ssl_ca_certs": "/ca.pem"}
    assert servers.items() <= address.options.items()
    assert sentinels.items() <= address.sentinel_options.items()
    assert "db" not in address.sentinel_options
    assert isinstance(address.sentinel_wire(("a", 1)), SSLConnection)


def test_a_password_of_the_servers_is_not_given_to_sentinels() -> None:
    address = parse_address("redis+sentinel://:one@a/main")
    assert "password" not in address.sentinel_options


def test_a_cluster_is_some_places_of_it() -> None:
    address = parse_address("redis+cluster://me:one@a,b:7001,c:7002/0")
    assert (address.kind, address.places) == (
        Kind.CLUSTER,
        (("a", 6379), ("b", 7001), ("c", 7002)),
    )
    assert {"username": "me", "password": "one"}.items() <= address.options.items()


def on_the_servers_loop(coroutine: Coroutine[Any, Any, None]) -> None:
    """Its transports raise errors of their own."""
    loop = new_event_loop()
    try:
        loop.run_until_complete(asyncio.wait_for(coroutine, 10))
    finally:
        loop.close()


@pytest.mark.parametrize("ticks", range(4))
def test_a_write_into_what_has_just_closed_is_a_break_like_every_other(
    valkey: Valkey, ticks: int
) -> None:
    """uvloop says it in another way some moments later."""

    async def write() -> None:
        wire: Any = parse_address(valkey.url).wire()
        await wire.connect()
        wire._writer.transport.abort()
        for _ in range(ticks):
            await asyncio.sleep(0)
        with pytest.raises(RedisError):
            await wire.send_packed_command([PING])
        await wire.disconnect(nowait=True)

    on_the_servers_loop(write())


def test_a_fault_of_who_writes_is_no_break(valkey: Valkey) -> None:
    """uvloop says so by the same kind of error."""

    async def write() -> None:
        wire: Any = parse_address(valkey.url).wire()
        await wire.connect()
        wire._writer.write_eof()
        with pytest.raises(RuntimeError, match="after write_eof"):
            await wire.send_packed_command([PING])
        await wire.disconnect(nowait=True)

    on_the_servers_loop(write())
