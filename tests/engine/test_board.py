from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import BAR, CHECKERS, OFF, START, Board, Step, place
from engine.diagram import parse_diagram
from engine.seat import Seat
from tests.engine.boards import BLACK, WHITE, boards, placed


def test_the_start_is_24_2_13_5_8_3_6_5_with_167_pips() -> None:
    drawn = """
     O   pips 167   off  0
    +13-14-15-16-17-18-+-----+19-20-21-22-23-24-+
    | X           O    |     | O              X |
    | X           O    |     | O              X |
    | X           O    |     | O                |
    | X                |     | O                |
    | X                |     | O                |
    |                  | BAR |                  |
    | O                |     | X                |
    | O                |     | X                |
    | O           X    |     | X                |
    | O           X    |     | X              O |
    | O           X    |     | X              O |
    +12-11-10--9--8--7-+-----+-6--5--4--3--2--1-+
     X   pips 167   off  0
    """
    assert parse_diagram(drawn, WHITE) == parse_diagram(drawn, BLACK) == START
    assert (START.pips(WHITE), START.pips(BLACK)) == (167, 167)


@pytest.mark.parametrize("seat", Seat)
def test_a_checker_on_the_bar_counts_25_and_one_borne_off_nothing(seat: Seat) -> None:
    one = place({BAR: 1, 3: 2}, checkers=CHECKERS)
    board = Board.of(seat, one, place({}, checkers=CHECKERS))
    assert one[OFF] == 12
    assert board.pips(seat) == 31
    assert board.pips(seat.other) == 0


def test_a_step_moves_one_checker() -> None:
    after = START.move(WHITE, Step(8, 5))
    assert after.white == place({24: 2, 13: 5, 8: 2, 6: 5, 5: 1}, checkers=CHECKERS)
    assert after.black == START.black


def test_a_blot_that_is_hit_goes_to_the_bar() -> None:
    board = placed({8: 1}, {BAR - 5: 1, BAR - 6: 2})
    assert board.hits(WHITE, Step(8, 5))
    after = board.move(WHITE, Step(8, 5))
    assert after.black == place({BAR: 1, BAR - 6: 2}, checkers=CHECKERS)


def test_passing_over_a_blot_does_not_hit_it() -> None:
    board = placed({8: 1}, {BAR - 5: 1})
    assert board.move(WHITE, Step(8, 4)).black == board.black


def test_two_checkers_are_no_blot() -> None:
    assert not placed({8: 1}, {BAR - 5: 2}).hits(WHITE, Step(8, 5))


def test_bearing_off_hits_nobody_though_the_opponent_is_on_the_bar() -> None:
    board = placed({3: 1, 2: 1}, {BAR: 1})
    after = board.move(WHITE, Step(3, OFF))
    assert not board.hits(WHITE, Step(3, OFF))
    assert after == placed({2: 1}, {BAR: 1})


STEPS = st.integers(1, BAR).flatmap(
    lambda source: st.builds(Step, st.just(source), st.integers(OFF, source - 1))
)


@given(boards(), st.sampled_from(Seat), STEPS)
def test_a_step_keeps_15_a_side_and_moves_the_pips_that_it_says(
    board: Board, seat: Seat, step: Step
) -> None:
    opponent_holds = step.target != OFF and board[seat.other][BAR - step.target] > 1
    if not board[seat][step.source] or opponent_holds:
        return
    after = board.move(seat, step)
    lost = step.target if board.hits(seat, step) else 0
    assert sum(after.white) == sum(after.black) == CHECKERS
    assert min(*after.white, *after.black) >= 0
    assert after.pips(seat) == board.pips(seat) - (step.source - step.target)
    assert after.pips(seat.other) == board.pips(seat.other) + lost
    assert all(not (after.white[p] and after.black[BAR - p]) for p in range(1, BAR))


def test_a_play_is_its_steps_one_after_another() -> None:
    board = placed({8: 2, 6: 1}, {BAR - 5: 1, BAR - 4: 1})
    steps = (Step(8, 5), Step(6, 5), Step(5, 4))
    after = board
    for step in steps:
        after = after.move(WHITE, step)
    assert board.play(WHITE, steps) == after == placed({8: 1, 5: 1, 4: 1}, {BAR: 2})
    assert board.play(WHITE, ()) == board


@given(boards(), st.sampled_from(Seat))
def test_a_board_of_a_seat_is_read_by_that_seat(board: Board, seat: Seat) -> None:
    assert Board.of(seat, board[seat], board[seat.other]) == board
