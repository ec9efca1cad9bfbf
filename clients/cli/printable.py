"""Making the texts of strangers harmless on a terminal.

Names, chat and anything else that came over the wire may hold characters that move the cursor,
change colours, hide, or turn the writing direction. What does not print as itself is written out.
"""

from __future__ import annotations

import itertools
import unicodedata

MOST_MARKS = 2
"""Combining marks that one character may carry; more would paint over other lines."""


def printable(text: str, most: int = 1_000) -> str:
    """``text`` on one line, at most ``most`` characters of it, every character visible."""
    shown: list[str] = []
    marks = 0
    for char in text[:most]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if char.isprintable() and marks <= MOST_MARKS:
            shown.append(char)
        elif not char.isprintable():
            shown.append(_written_out(char))
    return "".join(shown) + ("…" if len(text) > most else "")


def on_one_line(text: str) -> str:
    """``text`` from a clipboard for a line that is typed: what does not print becomes a space.

    What stands on several lines would otherwise be out of sight in a line of one row, and still be
    sent with it. The line end after the last is no part of what is meant.
    """
    runs = itertools.groupby(text, str.isprintable)
    return "".join("".join(chars) if prints else " " for prints, chars in runs).rstrip()


def _written_out(char: str) -> str:
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
