"""Games in which the sides have passed each other: who needs how many rolls to bear off.

Nothing is blocked or hit any more, so that each side can be counted alone. Only whole rolls of the
same dice are counted, which is all that the clock asks for.
"""

from __future__ import annotations

from engine.board import BAR, HOME, OFF, Board, Side

BEST_ROLL = (6, 6, 6, 6)
WORST_ROLL = (2, 1)


def has_contact(board: Board) -> bool:
    """Whether a checker of one side still has one of the other before it."""
    return _rearmost(board.white) + _rearmost(board.black) > BAR


def rolls_needed(side: Side, roll: tuple[int, ...]) -> int:
    """How often ``side`` has to throw ``roll`` to bear off all its checkers.

    ``roll`` has a number for each step. It is played plainly: a die bears off from its own point if
    that is allowed, else it moves the rearmost checker. With four sixes no other way is faster.
    With 2-1 a cleverer one can be, but hardly ever, and not by more than one roll.
    """
    points, rolls = list(side), 0
    while _rearmost(points):
        rolls += 1
        for die in roll:
            _step(points, die)
    return rolls


def _step(points: list[int], die: int) -> None:
    source = _rearmost(points)
    if source == OFF:
        return
    if source <= HOME and points[die]:
        source = die
    points[source] -= 1
    points[max(source - die, OFF)] += 1


def _rearmost(side: Side | list[int]) -> int:
    """The highest point with a checker; ``OFF`` if all are borne off."""
    return next((point for point in range(BAR, OFF, -1) if side[point]), OFF)
