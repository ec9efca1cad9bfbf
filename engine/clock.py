"""How much time each side has left: a delay for each of its turns, and a bank for the match.

When the clock passes to a side, its delay runs first, the same each time; what is not used of it is
lost. After it runs the bank, which is given once for a match. The clock also runs for the decision
to double and for its answer, and passes to the other side with the offer. Between games, and while
the opening dice are thrown, it stands still.

Everything follows from the times of events. Nobody's watch is asked here: whoever wants to know how
things stand now says what time it is. Times are Unix milliseconds, spans are milliseconds.

Source: bkgm.com, "U.S. Backgammon Clock Rules and Procedures" (simple delay).
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType

from engine.race import BEST_ROLL, WORST_ROLL, has_contact, rolls_needed
from engine.seat import BySeat, Seat
from engine.state import MatchState, Rules, TimeControl
from engine.values import value

PRESETS: MappingProxyType[str, TimeControl | None] = MappingProxyType(
    {
        "none": None,
        "fast": TimeControl(delay_ms=8_000, bank_per_point_ms=20_000),
        "normal": TimeControl(delay_ms=12_000, bank_per_point_ms=120_000),
        "slow": TimeControl(delay_ms=15_000, bank_per_point_ms=180_000),
    }
)
"""The time controls that are offered by name; ``None`` is play without a clock."""


@value
class TimeLeft:
    """What a side has at one moment; it has run out when both are 0."""

    delay_ms: int
    bank_ms: int


@value
class Clock:
    """Both sides' clocks as the last event left them.

    ``bank_ms`` does not contain what the side whose clock is ``running`` has used since
    ``since_ms``, the moment at which its delay began.
    """

    control: TimeControl
    bank_ms: BySeat[int]
    running: Seat | None = None
    since_ms: int = 0

    def left(self, seat: Seat, at_ms: int) -> TimeLeft:
        """What ``seat`` has left at ``at_ms``, no event having come since."""
        used_ms = max(at_ms - self.since_ms, 0) if self.running is seat else 0
        delay_ms = self.control.delay_ms
        return TimeLeft(
            delay_ms=max(delay_ms - used_ms, 0),
            bank_ms=max(self.bank_ms[seat] - max(used_ms - delay_ms, 0), 0),
        )

    @property
    def deadline_ms(self) -> int | None:
        """When the running side's time is out if no event comes; ``None`` while none runs."""
        if self.running is None:
            return None
        return self.since_ms + self.control.delay_ms + self.bank_ms[self.running]

    def has_run_out(self, at_ms: int) -> bool:
        """Whether at ``at_ms`` the running side has no time left."""
        deadline_ms = self.deadline_ms
        return deadline_ms is not None and at_ms >= deadline_ms


def clock_at_start(control: TimeControl, rules: Rules) -> Clock:
    """The clock before the first game."""
    bank_ms = control.bank_ms(rules)
    return Clock(control=control, bank_ms=BySeat(bank_ms, bank_ms))


def clock_after(clock: Clock, before: MatchState, after: MatchState, at_ms: int) -> Clock:
    """The clock after an event at ``at_ms`` that led from ``before`` to ``after``.

    To be told of every event in its order. A side's time that had run out without being called
    counts as used up, not as owed.
    """
    if before.match_number != after.match_number:
        return clock_at_start(clock.control, after.rules)
    if before.to_act is after.to_act and before.turn_number == after.turn_number:
        return clock
    if clock.running is not None:
        left_ms = clock.left(clock.running, at_ms).bank_ms
        clock = replace(clock, bank_ms=clock.bank_ms.with_(clock.running, left_ms))
    if after.rules.length is None and before.game_number != after.game_number:
        clock = clock_at_start(clock.control, after.rules)
    return replace(clock, running=after.to_act, since_ms=at_ms)


def clock_credited(clock: Clock, credit_ms: int, at_ms: int) -> Clock:
    """The clock after ``credit_ms`` were given back at ``at_ms``: the service had been away.

    Only time that has been used since the clock last passed can be given back.
    """
    if clock.running is None:
        return clock
    return replace(clock, since_ms=min(clock.since_ms + max(credit_ms, 0), at_ms))


class Verdict(StrEnum):
    """What a side gets whose time has run out."""

    LOSES_MATCH = "loses_match"
    """The match is the opponent's; the score stays as it was."""
    LOSES_GAME = "loses_game"
    """The game of a money session is lost as a single, times the cube."""
    WINS_GAME = "wins_game"
    """No dice could have kept it from winning the game, and with it the match: a single."""


def verdict(state: MatchState, flagged: Seat) -> Verdict:
    """What becomes of ``flagged``, whose time has run out in the game that ``state`` is in.

    It does not lose a match that it cannot lose on the board: it is one point away, the sides have
    passed each other, and with 2-1 in every roll it is faster than the opponent with 6-6.
    """
    length = state.rules.length
    if length is None:
        return Verdict.LOSES_GAME
    if state.score[flagged] != length - 1 or has_contact(state.board):
        return Verdict.LOSES_MATCH
    own = rolls_needed(state.board[flagged], WORST_ROLL)
    opponents = rolls_needed(state.board[flagged.other], BEST_ROLL)
    return Verdict.WINS_GAME if opponents > own else Verdict.LOSES_MATCH
