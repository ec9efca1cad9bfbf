"""Why a command is refused: one code for each reason, and one sentence for each code.

The codes are what programs read and go over the wire as they are; the sentences are for people and
may change. A refusal is always the asker's to repair; a fault of ours is never an
``IllegalCommand``.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The reason of a refusal. ``TEXTS`` has the sentence that goes with each."""

    # A play: what is wrong with one of its moves.
    MUST_ENTER = "must_enter"
    OFF_BOARD = "off_board"
    NO_CHECKER = "no_checker"
    OPPONENTS_CHECKER = "opponents_checker"
    WRONG_WAY = "wrong_way"
    WRONG_DIE = "wrong_die"
    DIE_USED = "die_used"
    POINT_BLOCKED = "point_blocked"
    NOT_ALL_HOME = "not_all_home"
    HIGHER_CHECKER = "higher_checker"
    AMBIGUOUS_PLAY = "ambiguous_play"

    # A play: what is wrong with the whole of it.
    NO_LEGAL_PLAY = "no_legal_play"
    TOO_MANY_STEPS = "too_many_steps"
    MUST_PLAY = "must_play"
    MUST_USE_BOTH = "must_use_both"
    LARGER_DIE = "larger_die"

    # The turn.
    NOT_YOUR_TURN = "not_your_turn"
    MUST_ROLL = "must_roll"
    ALREADY_ROLLED = "already_rolled"

    # The cube.
    NO_CUBE = "no_cube"
    CRAWFORD = "crawford"
    CUBE_NOT_YOURS = "cube_not_yours"
    CUBE_DEAD = "cube_dead"
    CUBE_LIMIT = "cube_limit"
    OFFER_PENDING = "offer_pending"
    NO_DOUBLE_OFFERED = "no_double_offered"
    OWN_DOUBLE = "own_double"
    NO_BEAVERS = "no_beavers"
    WRONG_REDOUBLE = "wrong_redouble"

    # Resignation.
    NO_RESIGNATION = "no_resignation"
    OWN_RESIGNATION = "own_resignation"
    NOT_YOUR_RESIGNATION = "not_your_resignation"
    RESIGNATION_PENDING = "resignation_pending"
    ALREADY_OFFERED = "already_offered"
    LEVEL_REJECTED = "level_rejected"
    GAMMONS_DO_NOT_COUNT = "gammons_do_not_count"

    # The course of a match.
    NO_OPPONENT = "no_opponent"
    NOT_STARTED = "not_started"
    OPENING_PENDING = "opening_pending"
    GAME_IN_PROGRESS = "game_in_progress"
    MATCH_BEGUN = "match_begun"
    MATCH_OVER = "match_over"
    NOT_OVER = "not_over"
    CANCELLED = "cancelled"
    ONLY_IN_MATCH = "only_in_match"
    ONLY_IN_SESSION = "only_in_session"

    # The dice's proof.
    NOTHING_TO_REVEAL = "nothing_to_reveal"
    WRONG_SECRET = "wrong_secret"

    # The clock.
    NO_CLOCK_RUNS = "no_clock_runs"

    # Absence.
    NOT_AWAY = "not_away"
    AWAY_OFF_TURN = "away_off_turn"
    CLAIM_TOO_EARLY = "claim_too_early"
    CLOCK_DECIDES = "clock_decides"
    NO_CLAIMS = "no_claims"
    MATCH_SAVED = "match_saved"

    # The room.
    ROOM_FULL = "room_full"
    NOT_A_SPECTATOR = "not_a_spectator"
    TOO_MANY_REMOVED = "too_many_removed"


