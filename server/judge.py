"""What follows from a request in a room: pure judgements on a ledger.

A judgement returns a ``Draft`` to store, or the seq of an event if nothing has to be stored: the
request was answered before, or asks for what already is. It may be made again on a newer ledger,
so it changes nothing and asks the world for nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine import commands as cmd
from engine.match import Context, apply, create, due
from engine.objections import is_stale
from engine.seat import Seat
from engine.state import DEFAULT_MANNERS, Manners, Player, Rules
from protocol.codes import WireCode, WireError
from protocol.convert import command_of
from protocol.requests import AnyGameRequest
from server.dice import DiceCup
from server.ledger import Draft, Ledger

Judge: TypeAlias = Callable[[Ledger, int], Draft | int]
"""From a ledger and the time in Unix milliseconds; raises ``IllegalCommand`` or ``WireError``."""


def judge_game_request(player: str, request: AnyGameRequest, cup: DiceCup) -> Judge:
    """The judge of a request by the player with the id ``player``."""

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        seat = ledger.state.seat_of(player)
        if seat is None:
            raise WireError(WireCode.NOT_A_PLAYER)
        answered = ledger.answer_to(seat, request.id)
        if answered is not None:
            return answered
        command = command_of(request, seat)
        # Who has seen more than there is asks about a moment that the store has lost.
        if request.at > ledger.seq or is_stale(ledger.state, command, request.at):
            raise WireError(WireCode.STALE)
        cup.from_the_start()
        return _consequences(ledger, command, cup, by=seat, cause=request.id, now_ms=now_ms)

    return judge


def judge_join(player: Player, request_id: str) -> Judge:
    """The judge of ``player`` taking the free seat; it changes nothing for one who has a seat."""

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        # Here, since another node may have stored the removal after this request was let in.
        if player.id in ledger.state.removed:
            raise WireError(WireCode.REMOVED)
        events = apply(ledger.state, cmd.Join(player=player), Context())
        if not events:
            return ledger.seq
        seat = Seat.WHITE if ledger.state.seats.white is None else Seat.BLACK
        return ledger.draft(events, at_ms=now_ms, by=seat, cause=request_id)

    return judge


def judge_create(
    player: Player, rules: Rules, request_id: str, manners: Manners = DEFAULT_MANNERS
) -> Judge:
    """The judge of ``player`` opening a room.

    The code of the room comes from the player's secret and the request, so a room that exists
    already is the one that this very request made.
    """

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        if ledger.seq > 0:
            return ledger.seq
        events = create(rules, player, manners)
        return ledger.draft(events, at_ms=now_ms, by=Seat.WHITE, cause=request_id)

    return judge


def _consequences(
    ledger: Ledger, command: cmd.Command, cup: DiceCup, *, by: Seat, cause: str, now_ms: int
) -> Draft | int:
    """What ``command`` brings about, and what the server then has to do by itself at once."""
    events = apply(ledger.state, command, _context(command, cup))
    if not events:
        return ledger.seq
    draft = ledger.draft(events, at_ms=now_ms, by=by, cause=cause)
    while (follow := due(draft.after.state)) is not None:
        events = apply(draft.after.state, follow, _context(follow, cup))
        draft = draft.then(draft.after.draft(events, at_ms=now_ms, by=None, cause=None))
    return draft


def _context(command: cmd.Command, cup: DiceCup) -> Context:
    return Context(dice=cup.throw() if command.throws_dice else None)
