"""The pipe: order, loss, lateness and bounds, over real connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from redis.exceptions import BusyLoadingError, ResponseError

from server.store import pipe as pipe_module
from server.store.background import alongside
from server.store.errors import Lost
from server.store.pipe import Pipe
from tests.proxy import proxy_to
from tests.server.store.endpoints import endpoint_at
from tests.valkey import Valkey, running_valkey


@asynccontextmanager
async def open_pipe(url: str, deadline_s: float = 10.0) -> AsyncIterator[Pipe]:
    pipe = Pipe(endpoint_at(url), deadline_s=deadline_s)
    async with alongside(pipe.run()):
        yield pipe


def is_blocked(server: Valkey) -> bool:
    """Whether some connection waits in a blocking command."""
    with server.client() as client:
        return any(each["cmd"] == "blpop" for each in client.client_list())


async def test_replies_go_to_their_calls_errors_too(valkey: Valkey) -> None:
    async with open_pipe(valkey.url) as pipe:
        replies = await asyncio.gather(
            pipe.call("SET", "name", b"\x00\r\n"),
            pipe.call("NONSENSE"),
            pipe.call("GET", "name"),
            pipe.call("GET", "nothing"),
            pipe.call("INCRBY", "n", 41),
            pipe.call("LRANGE", "name", 0, 1),
            pipe.call("ECHO", "last"),
            return_exceptions=True,
        )
    assert [reply for reply in replies if not isinstance(reply, BaseException)] == [
        b"OK",
        b"\x00\r\n",
        None,
        41,
        b"last",
    ]
    assert isinstance(replies[1], ResponseError)
    assert isinstance(replies[5], ResponseError)


async def test_thousands_of_calls_are_answered_in_order(valkey: Valkey) -> None:
    async with open_pipe(valkey.url) as pipe:
        sent = [pipe.send("INCR", "n") for _ in range(5000)]
        assert await asyncio.gather(*sent) == list(range(1, 5001))


async def test_calls_made_before_the_connection_stands_are_sent_then(valkey: Valkey) -> None:
    pipe = Pipe(endpoint_at(valkey.url))
    early = pipe.send("ECHO", "early")
    async with alongside(pipe.run()):
        assert await early == b"early"


async def test_a_cancelled_call_does_not_shift_the_replies(valkey: Valkey) -> None:
    async with open_pipe(valkey.url) as pipe:
        await pipe.call("PING")
        first, second, third = (pipe.send("ECHO", word) for word in ("one", "two", "three"))
        second.cancel()
        assert [await first, await third] == [b"one", b"three"]
        sent = pipe.send("BLPOP", "list", 0)
        await asyncio.to_thread(valkey.wait_until, lambda: is_blocked(valkey))
        sent.cancel()
        with valkey.client() as client:
            client.rpush("list", "too late")
        assert await pipe.call("ECHO", "after") == b"after"


async def test_a_killed_connection_fails_what_was_sent_and_the_next_call_works(
    valkey: Valkey,
) -> None:
    async with open_pipe(valkey.url) as pipe:
        connection = await pipe.call("CLIENT", "ID")
        waiting = [pipe.send("BLPOP", "list", 0), pipe.send("ECHO", "behind it")]
        await asyncio.to_thread(valkey.wait_until, lambda: is_blocked(valkey))
        with valkey.client() as client:
            client.client_kill_filter(_id=str(connection))
        for reply in waiting:
            with pytest.raises(Lost):
                await reply
        assert await pipe.call("ECHO", "again") == b"again"


async def test_a_lost_reply_says_that_it_may_have_run(valkey: Valkey) -> None:
    async with proxy_to(valkey.socket_path) as proxy, open_pipe(proxy.url) as pipe:
        proxy.swallow(b"INCR")
        with pytest.raises(Lost):
            await pipe.call("INCR", "n")
        assert await pipe.call("GET", "n") == b"1"


async def test_a_silent_peer_is_left_for_a_new_connection(valkey: Valkey) -> None:
    async with proxy_to(valkey.socket_path) as proxy, open_pipe(proxy.url, 0.2) as pipe:
        await pipe.call("PING")
        proxy.hold()
        calls = [pipe.send("INCR", "n"), pipe.send("INCR", "n")]
        for call in calls:
            with pytest.raises(Lost, match=r"no reply within 0\.2 s"):
                await call
        proxy.let_through()
        assert await pipe.call("ECHO", "new connection") == b"new connection"


async def test_a_call_that_cannot_be_sent_fails_with_the_reason(valkey: Valkey) -> None:
    async with open_pipe("unix:///nonexistent/socket", 0.2) as pipe:
        with pytest.raises(Lost, match="nonexistent"):
            await pipe.call("PING")


async def test_a_full_pipe_fails_the_next_call_at_once(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe_module, "MAX_CALLS", 3)
    pipe = Pipe(endpoint_at(valkey.url))
    accepted = [pipe.send("ECHO", "x") for _ in range(3)]
    with pytest.raises(Lost, match="3 calls"):
        await pipe.send("ECHO", "x")
    async with alongside(pipe.run()):
        assert await asyncio.gather(*accepted) == [b"x"] * 3
        assert await pipe.call("ECHO", "room again") == b"room again"


async def test_closing_the_pipe_fails_what_waits(valkey: Valkey) -> None:
    async with open_pipe(valkey.url) as pipe:
        await pipe.call("PING")
        waiting = pipe.send("BLPOP", "list", 0)
    with pytest.raises(Lost):
        await waiting


async def test_loading_is_an_answer_and_the_connection_stays() -> None:
    # A big enough log, replayed slowly enough, that the store can be met while it loads.
    with running_valkey(options=("--key-load-delay", "100")) as server:
        with server.client() as client, client.pipeline(transaction=False) as batch:
            for number in range(15_000):
                batch.set(f"key{number}", b"x" * 100)
            batch.execute()
        server.kill()
        server.launch()
        async with open_pipe(server.url) as pipe:
            connection = await pipe.call("CLIENT", "ID")
            with pytest.raises(BusyLoadingError):
                await pipe.call("GET", "key14999")
            value = None
            while value is None:
                with suppress(BusyLoadingError):
                    value = await pipe.call("GET", "key14999")
            assert value == b"x" * 100
            assert await pipe.call("CLIENT", "ID") == connection
