"""Variants of the game, each as data; ``Rules.variant`` names the one that is played.

All of these move by the same rules and start alike for both sides; only the starting position and
the number of checkers differ. Sources: bkgm.com/variants, "Nackgammon", "Hyper-Backgammon",
"LongGammon".
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.board import CHECKERS, START_POINTS, Board, place


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A variant by its ``name``; ``start`` has ``checkers`` for each side."""

    name: str
    start: Board
    checkers: int = CHECKERS


def _alike(name: str, points: dict[int, int]) -> Variant:
    """A variant in which both sides start from ``points``, with no checker off the board."""
    checkers = sum(points.values())
    side = place(points, checkers=checkers)
    return Variant(name=name, start=Board(side, side), checkers=checkers)


STANDARD: Final = "standard"
"""The name of the one that is played unless another is agreed on."""

VARIANTS = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            _alike(STANDARD, START_POINTS),
            _alike("nackgammon", {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
            _alike("hypergammon", {24: 1, 23: 1, 22: 1}),
            _alike("longgammon", {24: CHECKERS}),
        )
    }
)
"""Every variant by its name."""
