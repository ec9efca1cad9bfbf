from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from clients.cli.printable import printable
from clients.cli.screen.text import fit, rule, wrap, wrap_in

TEXTS = st.text(max_size=80).map(printable)


@given(TEXTS, st.integers(min_value=4, max_value=60))
def test_nothing_is_wider_than_its_pane(text: str, columns: int) -> None:
    assert get_cwidth(fit(text, columns)) <= columns
    assert all(get_cwidth(line) <= columns for line in wrap(text, columns, "  "))
    assert sum(get_cwidth(part[1]) for part in rule(text, columns)) == columns


@given(TEXTS, st.integers(min_value=6, max_value=60))
def test_wrapping_loses_nothing_but_spaces(text: str, columns: int) -> None:
    whole = "".join(wrap(text, columns, "  "))
    assert whole.replace(" ", "") == text.replace(" ", "")


def test_texts_are_wrapped_at_words() -> None:
    assert wrap("Bo plays 24/13 and hits", 12, " ") == ["Bo plays", " 24/13 and", " hits"]
    assert wrap("双陆棋双陆棋", 6) == ["双陆棋", "双陆棋"]
    assert wrap("倍数 1，居中。", 12, " ") == ["倍数 1，居", " 中。"]
    assert wrap("", 10) == [""]
    assert fit("Alexandra", 6) == "Alex.."


def test_a_letter_wider_than_the_screen_ends_no_program() -> None:
    assert [line for line in wrap("双陆", 1) if line] == ["双", "陆"]


def test_what_does_not_fit_into_the_rows_is_marked_as_cut() -> None:
    assert wrap_in("take, or drop", 20, 2) == ["take, or drop"]
    assert wrap_in("take, or drop", 8, 2) == ["take, or", "drop"]
    assert wrap_in("take, or drop it", 8, 2) == ["take, or", "drop it"]
    assert wrap_in("take, or drop and lose", 8, 2) == ["take, or", "drop a.."]
