"""Short ways to play a game in a test of records."""

from __future__ import annotations

from engine import commands as cmd
from engine.seat import Seat
from engine.state import Dice
from tests.engine.matches import WHITE, Table, play, seated


def turn(table: Table, seat: Seat, dice: Dice, text: str = "") -> None:
    """Roll, and play if there is something to play."""
    table.ask(cmd.Roll(seat=seat), dice)
    if text:
        table.ask(play(seat, text))


def double(table: Table, seat: Seat, *, take: bool) -> None:
    """Double, and have it taken or dropped."""
    table.ask(cmd.Double(seat=seat))
    table.ask(cmd.Take(seat=seat.other) if take else cmd.Drop(seat=seat.other))


def short_game() -> Table:
    """A game with a turned cube, hits, a dance and a drop, in a match to 3."""
    table = seated(length=3)
    table.start_game(WHITE)
    table.ask(play(WHITE, "8/5 6/5"))
    double(table, WHITE.other, take=True)
    turn(table, WHITE.other, (5, 2), "13/11 13/8")
    turn(table, WHITE, (6, 4), "24/18/14*")
    turn(table, WHITE.other, (6, 6))
    double(table, WHITE, take=False)
    return table
