"""The rules of moving as the rule book says them, slow and without any cleverness.

Every sequence of moves is tried in every order. This is what the fast generator and ``resolve`` are
held against; it shares nothing with them but the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from engine.board import BAR, OFF, Board, Step
from engine.plays import Dice, Play
from engine.seat import Seat


def moves(board: Board, seat: Seat, die: int) -> Iterator[Step]:
    """Every legal move of one checker by one die."""
    own, opponent = board[seat], board[seat.other]
    all_home = not any(own[7 : BAR + 1])
    for source in range(1, BAR + 1):
        if own[source] == 0 or (own[BAR] > 0 and source != BAR):
            continue
        target = source - die
        if target > OFF:
            if opponent[BAR - target] <= 1:
                yield Step(source, target)
        elif all_home and (target == OFF or not any(own[source + 1 : 7])):
            yield Step(source, OFF)


def sequences(
    board: Board, seat: Seat, dice: tuple[int, ...]
) -> Iterator[tuple[Play, tuple[int, ...], Board]]:
    """The steps, the dice used and the result of every sequence that cannot be continued."""
    ended = True
    for die in set(dice):
        left = list(dice)
        left.remove(die)
        for step in moves(board, seat, die):
            ended = False
            for steps, used, result in sequences(board.move(seat, step), seat, tuple(left)):
                yield (step, *steps), (die, *used), result
    if ended:
        yield (), (), board


def full_plays(board: Board, seat: Seat, dice: Dice) -> dict[Play, Board]:
    """Every legal play, in every order of its steps, with its result."""
    to_play = dice * 2 if dice[0] == dice[1] else dice
    found = list(sequences(board, seat, to_play))
    most = max(len(steps) for steps, _, _ in found)
    if most == 0:
        return {}
    found = [sequence for sequence in found if len(sequence[0]) == most]
    if most == 1 and dice[0] != dice[1]:
        larger = [sequence for sequence in found if sequence[1] == (max(dice),)]
        found = larger or found
    return {steps: result for steps, _, result in found}


def next_steps(plays: dict[Play, Board]) -> dict[Play, set[Step]]:
    """For every beginning of a legal play the steps that can follow."""
    following: dict[Play, set[Step]] = defaultdict(set)
    for play in plays:
        for count, step in enumerate(play):
            following[play[:count]].add(step)
        following[play] |= set()
    return following


def joined(play: Play) -> Iterator[Play]:
    """The steps of ``play`` with any of them joined where one ends at the source of another."""
    yield tuple(sorted(play))
    for first in play:
        for second in play:
            if first.target == second.source:
                rest = list(play)
                rest.remove(first)
                rest.remove(second)
                yield from joined((*rest, Step(first.source, second.target)))


def meanings(plays: dict[Play, Board]) -> dict[Play, set[Board]]:
    """For every way to write a legal play, sorted, the results it can mean."""
    found: dict[Play, set[Board]] = defaultdict(set)
    for sorted_play, result in {(tuple(sorted(play)), result) for play, result in plays.items()}:
        for segments in set(joined(sorted_play)):
            found[segments].add(result)
    return found
