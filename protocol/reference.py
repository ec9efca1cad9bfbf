"""The reference of the wire in Markdown, made from the models: no fact in it is written by hand."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterable, Iterator
from enum import Enum
from types import ModuleType
from typing import Any

from engine import state
from engine.errors import TEXTS
from engine.seat import Seat
from protocol import limits
from protocol.codes import WIRE_TEXTS, CloseCode
from protocol.convert import Plain, event_to_plain
from protocol.examples import EVENTS, MESSAGES, REQUESTS
from protocol.reading import plain_of
from protocol.requests import GameRequest, Request, RoomRequest
from protocol.schema import (
    EVENT_NAMES,
    MESSAGE_NAMES,
    REF,
    REQUEST_NAMES,
    definitions,
    one_line,
)

WIDTH = 96
ENUMS: tuple[type[Enum], ...] = (
    Seat,
    state.Phase,
    state.Crawford,
    state.Win,
    state.GameEnd,
    state.MatchEnd,
)


def reference() -> str:
    """The whole of it, from the heading of the requests on."""
    defs = definitions()
    parts = [
        *_requests(defs),
        *_messages(defs),
        *_events(defs),
        *_values(defs),
        *_codes(),
        *_limits(),
    ]
    return "\n\n".join(parts) + "\n"


def _requests(defs: dict[str, Plain]) -> Iterator[str]:
    shared = defs["Ready"]["properties"]
    yield "## Requests"
    yield (
        "Every request has `t`, its name, and `id`; those about a room have `room`, those that "
        "change a game also `at`. A field that is not listed is refused."
    )
    yield _table({name: shared[name] for name in ("id", "room", "at")}, ["id", "room", "at"])
    for request in REQUESTS:
        one = defs[type(request).__name__]
        common = _common_fields(type(request))
        own = {k: v for k, v in one["properties"].items() if k not in {"t", *common}}
        yield f"### `{request.t}`"
        yield one["description"]
        names = " and ".join(", ".join(f"`{name}`" for name in common).rsplit(", ", 1))
        yield f"Besides {names}:" if own else f"It has {names} only."
        if own:
            yield _table(own, one["required"])
        yield _code({"t": request.t, **plain_of(request)})


def _common_fields(kind: type[Request]) -> tuple[str, ...]:
    if issubclass(kind, GameRequest):
        return ("id", "room", "at")
    return ("id", "room") if issubclass(kind, RoomRequest) else ("id",)


def _messages(defs: dict[str, Plain]) -> Iterator[str]:
    yield "## Messages"
    yield (
        "A message that answers a request has its `id`. A newer server may send more fields, and "
        "more kinds of messages: ignore what you do not know."
    )
    for name, example in zip(MESSAGE_NAMES, MESSAGES, strict=True):
        yield f"### `{example['t']}`"
        yield defs[name]["description"]
        fields = {k: v for k, v in defs[name]["properties"].items() if k != "t"}
        yield _table(fields, defs[name]["required"])
        yield _code(dict(example))


def _events(defs: dict[str, Plain]) -> Iterator[str]:
    yield "## Events"
    yield "What stands under `event` in an `event` message; `type` says which of these it is."
    for name, example in zip(EVENT_NAMES, EVENTS, strict=True):
        yield f"### `{example.name}`"
        yield defs[name]["description"]
        fields = {k: v for k, v in defs[name]["properties"].items() if k != "type"}
        if fields:
            yield _table(fields, fields)
        yield _code(event_to_plain(example))


def _values(defs: dict[str, Plain]) -> Iterator[str]:
    yield "## Values"
    yield "What the fields of messages, events and states are made of."
    known = {*REQUEST_NAMES, *MESSAGE_NAMES, *EVENT_NAMES}
    notes = _member_notes(state)
    enums = {kind.__name__: kind for kind in ENUMS}
    for name in sorted(defs.keys() - known):
        one = defs[name]
        yield f"### {name}"
        if "description" in one:
            yield one["description"]
        if name in enums:
            yield "\n".join(_members(enums[name], notes.get(name, {})))
        elif "properties" in one:
            yield _table(one["properties"], one["required"], notes.get(name, {}))
        else:
            yield f"Type: {_type(one)}."


def _members(kind: type[Enum], notes: dict[str, str]) -> Iterator[str]:
    for member in kind:
        note = notes.get(member.name) or member.name.lower()
        text = f": {note}" if note != member.value else ""
        yield f"- `{json.dumps(member.value)}`{text}"


def _codes() -> Iterator[str]:
    yield "## Error codes"
    yield (
        "`code` is for programs and never changes its meaning; the sentence is for people and may "
        "change. What stands in braces is in `details`."
    )
    yield "### Refused by the server"
    yield _rows(("code", "text"), ((f"`{code.value}`", WIRE_TEXTS[code]) for code in WIRE_TEXTS))
    yield "### Refused by the rules"
    yield _rows(("code", "text"), ((f"`{code.value}`", TEXTS[code]) for code in TEXTS))
    yield "## Close codes"
    notes = _member_notes(inspect.getmodule(CloseCode))["CloseCode"]
    yield _rows(
        ("code", "name", "why"),
        ((str(code.value), code.name.lower(), notes[code.name]) for code in CloseCode),
    )


def _limits() -> Iterator[str]:
    yield "## Limits"
    yield "What is over a limit is refused, never cut."
    notes = _notes(ast.parse(inspect.getsource(limits)))
    yield _rows(
        ("limit", "value", ""),
        ((f"`{name}`", f"{getattr(limits, name):,}", note) for name, note in notes.items()),
    )


def _table(
    fields: dict[str, Plain], required: Iterable[str], notes: dict[str, str] | None = None
) -> str:
    always = set(required)
    rows = []
    for name, one in fields.items():
        note = one.get("description") or (notes or {}).get(name, "")
        if "default" in one:
            note += f" (default: `{json.dumps(one['default'])}`)"
        elif name not in always:
            note += " (not always there)"
        rows.append((f"`{name}`", _type(one), note.strip()))
    return _rows(("field", "type", "meaning"), rows)


def _type(one: Plain) -> str:
    """The type and the bounds of a schema, in words."""
    if "$ref" in one:
        name = one["$ref"].removeprefix(REF)
        anchor = {"Event": "events", "EventMessage": "event"}.get(name, name.lower())
        return f"[{name}](#{anchor})"
    for key in ("anyOf", "oneOf"):
        if key in one:
            return " or ".join(_type(option) for option in one[key])
    if "enum" in one:
        return " or ".join(f"`{json.dumps(value)}`" for value in one["enum"])
    match one.get("type"):
        case "integer":
            return "integer" + _bounds(one, "minimum", "maximum")
        case "string" if "pattern" in one:
            return f"string `{one['pattern']}`"
        case "string":
            return "string" + _bounds(one, "minLength", "maxLength", " characters")
        case "array" if "prefixItems" in one:
            return "[" + ", ".join(_type(item) for item in one["prefixItems"]) + "]"
        case "array":
            most = f", at most {one['maxItems']}" if "maxItems" in one else ""
            return f"list of {_type(one['items'])}{most}"
        case "object" if "properties" in one:
            pairs = (f"`{name}`: {_type(inner)}" for name, inner in one["properties"].items())
            return "{" + ", ".join(pairs) + "}"
        case "object":
            return "map"
        case kind:
            return str(kind)


def _bounds(one: Plain, low: str, high: str, unit: str = "") -> str:
    if low not in one and high not in one:
        return ""
    return f", {one.get(low, 0)} to {one[high]}{unit}"


def _rows(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(one_line(cell) for cell in line) + " |" for line in lines)


def _code(plain: Plain) -> str:
    return f"```json\n{_laid_out(plain, 0)}\n```"


def _laid_out(value: Any, indent: int) -> str:
    """JSON that breaks a line only where it would be too long."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) or len(flat) + indent <= WIDTH:
        return flat
    inner = " " * (indent + 2)
    items = (f"{inner}{json.dumps(k)}: {_laid_out(v, indent + 2)}" for k, v in value.items())
    return "{\n" + ",\n".join(items) + "\n" + " " * indent + "}"


def _member_notes(module: ModuleType | None) -> dict[str, dict[str, str]]:
    """For each class of a module the text below each of its members and fields."""
    assert module is not None
    tree = ast.parse(inspect.getsource(module))
    return {node.name: _notes(node) for node in tree.body if isinstance(node, ast.ClassDef)}


def _notes(body: ast.Module | ast.ClassDef) -> dict[str, str]:
    """The text below each assignment, by its name."""
    found: dict[str, str] = {}
    for node, below in zip(body.body, body.body[1:], strict=False):
        match node, below:
            case (
                ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = one_line(text)
            case _:
                pass
    return found
