"""Reads ``tests/golden``: positions with a roll and every distinct result, seen by the mover."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.board import BAR, CHECKERS, Board, place

GOLDEN = Path(__file__).parent.parent / "golden"


class Case(NamedTuple):
    """One line of ``legal_plays.jsonl.gz``; the mover is white."""

    name: str
    board: Board
    position_id: str
    dice: tuple[int, int]
    results: frozenset[Board]
    tags: frozenset[str]

    def __repr__(self) -> str:
        return self.name

    @property
    def has_play(self) -> bool:
        return self.results != {self.board}


def _lines() -> Iterator[Case]:
    with gzip.open(GOLDEN / "legal_plays.jsonl.gz", "rt", encoding="ascii") as lines:
        for line in lines:
            case = json.loads(line)
            checkers = 3 if "opening_hyper" in case["tags"] else CHECKERS
            yield Case(
                name=case["id"],
                board=read_board(case["board"], checkers=checkers),
                position_id=case["pid"],
                dice=tuple(case["dice"]),
                results=frozenset(read_board(text, checkers=checkers) for text in case["results"]),
                tags=frozenset(case["tags"]),
            )


@cache
def cases() -> tuple[Case, ...]:
    return tuple(_lines())


def read_board(text: str, *, checkers: int) -> Board:
    """The position field of an XGID with white as the mover."""
    own = {p: ord(sign) - ord("A") + 1 for p, sign in enumerate(text) if sign.isupper()}
    opponent = {BAR - p: ord(sign) - ord("a") + 1 for p, sign in enumerate(text) if sign.islower()}
    return Board(place(own, checkers=checkers), place(opponent, checkers=checkers))


class Counts(NamedTuple):
    """A start of ``perft.json``, and what it counts for each roll like ``{"2-1": 15}``."""

    board: str
    position_id: str
    pips: int
    depth1: dict[str, int]
    depth2: dict[str, int]
    sums: tuple[int, int]


@cache
def perft() -> dict[str, Counts]:
    """The known counts by the name of the variant."""
    starts = json.loads((GOLDEN / "perft.json").read_text(encoding="ascii"))
    return {
        name: Counts(
            board=start["board"],
            position_id=start["pid"],
            pips=start["pips"],
            depth1={roll: counts["depth1"] for roll, counts in start["rolls"].items()},
            depth2={roll: counts["depth2"] for roll, counts in start["rolls"].items()},
            sums=(start["sum_depth1"], start["sum_depth2"]),
        )
        for name, start in starts.items()
    }
