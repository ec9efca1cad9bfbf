"""What happened, told: one sentence for each event of a match."""

from __future__ import annotations

from typing import TypeAlias

from clients.cli import words
from clients.cli.people import People
from engine import events as ev
from engine.board import BAR, HOME
from engine.notation import format_play
from engine.seat import Seat
from engine.state import MatchEnd, MatchState, Win


def tell(event: ev.Event, before: MatchState, after: MatchState, you: Seat | None) -> str:
    """``event``, which led from ``before`` to ``after``, as the reader at ``you`` would say it.

    Nothing for what programs do for the proof of the dice without anybody's doing.
    """
    people = People(after, you)
    match event:
        case ev.GameEnded():
            return _game_ended(event, before, people)
        case ev.MatchEnded():
            return _match_ended(event, people)
        case ev.OpeningThrown():
            return _opening_thrown(event, people)
        case ev.GameStarted():
            text = words.GAME_STARTED_CRAWFORD if event.crawford else words.GAME_STARTED
            return text.format(number=event.number)
        case ev.OpeningTied():
            return words.OPENING_TIED.format(die=event.die)
        case ev.AutomaticallyDoubled():
            return words.AUTOMATICALLY_DOUBLED.format(value=event.value)
        case ev.MatchStarted():
            contest = words.contest(after.rules.length, after.rules.variant)
            return words.MATCH_STARTED.format(contest=contest)
        case ev.TimeCredited():
            if after.rules.clock is None:
                return words.ABSENCE_CREDITED.format(time=words.span(event.credit_ms))
            who = people.at(after.to_act or Seat.WHITE)
            return words.TIME_CREDITED.format(who=who, time=words.span(event.credit_ms))
        case ev.SeedCommitted() | ev.EntropyRevealed() | ev.SeedRevealed():
            return ""
        case _:
            return _did(event, before, people)


_Deed: TypeAlias = (
    ev.RoomCreated
    | ev.SeatTaken
    | ev.SpectatorRemoved
    | ev.SeatReady
    | ev.EntropyMissed
    | ev.Rolled
    | ev.TurnPassed
    | ev.Doubled
    | ev.Beavered
    | ev.Raccooned
    | ev.Taken
    | ev.Dropped
    | ev.Played
    | ev.ResignationOffered
    | ev.ResignationAccepted
    | ev.ResignationRejected
    | ev.ResignationWithdrawn
    | ev.Flagged
    | ev.SeatAbsent
    | ev.SeatLeft
    | ev.SeatBack
    | ev.GameClaimed
    | ev.RematchAsked
)


# Longer than other functions: one case for each event, so that none can be forgotten.
def _did(event: _Deed, before: MatchState, people: People) -> str:
    """Something that one seat did."""
    who = people.at(event.seat)
    match event:
        case ev.SeatTaken():
            return words.JOINED.format(who=who)
        case ev.SeatReady():
            return words.IS_READY.format(who=who)
        case ev.EntropyMissed():
            return words.ENTROPY_MISSED.format(who=who)
        case ev.Flagged():
            return words.FLAGGED.format(who=who)
        case ev.SeatAbsent():
            return words.IS_AWAY.format(who=who)
        case ev.SeatLeft():
            return (words.SAVES if people.state.saved else words.LEAVES).format(who=who)
        case ev.SeatBack():
            return words.IS_BACK.format(who=who)
        case ev.GameClaimed():
            return words.CLAIMS.format(who=who)
        case ev.Dropped():
            return words.DROPS.format(who=who)
        case ev.ResignationAccepted():
            return words.ACCEPTS_RESIGNATION.format(who=who)
        case ev.ResignationRejected():
            return words.REJECTS_RESIGNATION.format(who=who)
        case ev.ResignationWithdrawn():
            return words.WITHDRAWS_RESIGNATION.format(who=who)
        case ev.RematchAsked():
            return words.REMATCH_ASKED.format(who=who)
        case ev.RoomCreated():
            return words.OPENED.format(who=who, terms=words.terms(event.rules, event.manners))
        case ev.SpectatorRemoved():
            return words.SPECTATOR_REMOVED.format(who=who, name=words.A_SPECTATOR)
        case ev.Rolled():
            return words.ROLLS.format(who=who, dice=words.dice(event.dice))
        case ev.TurnPassed():
            text = words.SHUT_OUT if _shut_out(before, event.seat) else words.CANNOT_MOVE
            return text.format(who=who)
        case ev.Doubled():
            return words.DOUBLES.format(who=who, value=event.value)
        case ev.Beavered():
            return words.BEAVERS.format(who=who, value=event.value)
        case ev.Raccooned():
            return words.RACCOONS.format(who=who, value=event.value)
        case ev.Taken():
            cube = people.state.cube
            owner = people.at(cube.owner or event.seat)
            return words.TAKES.format(who=who, value=cube.value, owner=owner)
        case ev.Played():
            play = format_play(before.board, event.seat, event.steps)
            return words.PLAYS.format(who=who, play=play)
        case ev.ResignationOffered():
            return resignation(words.OFFERS_RESIGNATION, people, event.seat, event.win)


