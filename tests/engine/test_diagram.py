from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board import START, Board
from engine.diagram import COLUMNS, ROWS, DiagramError, draw, parse_diagram
from engine.seat import Seat
from tests.engine.boards import BLACK, WHITE, boards, placed

START_DRAWN = """\
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
 X   pips 167   off  0"""

HIGH_STACKS_DRAWN = """\
 O   pips  76   off 11
+13-14-15-16-17-18-+-----+19-20-21-22-23-24-+
|                  |  6  |                O |
|                  |  X  |                  |
|                  |  X  |                  |
|                  |  X  |                  |
|                  |  X  |                  |
|                  | BAR |                  |
|                  |  O  | 9                |
|                  |  O  | X                |
|                  |  O  | X                |
|                  |     | X                |
|                  |     | X                |
+12-11-10--9--8--7-+-----+-6--5--4--3--2--1-+
 X   pips 204   off  0"""


def test_the_start_is_drawn() -> None:
    assert draw(START, WHITE) == draw(START, BLACK) == START_DRAWN
    assert parse_diagram(START_DRAWN, WHITE) == START


def test_stacks_of_more_than_five_show_their_number_and_the_bar_its_checkers() -> None:
    board = placed({25: 6, 6: 9}, {25: 3, 1: 1})
    assert draw(board, WHITE) == HIGH_STACKS_DRAWN
    assert parse_diagram(HIGH_STACKS_DRAWN, WHITE) == board


@given(boards(), st.sampled_from(Seat))
def test_draw_and_parse_invert_each_other(board: Board, viewer: Seat) -> None:
    assert parse_diagram(draw(board, viewer), viewer) == board


@given(boards(), st.sampled_from(Seat))
def test_the_diagram_has_its_size(board: Board, viewer: Seat) -> None:
    lines = draw(board, viewer).splitlines()
    assert len(lines) == ROWS
    assert {len(line) for line in lines[1:-1]} == {COLUMNS}
    assert max(map(len, lines)) == COLUMNS


@pytest.mark.parametrize(
    ("drawn", "problem"),
    [
        ("", "15 lines"),
        (START_DRAWN.replace("BAR |", "BAR|"), "45 columns"),
        (START_DRAWN.replace("off", "out"), "off"),
        (START_DRAWN.replace("off  0", "off  1"), "more than 15"),
        (START_DRAWN.replace("X", "x"), "X or O"),
        (
            START_DRAWN.replace(
                "| X                |     | O ", "|                  |     | O ", 1
            ),
            "gaps",
        ),
        (
            START_DRAWN.replace(
                " X |\n| X           O    |     | O                |",
                " 2 |\n| X           O    |     | O                |",
            ),
            "number",
        ),
    ],
)
def test_what_is_no_diagram_is_refused_with_the_reason(drawn: str, problem: str) -> None:
    with pytest.raises(DiagramError, match=problem):
        parse_diagram(drawn, WHITE)
