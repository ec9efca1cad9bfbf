"""The one door for untrusted bytes: the frames of strangers, to requests that need no more checks.

The models of ``requests`` stand behind it, and pydantic reads them here. A client makes its own
requests without this module, and asks it only for the words of a refusal.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Annotated, Any, cast

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from protocol.codec import unpacked
from protocol.codes import WireCode, WireError
from protocol.limits import MAX_ID_CHARS
from protocol.problems import first_problem
from protocol.requests import AnyRequest, Request

REQUEST: TypeAdapter[AnyRequest] = TypeAdapter(
    Annotated[AnyRequest, Field(discriminator="t")], config=ConfigDict(defer_build=True)
)
"""Validates a decoded frame. Built once, when first used or by ``rebuild``: that costs a hundred
times a validation."""


class BadRequestError(WireError):
    """A readable frame that is no valid request. ``request_id`` is its id, if it has one."""

    def __init__(self, problem: str, request_id: str | None) -> None:
        super().__init__(WireCode.BAD_REQUEST, problem=problem)
        self.problem = problem
        self.request_id = request_id


def decode_request(frame: bytes | str) -> AnyRequest:
    """The request in ``frame``, binary for msgpack and text for JSON.

    Raises:
        UnreadableFrameError: the frame is not msgpack or JSON within the limits.
        BadRequestError: it is, but no request.
    """
    data = unpacked(frame, from_stranger=True)
    try:
        return REQUEST.validate_python(data, by_alias=True, by_name=False)
    except ValidationError as error:
        raise BadRequestError(first_problem(error), _id_of(data)) from None


def request_of(kind: type[Request], plain: Mapping[str, object]) -> Request:
    """The request of this ``kind`` with these fields.

    Raises:
        BadRequestError: they do not fit it.
    """
    try:
        return _of_kind(cast("Hashable", kind)).validate_python(plain, by_alias=True, by_name=False)
    except ValidationError as error:
        raise BadRequestError(first_problem(error), _id_of(plain)) from None


@cache
def _of_kind(kind: Any) -> TypeAdapter[Request]:
    return TypeAdapter(kind)


def _id_of(data: object) -> str | None:
    """The id to answer with. It may be a bad one, but it must be safe to repeat."""
    request_id = data.get("id") if isinstance(data, dict) else None
    if not isinstance(request_id, str) or len(request_id) > MAX_ID_CHARS:
        return None
    return request_id if request_id.isascii() and request_id.isprintable() else None
