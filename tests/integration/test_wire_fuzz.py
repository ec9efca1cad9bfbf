"""Hostile clients over real sockets: a typed error or a documented close; all others play on."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Sequence

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from protocol.codec import Subprotocol, encode
from protocol.codes import CloseCode
from protocol.examples import ID
from protocol.identity import new_token
from tests.integration.node import Client, Plain
from tests.integration.quiet import nothing_wrong
from tests.integration.table import barrage, closed, table
from tests.protocol.hostile import (
    PLAIN,
    UNREADABLE_BYTES,
    UNREADABLE_TEXTS,
    as_msgpack,
    spoiled,
)

INVALID_TEXT = 1007
NOBODYS_ROOM = "2222222222"

BOTH = pytest.mark.parametrize("subprotocol", Subprotocol)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with nothing_wrong(caplog):
        yield


async def send_raw(socket: ClientConnection, opcode: Opcode, data: bytes) -> None:
    """One frame that the library would not send."""
    frame = Frame(opcode, data)
    socket.transport.write(frame.serialize(mask=True))


def frames_of(requests: Sequence[Plain], subprotocol: Subprotocol) -> list[bytes | str]:
    """The frames of what the subprotocol can carry: JSON has no NaN and no infinity."""
    frames: list[bytes | str] = []
    for request in requests:
        if subprotocol is Subprotocol.MSGPACK:
            frames.append(as_msgpack(request))
            continue
        try:
            frames.append(json.dumps(request, allow_nan=False))
        except ValueError:
            continue
    return frames


@BOTH
async def test_case_1_every_request_with_one_thing_wrong(subprotocol: Subprotocol) -> None:
    """From a stranger, a spectator of the room, and a second connection of a player."""
    async with table() as play:
        stranger = await play.local.client("Mallory", subprotocol=subprotocol)
        watcher = await play.local.client("Mallory", subprotocol=subprotocol)
        await watcher.get("watch", room=play.room, name="Mallory")
        player = await play.local.client("Alice", token=play.white.token, subprotocol=subprotocol)
        await player.get("resume", room=play.room)
        for plain in PLAIN:
            here = {**plain, "room": play.room} if "room" in plain else plain
            frames = frames_of(spoiled(here), subprotocol)
            before = play.white.view.seq
            for client in (stranger, watcher, player):
                came = await barrage(client, frames)
                answers = [one for one in came if one["t"] == "error"]
                assert len(answers) == len(frames)
                assert {one["code"] for one in answers} == {"bad_request"}
                assert all(len(one["text"]) < 300 for one in answers)
            page = await play.white.get("log", room=play.room, from_=1, to=1)
            assert page["last"] == before
            await play.plays_on()


@BOTH
async def test_case_1_every_request_before_hello(subprotocol: Subprotocol) -> None:
    async with table() as play:
        socket = await play.local.connect(subprotocol)
        client = Client(socket, subprotocol, "Mallory", new_token())
        for plain in PLAIN:
            if plain["t"] != "hello":
                answer = await client.ask(**{**plain, "id": ID})
                assert answer["code"] == "hello_first"
        await client.get("hello", token=client.token)
        answer = await client.ask("hello", token=new_token())
        assert answer["code"] == "already_greeted"
        await client.get("hello", token=client.token)
        await play.plays_on()


async def test_case_1_the_wrong_room() -> None:
    """One that nobody has, and one that the client has not entered: its log may be read."""
    entering = {"join": "room_full", "watch": None, "resume": "not_a_player", "log": None}
    async with table() as play:
        for plain in PLAIN:
            if "room" not in plain:
                continue
            client = await play.local.client("Mallory")
            fields = {**plain, "id": "request-1", "room": NOBODYS_ROOM}
            assert (await client.ask(**fields))["code"] == "unknown_room"
            answer = await client.ask(**{**fields, "id": "request-2", "room": play.room})
            assert answer.get("code") == entering.get(plain["t"], "not_in_room")
            await play.plays_on()


@BOTH
async def test_case_1_frames_that_are_no_message(subprotocol: Subprotocol) -> None:
    async with table() as play:
        frames: Sequence[bytes | str] = list(UNREADABLE_BYTES.values())
        if subprotocol is Subprotocol.JSON:
            frames = list(UNREADABLE_TEXTS.values())
        for frame in frames:
            client = await play.local.client("Mallory", subprotocol=subprotocol)
            await client.get("watch", room=play.room, name="Mallory")
            await client.socket.send(frame)
            code, reason = await closed(client.socket)
            assert code == CloseCode.UNREADABLE
            assert reason.startswith("not a message")
        await play.plays_on()


async def test_case_1_the_wrong_kind_of_frame() -> None:
    async with table() as play:
        request = {"t": "lobby", "id": ID}
        for subprotocol, other in zip(Subprotocol, reversed(Subprotocol), strict=True):
            for greeted in (False, True):
                socket = await play.local.connect(subprotocol)
                if greeted:
                    hello = {"t": "hello", "id": ID, "token": new_token()}
                    await socket.send(encode(hello, subprotocol))
                await socket.send(encode(request, other))
                code, reason = await closed(socket)
                assert (code, reason) == (CloseCode.WRONG_FRAME_TYPE, f"this is {subprotocol}")
        await play.plays_on()


async def test_case_1_half_a_surrogate_pair() -> None:
    """JSON can write what no answer can repeat in UTF-8."""
    async with table() as play:
        client = await play.local.client("Mallory")
        frames = [
            r'{"t": "lobby", "id": "\ud800abcdefgh"}',
            r'{"t": "\udfff", "id": "abcdefgh"}',
            r'{"t": "lobby", "id": "abcdefgh", "\ud800": 1}',
        ]
        came = await barrage(client, frames)
        assert [one["code"] for one in came] == ["bad_request"] * 3
        await play.plays_on()


async def test_case_1_a_text_frame_with_invalid_utf_8() -> None:
    async with table() as play:
        client = await play.local.client("Mallory")
        await send_raw(client.socket, Opcode.TEXT, b'{"t": "\xff\xfe"}')
        assert (await closed(client.socket))[0] == INVALID_TEXT
        await play.plays_on()


@pytest.mark.parametrize("offered", [None, "shuanglu.v0.json", "shuanglu.v2.msgpack", "chat"])
async def test_case_1_an_unknown_subprotocol(offered: str | None) -> None:
    async with table() as play:
        socket = await play.local.connect(offered)
        code, reason = await closed(socket)
        assert code == CloseCode.NO_SUBPROTOCOL
        assert all(one.value in reason for one in Subprotocol)
        await play.plays_on()


@pytest.mark.parametrize(
    "said", [b"\0" * 100, b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01", b""], ids=range(4)
)
async def test_case_1_no_websocket_at_all(said: bytes) -> None:
    """A port scanner, a browser, somebody who tries TLS, and one who says nothing and goes."""
    async with table() as play:
        reader, writer = await asyncio.open_connection("127.0.0.1", play.local.port)
        writer.write(said)
        writer.write_eof()
        await reader.read()
        writer.close()
        await writer.wait_closed()
        await play.plays_on()


async def test_nothing_is_served_after_the_frame_that_closes() -> None:
    async with table() as play:
        mover = play.white if play.white.view.hops else play.black
        second = await play.local.client("Again", token=mover.token)
        await second.get("resume", room=play.room)
        steps = await play.some_play(second)
        before = mover.view.seq
        await second.socket.send("no message")
        await second.send("play", room=play.room, at=before, steps=steps)
        assert (await closed(second.socket))[0] == CloseCode.UNREADABLE
        page = await mover.get("log", room=play.room, from_=1, to=1)
        assert page["last"] == before
        await play.plays_on()


async def test_random_bytes() -> None:
    chance = random.Random(1)
    async with table() as play:
        for _ in range(60):
            socket = await play.local.connect(Subprotocol.MSGPACK)
            for _ in range(5):
                await socket.send(chance.randbytes(chance.randrange(0, 400)))
            code, _ = await closed(socket)
            assert code == CloseCode.UNREADABLE
        await play.plays_on()


@BOTH
async def test_requests_with_some_bytes_changed(subprotocol: Subprotocol) -> None:
    """Whatever they have become: one answer each, or one close with its code."""
    chance = random.Random(2)
    async with table() as play:
        for plain in PLAIN:
            for _ in range(6):
                client = await play.local.client("Mallory", subprotocol=subprotocol)
                frame = encode({**plain, "id": "changed-1"}, subprotocol)
                changed = bytearray(frame.encode() if isinstance(frame, str) else frame)
                for _ in range(chance.randint(1, 3)):
                    changed[chance.randrange(len(changed))] = chance.randrange(256)
                opcode = Opcode.TEXT if isinstance(frame, str) else Opcode.BINARY
                await send_raw(client.socket, opcode, bytes(changed))
                await _answered_or_closed(client)
        await play.plays_on()


async def _answered_or_closed(client: Client) -> None:
    try:
        message = await client.receive()
    except ConnectionClosed:
        assert client.socket.close_code in {CloseCode.UNREADABLE, INVALID_TEXT}
    else:
        assert message.get("code") != "internal"
