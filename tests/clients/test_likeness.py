from __future__ import annotations

import pytest

from clients.likeness import look_alike


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "alice"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Alice", "Аlice"),
        ("Alice", "Álice"),
        ("Alice", "A l i c e"),
        ("Alice", "Alice."),
        ("Bo", "B0"),
        ("Bo", "Βο"),
        ("Tim", "Tirn"),
        ("Ｂｏ", "Bo"),
        ("小明", "小明 "),
        ("Bob", "6o6"),
    ],
)
def test_tricks_are_seen_through(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "Bo"),
        ("Bo", "Bob"),
        ("小明", "小红"),
        ("Ann", "Anna"),
        ("...", "???"),
        ("Jo", "Ed"),
    ],
)
def test_other_names_are_other_names(one: str, other: str) -> None:
    assert not look_alike(one, other)
