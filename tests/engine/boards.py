"""Boards for the tests: placed by hand, from the golden positions, or made at random."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.board import BAR, CHECKERS, OFF, Board, Step, place
from engine.plays import Dice
from engine.seat import Seat
from tests.engine import golden

WHITE, BLACK = Seat.WHITE, Seat.BLACK


def placed(white: dict[int, int], black: dict[int, int]) -> Board:
    """A board with the checkers given, each side from its own side, all others borne off."""
    return Board(place(white, checkers=CHECKERS), place(black, checkers=CHECKERS))


def after(board: Board, seat: Seat, steps: tuple[Step, ...]) -> Board:
    for step in steps:
        board = board.move(seat, step)
    return board


def rolls() -> st.SearchStrategy[Dice]:
    die = st.integers(1, 6)
    return st.tuples(die, die)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Any board on which no point holds checkers of both sides; small stacks and low points often.

    At least one side has a checker on the board.
    """
    highest = draw(st.sampled_from([6, 9, BAR]))
    white_points = draw(st.lists(st.integers(OFF, highest), min_size=1, max_size=CHECKERS))
    taken = {BAR - point for point in white_points if OFF < point < BAR}
    free = [point for point in range(BAR + 1) if point not in taken]
    black_points = draw(st.lists(st.sampled_from(free), max_size=CHECKERS))
    white, black = (
        {point: points.count(point) for point in points} for points in (white_points, black_points)
    )
    board = placed(white, black)
    return board if board.pips(WHITE) + board.pips(BLACK) else placed({1: 1}, {})


def positions() -> st.SearchStrategy[tuple[Board, Seat, Dice]]:
    """A board, who is to play, and a roll."""
    known = st.sampled_from(golden.cases()).map(lambda case: (case.board, WHITE, case.dice))
    return st.one_of(known, st.tuples(boards(), st.sampled_from(Seat), rolls()))
