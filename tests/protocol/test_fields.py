"""Names and lines of chat: harmless when they are let in, or refused (case 44)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import requests as rq
from protocol.door import BadRequestError, decode_request
from protocol.examples import ID, ROOM
from protocol.limits import MAX_NAME_CHARS
from tests.protocol.hostile import as_msgpack
from tests.protocol.refusals import problem

HARMFUL = {
    "a line feed": "a\nb",
    "an escape": "a\x1b[31mb",
    "a null": "a\0b",
    "C1": "a\x9b2Jb",
    "right to left override": "a\u202eb",
    "isolate": "a\u2066b",
    "zero width space": "a\u200bb",
    "word joiner": "a\u2060b",
    "byte order mark": "a\ufeffb",
    "line separator": "a\u2028b",
    "a tag letter": "a\U000e0041b",
    "private use": "a\ue000b",
    "not a character": "a\uffffb",
    "an accent on nothing": "\u0301",
    "a blank that is a letter": "\u3164\u3164",
    "a blank that is a symbol": "\u2800",
    "only spaces": " \u3000\u00a0 ",
}


@pytest.mark.parametrize("text", HARMFUL.values(), ids=HARMFUL.keys())
def test_harmful_text_is_refused(text: str) -> None:
    assert "name" in problem({"t": "watch", "id": ID, "room": ROOM, "name": text})
    assert "text" in problem({"t": "say", "id": ID, "room": ROOM, "text": text})


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Bo", "Bo"),
        ("  Bo  ", "Bo"),
        ("\n\tBo\r\n", "Bo"),
        ("双陆", "双陆"),
        ("Ａlice", "Alice"),
        ("Zoe\u0301", "Zoé"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("😀", "😀"),
        ("x" * MAX_NAME_CHARS, "x" * MAX_NAME_CHARS),
    ],
)
def test_good_names_are_made_plain(typed: str, shown: str) -> None:
    request = decode_request(as_msgpack({"t": "watch", "id": ID, "room": ROOM, "name": typed}))
    assert isinstance(request, rq.Watch)
    assert request.name == shown


def test_a_text_that_grows_in_normalisation_is_measured_after_it() -> None:
    grows = "\ufdfa"  # one letter that NFKC makes eighteen of
    assert "name" in problem({"t": "watch", "id": ID, "room": ROOM, "name": grows * 2})
    assert "text" in problem({"t": "say", "id": ID, "room": ROOM, "text": grows * 100})


@given(st.text(max_size=40))
def test_every_name_is_refused_or_harmless(typed: str) -> None:
    try:
        request = decode_request(as_msgpack({"t": "watch", "id": ID, "room": ROOM, "name": typed}))
    except BadRequestError:
        return
    assert isinstance(request, rq.Watch)
    name = request.name
    assert 1 <= len(name) <= MAX_NAME_CHARS
    assert name == unicodedata.normalize("NFKC", name).strip()
    assert not any(unicodedata.category(char)[0] == "C" for char in name)
