"""What must be true of a room's log, judged from outside of the server."""

from __future__ import annotations

from collections.abc import Sequence

from engine import events as ev
from engine.evolve import evolve
from engine.phases import TRANSITIONS
from engine.plays import legal_plays
from engine.seat import Seat
from engine.state import MatchState
from protocol.convert import event_from_plain
from protocol.entries import entry_told_by, first_head, next_head, pack_entry
from protocol.messages import EventMessage


def check_log(room: str, log: Sequence[EventMessage]) -> MatchState:
    """Assert that ``log`` is a legal match on an unbroken chain, and return its fold."""
    state, head = MatchState(), first_head(room)
    for number, message in enumerate(log, 1):
        assert message["seq"] == number
        head = next_head(head, pack_entry(entry_told_by(message)))
        assert message["head"] == head.hex(), f"the chain breaks at {number}"
        event = event_from_plain(message["event"])
        _check_event(state, event)
        state = evolve(state, event)
        assert message["phase"] == state.phase
        for seat in Seat:
            assert sum(state.board[seat]) == 15
    return state


def check_causes(log: Sequence[EventMessage], acknowledged: dict[str, int]) -> None:
    """Assert that every acknowledged request is in ``log`` exactly once, where it was said to be.

    Events that one request caused stand together; so a second application would show as a cause
    that comes back after others.
    """
    last_of: dict[str, int] = {}
    previous: str | None = None
    for message in log:
        cause = message["cause"]
        if cause is not None:
            assert cause == previous or cause not in last_of, f"{cause} was applied twice"
            last_of[cause] = message["seq"]
        previous = cause
    for request_id, seq in acknowledged.items():
        assert last_of.get(request_id) == seq, f"{request_id} was acknowledged at {seq}"


def _check_event(state: MatchState, event: ev.Event) -> None:
    assert type(event) in TRANSITIONS[state.phase], (state.phase, event)
    if isinstance(event, ev.Played):
        assert state.on_roll is event.seat
        assert state.dice is not None
        assert event.steps in legal_plays(state.board, event.seat, state.dice)
    if isinstance(event, ev.TurnPassed):
        assert state.dice is not None
        assert not legal_plays(state.board, event.seat, state.dice)
