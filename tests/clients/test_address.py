from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.address import (
    AddressError,
    is_loopback,
    parse_room,
    parse_server,
    room_address,
)
from protocol.identity import CODE_ALPHABET

CODES = st.text(CODE_ALPHABET, min_size=10, max_size=10)
SERVERS = st.sampled_from(
    ["ws://127.0.0.1:8765", "wss://example.org", "ws://[::1]:8765", "ws://host.example:9000"]
)


@given(SERVERS, CODES)
def test_an_address_given_away_is_read_back(server: str, code: str) -> None:
    found = parse_room(room_address(server, code))
    assert (found.server, found.code) == (server, code)


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("ws://Example.ORG:8765/", "ws://example.org:8765"),
        ("example.org", "ws://example.org:8765"),
        ("example.org:9000", "ws://example.org:9000"),
        ("https://example.org/", "wss://example.org"),
        ("http://example.org:8765", "ws://example.org:8765"),
        ("wss://example.org:443", "wss://example.org"),
        ("localhost", "ws://127.0.0.1:8765"),
        ("[::1]:8765", "ws://[::1]:8765"),
        ("wss://b\u00fccher.example", "wss://b\u00fccher.example"),
        ("wss://example.org.", "wss://example.org."),
    ],
)
def test_a_server_has_one_normal_form(text: str, server: str) -> None:
    assert parse_server(text) == server
    assert parse_server(server) == server


@pytest.mark.parametrize(
    "text",
    [
        *("", "ftp://example.org", "ws://", "ws://a:port", "ws://user@host", "redis://x"),
        *("ws://[::1", "ws://a..b", "ws://.", f"ws://{'a' * 64}.org", "ws://a b", "ws://a\x1bcb"),
        *("ws://a\u202eb", "ws://\udcff", "ws://\ufdfa"),
    ],
    ids=ascii,
)
def test_what_is_no_server_says_what_one_looks_like(text: str) -> None:
    with pytest.raises(AddressError, match="ws://host:8765"):
        parse_server(text)


@pytest.mark.parametrize(
    ("text", "server"),
    [
        ("7kxq4-mwp9c", None),
        (" 7KXQ4MWP9C ", None),
        ("ws://10.0.0.5:8765/7KXQ4-MWP9C", "ws://10.0.0.5:8765"),
        ("https://example.org/g/7KXQ4-MWP9C", "wss://example.org"),
        ("10.0.0.5/7KXQ4-MWP9C", "ws://10.0.0.5:8765"),
    ],
)
def test_a_room_is_named_by_code_or_address(text: str, server: str | None) -> None:
    found = parse_room(text)
    assert (found.server, found.code) == (server, "7KXQ4MWP9C")


@pytest.mark.parametrize("text", ["", "7KXQ4", "ws://host:8765/", "ws://host:8765", "O0IL1-MWP9C"])
def test_what_is_no_room_says_what_one_looks_like(text: str) -> None:
    with pytest.raises(AddressError, match="7KXQ4-MWP9C"):
        parse_room(text)


def test_loopback_is_this_computer_only() -> None:
    assert is_loopback("ws://127.0.0.1:8765")
    assert is_loopback("ws://[::1]:8765")
    assert not is_loopback("ws://10.0.0.5:8765")
