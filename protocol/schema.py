"""The wire as one JSON Schema, made from the models, for clients in other languages.

Requests are what the server accepts. Messages, events and the state are what it sends: there a
field is always present unless it is ``NotRequired``.
"""

from __future__ import annotations

from typing import Annotated, Any, get_args

from pydantic import Field, TypeAdapter

from engine.events import Event
from engine.state import MatchState
from protocol.convert import EVENT_TYPES, Plain
from protocol.door import REQUEST
from protocol.messages import Message
from protocol.requests import AnyRequest, name_of

PROTOCOL_VERSION = 1
DIALECT = "https://json-schema.org/draft/2020-12/schema"
REF = "#/$defs/"

MESSAGE: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="t")])
"""All kinds of messages."""

REQUEST_NAMES: dict[str, str] = {kind.__name__: name_of(kind) for kind in get_args(AnyRequest)}
"""From the name of a request's definition to its ``t``."""
MESSAGE_NAMES: tuple[str, ...] = tuple(kind.__name__ for kind in get_args(Message))
EVENT_NAMES: dict[str, str] = {kind.__name__: name for name, kind in EVENT_TYPES.items()}
"""From the name of an event's definition to its ``type``."""


def schema() -> Plain:
    """The whole document; ``Request``, ``Message`` and ``Event`` are among its definitions."""
    defs = definitions()
    defs["Request"] = _one_of(REQUEST_NAMES)
    defs["Message"] = _one_of(MESSAGE_NAMES)
    defs["Event"] = _one_of(EVENT_NAMES)
    return {
        "$schema": DIALECT,
        "title": f"Shuanglu wire protocol, version {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": f"{REF}Request"}, {"$ref": f"{REF}Message"}],
        "$defs": dict(sorted(defs.items())),
    }


def definitions() -> dict[str, Plain]:
    """The schema of every request, message, event and value, by name."""
    adapters: list[TypeAdapter[Any]] = [
        REQUEST,
        MESSAGE,
        TypeAdapter(Event),
        TypeAdapter(MatchState),
    ]
    keyed = [(str(i), "validation", adapter) for i, adapter in enumerate(adapters)]
    raw: dict[str, Plain] = TypeAdapter.json_schemas(keyed)[1]["$defs"]  # type: ignore[arg-type]
    defs: dict[str, Plain] = {name: _tidy(one, raw) for name, one in raw.items()}
    for name, one in defs.items():
        if name in REQUEST_NAMES:
            _require(one, ["t"])
        elif "properties" in one:
            _require(one, [f for f, inner in one["properties"].items() if "default" in inner])
        if name in EVENT_NAMES:
            one["properties"] = {"type": {"const": EVENT_NAMES[name]}, **one["properties"]}
            one["required"] = ["type", *one["required"]]
    defs["EventMessage"]["properties"]["event"]["$ref"] = f"{REF}Event"
    defs["RoomMessage"]["properties"]["state"]["$ref"] = f"{REF}MatchState"
    return {name: one for name, one in defs.items() if not _is_pair(name)}


def _require(one: Plain, fields: list[str]) -> None:
    """Mark fields with a default as always there, in the order of the fields."""
    for field in fields:
        del one["properties"][field]["default"]
    needed = {*one.get("required", ()), *fields}
    one["required"] = [field for field in one["properties"] if field in needed]


def _tidy(node: Any, raw: dict[str, Plain]) -> Any:
    """A copy without titles, with docstrings as plain text, and with pairs by seat in place."""
    if isinstance(node, list):
        return [_tidy(item, raw) for item in node]
    if not isinstance(node, dict):
        return node
    name = node.get("$ref", "").removeprefix(REF)
    if _is_pair(name):
        pair = {key: value for key, value in raw[name].items() if key != "description"}
        node = {**{key: value for key, value in node.items() if key != "$ref"}, **pair}
    return {
        key: one_line(value) if key == "description" else _tidy(value, raw)
        for key, value in node.items()
        if not (key == "title" and isinstance(value, str))
    }


def one_line(text: str) -> str:
    """A docstring as running text with Markdown's quotes."""
    return " ".join(text.replace("``", "`").replace("`None`", "`null`").split())


def _is_pair(name: str) -> bool:
    """Whether the definition is ``BySeat``, which has no name that a reader could use."""
    return name.startswith("BySeat")


def _one_of(names: Any) -> Plain:
    return {"oneOf": [{"$ref": f"{REF}{name}"} for name in names]}
