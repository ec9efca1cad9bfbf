"""The one door for untrusted bytes: what passes it, and everything that must not."""

from __future__ import annotations

import json
import re
from typing import get_args

import pytest

from engine.state import MAX_CUBE_LIMIT, Rules
from engine.variants import VARIANTS
from protocol import requests as rq
from protocol.codec import Subprotocol, encode
from protocol.door import BadRequestError, decode_request
from protocol.entries import HEAD_BYTES
from protocol.examples import ID, REQUESTS, ROOM
from protocol.reading import plain_of
from tests.protocol.hostile import (
    DEFAULTED,
    FIELDS,
    INTEGERS,
    NULLABLE,
    PLAIN,
    STRINGS,
    Plain,
    bad_values,
)
from tests.protocol.refusals import problem


def through_the_door(plain: Plain) -> rq.AnyRequest:
    """``plain`` as a request, the same in both subprotocols."""
    request = decode_request(encode(plain, Subprotocol.JSON))
    assert decode_request(encode(plain, Subprotocol.MSGPACK)) == request
    return request


def test_there_is_an_example_of_every_request() -> None:
    assert [type(request) for request in REQUESTS] == list(get_args(rq.AnyRequest))


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.t)
def test_the_example_passes_as_it_is(request_: rq.AnyRequest) -> None:
    assert through_the_door(plain_of(request_)) == request_


@pytest.mark.parametrize(("plain", "field"), FIELDS, ids=lambda part: str(part)[:40])
def test_a_field_may_be_missing_only_if_it_has_a_default(plain: Plain, field: str) -> None:
    without = {name: value for name, value in plain.items() if name != field}
    if field in DEFAULTED:
        through_the_door(without)
    else:
        assert field in problem(without)


@pytest.mark.parametrize(("plain", "field"), FIELDS, ids=lambda part: str(part)[:40])
def test_every_bad_value_of_a_field_is_refused_and_named(plain: Plain, field: str) -> None:
    for bad in bad_values(field):
        text = problem({**plain, field: bad})
        assert field in text, bad
        assert len(text) < 300


def test_an_integer_that_only_json_can_write_is_refused() -> None:
    for plain, field in FIELDS:
        if field in INTEGERS:
            with pytest.raises(BadRequestError):
                decode_request(json.dumps({**plain, field: 10**30}))


@pytest.mark.parametrize("plain", PLAIN, ids=lambda plain: str(plain["t"]))
def test_an_unknown_field_is_refused(plain: Plain) -> None:
    assert "extra" in problem({**plain, "extra": 1})


@pytest.mark.parametrize("field", sorted(NULLABLE))
def test_null_means_something_only_where_it_is_said_so(field: str) -> None:
    for plain in PLAIN:
        if field in plain:
            through_the_door({**plain, field: None})


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"length": 5, "jacoby": True}, "belong to money sessions"),
        ({"length": 5, "cube_limit": 32}, "belong to money sessions"),
        ({"length": None, "cube": False, "beavers": True}, "need the doubling cube"),
    ],
    ids=str,
)
def test_rules_that_do_not_go_together_are_refused_in_one_sentence(
    options: Plain, why: str
) -> None:
    text = problem({"t": "create", "id": ID, "name": "Alice", **options})
    assert why in text
    assert "Value error" not in text


def test_the_cube_can_be_limited_to_every_value_that_the_rules_admit() -> None:
    for power in range(1, MAX_CUBE_LIMIT.bit_length()):
        limit = {"length": None, "cube_limit": 1 << power}
        through_the_door({"t": "create", "id": ID, "name": "Alice", **limit})


def test_a_room_is_opened_for_what_was_asked() -> None:
    options = {
        "length": None,
        "variant": "nackgammon",
        "jacoby": True,
        "beavers": True,
        "automatic_doubles": 2,
        "cube_limit": 128,
    }
    request = through_the_door({"t": "create", "id": ID, "name": "Alice", **options})
    assert isinstance(request, rq.Create)
    assert request.rules() == Rules(
        length=None,
        variant="nackgammon",
        jacoby=True,
        beavers=True,
        automatic_doubles=2,
        cube_limit=128,
    )


def test_every_variant_that_the_engine_has_can_be_asked_for() -> None:
    for name in VARIANTS:
        request = through_the_door(
            {"t": "create", "id": ID, "name": "Alice", "length": 1, "variant": name}
        )
        assert isinstance(request, rq.Create)
        assert request.rules().start == VARIANTS[name].start


@pytest.mark.parametrize("name", ["", "x" * 10_000, "\ud7ff", "Roll", "ROLL", "none", 1, None, []])
def test_an_unknown_request_is_refused_without_repeating_it(name: object) -> None:
    text = problem({"t": name, "id": ID, "room": ROOM, "at": 1})
    assert text.startswith("t: ")
    assert len(text) < 100


@pytest.mark.parametrize("data", [None, 1, "roll", [], [{"t": "lobby", "id": ID}], True, {}])
def test_what_is_no_request_at_all_is_refused(data: object) -> None:
    assert problem(data)


def test_only_the_name_on_the_wire_is_read() -> None:
    assert "from" in problem({"t": "log", "id": ID, "room": ROOM, "from_": 1, "to": 2})


@pytest.mark.parametrize(
    ("request_id", "repeated"),
    [
        ("short", "short"),
        ("not a good id", "not a good id"),
        ("x" * 64, "x" * 64),
        ("x" * 65, None),
        ("\x1b[2Jabcdefgh", None),
        ("\u202eabcdefgh", None),
        (["abcdefgh"], None),
        (12345678, None),
        (None, None),
    ],
)
def test_a_refusal_repeats_only_an_id_that_is_safe(request_id: object, repeated: object) -> None:
    with pytest.raises(BadRequestError) as caught:
        decode_request(json.dumps({"t": "lobby", "id": request_id, "extra": 1}))
    assert caught.value.request_id == repeated


def test_half_a_surrogate_pair_reaches_nobody() -> None:
    """JSON can write one, UTF-8 cannot: an answer that repeats it could not be sent."""
    for frame in (
        r'{"t": "lobby", "id": "\ud800abcdefgh"}',
        r'{"t": "\ud800", "id": "abcdefgh"}',
        r'{"t": "lobby", "id": "abcdefgh", "\ud800": 1}',
        rf'{{"t": "watch", "id": "abcdefgh", "room": "{ROOM}", "name": "\udc00"}}',
    ):
        with pytest.raises(BadRequestError) as caught:
            decode_request(frame)
        caught.value.text.encode()
        (caught.value.request_id or "").encode()


def test_the_name_of_an_unknown_field_is_cut_and_escaped() -> None:
    text = problem({"t": "lobby", "id": ID, "\x1b[2J\u202e" + "x" * 10_000: 1})
    assert text.isascii()
    assert text.isprintable()
    assert len(text) < 150


def test_patterns_end_where_the_text_ends() -> None:
    for plain, field in FIELDS:
        if field in STRINGS - {"name", "text"}:
            assert field in problem({**plain, field: f"{plain[field]}\n"})


def test_a_head_is_as_long_as_the_chain_makes_it() -> None:
    resume = next(plain for plain in PLAIN if plain["t"] == "resume")
    assert re.fullmatch(rf"[0-9a-f]{{{2 * HEAD_BYTES}}}", resume["head"])


def test_a_token_is_not_shown_by_repr() -> None:
    hello = REQUESTS[0]
    assert isinstance(hello, rq.Hello)
    assert hello.token not in repr(hello)
