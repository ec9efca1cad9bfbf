"""What follows from a request in a room: pure judgements on a ledger.

A judgement returns a ``Draft`` to store, or the seq of an event if nothing has to be stored: the
request was answered before, or asks for what already is. It may be made again on a newer ledger,
so it changes nothing and asks the world for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine import commands as cmd
from engine.absence import claim_at_ms
from engine.dice import Secret, commitment, game_name
from engine.match import Context, apply, create, due
from engine.objections import is_stale
from engine.promises import next_dice, owes_seed, wants_seed
from engine.seat import Seat
from engine.state import DEFAULT_MANNERS, Manners, Player, Rules
from protocol.codes import WireCode, WireError
from protocol.convert import command_of
from protocol.requests import AnyGameRequest
from server.beats import Gap, within
from server.deadlines import overdue
from server.dice import DiceCup
from server.ledger import Draft, Ledger

UNSEEN_MS = 20_000
"""So long somebody may be gone before it is noted: only what is longer is given back."""

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
        return consequences(ledger, command, cup, by=seat, cause=request.id, now_ms=now_ms)

    return judge


def judge_join(player: Player, request_id: str, cup: DiceCup) -> Judge:
    """The judge of ``player`` taking the free seat; it changes nothing for one who has a seat."""

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        # Here, since another node may have stored the removal after this request was let in.
        if player.id in ledger.state.removed:
            raise WireError(WireCode.REMOVED)
        seat = Seat.WHITE if ledger.state.seats.white is None else Seat.BLACK
        join = cmd.Join(player=player)
        return consequences(ledger, join, cup, by=seat, cause=request_id, now_ms=now_ms)

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


def judge_overdue(cup: DiceCup) -> Judge:
    """The judge of what the server has to do because somebody let the time for it pass."""

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        command = overdue(ledger, now_ms)
        if command is None:
            return ledger.seq
        cup.from_the_start()
        return consequences(ledger, command, cup, by=None, cause=None, now_ms=now_ms)

    return judge


def judge_by_server(command: cmd.ByServer, cup: DiceCup) -> Judge:
    """The judge of what the server does by itself, other than what is overdue."""

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        cup.from_the_start()
        return consequences(ledger, command, cup, by=None, cause=None, now_ms=now_ms)

    return judge


def judge_unseen(waits: Seat, seen_ms: int, gaps: Sequence[Gap]) -> Judge:
    """The judge of the time since ``waits`` was last seen at ``seen_ms``: no absence of the other.

    What lies in ``gaps`` of it has been given back already.
    """

    def judge(ledger: Ledger, now_ms: int) -> Draft | int:
        absence = ledger.absence
        if absence.running is not waits.other or claim_at_ms(absence, ledger.state) is None:
            return ledger.seq
        unseen_ms = now_ms - seen_ms - within(gaps, seen_ms, now_ms)
        credit_ms = min(unseen_ms, now_ms - absence.since_ms)
        if credit_ms <= UNSEEN_MS:
            return ledger.seq
        events = apply(ledger.state, cmd.CreditTime(credit_ms=credit_ms), Context())
        return ledger.draft(events, at_ms=now_ms, by=None, cause=None)

    return judge


def consequences(
    ledger: Ledger,
    command: cmd.Command,
    cup: DiceCup,
    *,
    by: Seat | None,
    cause: str | None,
    now_ms: int,
) -> Draft | int:
    """What ``command`` brings about, and what the server then has to do by itself at once."""
    events = apply(ledger.state, command, _context(ledger, command, cup, now_ms))
    if not events:
        return ledger.seq
    draft = ledger.draft(events, at_ms=now_ms, by=by, cause=cause)
    while (follow := _due(draft.after, cup)) is not None:
        after = draft.after
        events = apply(after.state, follow, _context(after, follow, cup, now_ms))
        seed = cup.seed if isinstance(follow, cmd.CommitSeed) else None
        draft = draft.then(after.draft(events, at_ms=now_ms, by=None, cause=None, seed=seed))
    return draft


def _due(ledger: Ledger, cup: DiceCup) -> cmd.Command | None:
    """What the server has to do by itself now."""
    state = ledger.state
    if owes_seed(state):
        return cmd.RevealSeed(seed=ledger.seed.hex())
    if wants_seed(state) and cup.seed is not None:
        game = game_name(ledger.room, state.match_number, state.game_number + 1)
        return cmd.CommitSeed(commitment=commitment(Secret.SEED, game, cup.seed).hex())
    return due(state)


def _context(ledger: Ledger, command: cmd.Command, cup: DiceCup, now_ms: int) -> Context:
    state = ledger.state
    if isinstance(command, cmd.ClaimGame):
        claim_ms = claim_at_ms(ledger.absence, state)
        return Context(claim_in_ms=0 if claim_ms is None else claim_ms - now_ms)
    if not command.throws_dice:
        return Context(room=ledger.room)
    if state.proof.seed is None:
        return Context(dice=cup.throw(), room=ledger.room)
    return Context(dice=next_dice(state, ledger.room, ledger.seed), room=ledger.room)
