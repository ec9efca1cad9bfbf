"""What can be asked of a match. ``match.apply`` judges each, ``phases.ALLOWED`` says when.

``name`` is the word for the command on the wire, in help texts and in ``allowed``; ``throws_dice``
says whether the judge needs dice for it.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from engine.board import Step
from engine.seat import Seat
from engine.state import Away, Player, Win
from engine.values import value


@value
class Join:
    """Take the free seat."""

    name: ClassVar[str] = "join"
    throws_dice: ClassVar[bool] = False
    player: Player


@value
class SeatCommand:
    """The base of everything that a seated player may ask."""

    name: ClassVar[str]
    throws_dice: ClassVar[bool] = False
    seat: Seat


@value
class Cancel(SeatCommand):
    """Close the room before its first game."""

    name: ClassVar[str] = "cancel"


@value
class Ready(SeatCommand):
    """Agree to start the next game, with the commitment to an entropy for its dice or without."""

    name: ClassVar[str] = "ready"
    commitment: str | None = None


@value
class Reveal(SeatCommand):
    """Tell the entropy that was committed. A program's part: no person is asked for it."""

    name: ClassVar[str] = "reveal"
    entropy: str


@value
class Roll(SeatCommand):
    """Roll the dice of this turn."""

    name: ClassVar[str] = "roll"
    throws_dice: ClassVar[bool] = True


@value
class Double(SeatCommand):
    """Offer to play on for twice the stake."""

    name: ClassVar[str] = "double"


@value
class Take(SeatCommand):
    """Accept a double; the side that was doubled first owns the cube."""

    name: ClassVar[str] = "take"


@value
class Drop(SeatCommand):
    """Refuse a double, a beaver or a raccoon and lose the stake as it was before."""

    name: ClassVar[str] = "drop"


@value
class Beaver(SeatCommand):
    """Accept a double, redouble at once and own the cube."""

    name: ClassVar[str] = "beaver"


@value
class Raccoon(SeatCommand):
    """Accept a beaver and redouble at once; the cube stays with the opponent."""

    name: ClassVar[str] = "raccoon"


@value
class PlayDice(SeatCommand):
    """Play the roll: ``segments`` in any order, each one checker by one or more dice."""

    name: ClassVar[str] = "play"
    segments: tuple[Step, ...]


@value
class OfferResignation(SeatCommand):
    """Offer to lose the game at a level."""

    name: ClassVar[str] = "resign"
    win: Win


@value
class AcceptResignation(SeatCommand):
    """Accept the opponent's offer and win the game at its level."""

    name: ClassVar[str] = "accept"


@value
class RejectResignation(SeatCommand):
    """Reject the opponent's offer and play on."""

    name: ClassVar[str] = "reject"


@value
class WithdrawResignation(SeatCommand):
    """Take back one's own offer."""

    name: ClassVar[str] = "withdraw"


@value
class Concede(SeatCommand):
    """Give up the whole match."""

    name: ClassVar[str] = "concede"


@value
class ClaimGame(SeatCommand):
    """Win the game of an opponent who has been away too long."""

    name: ClassVar[str] = "claim"


@value
class EndSession(SeatCommand):
    """Close a money session between two games."""

    name: ClassVar[str] = "end_session"


@value
class Rematch(SeatCommand):
    """Ask for another match with the same opponent and rules."""

    name: ClassVar[str] = "rematch"


@value
class RemoveSpectator(SeatCommand):
    """Send a spectator out of the room for good."""

    name: ClassVar[str] = "remove"
    player: str


@value
class CommitSeed:
    """Bind the server to the seed of the next game's dice. The server's own."""

    name: ClassVar[str] = "commit_seed"
    throws_dice: ClassVar[bool] = False
    commitment: str


@value
class RevealSeed:
    """Tell the seed of a game that is over. The server's own."""

    name: ClassVar[str] = "reveal_seed"
    throws_dice: ClassVar[bool] = False
    seed: str


@value
class MissEntropy:
    """Go on without the entropy of ``seat``, which has had its time. The server's own."""

    name: ClassVar[str] = "miss_entropy"
    throws_dice: ClassVar[bool] = False
    seat: Seat


@value
class StartGame:
    """Start the next game of a match for the one player who is ready. The server's own."""

    name: ClassVar[str] = "start_game"
    throws_dice: ClassVar[bool] = False


@value
class ThrowOpening:
    """Throw one die for each side. The server's own: no player may ask for it."""

    name: ClassVar[str] = "throw_opening"
    throws_dice: ClassVar[bool] = True


@value
class Flag:
    """Call the time of ``seat``, which has run out. The server's own: it has the clock."""

    name: ClassVar[str] = "flag"
    throws_dice: ClassVar[bool] = False
    seat: Seat


@value
class CreditTime:
    """Give time back to the side whose clock runs: the service had been away. The server's own."""

    name: ClassVar[str] = "credit_time"
    throws_dice: ClassVar[bool] = False
    credit_ms: int


@value
class MarkSeat:
    """Note whether the player at ``seat`` is there. The server's own."""

    name: ClassVar[str] = "mark_seat"
    throws_dice: ClassVar[bool] = False
    seat: Seat
    away: Away


@value
class CloseRoom:
    """End the match, whatever it waits for. Only for the people who run the server."""

    name: ClassVar[str] = "close_room"
    throws_dice: ClassVar[bool] = False


ByPlayer: TypeAlias = (
    Cancel
    | Ready
    | Reveal
    | Roll
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | PlayDice
    | OfferResignation
    | AcceptResignation
    | RejectResignation
    | WithdrawResignation
    | Concede
    | ClaimGame
    | EndSession
    | Rematch
    | RemoveSpectator
)
"""Everything that needs a seat."""

ByServer: TypeAlias = (
    CommitSeed
    | RevealSeed
    | MissEntropy
    | StartGame
    | ThrowOpening
    | Flag
    | CreditTime
    | MarkSeat
    | CloseRoom
)
"""What no player may ask for."""

Command: TypeAlias = Join | ByServer | ByPlayer
