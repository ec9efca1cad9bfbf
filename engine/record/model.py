"""What a record of a match holds, whatever format it is written in.

Who watched, who was ready first and who asked for a rematch are not in it; everything that
happened over the board is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.board import Board
from engine.events import Beavered, Doubled, Dropped, Flagged, GameClaimed, Raccooned, Taken
from engine.plays import Play
from engine.seat import BySeat, Seat
from engine.state import Dice, GameResult, MatchResult, Rules, Win


@dataclass(frozen=True, slots=True, kw_only=True)
class Yielding:
    """``seat`` offered to lose at ``win``; ``answer`` is what became of the offer.

    It is "accepted", "rejected", "withdrawn", or "open" while nobody has answered.
    """

    seat: Seat
    win: Win
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Throw:
    """A roll and what became of it, on ``board``.

    ``play`` is empty if there was no legal play, and ``None`` while the dice lie unplayed; they
    stay so when the game ends by a resignation. The dice of an opening have the player's own first.
    """

    seat: Seat
    dice: Dice
    play: Play | None
    board: Board
    offers: tuple[Yielding, ...] = ()
    """The resignations that were offered while the dice lay."""


Turned: TypeAlias = Doubled | Beavered | Raccooned
Action: TypeAlias = Throw | Yielding | Turned | Taken | Dropped | Flagged | GameClaimed


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game.

    ``ties`` are the opening throws that had to be repeated, one die each; ``cube`` is what the cube
    showed after them, more than 1 only by automatic doubles.
    """

    number: int
    score: BySeat[int]
    """The score at its start."""
    crawford: bool
    ties: tuple[int, ...]
    cube: int
    actions: tuple[Action, ...]
    result: GameResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """One match of a room, finished or not. ``started_ms`` is Unix time in milliseconds."""

    number: int
    rules: Rules
    names: BySeat[str]
    started_ms: int | None
    games: tuple[GameRecord, ...]
    score: BySeat[int]
    result: MatchResult | None
