"""Who somebody is and what a room is called."""

from __future__ import annotations

import hashlib
import hmac
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.identity import (
    CODE_ALPHABET,
    CODE_CHARS,
    CODE_PATTERN,
    PLAYER_HEX_CHARS,
    TOKEN_HEX_CHARS,
    format_code,
    new_token,
    parse_code,
    player_id,
    room_code,
)

TOKEN = "000102030405060708090a0b0c0d0e0f"

codes = st.text(CODE_ALPHABET, min_size=CODE_CHARS, max_size=CODE_CHARS)
tokens = st.binary(min_size=16, max_size=16).map(bytes.hex)
request_ids = st.from_regex(r"[A-Za-z0-9_-]{8,64}", fullmatch=True)


def test_known_values() -> None:
    """Seats and rooms hang on these: they must never change."""
    assert player_id(TOKEN) == "f603c07dac819894b956c409260f16d1"
    assert room_code(TOKEN, "request-1") == "P8JW3RCV8N"
    assert room_code(TOKEN, "request-2") == "5A3RMW6U2V"


def test_the_player_id_is_the_head_of_a_hash_with_a_context() -> None:
    digest = hashlib.sha256(b"shuanglu-player" + bytes.fromhex(TOKEN)).digest()
    assert player_id(TOKEN) == digest[:16].hex()


def test_the_room_code_is_a_keyed_hash_in_letters() -> None:
    digest = hmac.new(bytes.fromhex(TOKEN), b"shuanglu-roomrequest-1", "sha256").digest()
    number = sum(
        CODE_ALPHABET.index(letter) * 31**place
        for place, letter in enumerate(room_code(TOKEN, "request-1"))
    )
    assert number == int.from_bytes(digest, "big") % 31**CODE_CHARS


def test_the_alphabet_has_no_look_alikes() -> None:
    assert len(CODE_ALPHABET) == len(set(CODE_ALPHABET)) == 31
    assert not set(CODE_ALPHABET) & set("01ILO")
    assert CODE_ALPHABET.upper() == CODE_ALPHABET


def test_tokens_are_fresh() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch(rf"[0-9a-f]{{{TOKEN_HEX_CHARS}}}", token) for token in made)


@given(tokens, request_ids)
def test_every_token_and_request_has_a_player_and_a_room(token: str, request_id: str) -> None:
    assert re.fullmatch(rf"[0-9a-f]{{{PLAYER_HEX_CHARS}}}", player_id(token))
    code = room_code(token, request_id)
    assert re.fullmatch(CODE_PATTERN, code)
    assert code == room_code(token, request_id)


@given(codes)
def test_parse_inverts_format(code: str) -> None:
    assert parse_code(format_code(code)) == code


@given(codes, st.sampled_from(["-", " ", " - ", "–", "—", "\n"]))
def test_case_spaces_and_dashes_do_not_matter(code: str, between: str) -> None:
    assert parse_code(between.join(code.lower())) == code


@given(codes)
def test_wide_letters_of_an_input_method_are_read(code: str) -> None:
    assert parse_code("".join(chr(ord(letter) + 0xFEE0) for letter in code)) == code


@pytest.mark.parametrize(
    "text",
    ["", "-", "7KXQ4-MWP9", "7KXQ4-MWP9CC", "7KXQ4-MWP9O", "7KXQ4-MWP91", "7KXQ4/MWP9C", "é" * 10],
)
def test_what_is_no_code_is_refused_with_a_sample(text: str) -> None:
    with pytest.raises(ValueError, match="7KXQ4-MWP9C"):
        parse_code(text)
