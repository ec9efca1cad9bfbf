"""Every legal play of a roll. Knows the rules of moving; nothing of turns, cubes or matches.

**Highest source first.** Whether a checker may move depends only on checkers that started behind
it: one on the bar, one outside the home board, one on a higher point that forbids bearing off with
a larger die, one that has first to arrive. So the moves of a play that is legal in some order are
legal in the order of falling sources too. That order is the only one generated here: each play of
a double is then met once, other plays at most twice (once for each order of the dice).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import NamedTuple, TypeAlias

from engine import refusals
from engine.board import Board, Step
from engine.errors import IllegalCommand
from engine.packed import Die, Packed
from engine.seat import Seat

Dice: TypeAlias = tuple[int, int]
"""The two numbers rolled, 1 to 6, in any order."""

ROLLS: tuple[Dice, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 rolls, each once. Those of two numbers are twice as likely as doubles."""

Play: TypeAlias = tuple[Step, ...]
"""Moves by one die each, each legal when made in this order."""


def numbers(dice: Dice) -> tuple[int, ...]:
    """What a roll has to play, the larger first: two numbers, or one four times.

    Raises:
        ValueError: ``dice`` are no two numbers from 1 to 6.
    """
    low, high = _sorted(dice)
    return (low,) * 4 if low == high else (high, low)


def _sorted(dice: Dice) -> Dice:
    low, high = sorted(dice)
    if low < 1 or high > 6:
        raise ValueError(f"a roll is two numbers from 1 to 6, not {dice[0]} and {dice[1]}")
    return low, high


def _dice(packed: Packed, dice: Dice) -> tuple[Die, ...]:
    """``numbers`` with what each can move."""
    low, high = _sorted(dice)
    return (packed.die(low),) * 4 if low == high else (packed.die(high), packed.die(low))


def _full_plays(position: int, to_play: tuple[Die, ...]) -> dict[int, Play]:
    """One play for each distinct result; empty if there is no legal play."""
    if len(to_play) == 4:
        return _repeated(position, to_play[0])
    high, low = to_play
    plays: dict[int, Play] = {}
    _add_pairs(plays, position, low, high)
    _add_pairs(plays, position, high, low)
    # Where only one die can be played and either would do, it must be the larger.
    return plays or {after: (step,) for step, after in high.after(position) or low.after(position)}


def _add_pairs(plays: dict[int, Play], position: int, first: Die, second: Die) -> None:
    """Adds the plays of both dice in this order, by result."""
    for step, delta, hit in compress(first.moves, first.sources(position)):
        between = position + delta | hit
        sources = second.sources(between, step.source)
        for then, delta_then, hit_then in compress(second.moves, sources):
            plays[between + delta_then | hit_then] = (step, then)


def _repeated(position: int, die: Die) -> dict[int, Play]:
    """The plays of up to four moves by ``die``, as many as possible, by result."""
    plays: dict[int, Play] = {after: (step,) for step, after in die.after(position)}
    for _ in range(3):
        longer: dict[int, Play] = {}
        for here, play in plays.items():
            sources = die.sources(here, play[-1].source)
            for step, delta, hit in compress(die.moves, sources):
                longer[here + delta | hit] = (*play, step)
        if not longer:
            break
        plays = longer
    return plays


class LegalPlays:
    """The legal plays of one roll, worked out when they are first asked for.

    Iterating gives one ``Play`` for each distinct resulting position. ``play in plays`` accepts any
    legal order of the steps and, like ``bool(plays)``, generates nothing. A roll without a legal
    play has none: ``bool(plays)`` is false, ``len(plays)`` is 0.
    """

    def __init__(self, board: Board, seat: Seat, dice: Dice) -> None:
        self._packed = Packed(board, seat)
        self._dice = _sorted(dice)
        self._by_result: dict[int, Play] | None = None

    def _found(self) -> dict[int, Play]:
        if self._by_result is None:
            to_play = _dice(self._packed, self._dice)
            self._by_result = _full_plays(self._packed.position, to_play)
        return self._by_result

    def __iter__(self) -> Iterator[Play]:
        return iter(self._found().values())

    def __len__(self) -> int:
        return len(self._found())

    def __bool__(self) -> bool:
        packed = self._packed
        return any(packed.die(number).can_move(packed.position) for number in self._dice)

    def __contains__(self, play: object) -> bool:
        if not isinstance(play, tuple) or not play:
            return False
        progress = _Progress(self._packed.position, _dice(self._packed, self._dice))
        for step in play:
            further = progress.continuations().get(step)
            if further is None:
                return False
            progress = further
        return not progress.continuations()

    def count(self) -> int:
        """How many there are: the number of distinct results."""
        return len(self)

    def results(self) -> Iterator[Board]:
        """The distinct resulting boards, in the order of the plays."""
        return self._packed.boards(self._found())


