"""Positions as the 14 characters that GNU Backgammon calls a position id.

The id is 80 bits in base64: for each of two sides the 24 points from its own side and the bar, a
count as that many ones and a zero. The player who is *not* on roll comes first (gnubg does it so;
its manual says the reverse). Who is on roll is not in the id, nor is the number of checkers a side
plays with: what is not on the board counts as borne off.
"""

from __future__ import annotations

import base64
import binascii

from engine.board import BAR, CHECKERS, Board, place
from engine.seat import Seat

POSITION_ID_CHARS = 14
_KEY_BYTES = 10
_COUNTS = BAR

_RUNS = tuple("0" + "1" * count for count in range(CHECKERS + 1))
"""``[count]``: its bits, the last first, as binary digits are written."""


class PositionIdError(ValueError):
    """The text is no position id; the message is one sentence that says why."""


def position_id(board: Board, on_roll: Seat) -> str:
    """The position id of ``board`` with ``on_roll`` as the player on roll.

    >>> from engine import START, Seat
    >>> position_id(START, Seat.WHITE)
    '4HPwATDgc/ABMA'
    """
    counts = board[on_roll.other][1:] + board[on_roll][1:]
    bits = "".join([_RUNS[count] for count in reversed(counts)])
    key = int(bits, 2).to_bytes(_KEY_BYTES, "little")
    return binascii.b2a_base64(key)[:POSITION_ID_CHARS].decode("ascii")


def parse_position_id(text: str, on_roll: Seat = Seat.WHITE, checkers: int = CHECKERS) -> Board:
    """The board of a position id, with ``on_roll`` as the player on roll.

    Args:
        text: The position id.
        on_roll: The seat that gets the checkers of the player on roll.
        checkers: How many a side plays with, 1 to 15; those not on the board are borne off.

    Raises:
        PositionIdError: ``text`` is no position id, or no position of so many checkers.
    """
    runs = _runs(text)
    opponent, own = _points(runs[:_COUNTS]), _points(runs[_COUNTS : 2 * _COUNTS])
    for side in (own, opponent):
        if sum(side.values()) > checkers:
            raise PositionIdError(
                f"{text}: one side has {sum(side.values())} checkers; {checkers} is the most."
            )
    for point in own:
        if point != BAR and BAR - point in opponent:
            raise PositionIdError(f"{text}: both sides have checkers on one point.")
    board = Board.of(on_roll, place(own, checkers=checkers), place(opponent, checkers=checkers))
    if not own and not opponent:
        raise PositionIdError(f"{text}: there is no checker on the board.")
    if position_id(board, on_roll) != text:
        raise PositionIdError(f"{text}: there is more in it than two sides of checkers.")
    return board


def _runs(text: str) -> list[int]:
    """The lengths of the runs of ones, each ended by a zero."""
    if len(text) != POSITION_ID_CHARS:
        raise PositionIdError(f"A position id has {POSITION_ID_CHARS} characters, not {len(text)}.")
    try:
        key = base64.b64decode(text + "==", validate=True)
    except ValueError:
        raise PositionIdError(
            f"{text!a} is no position id: it has characters other than letters, digits, + and /."
        ) from None
    bits = f"{int.from_bytes(key, 'little'):080b}"[::-1]
    runs = [len(run) for run in bits.split("0")]
    if len(runs) <= 2 * _COUNTS:
        raise PositionIdError(f"{text}: too many checkers for two sides.")
    return runs


def _points(counts: list[int]) -> dict[int, int]:
    return {point: count for point, count in enumerate(counts, start=1) if count}
