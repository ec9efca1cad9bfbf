"""The grammar of SGF files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record import sgf_tree
from engine.record.reading import RecordError
from engine.record.sgf_tree import MAX_ITEMS, parse_trees


def read(text: str) -> list[list[dict[str, list[str]]]]:
    """Trees as lists of nodes, nodes as dictionaries."""
    return [[{one.name: one.values for one in node} for node in tree] for tree in parse_trees(text)]


def test_trees_nodes_properties_and_values() -> None:
    assert read("(;A[1]B[2][3]\n;W[x])\n(;C[4])") == [
        [{"A": ["1"], "B": ["2", "3"]}, {"W": ["x"]}],
        [{"C": ["4"]}],
    ]


def test_of_several_variations_the_first_is_kept() -> None:
    assert read("(;A[1](;B[2](;C[3])(;D[4]))(;E[5]))") == [
        [{"A": ["1"]}, {"B": ["2"]}, {"C": ["3"]}]
    ]


def test_escaped_signs_are_themselves() -> None:
    assert read(r"(;N[a\]b\\c\:d])") == [[{"N": [r"a]b\c:d"]}]]


def test_a_broken_line_within_a_value_is_joined() -> None:
    assert read("(;N[a\\\nb])") == [[{"N": ["ab"]}]]


def test_small_letters_of_old_names_do_not_count() -> None:
    assert read("(;GaMe[6])") == [[{"GM": ["6"]}]]


def test_properties_know_their_lines() -> None:
    ((first, second),) = parse_trees("\n(;A[1\n1]\n;B[2])")
    assert [one.line for one in (*first, *second)] == [2, 4]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no game"),
        ("(;A[1]", "line 1: the file ends within a game"),
        ("(;A[1]))", "never opened"),
        ("(;A[1)", "a value has no end"),
        ("hello", "outside of a node"),
        ("A[1]", "outside of a node"),
        (";A[1]", "outside of all games"),
        ("([1])", "a value has no property"),
        ("(;[1])", "a value has no property"),
        ("(;A[1]\n\x00)", "line 2: it is no SGF file"),
        ("(" * 1_000, "too many parentheses"),
        ("(;A;B[1])", "a property has no value"),
        ("(;A B[1])", "a property has no value"),
        ("(;A)", "a property has no value"),
    ],
)
def test_what_is_not_in_the_format_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError) as refused:
        parse_trees(text)
    assert said in str(refused.value)


@pytest.mark.unmeasured
def test_there_is_an_end_to_nodes() -> None:
    with pytest.raises(RecordError, match="too many nodes"):
        parse_trees("(" + ";" * (MAX_ITEMS + 1))


def test_properties_count_like_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_tree, "MAX_ITEMS", 100)
    assert read("(;" + "A[]" * 99 + ")")
    with pytest.raises(RecordError, match="too many nodes"):
        parse_trees("(;" + "A[]" * 100)


@given(st.text(alphabet="();[]\\AW1a \n"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        trees = parse_trees(text)
    except RecordError:
        return
    assert trees
