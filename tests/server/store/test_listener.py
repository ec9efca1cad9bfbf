"""One connection's subscriptions, when the server does not have the room or makes no sense.

What it does in the usual case is tried through the subscriber.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from redis.exceptions import ClusterDownError, MovedError, RedisError

from server.store.background import alongside
from server.store.keys import channel
from server.store.listener import Listener
from tests.server.store.endpoints import endpoint_at
from tests.server.store.logs import watched_log

GREETING = b"+OK\r\n+OK\r\n"
"""To the two lines with which redis-py says what it is."""
WAIT_S = 10.0


class Ear:
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []
        self.errors: list[RedisError | None] = []
        self._changed = asyncio.Event()

    def heard(self, room: str, message: bytes) -> None:
        self._tell("heard", room)

    def asked(self, listener: Listener, room: str) -> None:
        self._tell("asked", room)

    def confirmed(self, listener: Listener, room: str) -> None:
        self._tell("confirmed", room)

    def refused(self, listener: Listener, room: str, error: RedisError | None) -> None:
        self.errors.append(error)
        self._tell("refused", room)

    async def until(self, what: str, room: str, times: int = 1) -> None:
        async with asyncio.timeout(WAIT_S):
            while self.told.count((what, room)) < times:
                self._changed.clear()
                await self._changed.wait()

    def _tell(self, what: str, room: str) -> None:
        self.told.append((what, room))
        self._changed.set()


def answer(kind: bytes, room: str) -> bytes:
    name = channel(room).encode()
    return b"*3\r\n$%d\r\n%s\r\n$%d\r\n%s\r\n:1\r\n" % (len(kind), kind, len(name), name)


@asynccontextmanager
async def listening(answer_to: Callable[[bytes], bytes]) -> AsyncIterator[tuple[Listener, Ear]]:
    """A listener at a server that answers as ``answer_to`` says."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(GREETING)
        while data := await reader.read(10_000):
            writer.write(answer_to(data))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    ear = Ear()
    port = server.sockets[0].getsockname()[1]
    listener = Listener(endpoint_at(f"redis://127.0.0.1:{port}"), ear)
    try:
        async with alongside(listener.run()):
            yield listener, ear
    finally:
        server.close()


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b"-MOVED 7 127.0.0.1:1\r\n", MovedError),
        (b"-CLUSTERDOWN Hash slot not served\r\n", ClusterDownError),
    ],
)
async def test_a_room_that_the_server_does_not_have_is_refused_and_the_others_stay(
    line: bytes, kind: type[RedisError]
) -> None:
    def answer_to(data: bytes) -> bytes:
        told = line if b"elsewhere" in data else b""
        return told + (answer(b"ssubscribe", "here") if b"{here}" in data else b"")

    async with listening(answer_to) as (listener, ear):
        listener.add("elsewhere")
        await ear.until("refused", "elsewhere")
        listener.add("here")
        await ear.until("confirmed", "here")
    assert isinstance(ear.errors[0], kind)


async def test_a_subscription_that_the_server_ends_is_told() -> None:
    def answer_to(data: bytes) -> bytes:
        if b"SSUBSCRIBE" not in data:
            return b""
        return answer(b"ssubscribe", "room") + answer(b"sunsubscribe", "room")

    async with listening(answer_to) as (listener, ear):
        listener.add("room")
        await ear.until("refused", "room")
    assert ear.told[-2:] == [("confirmed", "room"), ("refused", "room")]
    assert ear.errors == [None]


@pytest.mark.parametrize(
    "nonsense",
    [b"+PONG\r\n", answer(b"ssubscribe", "another"), b"-NOPERM no\r\n", b"-ERR what\r\n"],
)
async def test_an_answer_out_of_turn_or_a_refusal_for_good_is_a_new_connection(
    nonsense: bytes,
) -> None:
    answers = iter([nonsense])

    def answer_to(data: bytes) -> bytes:
        if b"SSUBSCRIBE" not in data:
            return b""
        return next(answers, answer(b"ssubscribe", "room"))

    with watched_log() as log:
        async with listening(answer_to) as (listener, ear):
            listener.add("room")
            await ear.until("confirmed", "room")
            assert listener.trouble == ""
    assert log.events == ["store connection lost", "store connection back"]