def resignation(text: str, people: People, seat: Seat, win: Win) -> str:
    """A sentence about the offer of ``seat`` to lose at ``win``, with what it is worth."""
    worth = win * people.state.cube.value
    return text.format(who=people.at(seat), win=words.WIN_NAMES[win], points=words.points(worth))


def _opening_thrown(event: ev.OpeningThrown, people: People) -> str:
    dice = {Seat.WHITE: event.white, Seat.BLACK: event.black}
    starter = Seat.WHITE if event.white > event.black else Seat.BLACK
    return words.OPENING_THROWN.format(
        first=people.first,
        first_die=dice[people.viewer],
        second=people.second,
        second_die=dice[people.viewer.other],
        starter=people.at(starter),
        dice=words.dice((event.white, event.black)),
    )


def _game_ended(event: ev.GameEnded, before: MatchState, people: People) -> str:
    cube = before.cube.value
    text = words.GAME_WON
    if event.win is not Win.SINGLE and cube > 1:
        text = words.GAME_WON_CUBE
    won = text.format(
        who=people.at(event.winner),
        win=words.WIN_NAMES[event.win],
        units=int(event.win),
        cube=cube,
        points=words.points(event.points),
    )
    own, other = people.score()
    score = words.SCORE.format(first=people.first, own=own, second=people.second, other=other)
    return words.joined(won, score)


def _match_ended(event: ev.MatchEnded, people: People) -> str:
    match event.end:
        case MatchEnd.CANCELLED:
            return words.CANCELLED.format(who=people.at(event.by or Seat.WHITE))
        case MatchEnd.CLOSED:
            return words.CLOSED
        case MatchEnd.SESSION_ENDED:
            return words.SESSION_ENDED.format(who=people.at(event.by or Seat.WHITE))
        case MatchEnd.CONCEDED:
            winner = event.winner or Seat.WHITE
            return words.CONCEDED.format(who=people.at(winner.other), winner=people.at(winner))
        case MatchEnd.TIME:
            return words.WON_ON_TIME.format(who=people.at(event.winner or Seat.WHITE))
        case MatchEnd.POINTS:
            winner = event.winner or Seat.WHITE
            own, other = People(people.state, winner).score()
            return words.MATCH_WON.format(who=people.at(winner), own=own, other=other)


def match_result(state: MatchState) -> str:
    """How the match ended, for somebody who took no part in it."""
    assert state.match_result is not None
    result = state.match_result
    ended = ev.MatchEnded(winner=result.winner, end=result.end, by=result.by)
    return _match_ended(ended, People(state, None))


def _shut_out(state: MatchState, seat: Seat) -> bool:
    """Whether ``seat`` has a checker on the bar before a closed board."""
    opponent = state.board[seat.other]
    return bool(state.board[seat][BAR]) and all(opponent[p] > 1 for p in range(1, HOME + 1))
