"""What an identifier tells of a game: the position, whose turn it is, the cube, the score.

A ``Situation`` has the fields that GNU Backgammon's match id and the XGID have between them, and no
others: who plays, what was played before and what happens after the game are not in it. It is a
plain value; nothing here asks whether a match could have come to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.board import START, Board
from engine.seat import BySeat, Seat
from engine.state import GAME_PHASES, Crawford, Cube, Dice, MatchState, Phase, Win

MATCH_CUBE_LIMIT = 1024
"""What an XGID names as the highest cube where no limit is agreed, as eXtreme Gammon does."""


class IdentifierError(ValueError):
    """The text is no identifier; the message is one sentence that says why."""


class Offer(StrEnum):
    """What waits for an answer before the dice are rolled."""

    NONE = "none"
    DOUBLED = "doubled"
    """The side on roll doubled; the other side answers."""
    BEAVERED = "beavered"
    """The other side redoubled at once and keeps the cube; the side on roll answers."""
    RACCOONED = "raccooned"
    """The side on roll redoubled that; the other side answers."""


_OFFERS = {
    Phase.DOUBLE_OFFERED: Offer.DOUBLED,
    Phase.BEAVERED: Offer.BEAVERED,
    Phase.RACCOONED: Offer.RACCOONED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A game in progress at one moment.

    ``cube`` is what counts if the ``offer`` is refused: it shows the value before a double, and a
    beaver has turned it already. ``length`` is ``None`` for money play, for which alone ``jacoby``
    and ``beavers`` mean something; ``crawford`` says that this is the Crawford game. ``cube_limit``
    is the highest value of the cube, 1 if none is used.
    """

    board: Board = START
    on_roll: Seat = Seat.WHITE
    dice: Dice | None = None
    cube: Cube = Cube()
    offer: Offer = Offer.NONE
    resignation: tuple[Seat, Win] | None = None
    score: BySeat[int] = BySeat(0, 0)
    length: int | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int = MATCH_CUBE_LIMIT

    @property
    def to_act(self) -> Seat:
        """The side that the game waits for; an offered resignation waits for the other side."""
        if self.resignation is not None:
            return self.resignation[0].other
        answers = self.offer in (Offer.DOUBLED, Offer.RACCOONED)
        return self.on_roll.other if answers else self.on_roll


def situation_of(state: MatchState) -> Situation | None:
    """The situation of the game that is being played; ``None`` if nobody is on roll.

    A score beyond the length of the match is shown as the length.
    """
    if state.on_roll is None or state.phase not in GAME_PHASES:
        return None
    rules, offered = state.rules, state.resignation
    most = rules.length
    score = state.score
    if most is not None:
        score = BySeat(min(score.white, most), min(score.black, most))
    return Situation(
        board=state.board,
        on_roll=state.on_roll,
        dice=state.dice,
        cube=state.cube,
        offer=_OFFERS.get(state.phase, Offer.NONE),
        resignation=None if offered is None else (offered.seat, offered.win),
        score=score,
        length=most,
        crawford=state.crawford is Crawford.NOW,
        jacoby=rules.jacoby,
        beavers=rules.beavers,
        cube_limit=_cube_limit(state),
    )


def _cube_limit(state: MatchState) -> int:
    if not state.rules.cube:
        return 1
    return state.rules.cube_limit if state.rules.length is None else MATCH_CUBE_LIMIT
