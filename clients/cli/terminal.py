"""Lines on a terminal, with editing; what arrives is printed above the line being typed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from clients.cli.face import OnLine
from clients.cli.pasting import pasting
from clients.cli.refused import RefusedError
from clients.cli.table import Table
from clients.transport import Report


class TerminalFace:
    """A terminal with line editing; what arrives is printed above the line being typed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._prompt: PromptSession[str] = PromptSession(
            completer=_TableCompleter(table),
            complete_while_typing=False,
            key_bindings=pasting(),
            enable_suspend=True,
        )
        self._closed = False

    def report(self, report: Report, lines: list[str]) -> None:
        """Shows ``lines``."""
        del report
        self.reply(lines)

    def remind(self, lines: list[str]) -> None:
        """Shows ``lines``."""
        self.reply(lines)

    def reply(self, lines: list[str]) -> None:
        """Shows ``lines`` above the prompt.

        The terminal stays in raw mode: prompt-toolkit's own ``patch_stdout`` leaves it for a
        moment, and a key pressed in that moment would be lost.
        """
        app = self._prompt.app
        if not app.is_running:
            if lines:
                print("\n".join(lines), flush=True)
            return
        if lines:
            app.renderer.erase()
            app.output.write("".join(f"{line}\r\n" for line in lines))
            app.output.flush()
            app.renderer.request_absolute_cursor_position()
        app.invalidate()

    def refuse(self, refusal: RefusedError) -> None:
        """Shows why."""
        self.reply([str(refusal)])

    async def read(self, on_line: OnLine) -> None:
        """Reads until Ctrl-C, Ctrl-D or ``close``."""
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            while not self._closed:
                on_line(await self._prompt.prompt_async(lambda: self._table.prompt))

    def close(self) -> None:
        """Ends the prompt, also one at which somebody types."""
        self._closed = True
        if self._prompt.app.is_running:
            self._prompt.app.exit(exception=EOFError())


class _TableCompleter(Completer):
    """Offers the legal moves by one die, or the commands."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What the word before the cursor could become."""
        del complete_event
        text = document.text_before_cursor
        word = text.split(" ")[-1]
        for found in self._table.completions(text):
            yield Completion(found, start_position=-len(word))
