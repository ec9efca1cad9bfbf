"""How an event changes the state: the only writer of ``MatchState``.

``evolve`` trusts its event. It cannot fail on one that ``match.apply`` produced, and it never asks
whether the event was legal; replaying a log that somebody else wrote is ``record``'s concern.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine import events as ev
from engine.board import Board
from engine.phases import TRANSITIONS
from engine.scoring import crawford_after_game, crawford_at_start
from engine.seat import BLACK, WHITE, BySeat, Seat
from engine.state import (
    GAME_PHASES,
    Away,
    Cube,
    GameResult,
    MatchResult,
    MatchState,
    Proof,
    Resignation,
)

if TYPE_CHECKING:
    from dataclasses import replace
else:

    def replace(state, **changes):
        """What ``dataclasses.replace`` does, as which it is typed, in a sixth of the time.

        That one asks every field whether it may be given and calls the constructor, which sets
        each by a call, since they are frozen. A state has 20 fields and no checks of its own.
        """
        after = object.__new__(MatchState)
        object.__setattr__(after, "__dict__", state.__dict__ | changes)
        return after


NOBODY = BySeat(False, False)
NOTHING = BySeat(0, 0)
BOTH_HERE = BySeat(Away.HERE, Away.HERE)


def evolve(state: MatchState, event: ev.Event) -> MatchState:
    """The state after ``event``; its ``seq`` is one higher."""
    phase = TRANSITIONS[state.phase][type(event)]
    after = _changed(replace(state, seq=state.seq + 1, phase=phase), event)
    # Nobody else has this state yet: it need not be copied once more.
    vars(after)["decision_seq"] = _decisions_opened(state, after)
    return after


def replay(events: Iterable[ev.Event]) -> MatchState:
    """The state after all of ``events`` from the creation of the room on."""
    state = MatchState()
    for event in events:
        state = evolve(state, event)
    return state


def _decisions_opened(before: MatchState, after: MatchState) -> BySeat[int]:
    """Which event asked each seat what it is asked ``after``.

    Within a game a side that has nothing to decide is asked nothing: the opponent's roll, play or
    offer in between does not change that. Between games both are asked the same.
    """
    opened, seq = before.decision_seq, after.seq
    if (
        before.game_number != after.game_number
        or before.match_number != after.match_number
        or (before.phase in GAME_PHASES) != (after.phase in GAME_PHASES)
    ):
        return BySeat(seq, seq)
    was, now = before.to_act, after.to_act
    if was is now and before.phase is after.phase and before.turn_number == after.turn_number:
        return opened
    if after.phase not in GAME_PHASES:
        return BySeat(seq, seq)
    return BySeat(
        seq if was is WHITE or now is WHITE else opened.white,
        seq if was is BLACK or now is BLACK else opened.black,
    )


# Longer than other functions: one case for each event, so that none can be forgotten.
def _changed(state: MatchState, event: ev.Event) -> MatchState:
    """What ``event`` makes of all else, ``state`` having its number and its phase already."""
    match event:
        # The commonest first: what is asked for each case before costs more than most cases do.
        case ev.Rolled():
            return replace(state, dice=event.dice, throws=state.throws + 1)
        case ev.Played():
            return _next_turn(state, state.board.play(event.seat, event.steps))
        case ev.TurnPassed():
            return _next_turn(state, state.board)
        case ev.Doubled() | ev.Dropped() | ev.ResignationAccepted() | ev.GameClaimed():
            return state
        case ev.GameStarted() | ev.GameEnded() | ev.MatchEnded() | ev.MatchStarted():
            return _between_games(state, event)
        case ev.RoomCreated():
            return replace(
                state,
                rules=event.rules,
                manners=event.manners,
                crawford=crawford_at_start(event.rules),
                board=event.rules.start,
                seats=state.seats.with_(event.seat, event.player),
            )
        case ev.SeatTaken():
            return replace(state, seats=state.seats.with_(event.seat, event.player))
        case ev.SpectatorRemoved():
            return replace(state, removed=(*state.removed, event.player))
        case ev.SeatReady():
            proof = _committed(state.proof, event.seat, event.commitment)
            return replace(state, agreed=state.agreed.with_(event.seat, True), proof=proof)
        case ev.RematchAsked():
            return replace(state, agreed=state.agreed.with_(event.seat, True))
        case ev.SeedCommitted() | ev.EntropyRevealed() | ev.EntropyMissed() | ev.SeedRevealed():
            return replace(state, proof=_proof_after(state.proof, event))
        case ev.OpeningTied():
            return replace(state, throws=state.throws + 1)
        case ev.OpeningThrown():
            starter = Seat.WHITE if event.white > event.black else Seat.BLACK
            dice = (event.white, event.black)
            return replace(
                state, on_roll=starter, turn_number=1, dice=dice, throws=state.throws + 1
            )
        case ev.AutomaticallyDoubled():
            return replace(state, cube=Cube(value=event.value))
        case ev.Beavered() | ev.Raccooned() | ev.Taken():
            # Whoever redoubled and whoever takes, the side that was doubled first owns the cube.
            assert state.on_roll is not None
            return replace(state, cube=Cube(value=state.cube.value * 2, owner=state.on_roll.other))
        case ev.TimeCredited() | ev.Flagged():
            return state  # the clock itself is no part of a match: see clock.py
        case ev.SeatAbsent() | ev.SeatLeft() | ev.SeatBack():
            return _attended(state, event)
        case ev.ResignationOffered():
            offer = Resignation(seat=event.seat, win=event.win, offered_seq=state.seq)
            return replace(state, resignation=offer)
        case ev.ResignationRejected():
            assert state.resignation is not None
            offerer, level = state.resignation.seat, state.resignation.win
            rejected = state.rejected.with_(offerer, level)
            return replace(state, resignation=None, rejected=rejected)
        case ev.ResignationWithdrawn():
            return replace(state, resignation=None)


def _next_turn(state: MatchState, board: Board) -> MatchState:
    assert state.on_roll is not None
    return replace(
        state,
        board=board,
        on_roll=state.on_roll.other,
        turn_number=state.turn_number + 1,
        dice=None,
        rejected=NOTHING,
    )


def _attended(state: MatchState, event: ev.SeatAbsent | ev.SeatLeft | ev.SeatBack) -> MatchState:
    match event:
        case ev.SeatAbsent():
            return replace(state, away=state.away.with_(event.seat, Away.LOST))
        case ev.SeatLeft():
            # A clock runs whoever is there, so a match with one is never saved.
            goes_on = state.away[event.seat.other] is Away.HERE or state.rules.clock is not None
            saved = state.saved or not goes_on
            return replace(state, away=state.away.with_(event.seat, Away.LEFT), saved=saved)
        case ev.SeatBack():
            saved = state.saved and state.away[event.seat.other] is not Away.HERE
            return replace(state, away=state.away.with_(event.seat, Away.HERE), saved=saved)


def _committed(proof: Proof, seat: Seat, commitment: str | None) -> Proof:
    if commitment is None:
        return proof
    return dataclasses.replace(proof, committed=proof.committed.with_(seat, commitment))


def _proof_after(
    proof: Proof,
    event: ev.SeedCommitted | ev.EntropyRevealed | ev.EntropyMissed | ev.SeedRevealed,
) -> Proof:
    match event:
        case ev.SeedCommitted():
            return Proof(game=event.game, seed=event.commitment)
        case ev.EntropyRevealed():
            entropy = proof.entropy.with_(event.seat, event.entropy)
            return dataclasses.replace(proof, entropy=entropy)
        case ev.EntropyMissed():
            return dataclasses.replace(proof, missed=proof.missed.with_(event.seat, True))
        case ev.SeedRevealed():
            return Proof()


# Longer than other functions: one case for each event, so that none can be forgotten.
def _between_games(
    state: MatchState, event: ev.GameStarted | ev.GameEnded | ev.MatchEnded | ev.MatchStarted
) -> MatchState:
    match event:
        case ev.GameStarted():
            return replace(
                state,
                agreed=NOBODY,
                game_number=event.number,
                turn_number=0,
                board=state.rules.start,
                cube=Cube(),
                rejected=NOTHING,
                game_result=None,
                # One of another game was never told to its end: it is no proof of this one.
                proof=state.proof if state.proof.game == event.number else Proof(),
                throws=0,
            )
        case ev.GameEnded():
            score = state.score.with_(event.winner, state.score[event.winner] + event.points)
            result = GameResult(
                winner=event.winner, win=event.win, points=event.points, end=event.end
            )
            return replace(
                state,
                agreed=NOBODY,
                on_roll=None,
                dice=None,
                resignation=None,
                score=score,
                crawford=crawford_after_game(state.crawford, score, state.rules),
                game_result=result,
            )
        case ev.MatchEnded():
            ended = MatchResult(winner=event.winner, end=event.end, by=event.by)
            return replace(
                state,
                agreed=NOBODY,
                on_roll=None,
                dice=None,
                resignation=None,
                match_result=ended,
                away=BOTH_HERE,
                saved=False,
            )
        case ev.MatchStarted():
            return replace(
                state,
                agreed=NOBODY,
                match_number=event.number,
                game_number=0,
                turn_number=0,
                score=NOTHING,
                crawford=crawford_at_start(state.rules),
                board=state.rules.start,
                cube=Cube(),
                game_result=None,
                match_result=None,
                proof=Proof(),
            )
