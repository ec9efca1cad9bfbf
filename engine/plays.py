"""Every legal play of a roll. Knows the rules of moving; nothing of turns, cubes or matches.

**Highest source first.** Whether a checker may move depends only on checkers that started behind
it: one on the bar, one outside the home board, one on a higher point that forbids bearing off with
a larger die, one that has first to arrive. So the moves of a play that is legal in some order are
legal in the order of falling sources too. That order is the only one generated here: each play of
a double is then met once, other plays at most twice (once for each order of the dice).

**Packed positions.** Generation works on one integer, a byte for each of the 52 counts: the mover's
side, then the opponent's. Making a move is adding a number from a table, a result is its own key,
and the counts come back with ``int.to_bytes``. Measured against tuples and lists with undo this was
the fastest that is still plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from engine import refusals
from engine.board import BAR, HOME, OFF, Board, Step
from engine.errors import IllegalCommand
from engine.seat import Seat

Dice: TypeAlias = tuple[int, int]
"""The two numbers rolled, 1 to 6, in any order."""

Play: TypeAlias = tuple[Step, ...]
"""Moves by one die each, each legal when made in this order."""

_SIDE = BAR + 1
_COUNTS = 2 * _SIDE
_FACING = _COUNTS - 1
"""The opponent's count on the mover's point ``p`` is byte ``_FACING - p``."""

_NOBODY_OUTSIDE = bytes(BAR - HOME)


def numbers(dice: Dice) -> tuple[int, ...]:
    """What a roll has to play, the larger first: two numbers, or one four times."""
    low, high = sorted(dice)
    return (low,) * 4 if low == high else (high, low)


def _one(index: int) -> int:
    return 1 << 8 * index


_STEPS: tuple[tuple[Step, ...], ...] = tuple(
    tuple(Step(source, max(source - die, OFF)) for source in range(BAR + 1)) for die in range(7)
)
_DELTAS: tuple[tuple[int, ...], ...] = tuple(
    tuple(_one(step.target) - _one(step.source) for step in steps) for steps in _STEPS
)
"""``[die][source]``: the move, and what it adds to a packed position."""

_HITS = tuple(_one(_FACING) - _one(_FACING - point) for point in range(BAR))
"""``[point]``: what hitting a blot on this point of the mover's adds to a packed position."""


def _pack(board: Board, mover: Seat) -> int:
    return int.from_bytes(bytes(board[mover] + board[mover.other]), "little")


def _unpack(position: int, mover: Seat) -> Board:
    counts = tuple(position.to_bytes(_COUNTS, "little"))
    return Board.of(mover, counts[:_SIDE], counts[_SIDE:])


def _moves(position: int, die: int, ceiling: int = BAR) -> list[tuple[Step, int]]:
    """The legal moves by ``die``, highest first, none from above ``ceiling``, and their results."""
    counts = position.to_bytes(_COUNTS, "little")
    steps, deltas = _STEPS[die], _DELTAS[die]
    found = []
    on_bar = counts[BAR]
    for source in (BAR,) if on_bar else range(ceiling, die, -1):
        if counts[source]:
            facing = counts[_FACING - source + die]
            if facing < 2:
                after = position + deltas[source]
                if facing:
                    after += _HITS[source - die]
                found.append((steps[source], after))
    if not on_bar and counts[HOME + 1 : _SIDE] == _NOBODY_OUTSIDE:
        # A die bears off from its own point, or from the highest one if that is lower.
        source = die
        if not any(counts[die : HOME + 1]):
            source = next((point for point in range(die - 1, OFF, -1) if counts[point]), OFF)
        if counts[source] and OFF < source <= ceiling:
            found.append((steps[source], position + deltas[source]))
    return found


def _longest(position: int, dice: tuple[int, ...]) -> tuple[int, dict[int, Play]]:
    """How many of ``dice`` can be played in this order, and the plays of so many by result."""
    plays: dict[int, Play] = {position: ()}
    for played, die in enumerate(dice):
        longer = {
            after: (*play, step)
            for here, play in plays.items()
            for step, after in _moves(here, die, play[-1].source if play else BAR)
        }
        if not longer:
            return played, plays
        plays = longer
    return len(dice), plays


def _full_plays(position: int, dice: Dice) -> dict[int, Play]:
    """One play for each distinct result; empty if there is no legal play."""
    to_play = numbers(dice)
    played, plays = _longest(position, to_play)
    if len(to_play) == 2:
        played_low_first, low_first = _longest(position, to_play[::-1])
        if played == played_low_first == 2:
            return low_first | plays
        # Where only one die can be played and either would do, it must be the larger.
        if played_low_first > played:
            return low_first
    return plays if played else {}


