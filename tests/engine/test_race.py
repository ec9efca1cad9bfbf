"""Rules, "Winning": when no contact is left, and how many rolls a side then needs."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from engine.board import BAR, CHECKERS, OFF, START, Board, Side, place
from engine.plays import results
from engine.race import BEST_ROLL, WORST_ROLL, has_contact, rolls_needed
from tests.engine.boards import BLACK, WHITE, placed


@pytest.mark.parametrize(
    ("white", "black", "contact"),
    [
        ({24: 1}, {2: 1}, True),
        ({BAR: 1}, {1: 1}, True),
        ({13: 1}, {13: 1}, True),
        ({13: 1}, {11: 1}, False),
        ({12: 15}, {12: 15}, False),
        ({6: 15}, {6: 15}, False),
        ({18: 1}, {6: 15}, False),
        ({20: 1}, {6: 15}, True),
    ],
)
def test_contact_is_left_while_a_checker_has_one_of_the_other_side_before_it(
    white: dict[int, int], black: dict[int, int], contact: bool
) -> None:
    assert has_contact(placed(white, black)) is contact
    assert has_contact(placed(black, white)) is contact


def test_a_game_starts_with_contact() -> None:
    assert has_contact(START)


@pytest.mark.parametrize(
    ("points", "with_6_6", "with_2_1"),
    [
        ({}, 0, 0),
        ({1: 1}, 1, 1),
        ({1: 2}, 1, 1),
        ({1: 3}, 1, 2),
        ({1: 15}, 4, 8),
        ({6: 1}, 1, 2),
        ({3: 1}, 1, 1),
        ({6: 15}, 4, 30),
        ({7: 4}, 2, 10),
        ({7: 4, 1: 1}, 3, 10),
        ({24: 15}, 15, 120),
        ({24: 1}, 1, 8),
        ({24: 1, 1: 14}, 5, 15),
    ],
)
def test_the_rolls_that_a_side_needs(points: dict[int, int], with_6_6: int, with_2_1: int) -> None:
    side = place(points, checkers=CHECKERS)
    assert rolls_needed(side, BEST_ROLL) == with_6_6
    assert rolls_needed(side, WORST_ROLL) == with_2_1


def fewest_rolls(side: Side, dice: tuple[int, int]) -> int:
    """The same by trying every legal play of every roll."""
    alone, rolls = place({}, checkers=CHECKERS), 0
    reached: Iterable[Side] = {side}
    while not any(side[OFF] == CHECKERS for side in reached):
        boards = (Board(side, alone) for side in reached)
        reached = {after.white for board in boards for after in results(board, WHITE, dice)}
        rolls += 1
    return rolls


def some_side(chance: random.Random) -> Side:
    """Few checkers, most of them on the ace point, where a two is wasted."""
    farthest = chance.choice([1, 3, 6, 6, 10, 16])
    points = dict.fromkeys(range(1, farthest + 1), 0)
    points[1] = chance.randint(0, 9)
    for _ in range(chance.randint(1, 4)):
        points[chance.randint(1, farthest)] += 1
    return place(points, checkers=CHECKERS)


def test_no_play_needs_fewer_rolls_but_for_one_with_2_1() -> None:
    chance = random.Random(1)
    more = 0
    for _ in range(300):
        side = some_side(chance)
        assert rolls_needed(side, BEST_ROLL) == fewest_rolls(side, (6, 6))
        plainly, cleverly = rolls_needed(side, WORST_ROLL), fewest_rolls(side, (2, 1))
        assert plainly - cleverly in {0, 1}
        more += plainly - cleverly
    assert more < 15


def test_each_side_counts_from_its_own_end() -> None:
    board = placed({3: 2}, {5: 4})
    assert [rolls_needed(board[seat], BEST_ROLL) for seat in (WHITE, BLACK)] == [1, 1]
    assert [rolls_needed(board[seat], WORST_ROLL) for seat in (WHITE, BLACK)] == [2, 7]
