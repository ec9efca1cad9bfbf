"""As much of JSON Schema (2020-12) as ours uses, written from the standard, not from pydantic."""

from __future__ import annotations

import re
from typing import Any

Plain = dict[str, Any]

KNOWN = {
    "$ref",
    "additionalProperties",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "oneOf",
    "pattern",
    "prefixItems",
    "properties",
    "required",
    "type",
}
TYPES: dict[str, type[Any]] = {
    "array": list,
    "boolean": bool,
    "null": type(None),
    "object": dict,
    "string": str,
}


def fits(value: Any, one: Plain, defs: dict[str, Plain]) -> bool:
    """Whether ``value`` is valid under the schema ``one``."""
    assert one.keys() <= KNOWN, one.keys() - KNOWN
    if "$ref" in one and not fits(value, defs[one["$ref"].removeprefix("#/$defs/")], defs):
        return False
    if "anyOf" in one and not any(fits(value, option, defs) for option in one["anyOf"]):
        return False
    if "oneOf" in one and sum(fits(value, option, defs) for option in one["oneOf"]) != 1:
        return False
    if "const" in one and (value != one["const"] or isinstance(value, bool)):
        return False
    if "enum" in one and (value not in one["enum"] or isinstance(value, bool)):
        return False
    return _has_type(value, one.get("type")) and _fits_inside(value, one, defs)


def _has_type(value: Any, kind: str | None) -> bool:
    if kind is None:
        return True
    if kind == "integer":
        if isinstance(value, bool) or not isinstance(value, int | float):
            return False
        return float(value).is_integer()
    return isinstance(value, TYPES[kind])


def _fits_inside(value: Any, one: Plain, defs: dict[str, Plain]) -> bool:
    match value:
        case bool():
            return True
        case int() | float():
            return bool(one.get("minimum", value) <= value <= one.get("maximum", value))
        case str():
            long_enough = one.get("minLength", 0) <= len(value) <= one.get("maxLength", len(value))
            return long_enough and bool(re.search(one.get("pattern", ""), value))
        case list():
            return _fits_list(value, one, defs)
        case dict():
            return _fits_map(value, one, defs)
        case _:
            return True


def _fits_list(value: list[Any], one: Plain, defs: dict[str, Plain]) -> bool:
    if not one.get("minItems", 0) <= len(value) <= one.get("maxItems", len(value)):
        return False
    first = one.get("prefixItems", [])
    rest = [one.get("items", {})] * (len(value) - len(first))
    return all(fits(item, inner, defs) for item, inner in zip(value, [*first, *rest], strict=False))


def _fits_map(value: Plain, one: Plain, defs: dict[str, Plain]) -> bool:
    inner = one.get("properties", {})
    if not set(one.get("required", ())) <= value.keys():
        return False
    if one.get("additionalProperties") is False and not value.keys() <= inner.keys():
        return False
    return all(fits(value[name], inner[name], defs) for name in value.keys() & inner.keys())
