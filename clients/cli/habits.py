"""What is done by itself for a player who has asked for it: rolls and plays without a choice.

Only what could not be otherwise: a roll when the cube may not be turned, the one legal play.
"""

from __future__ import annotations

from itertools import islice

from clients.cli.preferences import Settings
from clients.view import RoomView
from engine import commands as cmd
from engine.board import Board
from engine.plays import Play, legal_plays
from engine.seat import Seat
from engine.state import Dice


def rolls_by_itself(view: RoomView, settings: Settings) -> bool:
    """Whether to roll for the player now."""
    return (
        settings.current.auto_roll
        and view.may(cmd.Roll)
        and not view.may(cmd.Double)
        and view.state.resignation is None
    )


def forced_play(view: RoomView, settings: Settings) -> Play | None:
    """The play to make for the player now, if there is only one."""
    state = view.state
    if (
        not settings.current.auto_play
        or not view.may(cmd.PlayDice)
        or view.you is None
        or state.dice is None
        or state.resignation is not None
    ):
        return None
    return only_play(state.board, view.you, state.dice)


def only_play(board: Board, seat: Seat, dice: Dice) -> Play | None:
    """The only legal play of ``dice``; ``None`` if there are several, or none."""
    plays = list(islice(legal_plays(board, seat, dice), 2))
    return plays[0] if len(plays) == 1 else None
