"""Choosing moves on the board: which points are marked, and what a click on one means."""

from __future__ import annotations

from clients.cli.screen.board import Marks
from clients.cli.table import Table
from engine.board import BAR, Step
from engine.notation import format_step

_BAR_WORDS = ("bar", "b")


def marks(table: Table, text: str, chosen: int | None) -> Marks:
    """The marks for a line that is being typed, or for a point that was clicked."""
    before, word = text.rpartition(" ")[::2]
    hops = table.hops_after("" if chosen is not None else before)
    sources = {hop.source for hop in hops}
    if chosen is None:
        chosen = _source(word)
    if chosen not in sources:
        return Marks(frozenset(sources))
    return Marks(frozenset(hop.target for hop in hops if hop.source == chosen), chosen)


def click(table: Table, point: int, chosen: int | None) -> tuple[int | None, str]:
    """The point that is chosen after a click on ``point``, and the line that it stands for."""
    if point == chosen:
        return None, ""
    hops = table.hops_after("")
    sources = {hop.source for hop in hops}
    targets = {hop.target for hop in hops if hop.source == chosen}
    if chosen is not None and (point in targets or point not in sources):
        return None, format_step(Step(chosen, point))
    return (point if point in sources else None), ""


def _source(word: str) -> int | None:
    start = word.partition("/")[0].casefold()
    if start in _BAR_WORDS:
        return BAR
    return int(start) if start.isascii() and start.isdecimal() else None
