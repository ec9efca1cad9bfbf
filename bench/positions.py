"""Positions with a roll, and what bgsage makes of them."""

from __future__ import annotations

import random
from typing import NamedTuple, TypeAlias

from engine import BAR, OFF, START, Board, Dice, Seat, results
from tests.engine import golden

SageBoard: TypeAlias = list[int]
"""How bgsage has a board: points 0 to 25 as the mover counts them, the opponent's negative.

The opponent's bar is a positive number at 0; what is borne off is not there.
"""


class Position(NamedTuple):
    """A roll to be played."""

    board: Board
    seat: Seat
    dice: Dice


def golden_positions() -> list[Position]:
    """All of ``tests/golden/legal_plays.jsonl.gz``."""
    return [Position(case.board, Seat.WHITE, case.dice) for case in golden.cases()]


def random_positions(count: int, seed: int) -> list[Position]:
    """Every position of games in which each result of a roll is as likely as any other."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        board, seat = START, Seat.WHITE
        while board[seat.other][OFF] < sum(board[seat.other]):
            position = Position(board, seat, (chance.randint(1, 6), chance.randint(1, 6)))
            found.append(position)
            board, seat = chance.choice(list(results(*position)) or [board]), seat.other
    return found[:count]


def sage_board(board: Board, seat: Seat) -> SageBoard:
    """``board`` for bgsage with ``seat`` as the mover."""
    own, opponent = board[seat], board[seat.other]
    points = [own[point] - opponent[BAR - point] for point in range(1, BAR)]
    return [opponent[BAR], *points, own[BAR]]
