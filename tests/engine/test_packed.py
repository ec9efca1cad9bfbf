"""The packed arithmetic, held against the rules in their literal form."""

from __future__ import annotations

from itertools import compress

from hypothesis import given
from hypothesis import strategies as st

from engine.board import BAR, OFF, Board, Step
from engine.packed import Packed
from engine.plays import Dice
from engine.seat import Seat
from tests.engine import literal
from tests.engine.boards import BLACK, WHITE, boards, placed, positions


@given(boards(), st.sampled_from(Seat))
def test_a_board_comes_back_as_it_was_packed(board: Board, seat: Seat) -> None:
    packed = Packed(board, seat)
    assert list(packed.boards([packed.position] * 2)) == [board, board]


@given(positions())
def test_the_moves_of_a_die_are_those_of_the_literal_rules(
    position: tuple[Board, Seat, Dice],
) -> None:
    board, seat, (number, _) = position
    packed = Packed(board, seat)
    die = packed.die(number)
    after = die.after(packed.position)
    known = sorted(literal.moves(board, seat, number), reverse=True)
    assert [step for step, _ in after] == known
    assert die.can_move(packed.position) == bool(known)
    assert list(packed.boards(result for _, result in after)) == [
        board.move(seat, step) for step in known
    ]


@given(positions())
def test_a_second_move_knows_what_the_first_one_did(position: tuple[Board, Seat, Dice]) -> None:
    board, seat, dice = position
    packed = Packed(board, seat)
    first, second = map(packed.die, dice)
    for step, here in first.after(packed.position):
        between = board.move(seat, step)
        further = {then: between.move(seat, then) for then in literal.moves(between, seat, dice[1])}
        found = second.after(here)
        results = packed.boards(result for _, result in found)
        assert dict(zip([then for then, _ in found], results, strict=True)) == further


@given(positions(), st.integers(1, BAR))
def test_no_move_starts_above_the_ceiling(position: tuple[Board, Seat, Dice], ceiling: int) -> None:
    board, seat, (number, _) = position
    packed = Packed(board, seat)
    die = packed.die(number)
    below = [step for step, _ in die.after(packed.position) if step.source <= ceiling]
    selected = compress(die.moves, die.sources(packed.position, ceiling))
    # A checker on the bar enters first: while there is one, the ceiling is the bar.
    assert [step for step, _, _ in selected] == below or board[seat][BAR]


def test_a_point_that_is_hit_twice_is_hit_once() -> None:
    board = placed({8: 1, 7: 1}, {BAR - 5: 1, BAR: 1})
    packed = Packed(board, WHITE)
    three, two = packed.die(3), packed.die(2)
    here = dict(three.after(packed.position))[Step(8, 5)]
    here = dict(two.after(here))[Step(7, 5)]
    assert list(packed.boards([here])) == [placed({5: 2}, {BAR: 2})]


def test_checkers_off_and_on_the_bar_are_no_blots() -> None:
    board = Board.of(BLACK, placed({3: 2}, {}).white, placed({BAR: 1, 2: 13}, {}).white)
    assert board.white[OFF] == 1
    packed = Packed(board, BLACK)
    results = packed.boards(position for _, position in packed.die(3).after(packed.position))
    assert [result.white for result in results] == [board.white]


def test_results_with_the_same_hits_share_the_opponents_side() -> None:
    board = placed({8: 2, 6: 2}, {BAR - 5: 1, 3: 2})
    packed = Packed(board, WHITE)
    quiet, hit = packed.die(1).after(packed.position), packed.die(3).after(packed.position)
    opponents = [result.black for result in packed.boards(p for _, p in [*quiet, *hit])]
    assert len(opponents) == 4
    assert {id(side) for side in opponents if side == board.black} == {id(board.black)}
