"""Why a seat may not ask for something now, and what it may ask for instead.

``phases.ALLOWED`` says which commands a phase admits; this module turns a miss of that table into
the refusal that helps most, and adds what a phase alone cannot say: whose turn it is, who owns the
cube, whose resignation it was. It judges the kind of a command only, never its content.
"""

from __future__ import annotations

from typing import get_args

from engine import commands as cmd
from engine.absence import waited_for
from engine.cube import objection_to_double, objection_to_redouble
from engine.errors import Code, IllegalCommand
from engine.phases import ALLOWED, CommandType
from engine.scoring import gammons_count
from engine.seat import Seat
from engine.state import (
    GAME_PHASES,
    MAX_REMOVED,
    OFFER_PHASES,
    Away,
    MatchEnd,
    MatchState,
    Phase,
    Win,
)

_REDOUBLES: frozenset[CommandType] = frozenset({cmd.Beaver, cmd.Raccoon})
_NOT_A_SEATS: frozenset[CommandType] = frozenset({cmd.Join, *get_args(cmd.ByServer)})
_ANSWERS: frozenset[CommandType] = _REDOUBLES | {cmd.Take, cmd.Drop}


def objection(state: MatchState, kind: CommandType, seat: Seat) -> Code | None:
    """Why ``seat`` may not ask for a command of type ``kind`` now; ``None`` if it may.

    What depends on more than the kind (which play, which level, which spectator) is not judged.
    """
    if kind not in ALLOWED[state.phase]:
        return _not_now(state, kind, seat)
    if kind in (cmd.Roll, cmd.Double, cmd.PlayDice) and state.on_roll is not seat:
        return Code.NOT_YOUR_TURN
    if kind is cmd.Double:
        return objection_to_double(
            seat,
            cube=state.cube,
            score=state.score,
            crawford=state.crawford,
            rules=state.rules,
        )
    if kind in _ANSWERS and state.to_act is not seat:
        return Code.OWN_DOUBLE
    if kind in _REDOUBLES:
        return objection_to_redouble(cube=state.cube, rules=state.rules)
    if kind is cmd.Concede and state.rules.length is None:
        return Code.ONLY_IN_MATCH
    if kind is cmd.EndSession and state.rules.length is not None:
        return Code.ONLY_IN_SESSION
    if kind is cmd.Rematch and was_cancelled(state):
        return Code.CANCELLED
    if kind is cmd.ClaimGame:
        return _objection_to_claim(state, seat)
    return _objection_about_resigning(state, kind, seat)


def refusal(state: MatchState, code: Code) -> IllegalCommand:
    """The exception for an objection in ``state``, with what its sentence names."""
    match code:
        case Code.CUBE_DEAD:
            return IllegalCommand(code, value=state.cube.value)
        case Code.CUBE_LIMIT:
            return IllegalCommand(code, limit=state.rules.cube_limit)
        case _:
            return IllegalCommand(code)


def objection_to_level(state: MatchState, seat: Seat, win: Win) -> Code | None:
    """Why ``seat``, who may offer to resign, may not offer ``win``; ``None`` if it may."""
    if win is not Win.SINGLE and not gammons_count(state.cube, state.rules):
        return Code.GAMMONS_DO_NOT_COUNT
    if win <= state.rejected[seat]:
        return Code.LEVEL_REJECTED
    if state.resignation is not None and state.resignation.win is win:
        return Code.ALREADY_OFFERED
    return None


def allowed(state: MatchState, seat: Seat) -> tuple[str, ...]:
    """The names of the commands that ``seat`` may ask for now, in alphabetical order."""
    kinds = ALLOWED[state.phase] - _NOT_A_SEATS
    return tuple(sorted(kind.name for kind in kinds if _is_open(state, kind, seat)))


def is_stale(state: MatchState, command: cmd.ByPlayer, at: int) -> bool:
    """Whether ``command``, sent by somebody who had seen event ``at``, was meant for the past.

    So it is if what its seat is asked now was asked after ``at``. An answer to a resignation is
    meant for the offer that stands; sending a spectator out has nothing to do with the game.
    """
    if isinstance(command, cmd.RemoveSpectator):
        return False
    if isinstance(command, cmd.AcceptResignation | cmd.RejectResignation):
        return state.resignation is not None and at < state.resignation.offered_seq
    return at < state.decision_seq[command.seat]


