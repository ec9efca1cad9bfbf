"""A value is what a frozen dataclass of the same source is."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any, ClassVar

import pytest

from engine.values import value


@value
class Pair:
    """Two numbers."""

    name: ClassVar[str] = "pair"
    first: int
    second: int = 2


@value
class Triple(Pair):
    """And one more."""

    third: int = 3


@value
class Empty:
    """Nothing."""


def as_dataclass() -> Any:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Pair:
        name: ClassVar[str] = "pair"
        first: int
        second: int = 2

    Pair.__qualname__ = "Pair"
    return Pair


@pytest.mark.parametrize("given", [{"first": 1}, {"second": 5, "first": 1}])
def test_it_is_equal_and_told_as_a_dataclass_would_be(given: dict[str, int]) -> None:
    own, twin = Pair(**given), as_dataclass()(**given)
    assert repr(own) == repr(twin)
    assert hash(own) == hash(twin)
    assert own == Pair(**given)
    assert own != Pair(first=7)
    assert own != twin
    assert own != Triple(**given)
    assert [one.name for one in fields(own)] == [one.name for one in fields(twin)]
    assert Pair.__match_args__ == twin.__match_args__ == ()


def test_fields_of_the_base_come_first_and_no_others_can_be_set() -> None:
    triple = Triple(first=1)
    assert repr(triple) == "Triple(first=1, second=2, third=3)"
    assert not hasattr(triple, "__dict__")
    assert replace(triple, third=9) == Triple(first=1, third=9)
    for name in ("first", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(triple, name, 5)
    with pytest.raises(FrozenInstanceError):
        del triple.third
    assert triple.first == 1


def test_one_without_fields_is_equal_to_its_like() -> None:
    assert Empty() == Empty()
    assert repr(Empty()) == "Empty()"
    assert {Empty(), Empty()} == {Empty()}


def test_copies_are_equal() -> None:
    pair = Pair(first=1)
    assert copy.deepcopy(pair) == copy.copy(pair) == pair
    assert pickle.loads(pickle.dumps(pair)) == pair


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({}, "Pair made without first"),
        ({"first": 1, "third": 1}, "Pair made with third"),
        ({"third": 1}, "Pair made without first and with third"),
    ],
)
def test_what_is_missing_and_what_is_strange_is_said(given: dict[str, int], problem: str) -> None:
    with pytest.raises(TypeError, match=f"^{problem}$"):
        Pair(**given)


@pytest.mark.parametrize("said", [{"default_factory": list}, {"init": False}, {"compare": False}])
def test_what_a_value_would_not_heed_is_an_error_of_the_program(said: dict[str, Any]) -> None:
    annotated = {"__annotations__": {"first": "int"}, "first": field(**said)}
    with pytest.raises(TypeError, match=r"^Pair\.first"):
        value(type("Pair", (), annotated))
