"""What an annotation says of a field besides its type: its bounds, and words for the reference.

It is said once, and heard by two. The server's door and the reference are made by pydantic, which
a ``Field`` tells through pydantic's own hooks. A client reads without it (``reading``): to import
pydantic and to build its validators was a third of all that it did at its start.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema


class Field:
    """Stands in ``Annotated``, with the same words as pydantic's own.

    ``ge`` and ``le`` bound an integer, ``min_length`` and ``max_length`` a text or a list;
    ``pattern`` is what the whole of a text is like. ``clean`` makes the text that is kept of the
    one that came, or raises ``ValueError``; the length is bounded before and after it. A tuple
    that is not ``strict`` may come as a list, since JSON has no tuples. ``description`` is for the
    reference.
    """

    def __init__(
        self,
        *,
        description: str | None = None,
        ge: int | None = None,
        le: int | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        pattern: str | None = None,
        clean: Callable[[str], str] | None = None,
        strict: bool = True,
    ) -> None:
        bounds: dict[str, Any] = {
            "ge": ge,
            "le": le,
            "min_length": min_length,
            "max_length": max_length,
            "pattern": pattern,
        }
        if clean is not None and max_length is None:
            raise TypeError("a text that is cleaned needs its max_length")
        self._bounds = {name: bound for name, bound in bounds.items() if bound is not None}
        self._clean = clean
        self._strict = strict
        self._description = description

    def taken(self, value: Any) -> Any:
        """``value``, which has the right type, as it is kept; ``ValueError`` if out of bounds."""
        for name, bound in self._bounds.items():
            if not _HOLDS[name](value, bound):
                raise ValueError(f"is out of bounds: {name} {bound}")
        if self._clean is None:
            return value
        cleaned = self._clean(value)
        if len(cleaned) > self._bounds["max_length"]:
            raise ValueError("is too long once it is plain")
        return cleaned

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """What pydantic checks."""
        schema = handler(source)
        if self._bounds and schema["type"] not in _BOUNDED:
            raise TypeError(f"{source!r} has no bounds of its own: annotate what is in it")
        if not self._bounds.keys().isdisjoint(schema):
            raise TypeError(f"{source!r} is bounded twice: pydantic would pass over the first")
        bounded: Any = {**schema, **self._bounds}
        if not self._strict:
            bounded["strict"] = False
        if self._clean is None:
            return bounded  # type: ignore[no-any-return]  # each kind of schema has other bounds
        from pydantic_core import core_schema  # noqa: PLC0415

        cleaned = core_schema.no_info_after_validator_function(self._clean, bounded)
        again = core_schema.str_schema(max_length=self._bounds["max_length"])
        return core_schema.chain_schema([cleaned, again])

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """What the reference says."""
        told = handler(schema)
        if self._description is None:
            return told
        told.pop("description", None)  # of what is within
        return {"description": self._description, **told}


def wire_name(name: str) -> str:
    """How the field ``name`` is called as it travels: a keyword has an underscore after it here."""
    return name.removesuffix("_")


class FromStrangers:
    """The base of dataclasses that strangers fill in: with the right types and nothing else."""

    __slots__ = ()
    __pydantic_config__: ClassVar = {
        "strict": True,
        "extra": "forbid",
        "alias_generator": wire_name,
    }

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Their fields are strict; they themselves come as maps, where pydantic wants objects."""
        schema = handler(source)
        resolved: Any = handler.resolve_ref_schema(schema)
        resolved["strict"] = False
        return schema


_BOUNDED = frozenset({"int", "str", "list"})
"""The kinds of pydantic's schemas that know what a ``Field`` may bound."""

_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "ge": lambda value, least: value >= least,
    "le": lambda value, most: value <= most,
    "min_length": lambda value, least: len(value) >= least,
    "max_length": lambda value, most: len(value) <= most,
    "pattern": lambda value, pattern: re.fullmatch(pattern, value) is not None,
}
