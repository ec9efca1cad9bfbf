"""The generator beside bgsage, which is C++, and beside the literal one that the tests use.

Each gets its own kind of board and a roll, and answers with all distinct boards after it, again its
own kind: the engine with ``Board`` values, bgsage with a list of 26 numbers for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import NamedTuple

from bench.positions import Position, SageBoard, golden_positions, random_positions, sage_board
from bench.stopwatch import Work, per_second
from engine import OFF, results
from tests.engine import literal

RANDOM_POSITIONS = 20_000
LITERAL_POSITIONS = 1_000
SEED = 1

Rival = Callable[[SageBoard, int, int], list[SageBoard]]


class Race(NamedTuple):
    """How many positions a second the engine did, and how many a rival."""

    where: str
    results: int
    engine: float
    rival: float

    @property
    def ratio(self) -> float:
        return self.engine / self.rival


def bgsage() -> tuple[str, Rival] | None:
    """The name and version of bgsage and its generator, if it is installed."""
    try:
        from bgsage import possible_moves  # noqa: PLC0415  # may be missing
    except ImportError:
        return None
    return f"bgsage {version('bgsage')}", possible_moves


def races_with_sage(possible_moves: Rival) -> Iterator[Race]:
    for where, positions in (
        ("golden positions", golden_positions()),
        ("positions of random play", random_positions(RANDOM_POSITIONS, SEED)),
    ):
        rolls = [(sage_board(board, seat), *dice) for board, seat, dice in positions]
        count = check_same_results(positions, possible_moves)

        def sage(piece: slice, rolls: list[tuple[SageBoard, int, int]] = rolls) -> None:
            for roll in rolls[piece]:
                possible_moves(*roll)

        speeds = per_second(engine_work(positions), Work(sage, len(positions)))
        yield Race(f"{len(positions):,} {where}", count, *speeds)


def race_with_literal() -> Race:
    positions = random_positions(LITERAL_POSITIONS, SEED)

    def slow(piece: slice) -> None:
        for board, seat, dice in positions[piece]:
            set(literal.full_plays(board, seat, dice).values())

    speeds = per_second(engine_work(positions), Work(slow, len(positions)))
    count = sum(len(list(results(*position))) for position in positions)
    return Race(f"{len(positions):,} positions of random play", count, *speeds)


def engine_work(positions: Sequence[Position]) -> Work:
    def do(piece: slice) -> None:
        for position in positions[piece]:
            list(results(*position))

    return Work(do, len(positions))


def check_same_results(positions: Sequence[Position], possible_moves: Rival) -> int:
    """Counts the results after making sure that both generators did the same work.

    Where nothing can be played bgsage answers with the board as it is. With a single checker left
    it lets a player bear that off by one die even if both could be played.
    """
    count = 0
    for position in positions:
        board, seat, dice = position
        before = sage_board(board, seat)
        ours = {tuple(sage_board(result, seat)) for result in results(*position)}
        ours = ours or {tuple(before)}
        theirs = set(map(tuple, possible_moves(before, *dice)))
        single = sum(board[seat]) - board[seat][OFF] == 1
        if ours != theirs and not (single and ours < theirs):
            raise AssertionError(f"the generators differ on {position}")
        count += len(ours)
    return count
