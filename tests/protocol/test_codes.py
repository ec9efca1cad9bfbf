"""Every code has its sentence, and whoever raises it gives what the sentence needs."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import TEXTS, Code
from protocol.codes import WIRE_TEXTS, CloseCode, WireCode, WireError

ROOT = Path(__file__).parents[2]


def placeholders(text: str) -> set[str]:
    """The names of details in a sentence."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def raised() -> Iterator[tuple[str, str, str, set[str | None]]]:
    """Place, enum, name and details of every code that is named where its error is made."""
    for package in ("engine", "protocol", "server", "clients"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Call(
                        func=ast.Name(id="WireError" | "IllegalCommand"),
                        args=[ast.Attribute(value=ast.Name(id=enum), attr=name)],
                        keywords=words,
                    ) if enum in {"WireCode", "Code"}:
                        place = f"{path.relative_to(ROOT)}:{node.lineno}"
                        yield place, enum, name, {word.arg for word in words}


RAISED = list(raised())


@pytest.mark.parametrize("code", WireCode)
def test_every_code_has_a_sentence(code: WireCode) -> None:
    details = dict.fromkeys(placeholders(WIRE_TEXTS[code]), "Detail.")
    error = WireError(code, **details)
    assert error.text.endswith(".")
    assert "{" not in error.text
    assert str(error) == error.text


def test_the_codes_of_the_wire_and_of_the_rules_are_different_words() -> None:
    assert not {code.value for code in WireCode} & {code.value for code in Code}


@pytest.mark.parametrize(
    ("enum", "name", "details"),
    [
        pytest.param(enum, name, details, id=f"{place} {name}")
        for place, enum, name, details in RAISED
    ],
)
def test_whoever_raises_gives_what_the_sentence_needs(
    enum: str, name: str, details: set[str | None]
) -> None:
    text = WIRE_TEXTS[WireCode[name]] if enum == "WireCode" else TEXTS[Code[name]]
    if None not in details:  # a ``**details`` is not read here
        assert placeholders(text) <= details


def test_every_code_of_the_wire_is_raised_somewhere() -> None:
    names = {name for _, enum, name, _ in RAISED if enum == "WireCode"}
    assert names | {"BAD_REQUEST"} == {code.name for code in WireCode}


def test_close_codes_are_in_the_range_for_applications() -> None:
    assert all(4000 <= code <= 4999 for code in CloseCode)
