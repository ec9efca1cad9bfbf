"""What can be agreed on before the first game, and what does not go together."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board import START
from engine.state import Rules


def test_what_holds_if_nothing_is_said() -> None:
    """As in rooms that were opened before there were such options."""
    rules = Rules(length=None)
    assert not rules.jacoby
    assert not rules.beavers
    assert (rules.automatic_doubles, rules.cube_limit) == (0, 64)
    assert (rules.variant, rules.start) == ("standard", START)


@pytest.mark.parametrize(
    "options",
    [
        {"length": 1},
        {"length": 25},
        {"length": None},
        {"length": None, "jacoby": True},
        {"length": None, "jacoby": True, "beavers": True, "automatic_doubles": 6},
        {"length": None, "automatic_doubles": 1},
        {"length": None, "cube_limit": 2},
        {"length": 3, "variant": "nackgammon"},
        {"length": None, "variant": "hypergammon", "jacoby": True},
        {"length": None, "cube_limit": 1024},
        {"length": None, "cube": False},
        {"length": None, "cube": False, "cube_limit": 32},
    ],
    ids=str,
)
def test_what_goes_together(options: dict[str, Any]) -> None:
    rules = Rules(**options)
    assert {name: getattr(rules, name) for name in options} == options


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"length": 0}, "a match is 1 to 25 points long, not 0"),
        ({"length": -1}, "a match is 1 to 25 points long, not -1"),
        ({"length": 26}, "a match is 1 to 25 points long, not 26"),
        ({"variant": "chess"}, "standard, nackgammon, hypergammon, longgammon, not 'chess'"),
        ({"variant": "x\n" * 99}, "the variant is one of"),
        ({"length": 5, "jacoby": True}, "belong to money sessions"),
        ({"length": 1, "beavers": True}, "belong to money sessions"),
        ({"length": 5, "automatic_doubles": 1}, "belong to money sessions"),
        ({"length": 25, "cube_limit": 32}, "belong to money sessions"),
        ({"length": None, "automatic_doubles": -1}, "0 to 6 automatic doubles, not -1"),
        ({"length": None, "automatic_doubles": 7}, "0 to 6 automatic doubles, not 7"),
        ({"length": None, "cube_limit": 1}, "a power of two from 2 to 1024, not 1"),
        ({"length": None, "cube_limit": -64}, "a power of two from 2 to 1024, not -64"),
        ({"length": None, "cube_limit": 2048}, "a power of two from 2 to 1024, not 2048"),
        ({"length": None, "cube_limit": 48}, "a power of two from 2 to 1024, not 48"),
        ({"length": None, "cube": False, "jacoby": True}, "need the doubling cube"),
        ({"length": None, "cube": False, "beavers": True}, "need the doubling cube"),
        ({"length": None, "cube": False, "automatic_doubles": 1}, "need the doubling cube"),
    ],
    ids=str,
)
def test_what_does_not_go_together_is_refused_in_one_sentence(
    options: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why) as refused:
        Rules(**options)
    assert "\n" not in str(refused.value)
