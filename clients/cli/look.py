"""How a face tells what stands on the table: for eyes, for ears, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from clients.cli.people import People
from clients.cli.timing import Times
from engine.board import Board

ShowBoard: TypeAlias = Callable[[People, Board | None, Sequence[str]], list[str]]
"""A board, the second argument instead of the one that stands, with the sentences beside it."""
ShowClocks: TypeAlias = Callable[[People, Times], str]
"""How much time both sides have."""


class Look(NamedTuple):
    """What one face shows."""

    board: ShowBoard
    clocks: ShowClocks
