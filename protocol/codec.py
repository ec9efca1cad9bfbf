"""Frames: bytes or text to messages and back, in the two subprotocols.

``shuanglu.v1.msgpack`` has binary frames, ``shuanglu.v1.json`` text frames; both carry the same
messages. What strangers send is a request only once it has passed the ``door``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NoReturn

import msgpack

from protocol.limits import MAX_CONTAINER_ITEMS, MAX_FRAME_BYTES
from protocol.messages import KINDS, Message
from protocol.reading import plain_of, read
from protocol.requests import Request


class Subprotocol(StrEnum):
    """The WebSocket subprotocols that are spoken, the preferred one first."""

    MSGPACK = "shuanglu.v1.msgpack"
    JSON = "shuanglu.v1.json"


class UnreadableFrameError(ValueError):
    """A frame that is no message at all; there is nothing to answer."""


class UnknownMessageError(UnreadableFrameError):
    """A message of a kind that only newer clients know; it is to be passed over."""


def encode(message: Mapping[str, Any], subprotocol: Subprotocol) -> bytes | str:
    """The frame of a message or of a request in plain form."""
    if subprotocol is Subprotocol.MSGPACK:
        packed: bytes = msgpack.packb(message)
        return packed
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def encode_request(request: Request, subprotocol: Subprotocol) -> bytes | str:
    """The frame of ``request``."""
    return encode(plain_of(request), subprotocol)


def decode_message(frame: bytes | str) -> Message:
    """The server's message in ``frame``.

    Raises:
        UnknownMessageError: it is of a kind that is not known here.
        UnreadableFrameError: it is no message.
    """
    data = unpacked(frame, from_stranger=False)
    kind = data.get("t") if isinstance(data, dict) else None
    if not isinstance(kind, str):
        raise UnreadableFrameError("t: is missing")
    if kind not in KINDS:
        raise UnknownMessageError("t: nothing of this name is known here")
    try:
        return read(KINDS[kind], data)
    except ValueError as error:
        raise UnreadableFrameError(str(error)) from None


def unpacked(frame: bytes | str, *, from_stranger: bool) -> object:
    """What is packed in ``frame``; what comes ``from_stranger`` has to keep within limits.

    Raises:
        UnreadableFrameError: it is not msgpack or JSON, or not within the limits.
    """
    try:
        if isinstance(frame, str):
            return json.loads(frame, parse_constant=_no_number)
        if not from_stranger:
            return msgpack.unpackb(frame)
        return msgpack.unpackb(
            frame,
            max_str_len=MAX_FRAME_BYTES,
            max_bin_len=0,
            max_ext_len=0,
            max_array_len=MAX_CONTAINER_ITEMS,
            max_map_len=MAX_CONTAINER_ITEMS,
        )
    # Both decoders raise many kinds for hostile input; each means that there is no message here.
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        reason = str(error) or "nested too deeply"  # of that, msgpack says nothing
        raise UnreadableFrameError(f"not a message: {reason}") from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")
