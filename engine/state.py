"""What a match is at one moment: the fold of everything that has happened in its room.

Every type here is a frozen value. ``evolve.py`` alone makes new states, ``match.py`` alone decides
what may happen next. Nothing here knows of time, dice to come, connections or storage.

Longer than other files: all values of a match stand in one place, each of them small.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final, TypeAlias

from engine.board import START, Board
from engine.seat import BySeat, Seat
from engine.sentences import SentenceError
from engine.values import value
from engine.variants import STANDARD, VARIANTS

MAX_LENGTH = 25
"""The longest match, in points."""

DEFAULT_CUBE_LIMIT: Final = 64
"""The highest value of the cube in a money session, unless another is agreed."""

MAX_CUBE_LIMIT = 1024
"""The highest that can be agreed."""

MAX_AUTOMATIC_DOUBLES = 6
"""The most automatic doubles a game that can be agreed."""

MAX_REMOVED = 100
"""How many spectators can be removed from one room; the list is part of every snapshot."""

MINUTE_MS: Final = 60_000

DEFAULT_CLAIM_MS: Final = 5 * MINUTE_MS
"""How long a player may be away in a match while the opponent waits, unless another is agreed."""

MIN_CLAIM_MS = MINUTE_MS
MAX_CLAIM_MS = 60 * MINUTE_MS
"""The least and the most that can be agreed."""

Dice: TypeAlias = tuple[int, int]
"""Two dice, 1..6 each, in the order in which they were thrown."""


class Phase(StrEnum):
    """What the match waits for. ``phases.TRANSITIONS`` says how one leads to another."""

    SEATING = "seating"
    """A second player."""
    READY = "ready"
    """Both players, to say that the first game may start."""
    OPENING = "opening"
    """The opening throw, one die each."""
    TO_ROLL = "to_roll"
    """The side on roll, to roll or to double."""
    DOUBLE_OFFERED = "double_offered"
    """The opponent of the side on roll, to take, to drop or to beaver."""
    BEAVERED = "beavered"
    """The side on roll, to take, to drop or to raccoon."""
    RACCOONED = "raccooned"
    """The opponent of the side on roll, to take or to drop."""
    TO_PLAY = "to_play"
    """The side on roll, to play its dice."""
    GAME_OVER = "game_over"
    """Both players, to say that the next game may start."""
    MATCH_OVER = "match_over"
    """Nobody, unless both ask for a rematch."""


OFFER_PHASES = frozenset({Phase.DOUBLE_OFFERED, Phase.BEAVERED, Phase.RACCOONED})
"""The phases in which a double waits for its answer."""

GAME_PHASES = OFFER_PHASES | {Phase.OPENING, Phase.TO_ROLL, Phase.TO_PLAY}
"""The phases in which a game is in progress."""


class Away(StrEnum):
    """Whether a player is there, as the log has it."""

    HERE = "here"
    LOST = "lost"
    """The connection broke and did not come back."""
    LEFT = "left"
    """The player said so."""


class Win(IntEnum):
    """How a game is won; the value is what it is worth in units of the cube."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class GameEnd(StrEnum):
    """Why a game ended."""

    BORNE_OFF = "borne_off"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    TIME = "time"
    """The time of a side ran out; ``clock.verdict`` says who wins by that."""
    CLAIMED = "claimed"
    """The side that lost had stayed away too long, and the other claimed the game."""


class MatchEnd(StrEnum):
    """Why a match ended."""

    POINTS = "points"
    """A side reached the match length."""
    CONCEDED = "conceded"
    """A side gave up the whole match."""
    TIME = "time"
    """The time of the side that lost had run out."""
    SESSION_ENDED = "session_ended"
    """A player closed a money session between two games."""
    CANCELLED = "cancelled"
    """A player closed the room before the first game."""
    CLOSED = "closed"
    """The people who run the server closed the room."""


class Crawford(StrEnum):
    """Where a match stands with the Crawford rule."""

    AHEAD = "ahead"
    """No side has come within one point of the match."""
    NOW = "now"
    """This game is the Crawford game: nobody may double."""
    PAST = "past"
    """The Crawford game has been played; the cube is back."""
    NEVER = "never"
    """A money session, a 1-point match, or a match that is played without the rule."""


