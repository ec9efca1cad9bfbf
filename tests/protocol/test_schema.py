"""The JSON Schema says what the models say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import Subprotocol, UnreadableFrameError
from protocol.convert import event_to_plain, state_to_plain
from protocol.door import BadRequestError, decode_request
from protocol.examples import EVENTS, MESSAGES
from protocol.schema import EVENT_NAMES, MESSAGE_NAMES, PROTOCOL_VERSION, REF, REQUEST_NAMES, schema
from tests.protocol.hostile import PLAIN, Plain, spoiled
from tests.protocol.json_schema import fits
from tests.protocol.walks import walk

SCHEMA = schema()
DEFS: dict[str, Plain] = SCHEMA["$defs"]

TEXT_RULES = {"name", "text"}
"""Fields with rules on characters that no schema can say."""


def refs(node: Any) -> Iterator[str]:
    """The targets of all references in a schema."""
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].removeprefix(REF)
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from refs(item)


def test_every_reference_has_its_target_and_every_definition_is_reached() -> None:
    assert set(refs(SCHEMA)) == set(DEFS)


def test_it_survives_json() -> None:
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA


def test_the_version_is_in_the_names_of_the_subprotocols() -> None:
    assert all(f".v{PROTOCOL_VERSION}." in one.value for one in Subprotocol)


@pytest.mark.parametrize("name", [*REQUEST_NAMES, *MESSAGE_NAMES])
def test_everything_is_described(name: str) -> None:
    one = DEFS[name]
    assert one["description"].endswith(".")
    for field, inner in one["properties"].items():
        assert field == "t" or inner["description"]


@pytest.mark.parametrize("plain", PLAIN, ids=lambda plain: str(plain["t"]))
def test_a_request_fits_its_definition_and_no_other(plain: Plain) -> None:
    assert [name for name in REQUEST_NAMES if fits(plain, DEFS[name], DEFS)] == [
        name for name, t in REQUEST_NAMES.items() if t == plain["t"]
    ]


@pytest.mark.parametrize("plain", PLAIN, ids=lambda plain: str(plain["t"]))
def test_the_schema_refuses_what_the_server_refuses(plain: Plain) -> None:
    for bad in spoiled(plain):
        changed = {name for name in bad if bad[name] != plain.get(name, bad)}
        if (changed <= TEXT_RULES and changed) or _has_whole_floats(bad):
            continue
        frame = json.dumps(bad)
        with pytest.raises((BadRequestError, UnreadableFrameError)):
            decode_request(frame)
        assert not fits(bad, DEFS["Request"], DEFS), frame[:200]


def _has_whole_floats(value: Any) -> bool:
    """1.0 is an integer for JSON Schema, and none for us."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return any(_has_whole_floats(item) for item in value)
    return isinstance(value, float)


@pytest.mark.parametrize(
    "bad",
    [{"name": "x" * 25}, {"name": ""}, {"name": 1}, {"name": None}],
)
def test_names_are_bounded(bad: Plain) -> None:
    (join,) = [plain for plain in PLAIN if plain["t"] == "join"]
    assert not fits({**join, **bad}, DEFS["Request"], DEFS)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["t"]))
def test_every_message_fits(message: Plain) -> None:
    assert fits(message, DEFS["Message"], DEFS)
    for field in DEFS[type_name(message)]["required"]:
        without = {name: value for name, value in message.items() if name != field}
        assert not fits(without, DEFS["Message"], DEFS)


def type_name(message: Plain) -> str:
    """The name of a message's definition."""
    return next(
        name for name in MESSAGE_NAMES if DEFS[name]["properties"]["t"]["const"] == message["t"]
    )


def test_every_event_fits_its_definition() -> None:
    for name, event in zip(EVENT_NAMES, EVENTS, strict=True):
        plain = event_to_plain(event)
        assert fits(plain, DEFS[name], DEFS)
        assert fits(plain, DEFS["Event"], DEFS)


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_every_event_and_state_of_a_match_fits(seed: int, commands: int) -> None:
    for happened in walk(seed, commands):
        assert fits(event_to_plain(happened.event), DEFS["Event"], DEFS)
    assert fits(state_to_plain(happened.state), DEFS["MatchState"], DEFS)


def test_what_the_server_sends_has_all_fields_of_its_state() -> None:
    plain = state_to_plain(walk(1, 30)[-1].state)
    assert plain.keys() == set(DEFS["MatchState"]["required"])
