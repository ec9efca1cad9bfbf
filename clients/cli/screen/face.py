"""The face that fills the screen: what came in and what is typed, and when to draw what.

It shares the table with the line face: every line typed here means the same there. It remembers
what was told, which sheet is open and which point is chosen; everything else is drawn from the
table's view. Nothing is written to the terminal unless something on it changes.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections import deque
from collections.abc import Mapping

from prompt_toolkit.application import Application, get_app_session
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import AnyContainer, DynamicContainer, Layout
from prompt_toolkit.output import ColorDepth

from clients import notices as nt
from clients.cli import words
from clients.cli.alarm import Alarm
from clients.cli.face import OnLine
from clients.cli.people import People
from clients.cli.printable import printable
from clients.cli.question import Kind, waiting
from clients.cli.refusals import reason_told
from clients.cli.refused import RefusedError
from clients.cli.screen import panes
from clients.cli.screen.board import Marks, board_lines, point_at
from clients.cli.screen.keys import InputLine, key_bindings
from clients.cli.screen.layout import Panes, Plan, arrange, board_window
from clients.cli.screen.pointing import click, marks
from clients.cli.screen.record import Record
from clients.cli.screen.text import PLAIN, REVERSE, STRONG, Fragments, fit, wrap, wrap_in
from clients.cli.screen.thrift import thrifty
from clients.cli.table import Table
from clients.transport import LinkDown, Report
from engine.state import Phase

MAX_MESSAGES = 500
"""Messages that can be scrolled back to; older ones are forgotten."""
SHEET_FROM_LINES = 6
"""Answers of so many lines are shown as a sheet over the board."""
_DECISIONS = frozenset({Kind.CUBE, Kind.RESIGNATION})
_TURNS = _DECISIONS | {Kind.ROLL, Kind.PLAY, Kind.READY}


class ScreenFace:
    """See the module. The screen stands while ``read`` runs."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._record = Record(table.ask_log)
        self._messages: deque[str] = deque(maxlen=MAX_MESSAGES)
        self._back = 0
        self._sheet: list[str] = []
        self._sheet_top = 0
        self._invites = False
        self._banner = ""
        self._asked: tuple[Kind | None, str | None] = (None, None)
        self._shows_draft = True
        self._chosen: int | None = None
        self.on_line: OnLine = lambda _line: None
        self.stands = False
        self._closed = False
        self.input = InputLine(table, self._submit)
        self._output = get_app_session().output
        self.board = board_window(self._draw_board, self._click)
        self._panes = self._make_panes()
        self._arranged: tuple[Plan, bool, AnyContainer] | None = None
        self.app = self._make_app()

    # What a sitting asks of a face.

    def report(self, report: Report, lines: list[str]) -> None:
        """Something came in."""
        self._record.hear(report)
        self._follow_link(report)
        if isinstance(report, nt.Said) and self._plan.wide:
            lines = []  # it stands in the chat
        if isinstance(report, LinkDown) and self.stands:
            lines = []  # the banner says it
        self._tell(lines, answer=isinstance(report, nt.Answered))
        self._follow_room(report, lines)
        self.app.invalidate()

    def remind(self, lines: list[str]) -> None:
        """Time has passed: nothing may cover that, and it may ring."""
        self.close_sheet()
        self._ring()
        self._tell(lines, answer=False)
        self.app.invalidate()

    def reply(self, lines: list[str]) -> None:
        """The answer to a line that was typed."""
        self._shows_draft = True
        self._tell(lines, answer=True)
        self.app.invalidate()

    def refuse(self, refusal: RefusedError) -> None:
        """Why a line was refused."""
        self.reply([str(refusal)])

    async def read(self, on_line: OnLine) -> None:
        """Fills the screen until Ctrl-C, Ctrl-D or ``close``."""
        self.on_line = on_line
        self.stands = True
        if not self._closed:
            with contextlib.suppress(EOFError):  # the terminal is gone
                await self.app.run_async()

    def close(self) -> None:
        """Gives the screen back."""
        self._closed = True
        if self.app.is_running and not self.app.is_done:
            self.app.exit()

    # What changes.

    def _follow_link(self, report: Report) -> None:
        match report:
            case LinkDown():
                reason = printable(str(reason_told(report.reason)), 200)
                retry_s = math.ceil(report.retry_s)
                self._banner = words.RECONNECTING.format(reason=reason, retry_s=retry_s)
            case nt.Welcomed():
                self._banner = ""
            case _:
                pass

    def _follow_room(self, report: Report, lines: list[str]) -> None:
        """A sheet never covers a new question; a question may ring."""
        view = self._table.view
        if view is None:
            return
        waits_for_opponent = view.state.phase is Phase.SEATING
        if isinstance(report, nt.Entered) and waits_for_opponent and len(lines) > 1:
            self._open_sheet(lines)
        elif self._invites and not waits_for_opponent:
            self.close_sheet()
        self._invites = bool(self._sheet) and waits_for_opponent
        asked = (self._table.asked, self._table.question)
        if asked != self._asked and asked[1] is not None:
            self._asked = asked
            if asked[0] in _TURNS:
                self.close_sheet()
                self._ring()
            if asked[0] in _DECISIONS:
                self._shows_draft = False
        if not self._table.hops_after(""):
            self._chosen = None

    def _ring(self) -> None:
        if self._table.settings.current.bell and self.stands:
            self._output.bell()

    def _tell(self, lines: list[str], *, answer: bool) -> None:
        if not self.stands:
            if lines:
                print("\n".join(lines), flush=True)
        elif answer and len(lines) >= SHEET_FROM_LINES:
            self._open_sheet(lines)
            return
        asked = (self._table.question, self._asks)
        self._messages += [line for line in lines if line not in asked]
        self._back = 0

    def _submit(self, line: str) -> None:
        self.close_sheet()
        self._chosen = None
        self.on_line(line)

    # For keys and clicks.

    def _open_sheet(self, lines: list[str]) -> None:
        self._sheet, self._sheet_top = lines, 0

    def close_sheet(self) -> None:
        """Shows the board again, and nothing chosen on it."""
        self._sheet, self._chosen = [], None

    def type(self, line: str) -> None:
        """Does what ``line`` says, and leaves what is being typed alone."""
        self.on_line(line)

    def scroll(self, pages: int) -> None:
        """Turns pages of the sheet, or else of the messages."""
        if self._sheet:
            rows = self._plan.upper_rows - 1
            lines = panes.sheet_lines(self._sheet, self._plan.columns)
            last = max(len(lines) - rows, 0)
            self._sheet_top = min(max(self._sheet_top + pages * rows, 0), last)
        else:
            rows = max(self._plan.message_rows - 1, 1)
            self._back = min(max(self._back - pages * rows, 0), len(self._messages))

    def _click(self, column: int, row: int) -> None:
        point = point_at(column, row)
        if point is None:
            return
        self._chosen, line = click(self._table, point, self._chosen)
        if line:
            self.on_line(line)

    # Drawing.

    @property
    def _plan(self) -> Plan:
        rows, columns = self._output.get_size()
        return Plan(columns, rows, len(wrap(self._asks, columns)))

    @property
    def _asks(self) -> str:
        """What stands over the line that is typed."""
        return self._banner or self._table.status or (waiting(self._people) if self._people else "")

    @property
    def _people(self) -> People | None:
        view = self._table.view
        return None if view is None else self._table.people(view)

    def _make_app(self) -> Application[None]:
        takes_clicks = Condition(lambda: self._table.settings.current.mouse and not self._sheet)
        app: Application[None] = Application(
            layout=Layout(DynamicContainer(self._arrange), focused_element=self.input.window),
            key_bindings=key_bindings(self),
            full_screen=True,
            mouse_support=takes_clicks,
            output=thrifty(self._output),
            color_depth=_color_depth(os.environ),
            terminal_size_polling_interval=None,  # a signal tells it
        )
        app.ttimeoutlen = 0.2
        # Whatever was drawn, it is right until the next second of a clock that can be seen.
        tick = Alarm(self._until_tick_ms, app.invalidate)
        app.after_render += lambda _app: tick.set()
        return app

    def _until_tick_ms(self) -> int | None:
        shown = self._table.times
        seen = self._plan.fits and not self._sheet and self.app.is_running and not self._closed
        return shown.until_next_second_ms() if shown is not None and seen else None

    def _make_panes(self) -> Panes:
        return Panes(
            board=self.board,
            facts=self._draw_facts,
            moves=self._draw_moves,
            chat=self._draw_chat,
            messages=lambda columns, rows: panes.tail(self._messages, columns, rows, self._back),
            sheet=lambda columns, rows: panes.sheet(self._sheet, columns, rows, self._sheet_top),
            too_small=self._draw_too_small,
            question=self._draw_question,
            typed=self.input.window,
        )

    def _arrange(self) -> AnyContainer:
        plan, sheet = self._plan, bool(self._sheet)
        if self._arranged is None or self._arranged[:2] != (plan, sheet):
            self._arranged = (plan, sheet, arrange(plan, self._panes, sheet=sheet))
        return self._arranged[2]

    def _draw_board(self, _columns: int, _rows: int) -> list[Fragments]:
        table, people = self._table, self._people
        if table.view is None or people is None:
            return []
        draft = table.draft if self._shows_draft else None
        board = people.state.board if draft is None else draft.board
        marked = marks(table, self.input.text, self._chosen) if self._shows_draft else Marks()
        return board_lines(people, board, draft, marked, table.settings.current)

    def _draw_facts(self, columns: int, rows: int) -> list[Fragments]:
        view, people, times = self._table.view, self._people, self._table.times
        if view is None or people is None:
            return []
        return panes.facts(view, people, times, columns, rows)

    def _draw_moves(self, columns: int, rows: int) -> list[Fragments]:
        view = self._table.view
        return panes.moves(self._record.lines(view.you if view else None), columns, rows)

    def _draw_chat(self, columns: int, rows: int) -> list[Fragments]:
        view, people = self._table.view, self._people
        return [] if view is None or people is None else panes.chat(view, people, columns, rows)

    def _draw_too_small(self, columns: int, rows: int) -> list[Fragments]:
        return panes.too_small(self._messages, columns, rows, has=self._output.get_size())

    def _draw_question(self, columns: int, rows: int) -> list[Fragments]:
        if self.input.hint and not self._banner:
            return [[(PLAIN, fit(self.input.hint, columns))]]
        style = REVERSE if self._banner else STRONG
        return [[(style, line)] for line in wrap_in(self._asks, columns, rows)]


def _color_depth(environment: Mapping[str, str]) -> ColorDepth:
    """The few colours that every terminal has, unless the user wants none."""
    return ColorDepth.DEPTH_1_BIT if environment.get("NO_COLOR") else ColorDepth.DEPTH_4_BIT