BAD_LENGTH = "a match is 1 to {most} points long, not {given}"
BAD_DOUBLES = "a game has 0 to {most} automatic doubles, not {given}"
BAD_LIMIT = "the limit of the cube is a power of two from 2 to {most}, not {given}"
ONLY_FOR_MONEY = (
    "Jacoby, beavers, automatic doubles and a limit of the cube belong to money sessions: "
    "a match has none of them"
)
CUBE_NEEDED = "Jacoby, beavers and automatic doubles need the doubling cube"
BAD_CLAIM = "a game can be claimed after {least} to {most} minutes of absence"
BAD_VARIANT = "the variant is one of {known}, not {given!a}"
SENTENCES = (
    BAD_LENGTH,
    BAD_DOUBLES,
    BAD_LIMIT,
    ONLY_FOR_MONEY,
    CUBE_NEEDED,
    BAD_CLAIM,
    BAD_VARIANT,
)


class RulesError(SentenceError, ValueError):
    """Options that do not go together; the text is one line for a person."""


@value
class TimeControl:
    """What the players agreed on: the delay of every turn, and the bank for each point."""

    delay_ms: int
    bank_per_point_ms: int

    def __post_init__(self) -> None:
        if self.delay_ms < 0 or self.bank_per_point_ms < 0:
            raise ValueError("a delay and a bank cannot be negative")

    def bank_ms(self, rules: Rules) -> int:
        """The bank that each side starts with.

        A money session, which has no length, gets that of one point anew for every game.
        """
        return self.bank_per_point_ms * (rules.length or 1)


@value
class Rules:
    """What the players agreed on before the first game.

    ``length`` is 1..25 points, or ``None`` for a money session, which has no end of its own.
    ``variant``, by its name, says where the checkers start and how many there are.
    ``cube`` says whether the doubling cube is used, ``crawford`` whether the Crawford rule is.

    The others are options of a money session with a cube. ``jacoby``: gammons count only after a
    taken double. ``beavers``: who is doubled may redouble at once and keep the cube, and who is
    beavered likewise (a raccoon). ``automatic_doubles``: how often in a game equal opening dice
    turn the cube. ``cube_limit``: its highest value, a power of two.

    ``clock`` is how much time they have, ``None`` if as much as they like.

    Raises:
        ValueError: they do not go together; the message is one sentence that says why.
    """

    length: int | None = 5
    variant: str = STANDARD
    cube: bool = True
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    cube_limit: int = DEFAULT_CUBE_LIMIT
    clock: TimeControl | None = None

    def __post_init__(self) -> None:
        if self.length is not None and not 1 <= self.length <= MAX_LENGTH:
            raise RulesError(BAD_LENGTH, most=MAX_LENGTH, given=self.length)
        if self.variant not in VARIANTS:
            raise RulesError(BAD_VARIANT, known=", ".join(VARIANTS), given=self.variant[:40])
        if not 0 <= self.automatic_doubles <= MAX_AUTOMATIC_DOUBLES:
            raise RulesError(BAD_DOUBLES, most=MAX_AUTOMATIC_DOUBLES, given=self.automatic_doubles)
        if not 2 <= self.cube_limit <= MAX_CUBE_LIMIT or self.cube_limit.bit_count() != 1:
            raise RulesError(BAD_LIMIT, most=MAX_CUBE_LIMIT, given=self.cube_limit)
        options = self.jacoby or self.beavers or self.automatic_doubles > 0
        if self.length is not None and (options or self.cube_limit != DEFAULT_CUBE_LIMIT):
            raise RulesError(ONLY_FOR_MONEY)
        if options and not self.cube:
            raise RulesError(CUBE_NEEDED)

    @property
    def start(self) -> Board:
        """Where the checkers are at the start of every game."""
        return VARIANTS[self.variant].start


class Watching(StrEnum):
    """Who may watch a room."""

    ALL = "all"
    """Anybody: the lobby shows the game while it is played."""
    LINK = "link"
    """Whoever has the room's code."""
    NONE = "none"
    """Nobody but the two players."""


@value
class Manners:
    """What is agreed on in a room besides the game: whether there is chat, and who may watch.

    In a match without a clock ``claim_after_ms`` is how long a player may be away on their own turn
    before the opponent may claim the game (``absence``); ``None`` if for ever.
    """

    chat: bool = True
    watch: Watching = Watching.LINK
    claim_after_ms: int | None = DEFAULT_CLAIM_MS

    def __post_init__(self) -> None:
        claim_ms = self.claim_after_ms
        if claim_ms is not None and not MIN_CLAIM_MS <= claim_ms <= MAX_CLAIM_MS:
            raise RulesError(
                BAD_CLAIM, least=MIN_CLAIM_MS // MINUTE_MS, most=MAX_CLAIM_MS // MINUTE_MS
            )


