"""What holds a client back: refusals that hold no lock, sizes, rates, and the time for hello."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedError

from protocol.codec import Subprotocol, encode
from protocol.codes import CloseCode
from protocol.examples import ID
from protocol.limits import MAX_FRAME_BYTES
from server import session
from tests.integration.quiet import nothing_wrong
from tests.integration.table import barrage, closed, table
from tests.protocol.hostile import (
    PLAIN,
)

TOO_BIG = 1009

BOTH = pytest.mark.parametrize("subprotocol", Subprotocol)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with nothing_wrong(caplog):
        yield


async def test_case_2_after_every_refusal_the_others_are_answered() -> None:
    """Refused by the rules, from both players and a spectator, in every phase of a game."""
    async with table() as play:
        watcher = await play.local.client("Cleo")
        await watcher.get("watch", room=play.room, name="Cleo")
        codes: set[str] = set()
        for round_ in range(6):
            for plain in PLAIN:
                if "at" not in plain:
                    continue
                for client in (play.white, play.black, watcher):
                    view = client.view
                    if view.you is not None and plain["t"] in view.allowed[view.you.value]:
                        continue
                    fields = {**plain, "id": f"refused-{round_}", "room": play.room}
                    answer = await client.ask(**{**fields, "at": view.seq})
                    assert answer["t"] == "error"
                    codes.add(answer["code"])
            await play.plays_on()
        assert "internal" not in codes
        assert {"not_a_player", "not_your_turn", "must_roll", "already_rolled"} <= codes


async def test_case_2_many_refusals_at_once_hold_nothing() -> None:
    async with table() as play:
        strangers = [await play.local.client(f"Mallory {i}") for i in range(8)]
        for stranger in strangers:
            await stranger.get("watch", room=play.room, name=stranger.name)
        spoil = [
            json.dumps({"t": "roll", "id": f"request-{i}", "room": play.room, "at": i})
            for i in range(200)
        ]
        async with asyncio.TaskGroup() as tasks:
            storms = [tasks.create_task(barrage(one, spoil)) for one in strangers]
            for _ in range(10):
                await play.plays_on()
        for storm in storms:
            refused = [one["code"] for one in storm.result() if one["t"] == "error"]
            assert refused == ["not_a_player"] * 200


async def test_case_4_endless_fragments_stop_at_the_limit() -> None:
    async with table() as play:
        for part in ("x" * 1024, ""):  # by their size, or by their number
            client = await play.local.client("Mallory")
            sent = 0

            async def endless(part: str = part) -> AsyncIterator[str]:
                nonlocal sent
                while True:
                    sent += 1
                    await asyncio.sleep(0)  # the server runs in this loop too
                    yield part

            with pytest.raises(ConnectionClosedError):
                await client.socket.send(endless())
            assert client.socket.close_code == TOO_BIG
            assert sent > MAX_FRAME_BYTES / 1024
            await play.plays_on()


@BOTH
async def test_case_4_a_frame_over_the_limit_closes_and_one_at_the_limit_does_not(
    subprotocol: Subprotocol,
) -> None:
    async with table() as play:
        client = await play.local.client("Mallory", subprotocol=subprotocol)
        fits = _padded(subprotocol, MAX_FRAME_BYTES)
        (answer,) = await barrage(client, [fits])
        assert answer["code"] == "bad_request"
        await client.socket.send(_padded(subprotocol, MAX_FRAME_BYTES + 1))
        assert (await closed(client.socket))[0] == TOO_BIG
        await play.plays_on()


def _padded(subprotocol: Subprotocol, size: int) -> bytes | str:
    """A request whose frame has exactly ``size`` bytes."""
    request = {"t": "lobby", "id": "abcdefgh", "extra": "x" * 10_000}
    lacking = size - len(encode(request, subprotocol))
    return encode({**request, "extra": "x" * (10_000 + lacking)}, subprotocol)


async def test_bad_requests_count_as_requests() -> None:
    """A flood of nonsense is refused by rate, then closed; other connections have their own."""
    async with table(request_rate=50, request_burst=100) as play:
        client = await play.local.client("Mallory")
        with suppress(ConnectionClosed):
            while True:
                await client.socket.send('{"t": "nonsense"}')
                await asyncio.sleep(0)
        assert client.socket.close_code == CloseCode.FLOODING
        await play.plays_on()


async def test_a_client_over_the_rate_is_told_when_to_come_back() -> None:
    async with table(request_rate=1, request_burst=100) as play:
        client = await play.local.client("Hasty")
        for _ in range(120):
            await client.send("lobby")
        last = await client.until(lambda message: message.get("code") == "rate_limited")
        assert 1 <= last["details"]["retry_ms"] <= 1000
        await play.plays_on()


async def test_who_never_says_hello_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "HELLO_TIMEOUT_S", 0.05)
    async with table() as play:
        socket = await play.local.connect()
        await socket.send(json.dumps({"t": "lobby", "id": ID}))
        assert (await closed(socket))[0] == CloseCode.HELLO_TIMEOUT
        await play.plays_on()
