"""The line that is typed, and what keys do besides typing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, Dimension, Window
from prompt_toolkit.layout.processors import BeforeInput

from clients.cli import words
from clients.cli.pasting import pasting
from clients.cli.table import Table

KEYS = {
    "Enter": "sends the line; an empty one rolls, sends a complete play or starts the next game",
    "Tab": "completes a move by one die, or a command; again for the next that fits",
    "Up, Down": "lines typed before",
    "PgUp, PgDn": "older and newer messages; pages of what lies over the board",
    "Esc": "back to the board; empties the line",
    "F1": "help",
    "F2": "the moves of this game",
    "Ctrl-L": "draws everything anew",
    "Ctrl-Z": "suspends the program, which `fg` brings back",
    "Ctrl-C, Ctrl-D": "leaves and keeps your seat (Ctrl-D on an empty line)",
}
"""What the keys do, for the documentation."""


class InputLine:
    """One line with history; ``hint`` tells what Tab found."""

    def __init__(self, table: Table, submit: Callable[[str], None]) -> None:
        self.hint = ""
        self._table = table
        self._submit = submit
        self._found: list[str] = []
        self._at = 0
        self._completed = ""
        self.buffer = Buffer(
            multiline=False, accept_handler=self._accept, on_text_changed=self._changed
        )
        prompt = BeforeInput(lambda: self._table.prompt)
        control = BufferControl(self.buffer, input_processors=[prompt])
        self.window = Window(control, height=Dimension.exact(1))

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self.buffer.text

    def complete(self) -> None:
        """Completes as far as it is clear; after that, offers one choice after the other."""
        text = self.buffer.text
        if self._found and text == self._completed:
            self._at = (self._at + 1) % len(self._found)
            self._put(self._found[self._at])
            return
        self._found = []
        word = text.rpartition(" ")[2]
        found = self._table.completions(text)
        if not found:
            self.hint = words.NO_CHOICES
        elif len(found) == 1:
            self._put(found[0] + " ")
        else:
            common = _common_start(found)
            self._found, self._at = found, -1
            self._put(common if len(common) > len(word) else word)
            self.hint = words.CHOICES.format(choices="  ".join(found))

    def clear(self) -> None:
        """Empties the line."""
        self.buffer.reset()  # and tells nobody of the change
        self._changed(self.buffer)

    def _put(self, word: str) -> None:
        """Puts ``word`` for the last one."""
        found, at, hint = self._found, self._at, self.hint
        before = self.buffer.text.rpartition(" ")[:2]
        self.buffer.text = "".join((*before, word))
        self.buffer.cursor_position = len(self.buffer.text)
        self._found, self._at, self.hint = found, at, hint
        self._completed = self.buffer.text

    def _changed(self, buffer: Buffer) -> None:
        del buffer
        self.hint, self._found = "", []

    def _accept(self, buffer: Buffer) -> bool:
        self._changed(buffer)
        self._submit(buffer.text)
        return False


def _common_start(texts: list[str]) -> str:
    """The longest text with which all of ``texts`` start; of moves never half a number."""
    least, most = min(texts), max(texts)
    end = next((at for at, char in enumerate(least) if not most.startswith(char, at)), len(least))
    return least[: least.rfind("/", 0, end) + 1] if "/" in least else least[:end]


class Screen(Protocol):
    """What keys act upon."""

    input: InputLine

    def close_sheet(self) -> None:
        """Shows the board again."""

    def close(self) -> None:
        """Leaves."""

    def scroll(self, pages: int) -> None:
        """Turns pages."""

    def type(self, line: str) -> None:
        """Does what this line says."""


def key_bindings(screen: Screen) -> KeyBindings:
    """The keys of ``KEYS`` that prompt-toolkit does not know by itself."""

    def escape() -> None:
        screen.close_sheet()
        screen.input.clear()

    def end_of_input() -> None:
        if screen.input.text:
            screen.input.buffer.delete()
        else:
            screen.close()

    deeds: dict[str, Callable[[], None]] = {
        "tab": screen.input.complete,
        "escape": escape,
        "c-c": screen.close,
        "<sigint>": screen.close,
        "c-d": end_of_input,
        "pageup": lambda: screen.scroll(-1),
        "pagedown": lambda: screen.scroll(1),
        "f1": lambda: screen.type("help"),
        "f2": lambda: screen.type("log"),
    }
    bindings = pasting()
    for key, deed in deeds.items():
        bindings.add(key)(_handler(deed))
    bindings.add("c-z")(lambda event: event.app.suspend_to_background())
    return bindings


def _handler(deed: Callable[[], None]) -> Callable[[KeyPressEvent], None]:
    return lambda _event: deed()
