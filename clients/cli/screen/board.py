"""The board on the screen: the diagram of the engine, with dice, turn, cube and marks on it.

Marks differ by shape: ``*`` beside the number of a point where a move may start or end, ``<``
beside the one that is chosen. A die that is used loses its brackets. Nothing here knows of keys.
"""

from __future__ import annotations

from dataclasses import dataclass

from clients.cli import words
from clients.cli.draft import Draft
from clients.cli.people import People
from clients.cli.preferences import Preferences
from clients.cli.scene import has_cube
from clients.cli.screen.text import PLAIN, REVERSE, STRONG, Fragments
from engine.board import BAR, HOME, OFF, Board
from engine.diagram import COLUMNS, ROWS, draw
from engine.plays import numbers
from engine.state import Dice

_LEFT, _RIGHT, _CELL = 1, 26, 3
_BAR_COLUMNS = range(20, 25)
_MIDDLE, _TOP_EDGE, _BOTTOM_EDGE = 7, 1, 13
_OFF_AT = 16
_PIPS = slice(5, 13)
_CUBE_AT = 26
_DISCS = str.maketrans({"X": "●", "O": "○", "|": "│"})


@dataclass(frozen=True, slots=True)
class Marks:
    """Points, in the viewer's numbering: where to click or what to type next."""

    points: frozenset[int] = frozenset()
    chosen: int | None = None


def board_lines(
    people: People, board: Board, draft: Draft | None, marks: Marks, likes: Preferences
) -> list[Fragments]:
    """``board`` with everything on it, ``ROWS`` lines of ``COLUMNS`` columns."""
    grid = _Grid(draw(board, people.viewer).split("\n"))
    if not likes.numbers:
        for row in (_TOP_EDGE, _BOTTOM_EDGE):
            grid.put(row, _LEFT, "-" * 18)
            grid.put(row, _RIGHT, "-" * 18)
    if not likes.pips:
        for row in (0, ROWS - 1):
            grid.put(row, _PIPS.start, " " * (_PIPS.stop - _PIPS.start))
    _put_turn(grid, people)
    _put_cube(grid, people)
    _put_dice(grid, people, draft)
    for point in marks.points - {marks.chosen}:
        _put_mark(grid, point, "*")
    if marks.chosen is not None:
        _put_mark(grid, marks.chosen, "<")
    return grid.lines(discs=likes.glyphs == "unicode")


def point_at(column: int, row: int) -> int | None:
    """The viewer's point under a cell of the board: 1..24, ``BAR``, ``OFF``; or ``None``."""
    if row >= ROWS - 1:
        return OFF
    if column in _BAR_COLUMNS:
        return BAR
    if row < _TOP_EDGE or row == _MIDDLE:
        return None
    for start, first_top, first_bottom in ((_LEFT, 13, 12), (_RIGHT, 19, 6)):
        offset = (column - start) // _CELL
        if 0 <= offset < HOME:
            return first_top + offset if row < _MIDDLE else first_bottom - offset
    return None


def dice_shown(dice: Dice, draft: Draft | None) -> list[tuple[int, bool]]:
    """The numbers to play, each with whether it is used."""
    if dice[0] == dice[1]:
        used = 0 if draft is None else len(draft.steps)
        return [(number, index < used) for index, number in enumerate(numbers(dice))]
    left = sorted(dice)
    for source, target in () if draft is None else draft.steps:
        # A checker is borne off by its own number, or else by a larger one.
        left.remove(next(number for number in left if number >= source - target))
    return [(number, number not in left) for number in dice]


class _Grid:
    """The cells of the board while it is drawn."""

    def __init__(self, rows: list[str]) -> None:
        self._chars = [list(row.ljust(COLUMNS)) for row in rows]
        self._styles = [[PLAIN] * COLUMNS for _ in rows]

    def put(self, row: int, column: int, text: str, style: str = PLAIN) -> None:
        for offset, char in enumerate(text[: COLUMNS - column]):
            self._chars[row][column + offset] = char
            self._styles[row][column + offset] = style

    def style(self, row: int, column: int, count: int, style: str) -> None:
        self._styles[row][column : column + count] = [style] * count

    def lines(self, *, discs: bool) -> list[Fragments]:
        lines: list[Fragments] = []
        for chars, styles in zip(self._chars, self._styles, strict=True):
            line: Fragments = []
            for char, style in zip(chars, styles, strict=True):
                shown = char.translate(_DISCS) if discs else char
                if line and line[-1][0] == style:
                    line[-1] = (style, line[-1][1] + shown)
                else:
                    line.append((style, shown))
            lines.append(line)
        return lines


def _put_turn(grid: _Grid, people: People) -> None:
    acts = people.state.to_act
    if acts is not None:
        grid.put(ROWS - 1 if acts is people.viewer else 0, 0, ">", STRONG)


def _put_cube(grid: _Grid, people: People) -> None:
    owner = people.state.cube.owner
    if has_cube(people.state) and owner is not None:
        text = words.CUBE_ON_BOARD.format(value=people.state.cube.value)
        grid.put(ROWS - 1 if owner is people.viewer else 0, _CUBE_AT, text, STRONG)


def _put_dice(grid: _Grid, people: People, draft: Draft | None) -> None:
    state = people.state
    if state.dice is None or state.on_roll is None:
        return
    column = _RIGHT if state.on_roll is people.viewer else _LEFT
    for number, used in dice_shown(state.dice, draft):
        grid.put(
            _MIDDLE, column + 1, f" {number} " if used else f"[{number}]", PLAIN if used else STRONG
        )
        column += 4


def _put_mark(grid: _Grid, point: int, mark: str) -> None:
    if point == OFF:
        grid.put(ROWS - 1, _OFF_AT - 1, mark, REVERSE)
        grid.style(ROWS - 1, _OFF_AT, 3, REVERSE)
    elif point == BAR:
        grid.put(_MIDDLE, _BAR_COLUMNS.start, f"{mark}BAR{mark}", REVERSE)
    else:
        row = _TOP_EDGE if point > 12 else _BOTTOM_EDGE
        offset = point - 13 if point > 12 else 12 - point
        column = _LEFT + offset * _CELL if offset < HOME else _RIGHT + (offset - HOME) * _CELL
        grid.put(row, column + 2, mark, REVERSE)
        grid.style(row, column, 3, REVERSE)
