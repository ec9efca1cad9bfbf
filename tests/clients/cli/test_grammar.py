from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clients.cli import manual
from clients.cli.grammar import (
    ALIASES,
    COMMANDS,
    Help,
    Line,
    Move,
    Nothing,
    NotUnderstoodError,
    Remove,
    Resign,
    Say,
    Verb,
    parse_line,
)
from engine.state import Win


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", Nothing()),
        ("   ", Nothing()),
        ("roll", Verb.ROLL),
        (" R ", Verb.ROLL),
        ("ｒｏｌｌ", Verb.ROLL),
        ("d", Verb.DOUBLE),
        ("t", Verb.TAKE),
        ("p", Verb.DROP),
        ("pass", Verb.DROP),
        ("a", Verb.ACCEPT),
        ("n", Verb.REJECT),
        ("u", Verb.UNDO),
        (".", Verb.DONE),
        ("b", Verb.BOARD),
        ("q", Verb.QUIT),
        ("?", Help(topic="")),
        ("help d", Help(topic="double")),
        ("resign", Resign(win=None)),
        ("resign 2", Resign(win=Win.GAMMON)),
        ("resign backgammon", Resign(win=Win.BACKGAMMON)),
        ("say  well played ", Say(text="well played")),
        ("remove Cy", Remove(who="Cy")),
        ("13/8 24/22", Move(text="13/8 24/22", commit=False)),
        ("8/5(2)", Move(text="8/5(2)", commit=False)),
        ("８／５（２）", Move(text="8/5(2)", commit=False)),
        ("bar/22", Move(text="bar/22", commit=False)),
        ("b/22", Move(text="b/22", commit=False)),
        ("13/8 6/5 .", Move(text="13/8 6/5", commit=True)),
        ("13/8 6/5 done", Move(text="13/8 6/5", commit=True)),
    ],
)
def test_a_line_is_understood(text: str, line: Line) -> None:
    assert parse_line(text) == line


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("rol", "did you mean roll?"),
        ("xyzzy", "help lists the commands"),
        ("say", "say TEXT"),
        ("remove", "remove NAME"),
        ("resign 4", "resign 1, 2 or 3"),
        ("roll 6-6", "roll takes no more words"),
    ],
)
def test_a_line_that_is_none_gets_a_hint(text: str, answer: str) -> None:
    with pytest.raises(NotUnderstoodError, match=answer.replace("?", r"\?")):
        parse_line(text)


@given(st.text(max_size=60))
def test_no_line_breaks_the_grammar(text: str) -> None:
    assert answer_to(text).isprintable()


def answer_to(text: str) -> str:
    try:
        return type(parse_line(text)).__name__
    except NotUnderstoodError as problem:
        return str(problem)


def test_every_command_has_help_and_every_alias_a_command() -> None:
    assert set(manual.TOPICS) == set(COMMANDS)
    assert set(ALIASES.values()) <= set(COMMANDS)
    for name in COMMANDS:
        assert name in manual.OVERVIEW or name == "undo"