class LegalPlays:
    """The legal plays of one roll, worked out when they are first asked for.

    Iterating gives one ``Play`` for each distinct resulting position. ``play in plays`` accepts any
    legal order of the steps, and does not generate anything. A roll without a legal play has none:
    ``bool(plays)`` is false, ``len(plays)`` is 0.
    """

    def __init__(self, board: Board, seat: Seat, dice: Dice) -> None:
        self._position = _pack(board, seat)
        self._seat = seat
        self._dice = dice
        self._by_result: dict[int, Play] | None = None

    def _found(self) -> dict[int, Play]:
        if self._by_result is None:
            self._by_result = _full_plays(self._position, self._dice)
        return self._by_result

    def __iter__(self) -> Iterator[Play]:
        return iter(self._found().values())

    def __len__(self) -> int:
        return len(self._found())

    def __bool__(self) -> bool:
        return any(_moves(self._position, die) for die in set(self._dice))

    def __contains__(self, play: object) -> bool:
        if not isinstance(play, tuple) or not play:
            return False
        progress = _Progress(self._position, numbers(self._dice))
        for step in play:
            further = progress.continuations().get(step)
            if further is None:
                return False
            progress = further
        return not progress.continuations()

    def results(self) -> Iterator[Board]:
        """The distinct resulting boards, in the order of the plays."""
        for position in self._found():
            yield _unpack(position, self._seat)


class _Progress(NamedTuple):
    """Where a player stands in the middle of a play."""

    position: int
    left: tuple[int, ...]
    """The numbers not played yet, the larger first."""

    def continuations(self) -> dict[Step, _Progress]:
        """The steps that can still grow into a full play; none when the play is complete."""
        if not self.left:
            return {}
        if self.left[0] == self.left[-1]:
            # Any legal move will do: all orders of a double lead to as many moves.
            return self._after(_moves(self.position, self.left[0]), self.left[1:])
        high, low = self.left
        high_moves, low_moves = _moves(self.position, high), _moves(self.position, low)
        high_then_low = [move for move in high_moves if _moves(move[1], low)]
        low_then_high = [move for move in low_moves if _moves(move[1], high)]
        if high_then_low or low_then_high:
            # Where either die bears off the same checker, the same moves can follow.
            return self._after(low_then_high, (high,)) | self._after(high_then_low, (low,))
        if high_moves:
            return self._after(high_moves, (low,))
        return self._after(low_moves, (high,))

    @staticmethod
    def _after(moves: list[tuple[Step, int]], left: tuple[int, ...]) -> dict[Step, _Progress]:
        return {step: _Progress(after, left) for step, after in moves}


def legal_plays(board: Board, seat: Seat, dice: Dice) -> LegalPlays:
    """The full plays of ``dice`` that ``seat`` may choose from, one for each distinct result.

    Both dice are played if possible (of a double as many moves as possible), the larger if only one
    of either can be; bkgm.com/rules.html, "must use both numbers of a roll if this is legally
    possible".
    """
    return LegalPlays(board, seat, dice)


def results(board: Board, seat: Seat, dice: Dice) -> Iterator[Board]:
    """The distinct boards that ``seat`` can reach with ``dice``; none without a legal play."""
    return legal_plays(board, seat, dice).results()


def has_legal_play(board: Board, seat: Seat, dice: Dice) -> bool:
    """Whether any checker of ``seat`` can move; generates nothing."""
    return bool(legal_plays(board, seat, dice))


def next_steps(board: Board, seat: Seat, dice: Dice, steps: Play = ()) -> Play:
    """The moves that can follow ``steps`` on the way to a full play, highest source first.

    None when the play is complete, or when there is no legal play at all.

    Raises:
        IllegalCommand: one of ``steps`` is illegal, or leads to no full play.
    """
    progress = _Progress(_pack(board, seat), numbers(dice))
    for count, step in enumerate(steps, start=1):
        further = progress.continuations()
        if step not in further:
            raise _refusal(board, seat, dice, steps[:count], progress)
        progress = further[step]
    return tuple(sorted(progress.continuations(), reverse=True))


def _refusal(
    board: Board, seat: Seat, dice: Dice, steps: Play, before_last: _Progress
) -> IllegalCommand:
    """Why the last of ``steps`` cannot follow the others."""
    if not has_legal_play(board, seat, dice):
        return refusals.no_legal_play(dice)
    if not before_last.left:
        return refusals.too_many(len(steps), dice)
    here = _unpack(before_last.position, seat)
    return refusals.bad_step(here, seat, steps[-1], before_last.left, dice) or refusals.too_little(
        board, seat, dice, steps, legal_plays(board, seat, dice)
    )
