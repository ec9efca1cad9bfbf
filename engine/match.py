"""What may be asked of a match, and what comes of it.

``apply`` judges one command: it returns the events that follow from it, or raises
``IllegalCommand`` and changes nothing. Whether a phase admits a command at all is said by the table
``phases.ALLOWED``; what remains, such as whose turn it is, by ``objections``. Dice are an argument:
this module never asks for any, and it knows nothing of time.

Longer than other files: every command is judged here, each by a few lines.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import commands as cmd
from engine import events as ev
from engine import promises
from engine.absence import waited_for, win_by_claim
from engine.board import OFF
from engine.clock import Verdict, verdict
from engine.cube import turns_by_itself
from engine.errors import Code, IllegalCommand
from engine.objections import may_be_marked, objection, objection_to_level, refusal, was_cancelled
from engine.plays import has_legal_play, numbers
from engine.resolve import resolve
from engine.scoring import (
    gammons_count,
    has_won,
    reaches_length,
    single_needs_no_consent,
    win_by_bearing_off,
)
from engine.seat import Seat
from engine.state import (
    DEFAULT_MANNERS,
    MAX_REMOVED,
    Away,
    Crawford,
    Dice,
    GameEnd,
    Manners,
    MatchEnd,
    MatchState,
    Phase,
    Player,
    Rules,
    Win,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the world adds to a command.

    ``dice`` have been thrown for it if its ``throws_dice`` says that it needs any. ``room`` is the
    room's code, to which secrets are bound (``promises``). ``claim_in_ms`` is how long it is until
    the game of a side that stays away may be claimed (``absence``); it may at 0 or less.
    """

    dice: Dice | None = None
    room: str = ""
    claim_in_ms: int = 0


def create(
    rules: Rules, player: Player, manners: Manners = DEFAULT_MANNERS
) -> tuple[ev.Event, ...]:
    """The events that open a room for ``player``, who takes the white seat."""
    return (ev.RoomCreated(rules=rules, seat=Seat.WHITE, player=player, manners=manners),)


def apply(state: MatchState, command: cmd.Command, context: Context) -> tuple[ev.Event, ...]:
    """The events that follow from ``command``; none if it asks for what already is.

    Raises:
        IllegalCommand: the rules refuse it; the code says why.
        ValueError: it throws dice, and ``context`` has none or what are no dice.
    """
    match command:
        case cmd.Join():
            return _join(state, command)
        case cmd.ThrowOpening():
            return _throw_opening(state, _thrown(context))
        case cmd.CloseRoom():
            return _close(state)
        case cmd.StartGame():
            return _start_alone(state)
        case cmd.CommitSeed():
            return promises.commit_seed(state, command)
        case cmd.RevealSeed():
            return promises.reveal_seed(state, command, context.room)
        case cmd.MissEntropy():
            return promises.miss_entropy(state, command)
        case cmd.Flag():
            return _flag(state, command.seat)
        case cmd.MarkSeat():
            return _mark_seat(state, command.seat, command.away)
        case cmd.CreditTime():
            return _credit_time(state, command.credit_ms)
        case _:
            refused = objection(state, type(command), command.seat)
            if refused is not None:
                raise refusal(state, refused)
            return _apply_for_seat(state, command, context)


def _apply_for_seat(
    state: MatchState, command: cmd.ByPlayer, context: Context
) -> tuple[ev.Event, ...]:
    seat = command.seat
    match command:
        # The commonest first.
        case cmd.Roll():
            return (*_settle_offer(state, seat), *_roll(state, seat, _thrown(context)))
        case cmd.PlayDice():
            return _play(state, command)
        case cmd.Cancel():
            return (ev.MatchEnded(winner=None, end=MatchEnd.CANCELLED, by=seat),)
        case cmd.Ready():
            return _ready(state, seat, command.commitment)
        case cmd.Reveal():
            return promises.reveal(state, command, context.room)
        case cmd.Double():
            doubled = ev.Doubled(seat=seat, value=state.cube.value * 2)
            return (*_settle_offer(state, seat), doubled)
        case cmd.Take():
            return (ev.Taken(seat=seat),)
        case cmd.Drop():
            dropped = ev.Dropped(seat=seat)
            return (dropped, *_game_won(state, seat.other, Win.SINGLE, GameEnd.DROPPED))
        case cmd.Beaver():
            return (ev.Beavered(seat=seat, value=state.cube.value * 4),)
        case cmd.Raccoon():
            return (ev.Raccooned(seat=seat, value=state.cube.value * 4),)
        case cmd.OfferResignation():
            return _offer_resignation(state, command)
        case cmd.AcceptResignation():
            return _accept_resignation(state, seat)
        case cmd.RejectResignation():
            return (ev.ResignationRejected(seat=seat),)
        case cmd.WithdrawResignation():
            return (ev.ResignationWithdrawn(seat=seat),)
        case cmd.Concede():
            return (ev.MatchEnded(winner=seat.other, end=MatchEnd.CONCEDED, by=seat),)
        case cmd.ClaimGame():
            return _claim(state, seat, context.claim_in_ms)
        case cmd.EndSession():
            return (_session_ended(state, seat),)
        case cmd.Rematch():
            return _rematch(state, seat)
        case cmd.RemoveSpectator():
            return _remove_spectator(state, command)


