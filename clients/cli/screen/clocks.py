"""A side's clock on the screen: the bank, before it the delay while that runs, and a word when low.

Digits stand at the right, so that a second that passes changes one or two of them; but never in the
last column of a screen, where a letter costs several: a terminal might wrap there.
"""

from __future__ import annotations

from prompt_toolkit.utils import get_cwidth

from clients.cli import words
from clients.cli.screen.text import PLAIN, URGENT, Fragments
from clients.cli.timing import Times
from engine.seat import Seat


def clock(shown: Times, seat: Seat, columns: int) -> Fragments:
    """The clock of ``seat``, as much of it as fits; the bank comes last and is never left out."""
    left = shown.left[seat]
    bank = words.span(left.bank_ms)
    delay = _delay(left.delay_ms) if shown.running is seat and left.delay_ms else ""
    if not shown.is_low(seat):
        texts = [f"{delay} {bank}".lstrip(), bank]
        return [(PLAIN, _fitting(texts, columns))]
    cue = words.CLOCK_LOW
    texts = [" ".join(filter(None, (cue, delay, bank))), f"{cue} {bank}", bank]
    return [(URGENT, _fitting(texts, columns))]


def beside(line: Fragments, shown: Fragments, columns: int) -> Fragments:
    """``line`` with a clock at the right edge of ``columns``."""
    taken = sum(get_cwidth(text) for _, text in (*line, *shown))
    return [*line, (PLAIN, " " * max(columns - taken, 1)), *shown]


def _delay(ms: int) -> str:
    seconds = -(-ms // 1000)
    return f"({seconds})" if seconds < 60 else f"({words.span(ms)})"


def _fitting(texts: list[str], columns: int) -> str:
    return next((text for text in texts if get_cwidth(text) <= columns), texts[-1])
