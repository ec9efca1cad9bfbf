"""Where things stand on a screen of a given size. Knows sizes; nothing of matches or keys.

Narrow screens have the board with a column of facts, and messages under them. From ``WIDE`` columns
on the moves and the chat stand beside the board. The board is in the top left corner on all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import (
    AnyContainer,
    Dimension,
    HSplit,
    UIContent,
    UIControl,
    VSplit,
    Window,
)
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from clients.cli.screen.text import Fragments
from engine.diagram import COLUMNS, ROWS

MIN_COLUMNS, MIN_ROWS = 60, 18
WIDE = 76
FACTS_ROWS = 7
_CHAT_BESIDE_MOVES = 60
MAX_QUESTION_ROWS = 3

Draw: TypeAlias = Callable[[int, int], list[Fragments]]
"""Draws a pane of so many columns and rows."""
OnClick: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How a screen of this size is divided."""

    columns: int
    rows: int
    question_needs: int = 1
    """The rows that the question would take."""

    @property
    def fits(self) -> bool:
        """Whether the board has room."""
        return self.columns >= MIN_COLUMNS and self.rows >= MIN_ROWS

    @property
    def wide(self) -> bool:
        """Whether moves and chat stand beside the board."""
        return self.fits and self.columns >= WIDE

    @property
    def beside(self) -> int:
        """The columns beside the board."""
        return self.columns - COLUMNS - 1

    @property
    def upper_rows(self) -> int:
        """The rows over the question."""
        return self.rows - self.question_rows - 1

    @property
    def question_rows(self) -> int:
        """The rows of the question, over the line that is typed; the board keeps its own."""
        return min(self.question_needs, MAX_QUESTION_ROWS, max(self.rows - 1 - ROWS, 1))

    @property
    def message_rows(self) -> int:
        """The rows of messages."""
        return self.upper_rows - ROWS

    @property
    def chat_rows(self) -> int:
        """The rows of the chat under the moves."""
        return max((self.upper_rows - FACTS_ROWS) // 3, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Panes:
    """What a screen is made of."""

    board: Window
    facts: Draw
    moves: Draw
    chat: Draw
    messages: Draw
    sheet: Draw
    too_small: Draw
    question: Draw
    typed: Window


class Pane(UIControl):
    """A part of the screen that is drawn by a function, and may be clicked."""

    def __init__(self, draw: Draw, on_click: OnClick | None = None) -> None:
        self._draw = draw
        self._on_click = on_click

    def create_content(self, width: int, height: int) -> UIContent:
        """Draws it."""
        lines: list[StyleAndTextTuples] = [[*line] for line in self._draw(width, height)[:height]]
        return UIContent(
            get_line=lambda row: lines[row],
            line_count=len(lines),
            show_cursor=False,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Passes clicks on."""
        if self._on_click is None or mouse_event.event_type is not MouseEventType.MOUSE_UP:
            return NotImplemented
        self._on_click(mouse_event.position.x, mouse_event.position.y)
        return None


def arrange(plan: Plan, panes: Panes, *, sheet: bool) -> AnyContainer:
    """The screen; with a ``sheet`` over the board and what is beside it."""
    below = [_window(panes.question, rows=plan.question_rows), panes.typed]
    if not plan.fits:
        return HSplit([Window(Pane(panes.too_small)), *below])
    if sheet:
        return HSplit([Window(Pane(panes.sheet)), *below])
    if plan.wide:
        left = [panes.board, Window(Pane(panes.messages), width=COLUMNS)]
        upper = VSplit([HSplit(left), _gap(), _beside(plan, panes)])
        return HSplit([upper, *below])
    facts = _window(panes.facts, rows=ROWS, columns=plan.beside)
    messages = _window(panes.messages, rows=plan.message_rows)
    return HSplit([VSplit([panes.board, _gap(), facts], height=ROWS), messages, *below])


def board_window(draw: Draw, on_click: OnClick) -> Window:
    """The window of the board."""
    width, height = Dimension.exact(COLUMNS), Dimension.exact(ROWS)
    return Window(Pane(draw, on_click), width=width, height=height)


def _beside(plan: Plan, panes: Panes) -> AnyContainer:
    facts = _window(panes.facts, rows=FACTS_ROWS)
    moves = Window(Pane(panes.moves))
    if plan.beside >= _CHAT_BESIDE_MOVES:
        half = Dimension.exact(plan.beside // 2)
        chat = Window(Pane(panes.chat), width=half)
        return HSplit([facts, VSplit([moves, _gap(), chat])])
    return HSplit([facts, moves, _window(panes.chat, rows=plan.chat_rows)])


def _window(draw: Draw, *, rows: int, columns: int | None = None) -> Window:
    width = None if columns is None else Dimension.exact(columns)
    return Window(Pane(draw), height=Dimension.exact(rows), width=width)


def _gap() -> Window:
    return Window(width=Dimension.exact(1))