def due(state: MatchState) -> cmd.Command | None:
    """The command that needs nothing but dice and that the server has to issue now, if any."""
    opens = state.phase is Phase.OPENING and state.proof.is_settled
    return cmd.ThrowOpening() if opens else None


def _join(state: MatchState, command: cmd.Join) -> tuple[ev.Event, ...]:
    """Idempotent: a player who has a seat already takes no second one."""
    if state.seat_of(command.player.id) is not None:
        return ()
    if state.phase is not Phase.SEATING:
        raise IllegalCommand(Code.CANCELLED if was_cancelled(state) else Code.ROOM_FULL)
    free = Seat.WHITE if state.seats.white is None else Seat.BLACK
    return (ev.SeatTaken(seat=free, player=command.player),)


def _ready(state: MatchState, seat: Seat, commitment: str | None) -> tuple[ev.Event, ...]:
    if state.agreed[seat]:
        return ()
    ready = ev.SeatReady(seat=seat, commitment=commitment)
    if not state.agreed[seat.other]:
        return (ready,)
    return (ready, _next_game(state))


def _start_alone(state: MatchState) -> tuple[ev.Event, ...]:
    """Nobody holds a match up by never being ready; before the first game nothing is at stake."""
    if state.phase is not Phase.GAME_OVER or not any(state.agreed[seat] for seat in Seat):
        raise IllegalCommand(Code.NOT_STARTED)
    if state.rules.length is None:
        raise IllegalCommand(Code.NOT_STARTED)
    return (_next_game(state),)


def _next_game(state: MatchState) -> ev.GameStarted:
    return ev.GameStarted(number=state.game_number + 1, crawford=state.crawford is Crawford.NOW)


def _throw_opening(state: MatchState, dice: Dice) -> tuple[ev.Event, ...]:
    if state.phase is not Phase.OPENING:
        raise IllegalCommand(Code.GAME_IN_PROGRESS)
    if not state.proof.is_settled:
        raise IllegalCommand(Code.OPENING_PENDING)
    white, black = dice
    if white == black:
        tied = ev.OpeningTied(die=white)
        if turns_by_itself(cube=state.cube, rules=state.rules):
            return (tied, ev.AutomaticallyDoubled(value=state.cube.value * 2))
        return (tied,)
    return (ev.OpeningThrown(white=white, black=black),)


def _close(state: MatchState) -> tuple[ev.Event, ...]:
    if state.phase is Phase.MATCH_OVER:
        raise IllegalCommand(Code.CANCELLED if was_cancelled(state) else Code.MATCH_OVER)
    return (ev.MatchEnded(winner=None, end=MatchEnd.CLOSED),)


def _flag(state: MatchState, seat: Seat) -> tuple[ev.Event, ...]:
    """Whether the time is over is the clock's question; the rules say who loses what by it."""
    if state.rules.clock is None or state.to_act is not seat:
        raise IllegalCommand(Code.NO_CLOCK_RUNS)
    flagged = ev.Flagged(seat=seat)
    match verdict(state, seat):
        case Verdict.LOSES_MATCH:
            return (flagged, ev.MatchEnded(winner=seat.other, end=MatchEnd.TIME))
        case Verdict.LOSES_GAME:
            return (flagged, *_game_won(state, seat.other, Win.SINGLE, GameEnd.TIME))
        case Verdict.WINS_GAME:
            return (flagged, *_game_won(state, seat, Win.SINGLE, GameEnd.TIME))


def _credit_time(state: MatchState, credit_ms: int) -> tuple[ev.Event, ...]:
    clock_runs = state.rules.clock is not None and state.to_act is not None
    if credit_ms <= 0 or not (clock_runs or waited_for(state)):
        raise IllegalCommand(Code.NO_CLOCK_RUNS)
    return (ev.TimeCredited(credit_ms=credit_ms),)


def _mark_seat(state: MatchState, seat: Seat, away: Away) -> tuple[ev.Event, ...]:
    """Nothing if it stands so already; who is away by whatever reason stays so until it is back."""
    if not may_be_marked(state):
        raise IllegalCommand(Code.NOT_STARTED)
    if (state.away[seat] is Away.HERE) is (away is Away.HERE):
        return ()
    match away:
        case Away.HERE:
            return (ev.SeatBack(seat=seat),)
        case Away.LOST:
            return (ev.SeatAbsent(seat=seat),)
        case Away.LEFT:
            return (ev.SeatLeft(seat=seat),)


