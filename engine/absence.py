"""How long a player has stayed away while the opponent waited, and what the opponent may claim.

Only a match without a clock needs this: with one, the time of who is away runs as ever. What counts
is the time in which a side is away on its own turn and the other is there. It adds up over a match,
so that coming back for a moment gains nothing; a return ends the right to claim all the same. While
both are away, and while the match is saved, nothing runs.

Like a clock it follows from the times of events alone: Unix milliseconds, spans in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.board import BAR, HOME, OFF
from engine.scoring import gammons_count
from engine.seat import BySeat, Seat
from engine.state import (
    GAME_PHASES,
    MIN_CLAIM_MS,
    OFFER_PHASES,
    Away,
    GameEnd,
    MatchState,
    Win,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """How long each side has been away on its own turn, as the last event left it.

    ``spent_ms`` does not contain what is ``running`` since ``since_ms``. ``claims`` is how many
    games of this match were claimed from each side.
    """

    spent_ms: BySeat[int] = BySeat(0, 0)
    running: Seat | None = None
    since_ms: int = 0
    claims: BySeat[int] = BySeat(0, 0)


NO_ABSENCE = Absence()


def waited_for(state: MatchState) -> Seat | None:
    """The side whose absence counts now: it is away, it is its turn, and the other waits."""
    seat = state.to_act
    if seat is None or state.saved or state.phase not in GAME_PHASES:
        return None
    alone = state.away[seat.other] is Away.HERE
    return seat if alone and state.away[seat] is not Away.HERE else None


def absence_after(absence: Absence, before: MatchState, after: MatchState, at_ms: int) -> Absence:
    """The absence after an event at ``at_ms`` that led from ``before`` to ``after``.

    To be told of every event in its order. A match begins with nothing spent, and so does each game
    of a money session.
    """
    if before.match_number != after.match_number:
        return NO_ABSENCE
    running = waited_for(after)
    if running is not absence.running:
        if absence.running is not None:
            spent_ms = absence.spent_ms[absence.running] + max(at_ms - absence.since_ms, 0)
            absence = replace(absence, spent_ms=absence.spent_ms.with_(absence.running, spent_ms))
        absence = replace(absence, running=running, since_ms=at_ms)
    ended = after.game_result
    if ended is not None and ended is not before.game_result and ended.end is GameEnd.CLAIMED:
        late = ended.winner.other
        absence = replace(absence, claims=absence.claims.with_(late, absence.claims[late] + 1))
    if after.rules.length is None and before.game_number != after.game_number:
        absence = replace(absence, spent_ms=NO_ABSENCE.spent_ms)
    return absence


def absence_credited(absence: Absence, credit_ms: int, at_ms: int) -> Absence:
    """The absence after ``credit_ms`` were given back at ``at_ms``: the service had been away."""
    if absence.running is None:
        return absence
    return replace(absence, since_ms=min(absence.since_ms + max(credit_ms, 0), at_ms))


def claim_at_ms(absence: Absence, state: MatchState) -> int | None:
    """From when on the game can be claimed if nobody comes back; ``None`` if never.

    However much a side has spent before, it has the least that can be agreed to come back.
    """
    after_ms = state.manners.claim_after_ms
    if absence.running is None or state.rules.clock is not None or after_ms is None:
        return None
    left_ms = after_ms - absence.spent_ms[absence.running]
    return absence.since_ms + max(left_ms, MIN_CLAIM_MS)


def win_by_claim(state: MatchState, absent: Seat) -> Win:
    """What the game of ``absent`` is claimed as; it is multiplied by the cube.

    A double that awaits the absent side counts as dropped. Otherwise it is a gammon if that side
    has borne off no checker and has one outside its home board.
    """
    if state.phase in OFFER_PHASES or not gammons_count(state.cube, state.rules):
        return Win.SINGLE
    checkers = state.board[absent]
    outside = checkers[BAR] or any(checkers[HOME + 1 : BAR])
    return Win.GAMMON if outside and not checkers[OFF] else Win.SINGLE
