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
    MUST_USE_ALL = "must_use_all"
    LARGER_DIE = "larger_die"


TEXTS: dict[Code, str] = {
    Code.MUST_ENTER: "{move}: bar first, enter your checker on the bar.",
    Code.OFF_BOARD: "{move}: there is no such point; points are 1 to 24, bar and off.",
    Code.NO_CHECKER: "{move}: you have no checker left on {source}.",
    Code.OPPONENTS_CHECKER: "{move}: the checkers on {source} are your opponent's.",
    Code.WRONG_WAY: "{move}: checkers move from higher points to lower ones.",
    Code.WRONG_DIE: "{move} needs {needs}; your dice are {dice}.",
    Code.DIE_USED: "{move} needs {needs}; of your dice {dice}, only {left} is left.",
    Code.POINT_BLOCKED: "{move}: your opponent holds point {point}.",
    Code.NOT_ALL_HOME: "{move}: you have a checker on {highest}; bear off when all are home.",
    Code.HIGHER_CHECKER: "{move} with a {die}: move the checker on {highest} first; a die larger "
    "than the point bears off from the highest point only.",
    Code.AMBIGUOUS_PLAY: "{move} can be played two ways with different results: "
    "write {first} or {second}.",
    Code.NO_LEGAL_PLAY: "You have no legal play with {dice}.",
    Code.TOO_MANY_STEPS: "{steps} moves are too many; this roll has {most}.",
    Code.MUST_PLAY: "You have a legal play and must make it, for example {example}.",
    Code.MUST_USE_BOTH: "You must play both dice, for example {example}.",
    Code.MUST_USE_ALL: "You must make {most} moves with this double, for example {example}.",
    Code.LARGER_DIE: "Only one of your dice can be played: it must be the {die}, "
    "for example {example}.",
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
