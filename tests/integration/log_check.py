"""What must be true of a room's log, judged from outside of the server."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine import events as ev
from engine.evolve import evolve
from engine.phases import TRANSITIONS
from engine.plays import legal_plays
from engine.seat import Seat
from engine.state import MatchState
from protocol.convert import event_from_plain
from protocol.entries import entry_told_by, first_head, next_head, pack_entry
from protocol.messages import EventMessage
from tests.integration.literal_clock import LiteralClock


class LogCheck:
    """A room's log as far as it was followed; each entry is judged when it comes.

    Attributes:
        state: the fold of the log.
        heads: the chain value after each entry, by seq, as the room's members are told it.
    """

    def __init__(self, room: str) -> None:
        self.state = MatchState()
        self.heads: dict[int, str] = {}
        self._head = first_head(room)
        self._cause: str | None = None
        self._last_of: dict[str, int] = {}
        self._clock = LiteralClock()

    @property
    def seq(self) -> int:
        """The newest entry."""
        return len(self.heads)

    def follow(self, message: EventMessage) -> None:
        """Assert that this is the next entry of a legal match on an unbroken chain.

        A flag may fall only for the side whose clock ran, and when it had nothing left.
        Events that one request caused stand together; so a second application would show as a
        cause that comes back after others.
        """
        seq, cause = self.seq + 1, message["cause"]
        assert message["seq"] == seq
        self._head = next_head(self._head, pack_entry(entry_told_by(message)))
        assert message["head"] == self._head.hex(), f"the chain breaks at {seq}"
        event = event_from_plain(message["event"])
        _check_event(self.state, event)
        if isinstance(event, ev.Flagged):
            side, at_ms = event.seat.value, message["at_ms"]
            assert self._clock.may_flag(side, at_ms), f"{side} had time left at {seq}"
        self._clock.tell(message)
        self.state = evolve(self.state, event)
        assert message["phase"] == self.state.phase
        for seat in Seat:
            assert sum(self.state.board[seat]) == sum(self.state.rules.start[seat])
        if cause is not None:
            again = cause != self._cause and cause in self._last_of
            assert not again, f"{cause} was applied twice"
            self._last_of[cause] = seq
        self._cause = cause
        self.heads[seq] = message["head"]

    def check_told(self, heads: Mapping[int, str]) -> None:
        """Assert that what a member was told, chain values by seq, stands in the log."""
        told = {seq for seq, head in heads.items() if self.heads.get(seq) != head}
        assert not told, f"told, but not in the log: {sorted(told)}"

    def check_acknowledged(self, acknowledged: Mapping[str, int]) -> None:
        """Assert that each of these requests did what it was said to have done.

        Together with ``follow``: it is in the log exactly once.
        """
        for request_id, seq in acknowledged.items():
            stands_at = self._last_of.get(request_id)
            assert stands_at == seq, f"{request_id}: acknowledged {seq}, stored {stands_at}"

    def check_refused(self, refused: Collection[str]) -> None:
        """Assert that requests that were refused changed nothing."""
        done = self._last_of.keys() & refused
        assert not done, f"refused, and done all the same: {sorted(done)}"


def check_log(room: str, log: Sequence[EventMessage]) -> LogCheck:
    """Assert that ``log`` is a legal match on an unbroken chain, in which nothing happens twice."""
    check = LogCheck(room)
    for message in log:
        check.follow(message)
    return check


def _check_event(state: MatchState, event: ev.Event) -> None:
    assert type(event) in TRANSITIONS[state.phase], (state.phase, event)
    if isinstance(event, ev.Played):
        assert state.on_roll is event.seat
        assert state.dice is not None
        assert event.steps in legal_plays(state.board, event.seat, state.dice)
    if isinstance(event, ev.TurnPassed):
        assert state.dice is not None
        assert not legal_plays(state.board, event.seat, state.dice)
