"""The bytes of a file."""

from __future__ import annotations

import tracemalloc

import pytest

from engine.record.mat_reader import parse_mat
from engine.record.reading import (
    MAX_LINE_CHARS,
    MAX_RECORD_BYTES,
    RecordError,
    record_lines,
    record_text,
)
from engine.record.sgf_reader import parse_sgf
from engine.record.text_reader import parse_text


def test_encodings_and_ends_of_lines() -> None:
    for data in (b"a\xc3\xa4\nb", b"\xef\xbb\xbfa\xc3\xa4\r\nb", b"a\xe4\rb"):
        assert record_lines(data) == ["aä", "b"]


def test_what_is_no_text_is_refused() -> None:
    for data in (b"a\0b", "Game".encode("utf-16")):
        with pytest.raises(RecordError, match="no text"):
            record_text(data)


def test_a_line_that_is_too_long_is_refused_with_its_number() -> None:
    with pytest.raises(RecordError, match="line 2: the line is longer"):
        record_lines(b"\n" + b"x" * (MAX_LINE_CHARS + 1))


@pytest.mark.parametrize("parse", [parse_mat, parse_sgf, parse_text])
def test_a_file_of_100_mb_is_refused_unread(parse: object) -> None:
    assert callable(parse)
    data = b" 5 point match\n" * (100_000_000 // 15)
    tracemalloc.start()
    with pytest.raises(RecordError, match="too long"):
        parse(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize("parse", [parse_mat, parse_sgf, parse_text])
@pytest.mark.parametrize(
    "sign", [b"(", b"[", b";", b"\\", b" ", b"\n", b'; [a "b"]\n', b"1) 11: \n"]
)
def test_the_longest_file_of_one_sign_takes_no_long_time(parse: object, sign: bytes) -> None:
    """Read once from front to back; a test that hangs here would say otherwise."""
    assert callable(parse)
    with pytest.raises(RecordError):
        parse((sign * MAX_RECORD_BYTES)[:MAX_RECORD_BYTES])
