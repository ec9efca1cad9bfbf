"""Plain data as the value that its type says: without pydantic, and as strict as JSON allows.

``read(kind, plain)`` knows what our types are made of: integers, texts, booleans, ``None``,
literals, enumerations, lists, tuples, unions, dataclasses (also generic ones), typed dictionaries
and ``dict[str, Any]``, with the bounds that ``Field`` says. A list may stand for a tuple, since
JSON has no tuples; nothing else stands for anything else. A field that is not known is passed over,
since newer programs tell more, except in what comes ``FromStrangers``.

A type is taken apart once, when it is first read.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NotRequired,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from protocol.annotation import Field, FromStrangers, wire_name

T = TypeVar("T")
Reader: TypeAlias = Callable[[Any], Any]
"""Gives the value of plain data, or raises ``ValueError``."""


class UnfitError(ValueError):
    """Data that is no value of its type: what is wrong, after the path to it."""

    def __init__(self, problem: str, path: str = "") -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.problem = problem
        self.path = path


def read(kind: type[T], plain: object) -> T:
    """``plain`` as a ``kind``, which may be any type that the module knows.

    Raises:
        ValueError: it is none; one sentence says why.
    """
    return cast("T", reader(cast("Hashable", kind))(plain))


def plain_of(value: Any) -> Any:
    """What ``read`` makes ``value`` of, if it is a dataclass; anything else is plain already."""
    if not is_dataclass(value):
        return value
    return {wire_name(one.name): plain_of(getattr(value, one.name)) for one in fields(value)}


@cache
def reader(kind: Any) -> Reader:
    """What reads a ``kind``."""
    if kind in _READERS:
        return _READERS[kind]
    origin = get_origin(kind) or kind
    if origin in _MAKERS and origin is not kind:
        return _MAKERS[origin](kind)
    if not isinstance(origin, type):
        raise TypeError(f"{kind!r} cannot be read")
    if hasattr(kind, "__required_keys__"):  # a typed dictionary, of whichever module
        return _of_dictionary(kind)
    if is_dataclass(origin):
        return _of_dataclass(origin, get_args(kind))
    if issubclass(origin, Enum):
        return _one_of({(type(one.value), one.value): one for one in origin})
    if issubclass(origin, tuple) and origin is not tuple:  # a named one
        read_items = _of_tuple(tuple[tuple(get_type_hints(origin).values())])  # type: ignore[misc]
        return lambda plain: origin(*read_items(plain))
    raise TypeError(f"{kind!r} cannot be read")


def _exactly(kind: type, name: str) -> Reader:
    def read_exactly(plain: Any) -> Any:
        if type(plain) is not kind:  # no subclass: to Python a boolean is an integer
            raise UnfitError(f"is not {name}")
        return plain

    return read_exactly


def _map(plain: Any) -> Any:
    """Of anything by names; what it holds is read as something of its own."""
    if type(plain) is not dict or not all(type(key) is str for key in plain):
        raise UnfitError("is not a map")
    return plain


_READERS: dict[Any, Reader] = {
    Any: lambda plain: plain,
    str: _exactly(str, "a text"),
    int: _exactly(int, "an integer"),
    bool: _exactly(bool, "true or false"),
    dict[str, Any]: _map,
    types.NoneType: _exactly(types.NoneType, "null"),
}


def _of_annotated(kind: Any) -> Reader:
    read_inner = reader(kind.__origin__)
    for said in kind.__metadata__:
        if not isinstance(said, Field):
            raise TypeError(f"{kind!r} cannot be read: only a Field says how")
        read_inner = _bounded(read_inner, said.taken)
    return read_inner


def _bounded(read_inner: Reader, taken: Reader) -> Reader:
    return lambda plain: taken(read_inner(plain))


def _one_of(known: dict[tuple[type, object], object]) -> Reader:
    """By type too: ``True`` is not 1."""

    def read_one(plain: Any) -> Any:
        try:
            return known[type(plain), plain]
        except (KeyError, TypeError):  # unknown, or a list or map
            raise UnfitError("nothing of this name is known here") from None

    return read_one


def _of_union(kind: Any) -> Reader:
    # ``None`` first: it is told at a glance.
    *others, last = (reader(one) for one in sorted(get_args(kind), key=_is_not_none))

    def read_union(plain: Any) -> Any:
        for read_other in others:
            try:
                return read_other(plain)
            except ValueError:
                continue
        return last(plain)

    return read_union


def _is_not_none(kind: Any) -> bool:
    return kind is not types.NoneType


def _of_list(kind: Any) -> Reader:
    (item,) = get_args(kind)
    read_items = _items(reader(item))

    def read_list(plain: Any) -> Any:
        if type(plain) is not list:
            raise UnfitError("is not a list")
        return read_items(plain)

    return read_list


def _items(read_item: Reader) -> Reader:
    return lambda plain: _each((read_item, item) for item in plain)


def _fixed_items(readers: list[Reader]) -> Reader:
    def read_items(plain: Any) -> Any:
        if len(plain) != len(readers):
            raise UnfitError(f"has not {len(readers)} items")
        return _each(zip(readers, plain, strict=True))

    return read_items


def _each(items: Iterable[tuple[Reader, Any]]) -> list[Any]:
    found: list[Any] = []
    try:
        for read_item, item in items:
            found.append(read_item(item))
    except ValueError as error:
        raise _below(len(found), error) from None
    return found


def _of_tuple(kind: Any) -> Reader:
    inner = get_args(kind)
    if inner[-1] is Ellipsis:
        read_items = _items(reader(inner[0]))
    else:
        read_items = _fixed_items([reader(one) for one in inner])

    def read_tuple(plain: Any) -> Any:
        if not isinstance(plain, list | tuple):
            raise UnfitError("is not a list")
        return tuple(read_items(plain))

    return read_tuple


class _Member(NamedTuple):
    """A field of a dataclass or of a typed dictionary."""

    name: str
    told_as: str
    is_needed: bool
    read: Reader


def _of_dictionary(kind: Any) -> Reader:
    members = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        is_needed = get_origin(hint) is not NotRequired
        inner = hint if is_needed else get_args(hint)[0]
        members.append(_Member(name, name, is_needed, reader(inner)))
    return _of_members(members, dict, is_open=True)


def _of_dataclass(kind: Any, given: tuple[Any, ...]) -> Reader:
    hints = get_type_hints(kind, include_extras=True)
    meant = dict(zip(getattr(kind, "__parameters__", ()), given, strict=True))
    members = [
        _Member(
            one.name,
            wire_name(one.name),
            one.default is MISSING and one.default_factory is MISSING,
            reader(meant.get(hints[one.name], hints[one.name])),
        )
        for one in fields(kind)
    ]
    return _of_members(members, kind, is_open=not issubclass(kind, FromStrangers))


def _of_members(members: list[_Member], make: Callable[..., Any], *, is_open: bool) -> Reader:
    def read_members(plain: Any) -> Any:
        if type(plain) is not dict:
            raise UnfitError("is not a map")
        values: dict[str, Any] = {}
        for name, told_as, is_needed, read_member in members:
            if told_as in plain:
                try:
                    values[name] = read_member(plain[told_as])
                except ValueError as error:
                    raise _below(told_as, error) from None
            elif is_needed:
                raise UnfitError("is missing", told_as)
        if not is_open and len(values) < len(plain):
            raise UnfitError("has a field that is not known here")
        return make(**values)

    return read_members


def _below(key: str | int, error: ValueError) -> UnfitError:
    if not isinstance(error, UnfitError):
        return UnfitError(str(error), str(key))
    return UnfitError(error.problem, f"{key}.{error.path}" if error.path else str(key))


_MAKERS: dict[Any, Callable[[Any], Reader]] = {
    Annotated: _of_annotated,
    Literal: lambda kind: _one_of({(type(one), one): one for one in get_args(kind)}),
    Union: _of_union,
    types.UnionType: _of_union,
    list: _of_list,
    tuple: _of_tuple,
}
"""By the origin of a type."""
