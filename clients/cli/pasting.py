"""What is pasted into the line that is typed, on a screen and in lines."""

from __future__ import annotations

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from clients.cli.printable import on_one_line


def pasting() -> KeyBindings:
    """Puts what is pasted into one line; Enter sends it, as everything else."""
    bindings = KeyBindings()

    @bindings.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(on_one_line(event.data))

    return bindings
