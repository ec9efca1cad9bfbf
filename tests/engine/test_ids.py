from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import START, Board
from engine.ids import PositionIdError, parse_position_id, position_id
from engine.seat import Seat
from tests.engine import golden
from tests.engine.boards import BLACK, WHITE, boards, placed


def test_the_start() -> None:
    assert position_id(START, WHITE) == "4HPwATDgc/ABMA"
    assert parse_position_id("4HPwATDgc/ABMA") == START


def test_golden_ids() -> None:
    for case in golden.cases():
        assert position_id(case.board, WHITE) == case.position_id, case.name
        if "opening_hyper" not in case.tags:
            assert parse_position_id(case.position_id) == case.board, case.name


@given(boards(), st.sampled_from(Seat))
def test_format_and_parse_invert_each_other(board: Board, on_roll: Seat) -> None:
    assert parse_position_id(position_id(board, on_roll), on_roll) == board


def test_the_player_not_on_roll_comes_first() -> None:
    board = placed({1: 1}, {2: 1})
    assert position_id(board, WHITE) == "AgAABAAAAAAAAA"
    assert parse_position_id("AgAABAAAAAAAAA", BLACK) == placed({2: 1}, {1: 1})


def test_hypergammon_has_three_checkers_a_side() -> None:
    board = parse_position_id("AQAAAAAAAAAAAA", checkers=3)
    assert sum(board.white) == sum(board.black) == 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "14 characters, not 0"),
        ("4HPwATDgc/ABM", "14 characters, not 13"),
        ("4HPwATDgc/ABMA==", "14 characters, not 16"),
        ("4HPwATDgc/AB M", "characters other than"),
        ("4HPwATDgc/ABMé", "characters other than"),
        ("4HPwATDgc/\x1b[3m", "characters other than"),
        ("//////////////", "too many checkers"),
        ("AAAA+v8DAAAAAA", "one side has 16 checkers; 15 is the most"),
        ("AAAAAAAAAAAAAA", "no checker on the board"),
        ("4HPwATDgc/ABMB", "more in it than two sides"),
        ("AQAAAAAAAAAAgA", "more in it than two sides"),
        ("AACABAAAAAAAAA", "checkers on one point"),
    ],
)
def test_what_is_no_position_id_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(PositionIdError, match=problem):
        parse_position_id(text)
