"""How a request is made of what somebody asks: checked before it is sent, as the server will."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from protocol.annotation import wire_name
from protocol.reading import read
from protocol.requests import Request, field_names

R = TypeVar("R", bound=Request)


class UnfitRequestError(ValueError):
    """A request that no server would read, refused before it is sent."""


def request_with(kind: type[R], fields: dict[str, Any]) -> R:
    """A request of this ``kind``; ``fields`` by their names in Python or on the wire.

    Raises:
        UnfitRequestError: they do not fit; one sentence says what is wrong.
    """
    plain = _as_it_travels(kind, fields)
    try:
        return read(kind, plain)
    except ValueError:
        pass
    # Pydantic takes its time to come, and is here for the words in which a server would refuse it.
    from protocol.door import BadRequestError, request_of  # noqa: PLC0415

    try:
        return cast("R", request_of(kind, plain))
    except BadRequestError as refused:
        raise UnfitRequestError(refused.problem) from None


def _as_it_travels(kind: type[Request], fields: dict[str, Any]) -> dict[str, Any]:
    """``fields`` by their names on the wire; a name that is no field's stays, to be refused."""
    names = field_names(kind)
    renamed = {name: wire_name(name) for name in names if wire_name(name) not in fields}
    return {renamed.get(name, name): content for name, content in fields.items()}
