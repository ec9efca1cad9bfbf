"""Moving checkers on packed positions: the arithmetic under ``plays``.

**A position** in the middle of a play is one integer. The four lowest bytes have a bit for each
point where a blot was hit; above them a byte for each of the mover's points, ``OFF`` to ``BAR``,
counts its checkers. Nothing else can change during a play. So a move is a number to add, and two
plays with the same result end at the same number.

**All sources at once.** The points where the opponent lets the mover land are a mask with ``FF`` in
their bytes. Shifted up by a die it has the points from where they are reached, and cut with the
position only those with a checker. Its bytes, the highest point first, are selectors for
``itertools.compress`` over the table of all moves by that die. Loops over the points in Python
made whole rolls take 1.6 times as long. Tests hold it against the rules in their literal form.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from struct import Struct
from typing import TypeAlias

from engine.board import BAR, HOME, OFF, Board, Side, Step
from engine.seat import WHITE, Seat

_HIT_BYTES = 4
_SIDE = BAR + 1
_BYTES = _HIT_BYTES + _SIDE
_HITS_ONLY = (1 << 8 * _HIT_BYTES) - 1


def _one(point: int) -> int:
    """One checker on ``point``."""
    return 1 << 8 * (_HIT_BYTES + point)


def _mask(points: range) -> int:
    return sum(0xFF * _one(point) for point in points)


_POINT = tuple(_mask(range(point, point + 1)) for point in range(_SIDE))
_UP_TO = tuple(_mask(range(1, point + 1)) for point in range(_SIDE))
_HOME_FROM = tuple(_mask(range(point, HOME + 1)) for point in range(HOME + 1))
_ONE_OUTSIDE = _one(HOME + 1)
_ONE_ON_BAR = _one(BAR)

# To the byte of a mask from how many opposing checkers stand on a point.
_IS_OPEN = b"\xff\xff" + bytes(254)
_IS_BLOT = b"\x00\xff" + bytes(254)

Move: TypeAlias = tuple[Step, int, int]
"""A step, what to add to a position for it, and then the bit to set if it hits, else 0.

A plain tuple, since that is unpacked four times as fast as a named one.
"""


def _move(source: int, die: int, *, hits: bool = False) -> Move:
    target = max(source - die, OFF)
    return Step(source, target), _one(target) - _one(source), hits << target


_NOWHERE = bytes(_BYTES)
_SOURCES = range(BAR, OFF - 1, -1)
_MOVES = tuple([_move(source, die) for source in _SOURCES] for die in range(7))
_HITS = tuple([_move(source, die, hits=True) for source in _SOURCES] for die in range(7))
"""``[die][BAR - source]``."""

_read_side = Struct(f"{_SIDE}B").unpack_from

# Filling the slots of a new board takes half as long as its constructor, which, since a board is
# frozen, looks for a way around that for each of them.
_new_board = object.__new__
_SET_SIDES = (Board.__dict__["white"].__set__, Board.__dict__["black"].__set__)


class Die:
    """What one number can move past one opponent."""

    __slots__ = ("_entry", "_open", "moves", "number")

    def __init__(self, number: int, landings: int, blots: list[int]) -> None:
        self.number = number
        self._open = landings << 8 * number
        self._entry = self._open & _POINT[BAR]
        self.moves = _MOVES[number]
        """``[BAR - source]``, legal or not, to be selected from by ``sources``."""
        if blots:
            self.moves = self.moves.copy()
            for blot in blots:
                if blot + number <= BAR:
                    index = BAR - number - blot
                    self.moves[index] = _HITS[number][index]

    def sources(self, position: int, ceiling: int = BAR) -> bytes:
        """``[BAR - source]`` is not 0 where a legal move starts, none from above ``ceiling``."""
        # The bar is the highest byte: comparing tells whether there is a checker so far out.
        if position >= _ONE_ON_BAR:
            movable = position & self._entry
        else:
            movable = position & self._open & _UP_TO[ceiling]
            if position < _ONE_OUTSIDE:
                movable |= self._bearing_off(position) & _UP_TO[ceiling]
        return movable.to_bytes(_BYTES, "big")

    def can_move(self, position: int) -> bool:
        """Whether there is a legal move."""
        return self.sources(position) != _NOWHERE

    def after(self, position: int) -> list[tuple[Step, int]]:
        """The legal moves, highest source first, with the positions after them."""
        moves = compress(self.moves, self.sources(position))
        return [(step, position + delta | hit) for step, delta, hit in moves]

    def _bearing_off(self, position: int) -> int:
        """A die bears off from its own point, or from the highest one if that is lower."""
        if position & _HOME_FROM[self.number]:
            return position & _POINT[self.number]
        highest = (position.bit_length() - 1) // 8 - _HIT_BYTES
        return position & _POINT[highest] if highest > OFF else 0


class Packed:
    """A board as it is for ``seat`` to move."""

    __slots__ = ("_blots", "_landings", "_opponent", "_seat", "position")

    def __init__(self, board: Board, seat: Seat) -> None:
        self._seat = seat
        self._opponent = board[seat.other]
        # The opponent numbers the points the other way round: its lowest is the mover's highest.
        facing = bytes(self._opponent)[1:BAR]
        self._landings = int.from_bytes(facing.translate(_IS_OPEN), "big") << 8 * (_HIT_BYTES + 1)
        self._blots = list(compress(range(BAR - 1, OFF, -1), facing.translate(_IS_BLOT)))
        self.position = int.from_bytes(bytes(board[seat]), "little") << 8 * _HIT_BYTES

    def die(self, number: int) -> Die:
        """The moves by ``number``."""
        return Die(number, self._landings, self._blots)

    def boards(self, positions: Iterable[int]) -> Iterator[Board]:
        """``positions`` as boards; those with the same blots hit share the opponent's side."""
        set_own, set_opponent = _SET_SIDES if self._seat is WHITE else _SET_SIDES[::-1]
        opponents: dict[int, Side] = {0: self._opponent}
        for position in positions:
            hits = position & _HITS_ONLY
            opponent = opponents.get(hits)
            if opponent is None:
                opponent = opponents[hits] = self._after_hits(hits)
            board = _new_board(Board)
            set_own(board, _read_side(position.to_bytes(_BYTES, "little"), _HIT_BYTES))
            set_opponent(board, opponent)
            yield board

    def _after_hits(self, hits: int) -> Side:
        side = list(self._opponent)
        for blot in self._blots:
            if hits >> blot & 1:
                side[BAR - blot] = 0
                side[BAR] += 1
        return tuple(side)