DEFAULT_MANNERS = Manners()


@value
class Player:
    """Somebody with a seat. ``id`` is public and stands for the person, ``name`` is shown."""

    id: str
    name: str


@value
class Cube:
    """The doubling cube: its value, and the seat that owns it or ``None`` while it is centred.

    While a double waits for its answer, it shows what a drop costs: a beaver or a raccoon has
    turned it already and belongs to the side that was doubled first.
    """

    value: int = 1
    owner: Seat | None = None


@value
class Resignation:
    """An offer to lose the game at ``win``, open since the event number ``offered_seq``."""

    seat: Seat
    win: Win
    offered_seq: int


@value
class GameResult:
    """How the last game ended. ``points`` is ``win`` times the cube."""

    winner: Seat
    win: Win
    points: int
    end: GameEnd


@value
class MatchResult:
    """How the match ended; without a ``winner`` if it was cancelled or a session was level."""

    winner: Seat | None
    end: MatchEnd
    by: Seat | None
    """The seat whose decision ended it, if one did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the log holds for the dice of one game so far, by which they can be checked later.

    ``game`` is the game's number in its match, ``seed`` the server's commitment, ``committed`` the
    players' own and ``entropy`` what they revealed, all in 64 hexadecimal digits. ``dice.py`` says
    what follows from them. Without a ``seed`` nothing was promised and nothing can be checked.
    """

    game: int = 0
    seed: str | None = None
    committed: BySeat[str | None] = BySeat(None, None)
    entropy: BySeat[str | None] = BySeat(None, None)
    missed: BySeat[bool] = BySeat(False, False)
    """Who did not reveal in time what was committed; the game goes on without it."""

    def awaits(self, seat: Seat) -> bool:
        """Whether ``seat`` still has to reveal what it committed itself to."""
        promised = self.seed is not None and self.committed[seat] is not None
        return promised and self.entropy[seat] is None and not self.missed[seat]

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is to come before the dice can be thrown."""
        return not any(self.awaits(seat) for seat in Seat)


# Without slots: `evolve` copies it as the one dictionary that it then is.
@dataclass(frozen=True, kw_only=True)
class MatchState:
    """A match at one moment.

    ``on_roll`` is the side whose turn it is, also while a double waits for an answer. ``score``
    holds the points won, which may exceed the length. Counters start at 0 before the first of
    their kind. ``decision_seq`` tells for each seat which event opened what that seat is asked now.
    """

    seq: int = 0
    rules: Rules = Rules()
    manners: Manners = DEFAULT_MANNERS
    phase: Phase = Phase.SEATING
    seats: BySeat[Player | None] = BySeat(None, None)
    agreed: BySeat[bool] = BySeat(False, False)
    """Who has said ready (for the next game) or rematch (after the match)."""
    match_number: int = 1
    game_number: int = 0
    turn_number: int = 0
    score: BySeat[int] = BySeat(0, 0)
    crawford: Crawford = Crawford.AHEAD
    board: Board = START
    cube: Cube = Cube()
    on_roll: Seat | None = None
    dice: Dice | None = None
    resignation: Resignation | None = None
    rejected: BySeat[int] = BySeat(0, 0)
    """The highest level of resignation that was rejected in this turn; 0 for none."""
    decision_seq: BySeat[int] = BySeat(0, 0)
    game_result: GameResult | None = None
    match_result: MatchResult | None = None
    proof: Proof = Proof()
    throws: int = 0
    """How often dice were thrown in this game, opening throws and their ties included."""
    away: BySeat[Away] = BySeat(Away.HERE, Away.HERE)
    saved: bool = False
    """Whether nobody can be late: a player left while the other was away; until both are back."""
    removed: tuple[str, ...] = ()
    """Ids of the spectators whom a player sent out of the room."""

    @property
    def to_act(self) -> Seat | None:
        """The one seat that the game waits for, or ``None`` if it waits for both or for nobody."""
        if self.on_roll is None:
            return None
        answers = self.phase is Phase.DOUBLE_OFFERED or self.phase is Phase.RACCOONED
        return self.on_roll.other if answers else self.on_roll

    def seat_of(self, player: str) -> Seat | None:
        """The seat that the player with this id holds, or ``None``."""
        for seat in Seat:
            holder = self.seats[seat]
            if holder is not None and holder.id == player:
                return seat
        return None