def _is_open(state: MatchState, kind: CommandType, seat: Seat) -> bool:
    """Whether asking for ``kind`` would be admitted and change something."""
    if kind in (cmd.Ready, cmd.Rematch) and state.agreed[seat]:
        return False
    if kind is cmd.Reveal and not state.proof.awaits(seat):
        return False
    if kind is cmd.OfferResignation and all(objection_to_level(state, seat, win) for win in Win):
        return False
    if kind is cmd.RemoveSpectator and len(state.removed) >= MAX_REMOVED:
        return False
    return objection(state, kind, seat) is None


def _not_now(state: MatchState, kind: CommandType, seat: Seat) -> Code:
    """The refusal of a command that this phase does not admit."""
    if kind is cmd.Reveal:
        return Code.NOTHING_TO_REVEAL
    if state.phase is Phase.MATCH_OVER:
        return Code.CANCELLED if was_cancelled(state) else Code.MATCH_OVER
    if kind is cmd.Rematch:
        return Code.NOT_OVER
    if kind is cmd.Cancel:
        return Code.MATCH_BEGUN
    if kind is cmd.EndSession and state.rules.length is not None:
        return Code.ONLY_IN_SESSION
    if kind in (cmd.Ready, cmd.EndSession) and state.phase in GAME_PHASES:
        return Code.GAME_IN_PROGRESS
    if kind is cmd.Concede and state.phase in GAME_PHASES:
        return Code.ONLY_IN_MATCH  # a phase of the game in a match admits it
    if kind in _REDOUBLES and state.phase in GAME_PHASES and not state.rules.beavers:
        return Code.NO_BEAVERS
    if kind in _REDOUBLES and state.phase in OFFER_PHASES:
        return Code.WRONG_REDOUBLE
    match state.phase:
        case Phase.SEATING:
            return Code.NO_OPPONENT
        case Phase.READY | Phase.GAME_OVER:
            return Code.NOT_STARTED
        case Phase.OPENING:
            return Code.OPENING_PENDING
        case Phase.DOUBLE_OFFERED | Phase.BEAVERED | Phase.RACCOONED:
            return Code.OFFER_PENDING
        case Phase.TO_ROLL | Phase.TO_PLAY:
            if kind in _ANSWERS:
                return Code.NO_DOUBLE_OFFERED
            if state.on_roll is not seat:
                return Code.NOT_YOUR_TURN
            return Code.MUST_ROLL if state.phase is Phase.TO_ROLL else Code.ALREADY_ROLLED


def _objection_about_resigning(state: MatchState, kind: CommandType, seat: Seat) -> Code | None:
    offer = state.resignation
    if kind is cmd.OfferResignation:
        opponents = offer is not None and offer.seat is not seat
        return Code.RESIGNATION_PENDING if opponents else None
    if kind not in (cmd.AcceptResignation, cmd.RejectResignation, cmd.WithdrawResignation):
        return None
    if offer is None:
        return Code.NO_RESIGNATION
    if kind is cmd.WithdrawResignation:
        return None if offer.seat is seat else Code.NOT_YOUR_RESIGNATION
    return Code.OWN_RESIGNATION if offer.seat is seat else None


def _objection_to_claim(state: MatchState, seat: Seat) -> Code | None:
    """Why ``seat`` may not claim the game, however long the opponent has been away."""
    if state.rules.clock is not None:
        return Code.CLOCK_DECIDES
    if state.manners.claim_after_ms is None:
        return Code.NO_CLAIMS
    if state.away[seat.other] is Away.HERE:
        return Code.NOT_AWAY
    if state.saved:
        return Code.MATCH_SAVED
    return None if waited_for(state) is seat.other else Code.AWAY_OFF_TURN


def may_be_marked(state: MatchState) -> bool:
    """Whether it is noted now who is away: a match is on, between two players."""
    return cmd.MarkSeat in ALLOWED[state.phase]


def was_cancelled(state: MatchState) -> bool:
    """Whether the room was closed for good: by a player before its first game, or from above."""
    closing = (MatchEnd.CANCELLED, MatchEnd.CLOSED)
    return state.match_result is not None and state.match_result.end in closing
