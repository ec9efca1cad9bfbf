"""A terminal that is written to sparingly, for lines that are far away or slow."""

from __future__ import annotations

from typing import Any, cast

from prompt_toolkit.output import Output


class _ThriftyOutput:
    """An output for a whole screen. Going down many rows is one sequence, not as many newlines.

    prompt-toolkit writes newlines because below a prompt there may be no row yet. A full screen has
    all its rows, and the line that is typed, at which the cursor waits, is the last of them.
    """

    def __init__(self, output: Output) -> None:
        self._output = output

    def __getattr__(self, name: str) -> Any:
        return getattr(self._output, name)

    def write(self, data: str) -> None:
        """Writes ``data``."""
        rows = len(data) // 2
        if rows > 1 and data == "\r\n" * rows:
            self._output.write_raw("\r")
            self._output.cursor_down(rows)
        else:
            self._output.write(data)


Output.register(_ThriftyOutput)


def thrifty(output: Output) -> Output:
    """``output``, for an application that fills the screen."""
    return cast("Output", _ThriftyOutput(output))