def _claim(state: MatchState, seat: Seat, claim_in_ms: int) -> tuple[ev.Event, ...]:
    if claim_in_ms > 0:
        raise IllegalCommand(Code.CLAIM_TOO_EARLY, seconds=-(-claim_in_ms // 1000))
    win = win_by_claim(state, seat.other)
    return (ev.GameClaimed(seat=seat), *_game_won(state, seat, win, GameEnd.CLAIMED))


def _thrown(context: Context) -> Dice:
    if context.dice is None:
        raise ValueError("a command that throws dice was applied without any")
    numbers(context.dice)  # raises what is no roll
    return context.dice


def _roll(state: MatchState, seat: Seat, dice: Dice) -> tuple[ev.Event, ...]:
    rolled = ev.Rolled(seat=seat, dice=dice)
    if has_legal_play(state.board, seat, dice):
        return (rolled,)
    return (rolled, ev.TurnPassed(seat=seat))


def _play(state: MatchState, command: cmd.PlayDice) -> tuple[ev.Event, ...]:
    assert state.dice is not None
    seat, board = command.seat, state.board
    steps = resolve(board, seat, state.dice, command.segments)
    played = (*_settle_offer(state, seat), ev.Played(seat=seat, steps=steps))
    if not steps or steps[-1].target != OFF:
        return played  # A game is won by the step that bears off the last checker.
    board = board.play(seat, steps)
    if not has_won(board, seat):
        return played
    full = gammons_count(state.cube, state.rules)
    win = win_by_bearing_off(board, seat) if full else Win.SINGLE
    return (*played, *_game_won(state, seat, win, GameEnd.BORNE_OFF))


def _settle_offer(state: MatchState, seat: Seat) -> tuple[ev.Event, ...]:
    """What playing on does to an open offer: withdraws ``seat``'s own, rejects the opponent's."""
    if state.resignation is None:
        return ()
    if state.resignation.seat is seat:
        return (ev.ResignationWithdrawn(seat=seat),)
    return (ev.ResignationRejected(seat=seat),)


def _offer_resignation(state: MatchState, command: cmd.OfferResignation) -> tuple[ev.Event, ...]:
    seat, win = command.seat, command.win
    refused = objection_to_level(state, seat, win)
    if refused is not None:
        raise IllegalCommand(refused)
    offered = (*_settle_offer(state, seat), ev.ResignationOffered(seat=seat, win=win))
    winner = seat.other
    if win is Win.SINGLE and single_needs_no_consent(
        state.board,
        resigner=seat,
        winner_score=state.score[winner],
        cube=state.cube,
        rules=state.rules,
    ):
        return (*offered, *_resigned(state, winner, win))
    return offered


def _accept_resignation(state: MatchState, seat: Seat) -> tuple[ev.Event, ...]:
    assert state.resignation is not None
    return _resigned(state, seat, state.resignation.win)


def _resigned(state: MatchState, winner: Seat, win: Win) -> tuple[ev.Event, ...]:
    accepted = ev.ResignationAccepted(seat=winner)
    return (accepted, *_game_won(state, winner, win, GameEnd.RESIGNED))


def _game_won(state: MatchState, winner: Seat, win: Win, end: GameEnd) -> tuple[ev.Event, ...]:
    """The end of the game, and of the match if it is decided."""
    points = win * state.cube.value
    game = ev.GameEnded(winner=winner, win=win, points=points, end=end)
    if not reaches_length(state.score[winner] + points, state.rules):
        return (game,)
    return (game, ev.MatchEnded(winner=winner, end=MatchEnd.POINTS))


def _session_ended(state: MatchState, seat: Seat) -> ev.MatchEnded:
    """A money session goes to the side with more points; to nobody if it is level."""
    lead = state.score.white - state.score.black
    winner = None if lead == 0 else Seat.WHITE if lead > 0 else Seat.BLACK
    return ev.MatchEnded(winner=winner, end=MatchEnd.SESSION_ENDED, by=seat)


def _rematch(state: MatchState, seat: Seat) -> tuple[ev.Event, ...]:
    if state.agreed[seat]:
        return ()
    asked = ev.RematchAsked(seat=seat)
    if not state.agreed[seat.other]:
        return (asked,)
    return (asked, ev.MatchStarted(number=state.match_number + 1))


def _remove_spectator(state: MatchState, command: cmd.RemoveSpectator) -> tuple[ev.Event, ...]:
    if command.player in state.removed:
        return ()
    if state.seat_of(command.player) is not None:
        raise IllegalCommand(Code.NOT_A_SPECTATOR)
    if len(state.removed) >= MAX_REMOVED:
        raise IllegalCommand(Code.TOO_MANY_REMOVED, most=MAX_REMOVED)
    return (ev.SpectatorRemoved(seat=command.seat, player=command.player),)
