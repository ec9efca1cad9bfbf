"""Text from elsewhere, as a terminal may show it: nothing moves, hides or turns (case 44)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli.printable import on_one_line, printable


@given(st.text(), st.integers(1, 50))
def test_every_character_shows(text: str, most: int) -> None:
    assert printable(text, most).isprintable()
    assert len(printable(text, most)) <= 10 * most + 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë 双陆 👍", "Zoë 双陆 👍"),
        ("\x1b[2J\x07", "\\x1b[2J\\x07"),
        ("a\nYou win", "a\\x0aYou win"),
        ("\u202eevil", "\\u202eevil"),
        ("e" + "\u0301" * 50, "e\u0301\u0301"),
        ("\U000e0041", "\\U000e0041"),
        ("x" * 2000, "x" * 1000 + "…"),
    ],
)
def test_what_would_not_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("pasted", "typed"),
    [
        ("8/5\n6/5\n", "8/5 6/5"),
        ("8/5\r\n\r\n6/5\r\n", "8/5 6/5"),
        ("say a\tb\x1b[2J\u202ec\u2028d", "say a b [2J c d"),
        (" 8/5 ", " 8/5"),
        ("\n", ""),
    ],
)
def test_what_is_pasted_is_one_line_and_all_of_it_can_be_seen(pasted: str, typed: str) -> None:
    assert on_one_line(pasted) == typed
