"""The people at a table as the reader sees them: who is "you", in which order they are named."""

from __future__ import annotations

from dataclasses import dataclass

from clients.cli import words
from clients.cli.printable import printable
from clients.cli.words import Person
from clients.likeness import look_alike
from engine.seat import Seat
from engine.state import MatchState

MAX_SHOWN_NAME = 40


@dataclass(frozen=True, slots=True)
class People:
    """The players of ``state`` as seen from the seat ``you``, or by a spectator."""

    state: MatchState
    you: Seat | None
    side: Seat = Seat.WHITE
    """From where a spectator looks."""

    @property
    def viewer(self) -> Seat:
        """The seat at the bottom of the board: yours; the chosen ``side`` for spectators."""
        return self.you or self.side

    @property
    def first(self) -> Person:
        """Who is named first."""
        return self.at(self.viewer)

    @property
    def second(self) -> Person:
        """The other one."""
        return self.at(self.viewer.other)

    def at(self, seat: Seat) -> Person:
        """Who sits at ``seat``."""
        player = self.state.seats[seat]
        name = words.NOBODY_YET if player is None else shown_name(player.name)
        if seat is Seat.BLACK and self.alike:
            name = words.SECOND_OF_ALIKE.format(name=name)
        return Person(name, seat is self.you)

    @property
    def alike(self) -> bool:
        """Whether the names of the two could be taken for each other; the second is marked then."""
        white, black = self.state.seats.white, self.state.seats.black
        return white is not None and black is not None and look_alike(white.name, black.name)

    def score(self) -> tuple[int, int]:
        """The points of the first and of the second; never more than the match needs."""
        most = self.state.rules.length
        won = self.state.score[self.viewer], self.state.score[self.viewer.other]
        return won if most is None else (min(won[0], most), min(won[1], most))


def shown_name(name: str) -> str:
    """A stranger's name, harmless and of bounded width."""
    return printable(name, MAX_SHOWN_NAME)
