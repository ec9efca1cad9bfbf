"""Who sits where, and a pair of values with one for each seat.

A seat is only a name for one side of the board: it says nothing about who is on roll or who a
viewer is. ``BySeat`` replaces two-element tuples, so that no code has to remember which came first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Generic, TypeVar

T = TypeVar("T")


class Seat(StrEnum):
    """One side of a match."""

    WHITE = "white"
    BLACK = "black"

    if TYPE_CHECKING:

        @property
        def other(self) -> Seat:
            """The opponent's seat."""


WHITE: Final = Seat.WHITE
BLACK: Final = Seat.BLACK
# Plain values, since the rules ask for them all the time: to look a member up in its enumeration
# and to call a property cost more than what is done with the answer.
vars(WHITE)["other"], vars(BLACK)["other"] = BLACK, WHITE


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """Two values of one type, one for each seat."""

    white: T
    black: T

    def __getitem__(self, seat: Seat) -> T:
        return self.white if seat is WHITE else self.black

    def with_(self, seat: Seat, value: T) -> BySeat[T]:
        """The same pair with ``value`` at ``seat``."""
        return BySeat(value, self.black) if seat is WHITE else BySeat(self.white, value)
