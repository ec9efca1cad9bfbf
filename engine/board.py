"""Where the checkers are, and what moving one of them does.

A board is two tuples, one for each seat, each numbered from its owner's own side: 24 is farthest
from home, 1 nearest, ``BAR`` (25) the bar, ``OFF`` (0) borne off. There are no signs and nothing is
turned over when the turn passes: the point that one side calls ``p`` the other calls ``25 - p``.
A board knows nothing about dice, turns or legality; ``plays.py`` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine.seat import WHITE, Seat

OFF = 0
BAR = 25
HOME = 6
"""The highest point of the home board."""

Side: TypeAlias = tuple[int, ...]
"""26 counts of one side's checkers: ``[OFF]``, own points ``[1]``..``[24]``, ``[BAR]``."""


class Step(NamedTuple):
    """One checker moved by one die, in the mover's own numbering.

    ``source`` is 1..24 or ``BAR``; ``target`` is below it, 1..24 or ``OFF``.
    """

    source: int
    target: int


def place(points: dict[int, int], *, checkers: int) -> Side:
    """A side with ``points`` as ``{point: count}``; the rest of ``checkers`` are borne off."""
    side = [0] * (BAR + 1)
    for point, count in points.items():
        side[point] = count
    side[OFF] += checkers - sum(points.values())
    return tuple(side)


def shift(own: list[int], opponent: list[int], step: Step) -> None:
    """Makes ``step`` in place on the counts of both sides, each in its own numbering."""
    source, target = step.source, step.target
    own[source] -= 1
    own[target] += 1
    if target != OFF and opponent[BAR - target] == 1:
        opponent[BAR - target] = 0
        opponent[BAR] += 1


@dataclass(frozen=True, slots=True)
class Board:
    """Both sides' checkers. Index it by seat to get that seat's ``Side``."""

    white: Side
    black: Side

    def __getitem__(self, seat: Seat) -> Side:
        return self.white if seat is WHITE else self.black

    def pips(self, seat: Seat) -> int:
        """The pip count: how many pips ``seat`` needs to bear off; the bar counts 25."""
        return sum(point * count for point, count in enumerate(self[seat]))

    def hits(self, seat: Seat, step: Step) -> bool:
        """Whether ``step`` by ``seat`` lands on an opposing blot."""
        return step.target != OFF and self[seat.other][BAR - step.target] == 1

    def move(self, seat: Seat, step: Step) -> Board:
        """The board after ``step`` by ``seat``, an opposing blot there sent to the bar.

        Legality is not checked; the source must hold a checker.

        >>> from engine import START, Seat, Step
        >>> board = START.move(Seat.WHITE, Step(13, 7)).move(Seat.BLACK, Step(24, 18))
        >>> board[Seat.WHITE][7], board[Seat.WHITE][25], board[Seat.BLACK][18]
        (0, 1, 1)
        """
        return self.play(seat, (step,))

    def play(self, seat: Seat, steps: Iterable[Step]) -> Board:
        """The board after all of ``steps`` by ``seat``; legality is not checked."""
        own, opponent = list(self[seat]), list(self[seat.other])
        for step in steps:
            shift(own, opponent, step)
        return Board.of(seat, tuple(own), tuple(opponent))

    @classmethod
    def of(cls, seat: Seat, own: Side, opponent: Side) -> Board:
        """The board on which ``seat`` has ``own`` and the other seat has ``opponent``."""
        return cls(own, opponent) if seat is WHITE else cls(opponent, own)


START_POINTS = {24: 2, 13: 5, 8: 3, 6: 5}
CHECKERS = 15

START = Board(place(START_POINTS, checkers=CHECKERS), place(START_POINTS, checkers=CHECKERS))
"""The standard starting position: 24:2 13:5 8:3 6:5 for both sides, pip count 167."""
