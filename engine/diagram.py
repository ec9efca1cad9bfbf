"""The board as plain text, 45 columns by 15 rows, drawn and read back.

The viewer is always ``X`` at the bottom, moves to the bottom right and numbers the points; the
board never turns over. A stack of more than five shows its number nearest the middle. A checker on
the bar stands in the half where it has to enter. What a match adds (names, cube, dice) is not here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.board import BAR, CHECKERS, OFF, Board, Side
from engine.seat import Seat

COLUMNS = 45
ROWS = 15

_STACK_ROWS = 5
_CELL = 3
_BAR_CELL = 5
_TOP = (range(13, 19), range(19, 25))
_BOTTOM = (range(12, 6, -1), range(6, 0, -1))
_MIDDLE = f"|{'':{6 * _CELL}}| BAR |{'':{6 * _CELL}}|"
_OFF_COUNT = re.compile(r"off +([0-9]{1,2})")


class DiagramError(ValueError):
    """The text is no diagram of a board; the message is one sentence that says why."""


def draw(board: Board, viewer: Seat) -> str:
    """The board as ``viewer`` sees it: 15 lines without a final newline."""
    own, opponent = board[viewer], board[viewer.other]
    lines = [
        _caption("O", board, viewer.other),
        _edge(_TOP),
        *_half(_TOP, own, opponent, on_bar=_stack("X", own[BAR])),
        _MIDDLE,
        *reversed(_half(_BOTTOM, own, opponent, on_bar=_stack("O", opponent[BAR]))),
        _edge(_BOTTOM),
        _caption("X", board, viewer),
    ]
    return "\n".join(lines)


def _caption(sign: str, board: Board, seat: Seat) -> str:
    return f" {sign}   pips {board.pips(seat):>3}   off {board[seat][OFF]:>2}"


def _edge(halves: Sequence[Iterable[int]]) -> str:
    left, right = ("".join(f"{point:->2}-" for point in points) for points in halves)
    return f"+{left}+-----+{right}+"


def _stack(sign: str, count: int) -> list[str]:
    """The cells of one stack, the first to be filled first."""
    cells = [sign if row < count else "" for row in range(_STACK_ROWS)]
    if count > _STACK_ROWS:
        cells[-1] = str(count)
    return cells


def _half(
    halves: Sequence[Iterable[int]], own: Side, opponent: Side, on_bar: list[str]
) -> list[str]:
    """The five rows of the upper or lower half, from the edge to the middle."""
    left, right = (
        [_stack("X", own[p]) if own[p] else _stack("O", opponent[BAR - p]) for p in points]
        for points in halves
    )
    rows = []
    for row in range(_STACK_ROWS):
        outer, inner = (
            "".join(f"{cells[row]:^{_CELL}}" for cells in side) for side in (left, right)
        )
        bar = f"{on_bar[_STACK_ROWS - 1 - row]:^{_BAR_CELL}}"
        rows.append(f"|{outer}|{bar}|{inner}|")
    return rows


def parse_diagram(text: str, viewer: Seat) -> Board:
    """The board that ``draw`` drew for ``viewer``; blank lines and indentation do not matter.

    Raises:
        DiagramError: ``text`` is no such diagram, or a side has more than 15 checkers.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) != ROWS or any(len(line) != COLUMNS for line in lines[1:-1]):
        raise DiagramError(f"A diagram has {ROWS} lines, and its board {COLUMNS} columns.")
    own, opponent = [0] * (BAR + 1), [0] * (BAR + 1)
    own[OFF], opponent[OFF] = _read_off(lines[-1]), _read_off(lines[0])
    upper, lower = lines[2:7], lines[12:7:-1]
    for halves, rows in ((_TOP, upper), (_BOTTOM, lower)):
        for points, start in zip(halves, (1, COLUMNS // 2 + 4), strict=True):
            for column, point in enumerate(points):
                sign, count = _read_stack(rows, start + column * _CELL, _CELL)
                (own if sign == "X" else opponent)[point if sign == "X" else BAR - point] = count
    bar_start = 2 + 6 * _CELL
    own[BAR] = _read_stack(upper[::-1], bar_start, _BAR_CELL)[1]
    opponent[BAR] = _read_stack(lower[::-1], bar_start, _BAR_CELL)[1]
    if max(sum(own), sum(opponent)) > CHECKERS:
        raise DiagramError(f"A side has more than {CHECKERS} checkers.")
    return Board.of(viewer, tuple(own), tuple(opponent))


def _read_off(caption: str) -> int:
    found = _OFF_COUNT.search(caption)
    if found is None:
        raise DiagramError('The first and the last line say how many checkers are "off".')
    return int(found[1])


def _read_stack(rows: Sequence[str], start: int, width: int) -> tuple[str, int]:
    """Whose stack it is and how high; ``rows`` from the first cell to be filled."""
    cells = [row[start : start + width].strip() for row in rows]
    filled = [cell for cell in cells if cell]
    number = filled.pop() if filled and filled[-1].isascii() and filled[-1].isdecimal() else None
    sign = filled[0] if filled else ""
    if cells[: len(filled)] != [sign] * len(filled) or sign not in {"", "X", "O"}:
        raise DiagramError("A stack is of X or O, without gaps.")
    if number is not None and len(filled) != _STACK_ROWS - 1:
        raise DiagramError("A number stands nearest the middle, under four checkers.")
    return sign, int(number) if number else len(filled)
