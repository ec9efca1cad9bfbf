"""Frames: bytes or text to messages and back, in the two subprotocols.

``shuanglu.v1.msgpack`` has binary frames, ``shuanglu.v1.json`` text frames; both carry the same
messages. ``decode_request`` is the only place where bytes of strangers are read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NoReturn

import msgpack
from pydantic import ValidationError

from protocol.codes import WireCode, WireError
from protocol.limits import MAX_CONTAINER_ITEMS, MAX_FRAME_BYTES, MAX_ID_CHARS
from protocol.messages import KINDS, Message, adapter
from protocol.problems import first_problem
from protocol.requests import REQUEST, AnyRequest, Request


class Subprotocol(StrEnum):
    """The WebSocket subprotocols that are spoken, the preferred one first."""

    MSGPACK = "shuanglu.v1.msgpack"
    JSON = "shuanglu.v1.json"


class UnreadableFrameError(ValueError):
    """A frame that is no message at all; there is nothing to answer."""


class BadRequestError(WireError):
    """A readable frame that is no valid request. ``request_id`` is its id, if it has one."""

    def __init__(self, problem: str, request_id: str | None) -> None:
        super().__init__(WireCode.BAD_REQUEST, problem=problem)
        self.request_id = request_id


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
    return encode(request.model_dump(by_alias=True), subprotocol)


def decode_request(frame: bytes | str) -> AnyRequest:
    """The request in ``frame``, binary for msgpack and text for JSON.

    Raises:
        UnreadableFrameError: the frame is not msgpack or JSON within the limits.
        BadRequestError: it is, but no request.
    """
    data = _decode(frame, max_bytes=MAX_FRAME_BYTES)
    try:
        return REQUEST.validate_python(data, by_alias=True, by_name=False)
    except ValidationError as error:
        raise BadRequestError(first_problem(error), _id_of(data)) from None


def decode_message(frame: bytes | str) -> Message:
    """The server's message in ``frame``.

    Raises:
        UnknownMessageError: it is of a kind that is not known here.
        UnreadableFrameError: it is no message.
    """
    data = _decode(frame, max_bytes=None)
    kind = data.get("t") if isinstance(data, dict) else None
    if not isinstance(kind, str):
        raise UnreadableFrameError("t: is missing")
    if kind not in KINDS:
        raise UnknownMessageError("t: nothing of this name is known here")
    try:
        return adapter(kind).validate_python(data)
    except ValidationError as error:
        raise UnreadableFrameError(first_problem(error)) from None


def _decode(frame: bytes | str, *, max_bytes: int | None) -> object:
    try:
        if isinstance(frame, str):
            return json.loads(frame, parse_constant=_no_number)
        if max_bytes is None:
            return msgpack.unpackb(frame)
        return msgpack.unpackb(
            frame,
            max_str_len=max_bytes,
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


def _id_of(data: object) -> str | None:
    """The id to answer with. It may be a bad one, but it must be safe to repeat."""
    request_id = data.get("id") if isinstance(data, dict) else None
    if not isinstance(request_id, str) or len(request_id) > MAX_ID_CHARS:
        return None
    return request_id if request_id.isascii() and request_id.isprintable() else None
