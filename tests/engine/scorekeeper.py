"""The stake and the score of a match, kept a second time.

As somebody at the table would keep them: from what the players say and what the board shows, one
accepted command after the other, without any of the engine's functions for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import commands as cmd
from engine import events as ev
from engine.seat import Seat
from engine.state import Dice, GameEnd, MatchState, Rules


@dataclass
class Scorekeeper:
    """``stake`` is what a drop would cost now, ``owner`` is who may double next, if not both."""

    rules: Rules
    stake: int = 1
    owner: Seat | None = None
    ties: int = 0
    score: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))

    def hear(
        self, command: cmd.Command, dice: Dice, before: MatchState, ended: ev.GameEnded | None
    ) -> int | None:
        """Writes down an accepted ``command``; the points, if it ended the game."""
        match command:
            case cmd.Ready() if before.agreed[command.seat.other]:
                self.stake, self.owner, self.ties = 1, None, 0
            case cmd.Rematch() if before.agreed[command.seat.other]:
                self.score = dict.fromkeys(Seat, 0)
                self.stake, self.owner = 1, None
            case cmd.ThrowOpening() if dice[0] == dice[1]:
                self.ties += 1
                if self.ties <= self.rules.automatic_doubles:
                    self.stake = min(self.stake * 2, self.rules.cube_limit)
            case cmd.Take() | cmd.Beaver() | cmd.Raccoon():
                assert before.on_roll is not None
                self.stake, self.owner = self.stake * 2, before.on_roll.other
            case _:
                pass
        if ended is None:
            return None
        points = self.stake * self._multiple(command, before, ended)
        self.score[ended.winner] += points
        return points

    def _multiple(self, command: cmd.Command, before: MatchState, ended: ev.GameEnded) -> int:
        """1 for a single, 2 for a gammon, 3 for a backgammon."""
        if ended.end is GameEnd.DROPPED:
            return 1
        if isinstance(command, cmd.OfferResignation):
            return 1  # nothing else is accepted by itself
        if ended.end is GameEnd.RESIGNED:
            assert before.resignation is not None
            return before.resignation.win.value
        if self.rules.jacoby and self.owner is None:
            return 1
        loser = before.board[ended.winner.other]
        if loser[0] > 0:
            return 1
        return 3 if any(loser[19:26]) else 2