class _Progress(NamedTuple):
    """Where a player stands in the middle of a play."""

    position: int
    left: tuple[Die, ...]
    """The dice not played yet, the larger first."""

    def continuations(self) -> dict[Step, _Progress]:
        """The steps that can still grow into a full play; none when the play is complete."""
        if not self.left:
            return {}
        if self.left[0] is self.left[-1]:
            # Any legal move will do: all orders of a double lead to as many moves.
            return _leading_to(self.left[0].after(self.position), self.left[1:])
        high, low = self.left
        high_moves, low_moves = high.after(self.position), low.after(self.position)
        high_then_low = [move for move in high_moves if low.can_move(move[1])]
        low_then_high = [move for move in low_moves if high.can_move(move[1])]
        if high_then_low or low_then_high:
            # Where either die bears off the same checker, the same moves can follow.
            return _leading_to(low_then_high, (high,)) | _leading_to(high_then_low, (low,))
        if high_moves:
            return _leading_to(high_moves, (low,))
        return _leading_to(low_moves, (high,))


def _leading_to(moves: list[tuple[Step, int]], left: tuple[Die, ...]) -> dict[Step, _Progress]:
    return {step: _Progress(after, left) for step, after in moves}


def legal_plays(board: Board, seat: Seat, dice: Dice) -> LegalPlays:
    """The full plays of ``dice`` that ``seat`` may choose from, one for each distinct result.

    Both dice are played if possible (of a double as many moves as possible), the larger if only one
    of either can be; bkgm.com/rules.html, "must use both numbers of a roll if this is legally
    possible".

    >>> from engine import START, Seat
    >>> legal_plays(START, Seat.WHITE, (6, 5)).count()
    7
    >>> (Step(24, 18), Step(18, 13)) in legal_plays(START, Seat.WHITE, (6, 5))
    True

    Raises:
        ValueError: ``dice`` are no two numbers from 1 to 6.
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

    >>> from engine import START, Seat
    >>> next_steps(START, Seat.WHITE, (6, 5), (Step(24, 18),))
    (Step(source=18, target=13), Step(source=13, target=8), Step(source=8, target=3))

    Raises:
        IllegalCommand: one of ``steps`` is illegal, or leads to no full play.
        ValueError: ``dice`` are no two numbers from 1 to 6.
    """
    packed = Packed(board, seat)
    progress = _Progress(packed.position, _dice(packed, dice))
    for count, step in enumerate(steps, start=1):
        further = progress.continuations()
        if step not in further:
            left = tuple([die.number for die in progress.left])
            raise _refusal(board, seat, dice, steps[:count], left)
        progress = further[step]
    return tuple(sorted(progress.continuations(), reverse=True))


def _refusal(
    board: Board, seat: Seat, dice: Dice, steps: Play, left: tuple[int, ...]
) -> IllegalCommand:
    """Why the last of ``steps``, before which these numbers were ``left``, cannot follow."""
    plays = legal_plays(board, seat, dice)
    if not plays:
        return refusals.no_legal_play(dice)
    if not left:
        return refusals.too_many(len(steps), dice)
    here = board.play(seat, steps[:-1])
    return refusals.bad_step(here, seat, steps[-1], left, dice) or refusals.too_little(
        board, seat, dice, steps, plays
    )
