"""Frames in both subprotocols: what is written can be read, and nothing else gets in."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import requests as rq
from protocol.codec import (
    Subprotocol,
    UnreadableFrameError,
    decode_message,
    encode,
    encode_request,
)
from protocol.codes import WireCode
from protocol.door import BadRequestError, decode_request
from protocol.examples import ID, MESSAGES, REQUESTS, ROOM
from protocol.limits import MAX_CHAT_CHARS, MAX_FRAME_BYTES
from protocol.messages import Message
from protocol.reading import plain_of
from tests.protocol.hostile import UNREADABLE_BYTES, UNREADABLE_TEXTS, as_msgpack

BOTH = pytest.mark.parametrize("subprotocol", Subprotocol)


LOBBY_BYTES = as_msgpack({"t": "lobby", "id": ID})


@BOTH
@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.t)
def test_every_request_comes_out_as_it_went_in(
    subprotocol: Subprotocol, request_: rq.AnyRequest
) -> None:
    frame = encode_request(request_, subprotocol)
    assert isinstance(frame, str) is (subprotocol is Subprotocol.JSON)
    assert decode_request(frame) == request_


@BOTH
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["t"]))
def test_every_message_comes_out_as_it_went_in(subprotocol: Subprotocol, message: Message) -> None:
    assert decode_message(encode(message, subprotocol)) == message


@BOTH
def test_the_largest_honest_request_fits_a_frame(subprotocol: Subprotocol) -> None:
    say = rq.Say(id="x" * 64, room=ROOM, text="😀" * MAX_CHAT_CHARS)
    frame = encode_request(say, subprotocol)
    size = len(frame.encode()) if isinstance(frame, str) else len(frame)
    assert size < 3 * 1024 < MAX_FRAME_BYTES
    escaped = json.dumps(plain_of(say))  # as many JSON writers do it
    assert len(escaped) < MAX_FRAME_BYTES
    assert decode_request(escaped) == say


@pytest.mark.parametrize("frame", UNREADABLE_BYTES.values(), ids=UNREADABLE_BYTES.keys())
def test_bytes_that_are_no_message(frame: bytes) -> None:
    assert len(frame) <= MAX_FRAME_BYTES
    with pytest.raises(UnreadableFrameError) as caught:
        decode_request(frame)
    assert str(caught.value).isascii()


@pytest.mark.parametrize("frame", UNREADABLE_TEXTS.values(), ids=UNREADABLE_TEXTS.keys())
def test_texts_that_are_no_message(frame: str) -> None:
    assert len(frame) <= MAX_FRAME_BYTES
    with pytest.raises(UnreadableFrameError) as caught:
        decode_request(frame)
    assert str(caught.value).isascii()


BAD_FRAMES: dict[str, bytes | str] = {
    "an empty binary key": b"\x82\xa1t\xa5lobby\xc4\x00\xc0",
    "an empty ext type": b"\x81\xa1t\xc7\x00\x05",
    "nothing but nil": b"\xc0",
    "a huge integer": b"\x82\xa1t\xa5lobby\xa2id\xcf" + b"\xff" * 8,
    "not a number": b"\x82\xa1t\xa5lobby\xa2id\xcb" + struct.pack(">d", float("nan")),
    "deep but readable lists": b"\x82\xa1t\xa5lobby\xa2id" + b"\x91" * 300 + b"\xc0",
    "a number over all floats": '{"t": "lobby", "id": 1e999}',
    "deep but readable JSON": '{"t": "lobby", "id": ' + "[" * 300 + "]" * 300 + "}",
    "null": "null",
}


@pytest.mark.parametrize("frame", BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
def test_messages_that_are_no_request(frame: bytes | str) -> None:
    with pytest.raises(BadRequestError) as caught:
        decode_request(frame)
    assert caught.value.code is WireCode.BAD_REQUEST


@pytest.mark.parametrize("frame", ["[" * 8_000 + "]" * 8_000, '{"a":' * 2_500 + "1" + "}" * 2_500])
def test_deep_json_is_refused_whether_or_not_this_python_can_read_it(frame: str) -> None:
    with pytest.raises((UnreadableFrameError, BadRequestError)):
        decode_request(frame)


@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1a"])
def test_deep_msgpack_is_refused_with_the_reason(opening: bytes) -> None:
    with pytest.raises(UnreadableFrameError, match=r"^not a message: nested too deeply$"):
        decode_request(opening * 2_000 + b"\xc0")


def test_of_a_key_that_comes_twice_the_last_one_counts() -> None:
    assert decode_request(f'{{"t": "roll", "id": "{ID}", "t": "lobby"}}') == rq.Lobby(id=ID)
    twice = b"\x83" + as_msgpack("t") + as_msgpack("roll") + LOBBY_BYTES[1:]
    assert decode_request(twice) == rq.Lobby(id=ID)


@pytest.mark.parametrize("frame", [*UNREADABLE_BYTES.values(), *UNREADABLE_TEXTS.values()])
def test_a_client_is_not_thrown_by_a_server_that_sends_no_message(frame: bytes | str) -> None:
    with pytest.raises(UnreadableFrameError):
        decode_message(frame)


@BOTH
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["t"]))
def test_a_message_with_a_field_missing_or_wrong_is_unreadable(
    subprotocol: Subprotocol, message: Message
) -> None:
    plain: dict[str, Any] = {**message}
    for field in plain.keys() - {"allowed", "hops", "now_ms", "clock", "absence"}:
        without = {name: value for name, value in plain.items() if name != field}
        for broken in (without, {**plain, field: {"no": ["such", "thing"]}}):
            if field in {"event", "state", "details"} and field in broken:
                continue  # any map; its reader looks into it
            with pytest.raises(UnreadableFrameError):
                decode_message(encode(broken, subprotocol))


def test_a_message_of_a_newer_server_may_have_more_fields() -> None:
    assert decode_message('{"t": "removed", "room": "R", "why": "news"}')["t"] == "removed"


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=5)
)
keys = st.text(max_size=8) | st.sampled_from(["t", "id", "room", "at", "steps", "name"])
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)
names = st.sampled_from([request.t for request in REQUESTS])
almost = st.fixed_dictionaries(
    {"t": names, "id": st.just(ID)},
    optional={"room": st.just(ROOM) | trees, "at": trees, "steps": trees, "name": trees},
)


def let_in(frame: bytes | str) -> None:
    """Decode as a request: it is one, or one of the two refusals is raised, and nothing else."""
    try:
        request = decode_request(frame)
    except (UnreadableFrameError, BadRequestError) as error:
        request_id = getattr(error, "request_id", None)
        answer = encode({"id": request_id, "text": str(error)}, Subprotocol.MSGPACK)
        assert len(answer) < 500
    else:
        assert decode_request(encode_request(request, Subprotocol.MSGPACK)) == request


@given(st.binary(max_size=200))
def test_any_bytes(frame: bytes) -> None:
    let_in(frame)


@given(st.text(max_size=200))
def test_any_text(frame: str) -> None:
    let_in(frame)


@given(trees | almost)
def test_any_structure_in_msgpack(value: object) -> None:
    let_in(as_msgpack(value))


@given(almost)
def test_any_structure_in_json(value: object) -> None:
    with suppress(TypeError):  # JSON cannot write binary
        let_in(json.dumps(value))


@given(st.sampled_from(REQUESTS), st.data())
@settings(max_examples=200)
def test_a_request_with_some_bytes_changed(request_: rq.AnyRequest, data: st.DataObject) -> None:
    frame = bytearray(encode_request(request_, Subprotocol.MSGPACK))  # type: ignore[arg-type]
    for _ in range(data.draw(st.integers(1, 3))):
        frame[data.draw(st.integers(0, len(frame) - 1))] = data.draw(st.integers(0, 255))
    let_in(bytes(frame))
