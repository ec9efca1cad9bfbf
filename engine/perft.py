"""Counting everything that can be played to a depth, to check a generator by known numbers.

The name and the idea come from chess ("performance test"). As for chess the number says little by
itself, but two programs that agree on it have hardly a rule of moving in which they differ.
"""

from __future__ import annotations

from engine.board import Board
from engine.plays import ROLLS, Dice, legal_plays
from engine.scoring import has_won
from engine.seat import Seat


def perft(board: Board, seat: Seat, depth: int) -> int:
    """The sum of ``perft_of_roll`` over the 21 rolls; 1 at depth 0.

    >>> from engine import START, Seat
    >>> perft(START, Seat.WHITE, 1)
    447
    """
    if depth == 0:
        return 1
    if has_won(board, seat.other):
        return 0
    return sum(perft_of_roll(board, seat, dice, depth) for dice in ROLLS)


def perft_of_roll(board: Board, seat: Seat, dice: Dice, depth: int) -> int:
    """How many positions there are after ``dice`` and ``depth`` - 1 rolls more.

    Args:
        board: The board before the roll.
        seat: Who plays ``dice``; the sides take turns.
        dice: The first roll. It counts the distinct results of its plays, or one where there is no
            legal play. A finished game goes no further.
        depth: How many turns, 1 or more.
    """
    plays = legal_plays(board, seat, dice)
    if depth == 1:
        return max(plays.count(), 1)
    results = plays.results() if plays else [board]
    return sum(perft(result, seat.other, depth - 1) for result in results)
