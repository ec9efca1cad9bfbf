"""Whether a list of events is one that the rules could have produced.

``evolve`` believes every event; a log from outside is not to be believed. Each event that a
decision brought about is turned into that decision again and asked of ``match.apply`` with the dice
of the log, and what follows must be what stands there.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import commands as cmd
from engine import events as ev
from engine.errors import IllegalCommand
from engine.evolve import evolve
from engine.match import Context, apply, create
from engine.phases import TRANSITIONS
from engine.seat import Seat
from engine.sentences import SentenceError
from engine.state import Away, Dice, MatchEnd, MatchState

_FACES = set(range(1, 7))


OTHER_EVENT = "event {seq}: it is {name}, but the rules make it {expected}."
OTHER_FIELDS = "event {seq}: what it says of {name} is not what the rules make it."
SECOND_ROOM = "event {seq}: the room is created a second time."
NOT_HERE = "event {seq}: {name} cannot happen here."
FROM_NOTHING = "event {seq}: {name} follows from nothing."
NO_DICE = "event {seq}: {first} and {second} are no dice."
REFUSED = "event {seq}: the rules refuse it: {refusal}"
NO_CHANGE = "event {seq}: {name} changes nothing."
SENTENCES = (
    *(OTHER_EVENT, OTHER_FIELDS, SECOND_ROOM, NOT_HERE),
    *(FROM_NOTHING, NO_DICE, REFUSED, NO_CHANGE),
)


class IllegalLogError(SentenceError, ValueError):
    """The events could not have happened. ``seq`` is the number of the first that could not."""

    def __init__(self, seq: int, sentence: str, **values: object) -> None:
        super().__init__(sentence, seq=seq, **values)
        self.seq = seq


def judge(events: Sequence[ev.Event], room: str = "") -> MatchState:
    """The state after ``events``, all of which the rules allow; a log may end between two of them.

    ``room`` is the room's code, to which the secrets of its dice are bound.

    Raises:
        IllegalLogError: they do not.
    """
    state = MatchState()
    while state.seq < len(events):
        first = events[state.seq]
        for expected in _consequences(state, first, room):
            if state.seq == len(events):
                break
            if events[state.seq] != expected:
                name = events[state.seq].name
                sentence = OTHER_FIELDS if name == expected.name else OTHER_EVENT
                raise IllegalLogError(state.seq + 1, sentence, name=name, expected=expected.name)
            state = evolve(state, expected)
    return state


def _consequences(state: MatchState, event: ev.Event, room: str) -> tuple[ev.Event, ...]:
    """What the decision behind ``event`` leads to in ``state``."""
    seq = state.seq + 1
    if isinstance(event, ev.RoomCreated):
        if seq != 1:
            raise IllegalLogError(seq, SECOND_ROOM)
        return create(event.rules, event.player, event.manners)
    if seq == 1 or type(event) not in TRANSITIONS[state.phase]:
        raise IllegalLogError(seq, NOT_HERE, name=event.name)
    command, dice = _decision(event)
    if command is None:
        raise IllegalLogError(seq, FROM_NOTHING, name=event.name)
    if dice is not None and not set(dice) <= _FACES:
        raise IllegalLogError(seq, NO_DICE, first=dice[0], second=dice[1])
    try:
        follows = apply(state, command, Context(dice=dice, room=room))
    except IllegalCommand as refused:
        raise IllegalLogError(seq, REFUSED, refusal=refused) from None
    if not follows:
        raise IllegalLogError(seq, NO_CHANGE, name=event.name)
    return follows


def _decision(event: ev.Event) -> tuple[cmd.Command | None, Dice | None]:
    """The command that ``event`` was the first result of, with the dice thrown for it."""
    match event:
        case ev.OpeningTied():
            return cmd.ThrowOpening(), (event.die, event.die)
        case ev.OpeningThrown():
            return cmd.ThrowOpening(), (event.white, event.black)
        case ev.Rolled():
            return cmd.Roll(seat=event.seat), event.dice
        case _:
            return _decision_without_dice(event), None


# Longer than other functions: one case for each event.
def _decision_without_dice(event: ev.Event) -> cmd.Command | None:
    match event:
        case ev.SeatTaken():
            return cmd.Join(player=event.player)
        case ev.SpectatorRemoved():
            return cmd.RemoveSpectator(seat=event.seat, player=event.player)
        case ev.SeatReady():
            return cmd.Ready(seat=event.seat, commitment=event.commitment)
        case ev.GameStarted():
            return cmd.StartGame()
        case ev.SeedCommitted():
            return cmd.CommitSeed(commitment=event.commitment)
        case ev.EntropyRevealed():
            return cmd.Reveal(seat=event.seat, entropy=event.entropy)
        case ev.EntropyMissed():
            return cmd.MissEntropy(seat=event.seat)
        case ev.Flagged():
            return cmd.Flag(seat=event.seat)
        case ev.TimeCredited():
            return cmd.CreditTime(credit_ms=event.credit_ms)
        case ev.SeatAbsent():
            return cmd.MarkSeat(seat=event.seat, away=Away.LOST)
        case ev.SeatLeft():
            return cmd.MarkSeat(seat=event.seat, away=Away.LEFT)
        case ev.SeatBack():
            return cmd.MarkSeat(seat=event.seat, away=Away.HERE)
        case ev.GameClaimed():
            return cmd.ClaimGame(seat=event.seat)
        case ev.SeedRevealed():
            return cmd.RevealSeed(seed=event.seed)
        case ev.Doubled():
            return cmd.Double(seat=event.seat)
        case ev.Beavered():
            return cmd.Beaver(seat=event.seat)
        case ev.Raccooned():
            return cmd.Raccoon(seat=event.seat)
        case ev.Taken():
            return cmd.Take(seat=event.seat)
        case ev.Dropped():
            return cmd.Drop(seat=event.seat)
        case ev.Played():
            return cmd.PlayDice(seat=event.seat, segments=event.steps)
        case ev.ResignationOffered():
            return cmd.OfferResignation(seat=event.seat, win=event.win)
        case ev.ResignationAccepted():
            return cmd.AcceptResignation(seat=event.seat)
        case ev.ResignationRejected():
            return cmd.RejectResignation(seat=event.seat)
        case ev.ResignationWithdrawn():
            return cmd.WithdrawResignation(seat=event.seat)
        case ev.RematchAsked():
            return cmd.Rematch(seat=event.seat)
        case ev.MatchEnded():
            return _decision_to_end(event)
        case _:
            return None  # it only ever follows from another event


def _decision_to_end(event: ev.MatchEnded) -> cmd.Command | None:
    seat: Seat | None = event.by
    if seat is None:
        return cmd.CloseRoom() if event.end is MatchEnd.CLOSED else None
    match event.end:
        case MatchEnd.CONCEDED:
            return cmd.Concede(seat=seat)
        case MatchEnd.SESSION_ENDED:
            return cmd.EndSession(seat=seat)
        case MatchEnd.CANCELLED:
            return cmd.Cancel(seat=seat)
        case MatchEnd.POINTS | MatchEnd.TIME | MatchEnd.CLOSED:
            return None
