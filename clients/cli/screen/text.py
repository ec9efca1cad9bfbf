"""Text in columns: cut and wrapped by what it takes on a terminal, where some characters are wide.

What comes here is printable already; see ``printable.py``.
"""

from __future__ import annotations

from typing import TypeAlias

from prompt_toolkit.utils import get_cwidth

Fragments: TypeAlias = list[tuple[str, str]]
"""One line of a pane: styles with their texts."""

PLAIN = ""
STRONG = "bold"
REVERSE = "reverse"
URGENT = "bold ansired"
"""Where there is no colour it is bold; a word beside it says the same."""

_CUT = ".."
_NEVER_FIRST = "，。：；、！？）”"


def fit(text: str, columns: int) -> str:
    """``text`` in at most ``columns``; what is cut off leaves two dots."""
    if get_cwidth(text) <= columns:
        return text
    return _head(text, columns - len(_CUT)) + _CUT[:columns]


def wrap(text: str, columns: int, indent: str = "") -> list[str]:
    """``text`` in lines of at most ``columns``, all but the first behind ``indent``."""
    lines: list[str] = []
    while get_cwidth(text) > columns:
        end = max(len(_head(text, columns)), 1)
        last = min(end, len(text) - 1)  # even one letter may be too wide
        breaks = (at for at in range(last, len(indent), -1) if _may_break(text, at))
        at = next(breaks, end)
        lines.append(text[:at].rstrip())
        text = indent + text[at:].lstrip()
    return [*lines, text]


def wrap_in(text: str, columns: int, rows: int) -> list[str]:
    """``text`` in at most ``rows`` lines; what is cut off leaves two dots."""
    lines = wrap(text, columns)
    if len(lines) <= rows:
        return lines
    return [*lines[: rows - 1], fit(f"{lines[rows - 1]} {lines[rows]}", columns)]


def rule(title: str, columns: int) -> Fragments:
    """A line that parts two panes and names the lower one."""
    named = fit(f"- {title} ", columns)
    return [(PLAIN, named + "-" * (columns - get_cwidth(named)))]


def _may_break(text: str, at: int) -> bool:
    """Whether a line may end before ``text[at]``: at a space, or after a wide letter."""
    if text[at] == " ":
        return True
    return get_cwidth(text[at - 1]) == 2 and text[at] not in _NEVER_FIRST


def _head(text: str, columns: int) -> str:
    """The longest beginning of ``text`` that takes at most ``columns``."""
    taken = 0
    for end, char in enumerate(text):
        taken += get_cwidth(char)
        if taken > columns:
            return text[:end]
    return text
