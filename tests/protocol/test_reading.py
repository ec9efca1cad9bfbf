"""What is read without pydantic is what pydantic reads, strictly; and nothing else is read."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Annotated, Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from engine.state import MatchState
from protocol import requests as rq
from protocol.annotation import Field
from protocol.convert import EVENT_TYPES, event_to_plain, state_to_plain
from protocol.door import BadRequestError, request_of
from protocol.examples import EVENTS, ID, MESSAGES, REQUESTS, ROOM
from protocol.fields import Name, Seq
from protocol.messages import KINDS, Ok, RoomsPage
from protocol.reading import UnfitError, plain_of, read
from tests.protocol.hostile import PLAIN, Plain, spoiled
from tests.protocol.walks import walk

REFUSED = object()
WRONG: list[Any] = [None, True, 0, 1, -1, 30, 1.0, "", "1", "white", [], [1], {}, {"white": 1}]


def read_or_refused(kind: Any, plain: object) -> object:
    """What we make of it."""
    try:
        return read(kind, plain)
    except ValueError:
        return REFUSED


def with_one_thing_wrong(plain: Any) -> Iterator[Any]:
    """``plain`` with each part of it replaced by each wrong thing, dropped, and added to."""
    yield from (wrong for wrong in WRONG if type(wrong) is not type(plain) or wrong != plain)
    if isinstance(plain, dict):
        yield {**plain, "a_new_field": 1}
        for name, inner in plain.items():
            yield {key: value for key, value in plain.items() if key != name}
            yield from ({**plain, name: wrong} for wrong in with_one_thing_wrong(inner))
    if isinstance(plain, list):
        yield [*plain, 1]
        for index, inner in enumerate(plain):
            yield plain[:index] + plain[index + 1 :]
            for wrong in with_one_thing_wrong(inner):
                yield [*plain[:index], wrong, *plain[index + 1 :]]


def by_pydantic(adapter: TypeAdapter[Any], plain: object) -> object:
    """What pydantic makes of it as JSON, in which a list stands for a tuple."""
    text = json.dumps(plain)
    try:
        found = adapter.validate_json(text, strict=True)
    except ValidationError:
        return REFUSED
    # To pydantic `true` and `1.0` are the member 1 of an enumeration, though not the integer 1.
    kept = json.dumps(adapter.dump_python(found, mode="json"))
    taken_for_a_member = any(kept.count(one) < text.count(one) for one in ("true", "1.0"))
    return REFUSED if taken_for_a_member else found


def assert_the_same(kind: Any, plain: Any) -> None:
    adapter = TypeAdapter(kind)
    assert read_or_refused(kind, plain) == by_pydantic(adapter, plain) != REFUSED
    outcomes = {"read": 0, "refused": 0}
    for wrong in with_one_thing_wrong(plain):
        ours = read_or_refused(kind, wrong)
        assert ours == by_pydantic(adapter, wrong), wrong
        outcomes["refused" if ours is REFUSED else "read"] += 1
    assert min(outcomes.values()) > 0, outcomes


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["t"]))
def test_messages(message: Any) -> None:
    assert_the_same(KINDS[message["t"]], message)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_events(event: Any) -> None:
    plain = event_to_plain(event)
    del plain["type"]
    assert_the_same(EVENT_TYPES[event.name], plain)


@pytest.mark.parametrize("seed", range(3))
def test_states(seed: int) -> None:
    assert_the_same(MatchState, state_to_plain(walk(seed, 80)[-1].state))


@pytest.mark.parametrize("plain", PLAIN, ids=lambda plain: str(plain["t"]))
def test_requests_are_made_by_the_rules_of_the_door(plain: Plain) -> None:
    kind = next(type(request) for request in REQUESTS if request.t == plain["t"])
    for one in (plain, *spoiled(plain)):
        try:
            passed: object = request_of(kind, one)
        except BadRequestError:
            passed = REFUSED
        assert read_or_refused(kind, one) == passed, one


@given(st.text(max_size=30))
def test_texts_are_made_plain_likewise(text: str) -> None:
    plain = {"id": ID, "room": ROOM, "name": text}
    try:
        passed: object = request_of(rq.Watch, plain)
    except BadRequestError:
        passed = REFUSED
    assert read_or_refused(rq.Watch, plain) == passed


def test_a_request_is_plain_by_its_names_on_the_wire() -> None:
    log = rq.Log(id=ID, room=ROOM, from_=1, to=2)
    assert plain_of(log) == {"t": "log", "id": ID, "room": ROOM, "from": 1, "to": 2}
    assert read(rq.Log, plain_of(log)) == log


@pytest.mark.parametrize(
    ("kind", "plain", "told"),
    [
        (Ok, {"t": "ok", "id": ID, "room": None}, "seq: is missing"),
        (Ok, {"t": "ok", "id": ID, "room": None, "seq": True}, "seq: is not an integer"),
        (Ok, {"t": "no", "id": ID}, "t: nothing of this name is known here"),
        (Ok, {"t": {}, "id": ID}, "t: nothing of this name is known here"),
        (Ok, [], "is not a map"),
        (
            RoomsPage,
            {"t": "rooms", "id": ID, "rooms": [{"room": 1}]},
            "rooms.0.room: is not a text",
        ),
        (MatchState, {"score": {"white": 1, "black": None}}, "score.black: is not an integer"),
        (MatchState, {"dice": [1]}, "dice: has not 2 items"),
        (MatchState, {"rules": {"length": 26}}, "rules: a match is 1 to 25 points long, not 26"),
        (rq.Lobby, {"id": ID, "x": 1}, "has a field that is not known here"),
        (rq.Lobby, {"id": "short"}, "id: is out of bounds: pattern ^[A-Za-z0-9_-]{8,64}$"),
    ],
    ids=str,
)
def test_the_error_says_where_and_what(kind: Any, plain: object, told: str) -> None:
    with pytest.raises(UnfitError) as caught:
        read(kind, plain)
    assert str(caught.value) == told


@pytest.mark.parametrize("number", [math.nan, math.inf, 1.0, 10**30])
def test_only_an_integer_is_an_integer(number: Any) -> None:
    ok = {"t": "ok", "id": ID, "room": None, "seq": number}
    assert read_or_refused(Ok, ok) == (ok if type(number) is int else REFUSED)


def test_a_map_has_names_for_keys() -> None:
    assert read(dict[str, Any], {"x": 1}) == {"x": 1}
    assert read_or_refused(dict[str, Any], {b"x": 1}) is REFUSED


@pytest.mark.parametrize(
    "kind",
    [
        *(float, set, set[int], bytes, int | float, list, tuple, dict, dict[str, int]),
        *("Rules", TypeVar("Unbound"), Annotated[int, "a number"]),
    ],
    ids=str,
)
def test_a_type_that_is_not_known_is_an_error_of_the_program(kind: Any) -> None:
    with pytest.raises(TypeError, match="cannot be read"):
        read(kind, 1)


def test_bounds_that_are_said_twice_are_an_error_of_the_program() -> None:
    """Pydantic would heed the last ones only."""
    with pytest.raises(TypeError, match="bounded twice"):
        TypeAdapter(Annotated[Seq, Field(ge=5)])


def test_the_last_description_is_that_of_the_reference() -> None:
    described = Annotated[Name, Field(description="what they are called")]
    assert TypeAdapter(described).json_schema()["description"] == "what they are called"


def test_bounds_around_what_has_none_are_an_error_of_the_program() -> None:
    """Pydantic would pass over them."""
    with pytest.raises(TypeError, match="annotate what is in it"):
        TypeAdapter(Annotated[int | None, Field(ge=1)])
