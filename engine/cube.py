"""Who may turn the cube. Sources: bkgm.com rules, "Doubling cube", "Crawford rule", "Dead cube"."""

from __future__ import annotations

from engine.errors import Code
from engine.scoring import reaches_length
from engine.seat import BySeat, Seat
from engine.state import Crawford, Cube, Rules

MONEY_LIMIT = 64
"""The highest value of the cube in a money session; in a match the dead cube ends the doubling."""


def objection_to_double(
    seat: Seat, *, cube: Cube, score: BySeat[int], crawford: Crawford, rules: Rules
) -> Code | None:
    """Why ``seat``, being on roll and before rolling, may not double; ``None`` if it may.

    In a match the cube is dead for a side whose score plus the cube already reaches the length:
    winning more could not help it.
    """
    if not rules.cube or rules.length == 1:
        return Code.NO_CUBE
    if crawford is Crawford.NOW:
        return Code.CRAWFORD
    if cube.owner is seat.other:
        return Code.CUBE_NOT_YOURS
    if reaches_length(score[seat] + cube.value, rules):
        return Code.CUBE_DEAD
    if rules.length is None and cube.value >= MONEY_LIMIT:
        return Code.CUBE_LIMIT
    return None
