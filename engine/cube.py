"""Who may turn the cube, and when it turns by itself.

Sources: bkgm.com rules and glossary, "Doubling cube", "Crawford rule", "Dead cube", "Beaver",
"Raccoon" and "Automatic double".
"""

from __future__ import annotations

from engine.errors import Code
from engine.scoring import reaches_length
from engine.seat import BySeat, Seat
from engine.state import Crawford, Cube, Rules


def objection_to_double(
    seat: Seat, *, cube: Cube, score: BySeat[int], crawford: Crawford, rules: Rules
) -> Code | None:
    """Why ``seat``, being on roll and before rolling, may not double; ``None`` if it may.

    In a match the cube is dead for a side whose score plus the cube already reaches the length:
    winning more could not help it. In a money session the agreed limit ends the doubling.
    """
    if not rules.cube or rules.length == 1:
        return Code.NO_CUBE
    if crawford is Crawford.NOW:
        return Code.CRAWFORD
    if cube.owner is seat.other:
        return Code.CUBE_NOT_YOURS
    if reaches_length(score[seat] + cube.value, rules):
        return Code.CUBE_DEAD
    if rules.length is None and 2 * cube.value > rules.cube_limit:
        return Code.CUBE_LIMIT
    return None


def objection_to_redouble(*, cube: Cube, rules: Rules) -> Code | None:
    """Why a side that was offered twice the ``cube`` may not redouble at once; else ``None``.

    So the side that is doubled beavers, and the side that is beavered raccoons.
    """
    if not rules.beavers:
        return Code.NO_BEAVERS
    return Code.CUBE_LIMIT if 4 * cube.value > rules.cube_limit else None


def turns_by_itself(*, cube: Cube, rules: Rules) -> bool:
    """Whether equal opening dice turn the ``cube``.

    Nothing else can have turned it before them, so that its value tells how often they have.
    """
    return cube.value < 1 << rules.automatic_doubles and cube.value < rules.cube_limit
