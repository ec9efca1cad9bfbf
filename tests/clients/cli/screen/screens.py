"""People at one match who see it on screens of fixed sizes, kept in memory."""

from __future__ import annotations

from typing import Any

from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import DummyOutput

from clients.cli.faces import SCREEN
from clients.cli.refused import RefusedError
from clients.cli.screen.board import point_at
from clients.cli.screen.face import ScreenFace
from clients.transport import Report
from engine.diagram import COLUMNS
from engine.state import Dice
from protocol import requests as rq
from tests.clients.cli.tables import Match


class FixedOutput(DummyOutput):
    """An output of a size that a test may change."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(columns=columns, rows=rows)
        self.bells = 0

    def get_size(self) -> Size:
        return self.size

    def bell(self) -> None:
        self.bells += 1


class ScreenMatch(Match):
    """A ``Match`` where everybody has a screen."""

    def __init__(
        self,
        *throws: Dice,
        size: tuple[int, int] = (80, 24),
        length: int | None = 5,
        **options: Any,
    ) -> None:
        self.faces: dict[str, ScreenFace] = {}
        self.outputs: dict[str, FixedOutput] = {}
        self._size = size
        super().__init__(*throws, look=SCREEN, length=length, **options)

    def sit(self, name: str, kind: type[rq.Request], **fields: object) -> rq.Request:
        request = super().sit(name, kind, **fields)
        output = self.outputs[name] = FixedOutput(*self._size)
        with create_pipe_input() as source, create_app_session(input=source, output=output):
            face = self.faces[name] = ScreenFace(self.tables[name])
        face.stands = True

        def on_line(line: str) -> None:
            try:
                face.reply(self.tables[name].order(line))
            except RefusedError as refusal:
                face.refuse(refusal)

        face.on_line = on_line
        return request

    def hear(self, name: str, report: Report) -> None:
        lines = self.tables[name].hear(report)
        self.told[name] += lines
        self.faces[name].report(report, lines)

    def enter(self, name: str, *lines: str) -> None:
        """``name`` types ``lines``, each with Enter."""
        for line in lines:
            self.put(name, line)
            self.faces[name].input.buffer.validate_and_handle()
            self.settle()

    def put(self, name: str, text: str) -> None:
        """``name`` types ``text``, without Enter."""
        self.faces[name].input.buffer.insert_text(text)

    def resize(self, name: str, columns: int, rows: int) -> None:
        """The terminal of ``name`` gets another size."""
        self.outputs[name].size = Size(columns=columns, rows=rows)

    def click(self, name: str, point: int) -> None:
        """``name`` clicks on the first row of a point of theirs."""
        cells = ((column, row) for row in (2, 12) for column in range(COLUMNS))
        column, row = next(cell for cell in cells if point_at(*cell) == point)
        event = MouseEvent(
            position=Point(column, row),
            event_type=MouseEventType.MOUSE_UP,
            button=MouseButton.LEFT,
            modifiers=frozenset(),
        )
        self.faces[name].board.content.mouse_handler(event)
        self.settle()

    async def screen(self, name: str) -> str:
        """What ``name`` sees, without spaces at the ends of lines."""
        return await screen_of(self.faces[name], self.outputs[name])


async def screen_of(face: ScreenFace, output: FixedOutput) -> str:
    """The screen as text, after everything is drawn."""
    app = face.app
    with set_app(app):
        app.renderer.render(app, app.layout)
    await app.cancel_and_wait_for_background_tasks()
    drawn = app.renderer.last_rendered_screen
    assert drawn is not None
    rows = []
    for y in range(output.size.rows):
        cells = (drawn.data_buffer[y][x].char for x in range(output.size.columns))
        rows.append("".join(cells).rstrip())
    return "\n".join(rows)
