"""What has happened in a room. The log is a list of these, and the state is their fold.

An event is a fact: it is never refused and never changed. What happens without anybody's choice,
like a tied opening throw or a turn without a legal play, is an event as well, so that the log tells
the whole story. ``name`` is the event's word in the log and on the wire.

Longer than other files: one small class for each event, all in one place.
"""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from engine.board import Step
from engine.seat import Seat
from engine.state import DEFAULT_MANNERS, Dice, GameEnd, Manners, MatchEnd, Player, Rules, Win
from engine.values import value


@value
class RoomCreated:
    """A player opened the room and took ``seat``; the first event of every log."""

    name: ClassVar[str] = "room_created"
    rules: Rules
    seat: Seat
    player: Player
    manners: Manners = DEFAULT_MANNERS


@value
class SeatTaken:
    """The second player sat down."""

    name: ClassVar[str] = "seat_taken"
    seat: Seat
    player: Player


@value
class SpectatorRemoved:
    """The player at ``seat`` sent the spectator with the id ``player`` out of the room."""

    name: ClassVar[str] = "spectator_removed"
    seat: Seat
    player: str


@value
class SeedCommitted:
    """The server bound itself to the seed of the dice of ``game``: 64 hexadecimal digits."""

    name: ClassVar[str] = "seed_committed"
    game: int
    commitment: str


@value
class SeatReady:
    """A player agreed to start the next game, bound to an entropy for its dice or to none."""

    name: ClassVar[str] = "seat_ready"
    seat: Seat
    commitment: str | None = None


@value
class GameStarted:
    """Game ``number`` of the match starts as the variant says, with a centred cube."""

    name: ClassVar[str] = "game_started"
    number: int
    crawford: bool


@value
class EntropyRevealed:
    """``seat`` told the entropy to which it had bound itself."""

    name: ClassVar[str] = "entropy_revealed"
    seat: Seat
    entropy: str


@value
class EntropyMissed:
    """``seat`` did not tell its entropy in time; the dice do without it."""

    name: ClassVar[str] = "entropy_missed"
    seat: Seat


@value
class OpeningTied:
    """Both opening dice were equal; they are thrown again."""

    name: ClassVar[str] = "opening_tied"
    die: int


@value
class AutomaticallyDoubled:
    """Equal opening dice turned the cube to ``value``; it stays centred."""

    name: ClassVar[str] = "automatically_doubled"
    value: int


@value
class OpeningThrown:
    """One die each; the higher side starts and plays both."""

    name: ClassVar[str] = "opening_thrown"
    white: int
    black: int


@value
class Rolled:
    """The side on roll rolled its dice."""

    name: ClassVar[str] = "rolled"
    seat: Seat
    dice: Dice


@value
class TurnPassed:
    """No legal play existed; the turn passed by itself."""

    name: ClassVar[str] = "turn_passed"
    seat: Seat


@value
class Doubled:
    """The side on roll offers to play on at the cube ``value``."""

    name: ClassVar[str] = "doubled"
    seat: Seat
    value: int


@value
class Beavered:
    """The double was accepted, and ``seat``, which now owns the cube, redoubles to ``value``."""

    name: ClassVar[str] = "beavered"
    seat: Seat
    value: int


@value
class Raccooned:
    """The beaver was accepted, and ``seat`` redoubles to ``value``; the cube keeps its owner."""

    name: ClassVar[str] = "raccooned"
    seat: Seat
    value: int


@value
class Taken:
    """``seat`` accepted the double; the side that was doubled first owns the cube."""

    name: ClassVar[str] = "taken"
    seat: Seat


@value
class Dropped:
    """``seat`` refused the double, beaver or raccoon; the end of the game follows."""

    name: ClassVar[str] = "dropped"
    seat: Seat


@value
class Played:
    """A full legal play, its single-die steps in an order in which each is legal."""

    name: ClassVar[str] = "played"
    seat: Seat
    steps: tuple[Step, ...]


@value
class ResignationOffered:
    """``seat`` offers to lose the game at ``win``."""

    name: ClassVar[str] = "resignation_offered"
    seat: Seat
    win: Win


@value
class ResignationAccepted:
    """``seat`` accepted the opponent's offer, or it counted as accepted; the game's end follows."""

    name: ClassVar[str] = "resignation_accepted"
    seat: Seat


@value
class ResignationRejected:
    """``seat`` rejected the opponent's offer, in words or by playing on."""

    name: ClassVar[str] = "resignation_rejected"
    seat: Seat


@value
class ResignationWithdrawn:
    """``seat`` took back its own offer, in words or by playing on."""

    name: ClassVar[str] = "resignation_withdrawn"
    seat: Seat


@value
class TimeCredited:
    """The side whose clock runs was given back time in which nobody had served it."""

    name: ClassVar[str] = "time_credited"
    credit_ms: int


@value
class Flagged:
    """The time of ``seat`` has run out; the end of the game or the match follows."""

    name: ClassVar[str] = "flagged"
    seat: Seat


@value
class SeatAbsent:
    """The player at ``seat`` was last seen some seconds ago, without a word."""

    name: ClassVar[str] = "seat_absent"
    seat: Seat


@value
class SeatLeft:
    """The player at ``seat`` left on purpose; without a clock that saves it if both are away."""

    name: ClassVar[str] = "seat_left"
    seat: Seat


@value
class SeatBack:
    """The player at ``seat``, who had been away, is there again."""

    name: ClassVar[str] = "seat_back"
    seat: Seat


@value
class GameClaimed:
    """``seat`` claims the game of the opponent, who stays away; the end of the game follows."""

    name: ClassVar[str] = "game_claimed"
    seat: Seat


@value
class GameEnded:
    """The game is over and ``points`` (``win`` times the cube) are added to the winner's score."""

    name: ClassVar[str] = "game_ended"
    winner: Seat
    win: Win
    points: int
    end: GameEnd


@value
class MatchEnded:
    """The match is over. ``by`` is the seat whose decision ended it, if one did."""

    name: ClassVar[str] = "match_ended"
    winner: Seat | None
    end: MatchEnd
    by: Seat | None = None


@value
class SeedRevealed:
    """The server told the seed of ``game``, which is over: now its dice can be checked."""

    name: ClassVar[str] = "seed_revealed"
    game: int
    seed: str


@value
class RematchAsked:
    """A player asked for another match."""

    name: ClassVar[str] = "rematch_asked"
    seat: Seat


@value
class MatchStarted:
    """Match ``number`` of this room follows, from 0-0 with the same rules and seats."""

    name: ClassVar[str] = "match_started"
    number: int


Event: TypeAlias = (
    RoomCreated
    | SeatTaken
    | SpectatorRemoved
    | SeedCommitted
    | SeatReady
    | GameStarted
    | EntropyRevealed
    | EntropyMissed
    | OpeningTied
    | AutomaticallyDoubled
    | OpeningThrown
    | Rolled
    | TurnPassed
    | Doubled
    | Beavered
    | Raccooned
    | Taken
    | Dropped
    | Played
    | ResignationOffered
    | ResignationAccepted
    | ResignationRejected
    | ResignationWithdrawn
    | TimeCredited
    | Flagged
    | SeatAbsent
    | SeatLeft
    | SeatBack
    | GameClaimed
    | GameEnded
    | MatchEnded
    | SeedRevealed
    | RematchAsked
    | MatchStarted
)