TEXTS: dict[Code, str] = {
    Code.MUST_ENTER: "{move}: bar first, enter your checker on the bar.",
    Code.OFF_BOARD: "{move}: there is no such point; points are 1 to 24, bar and off.",
    Code.NO_CHECKER: "{move}: you have no checker on {source} to move.",
    Code.OPPONENTS_CHECKER: "{move}: the checkers on {source} are your opponent's.",
    Code.WRONG_WAY: "{move}: checkers move from higher points to lower ones.",
    Code.WRONG_DIE: "{move} needs {needs}; your dice are {die1} and {die2}.",
    Code.DIE_USED: "{move} needs {needs}; your dice are {die1} and {die2}, and the {used} is used.",
    Code.POINT_BLOCKED: "{move}: your opponent holds {points}.",
    Code.NOT_ALL_HOME: "{move}: you bear off when all your checkers are home; one is on {highest}.",
    Code.HIGHER_CHECKER: "{move}: a {die} bears off from a lower point only when none of your "
    "checkers is higher; one is on {highest}.",
    Code.AMBIGUOUS_PLAY: "{move} can be played two ways with different results: "
    "write {first} or {second}.",
    Code.NO_LEGAL_PLAY: "You have no legal play with {die1} and {die2}.",
    Code.TOO_MANY_STEPS: "{steps} moves are too many: this roll has {most}.",
    Code.MUST_PLAY: "You have a legal play and must make it, for example {example}.",
    Code.MUST_USE_BOTH: "You must play {must}, for example {example}.",
    Code.LARGER_DIE: "Only one of your dice can be played: it must be the {die}, "
    "for example {example}.",
    Code.NOT_YOUR_TURN: "It is not your turn.",
    Code.MUST_ROLL: "Roll the dice first.",
    Code.ALREADY_ROLLED: "The dice are rolled: play them.",
    Code.NO_CUBE: "The doubling cube is not used here.",
    Code.CRAWFORD: "Crawford game: nobody may double.",
    Code.CUBE_NOT_YOURS: "Your opponent owns the cube: only the owner may double.",
    Code.CUBE_DEAD: "The cube is dead: winning at {value} already gives you the match.",
    Code.CUBE_LIMIT: "The cube goes no further than {limit} in this session.",
    Code.OFFER_PENDING: "A double waits for its answer: take or drop.",
    Code.NO_DOUBLE_OFFERED: "No double has been offered.",
    Code.OWN_DOUBLE: "You offered this double: your opponent answers it.",
    Code.NO_BEAVERS: "Beavers and raccoons are not played here: take or drop a double.",
    Code.WRONG_REDOUBLE: "A double is beavered, a beaver raccooned; a raccoon is taken or dropped.",
    Code.NO_RESIGNATION: "No resignation has been offered.",
    Code.OWN_RESIGNATION: "You offered this resignation: your opponent answers it.",
    Code.NOT_YOUR_RESIGNATION: "Your opponent offered this resignation: accept or reject it.",
    Code.RESIGNATION_PENDING: "Your opponent offers to resign: accept or reject that first.",
    Code.ALREADY_OFFERED: "You have offered exactly this already.",
    Code.LEVEL_REJECTED: "Your opponent rejected this in this turn: offer more, or play on.",
    Code.GAMMONS_DO_NOT_COUNT: "Jacoby: before a double is taken a game is lost as a single only.",
    Code.NO_OPPONENT: "Nobody has taken the other seat yet.",
    Code.NOT_STARTED: "No game is in progress: both players must be ready first.",
    Code.OPENING_PENDING: "The opening roll comes first.",
    Code.GAME_IN_PROGRESS: "A game is in progress: finish it first.",
    Code.MATCH_BEGUN: "The first game has begun: concede the match, or end the money session.",
    Code.MATCH_OVER: "The match is over.",
    Code.NOT_OVER: "The match is not over yet.",
    Code.CANCELLED: "This room was closed.",
    Code.ONLY_IN_MATCH: "A money session has no match to concede: resign the game, "
    "then end the session.",
    Code.ONLY_IN_SESSION: "Only a money session is ended so: concede a match instead.",
    Code.NOTHING_TO_REVEAL: "Nothing is to be revealed for the dice now.",
    Code.WRONG_SECRET: "That is not the value that was promised for the dice before the game.",
    Code.NO_CLOCK_RUNS: "No clock runs for that side now.",
    Code.NOT_AWAY: "Your opponent does not count as away: nothing is to be claimed.",
    Code.AWAY_OFF_TURN: "It is your turn: a game is claimed when the other side has to act.",
    Code.CLAIM_TOO_EARLY: "Your opponent may still come back: you can claim in {seconds} s.",
    Code.CLOCK_DECIDES: "This match has a clock: the time of who is away runs out by itself.",
    Code.NO_CLAIMS: "In this room nothing is claimed from a player who is away.",
    Code.MATCH_SAVED: "The match is saved: nobody is late before both of you are back.",
    Code.ROOM_FULL: "Both seats are taken; you can watch.",
    Code.NOT_A_SPECTATOR: "Players cannot be removed.",
    Code.TOO_MANY_REMOVED: "{most} spectators have been removed; no more can be.",
}
"""For each code the sentence, with the names of its details in braces."""


class IllegalCommand(Exception):
    """A command that the rules refuse; nothing has changed.

    ``details`` fill the code's sentence and are there for programs too.
    """

    def __init__(self, code: Code, **details: str | int) -> None:
        self.code = code
        self.details = details
        super().__init__(self.text)

    @property
    def text(self) -> str:
        """The reason as one English sentence."""
        return TEXTS[self.code].format_map(self.details)
