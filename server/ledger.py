"""A room's log as one node knows it, and the next entries that could follow.

A ``Ledger`` is a value: following an entry makes a new one, so a judgement can be tried on it and
thrown away. It knows nothing of connections, tasks or Redis. In the store a record is the chain
value after an entry followed by the entry's bytes, so that any place in the log can be checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import msgpack

from engine.absence import NO_ABSENCE, Absence, claim_at_ms
from engine.clock import Clock
from engine.dice import thrown_in
from engine.events import Event, OpeningThrown, OpeningTied, Rolled, TimeCredited
from engine.evolve import evolve
from engine.promises import fits_promise
from engine.seat import BySeat, Seat
from engine.state import Dice, MatchState
from protocol.absences import absence_from_plain, absence_to_plain, absence_told
from protocol.clocks import clock_from_plain, clock_to_plain, clock_told
from protocol.convert import event_from_plain, state_from_plain, state_to_plain
from protocol.entries import (
    HEAD_BYTES,
    Entry,
    entry_after,
    first_head,
    next_head,
    pack_entry,
    unpack_entry,
)
from protocol.limits import MAX_UNANSWERED

SNAPSHOT_VERSION = 1
THROWS = {event.name for event in (OpeningTied, OpeningThrown, Rolled)}
"""The names of the events in which dice fall."""
REMEMBERED_REQUESTS = 2 * MAX_UNANSWERED
"""How many answered requests of a seat are remembered; a client has at most half unanswered."""

NONE_ANSWERED: BySeat[tuple[tuple[str, int], ...]] = BySeat((), ())


class UnknownRecordError(ValueError):
    """A record or snapshot that this code cannot read; a newer server wrote it."""


class BrokenChainError(ValueError):
    """A record that does not follow what this ledger holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One entry at its place in the log: ``head`` is the chain value after it."""

    seq: int
    head: bytes
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """A room's log up to ``seq``, folded.

    ``answered`` holds for each seat the newest requests that brought something about, as
    (request id, seq of the last event it caused), oldest first. ``phase_ms`` is when the match came
    into its present phase; in it, when a side last said ready, or when it ceased to be saved.
    ``seed`` is the secret of the dice as far as this node knows it: it stands in no entry, no
    snapshot and no message.

    ``clock`` is how much time the players have, if they agreed on one, ``absence`` how long they
    were away; ``credited_ms`` is up to when the time in which nobody served has been given back.
    """

    room: str
    seq: int
    head: bytes
    at_ms: int
    state: MatchState
    answered: BySeat[tuple[tuple[str, int], ...]] = NONE_ANSWERED
    phase_ms: int = 0
    clock: Clock | None = None
    absence: Absence = NO_ABSENCE
    credited_ms: int = 0
    seed: bytes = field(default=b"", repr=False)

    @property
    def waits_since_ms(self) -> int | None:
        """Since when somebody's time runs in this match, of the clock or by being away."""
        if self.clock is not None:
            return None if self.clock.running is None else self.clock.since_ms
        waits = claim_at_ms(self.absence, self.state) is not None
        return self.absence.since_ms if waits else None

    @property
    def lacks_seed(self) -> bool:
        """Whether the server is bound to a seed that is not known here: another node drew it."""
        bound = self.state.proof.seed is not None
        return bound and not fits_promise(self.state, self.room, self.seed)

    def knowing(self, seed: bytes) -> Ledger:
        """The same ledger with the secret of its dice."""
        return replace(self, seed=seed)

    @classmethod
    def empty(cls, room: str) -> Ledger:
        """The ledger of a room that does not exist yet."""
        return cls(room=room, seq=0, head=first_head(room), at_ms=0, state=MatchState())

    def answer_to(self, seat: Seat, request_id: str) -> int | None:
        """The seq that this request of ``seat`` produced, if it is remembered."""
        return dict(self.answered[seat]).get(request_id)

    def follow(self, stored: bytes) -> tuple[Ledger, Record]:
        """The ledger after the next stored record, and that record.

        Raises:
            BrokenChainError: it is not the next record of this chain.
            UnknownRecordError: it is of a version or type that is not known here.
        """
        head, data = stored[:HEAD_BYTES], stored[HEAD_BYTES:]
        if next_head(self.head, data) != head:
            raise BrokenChainError(f"room {self.room}: record {self.seq + 1} is on another chain")
        record = read_record(self.seq + 1, stored)
        try:
            event = event_from_plain(record.entry.event)
        except ValueError as error:
            raise UnknownRecordError(f"room {self.room}: {error}") from error
        return self._after(evolve(self.state, event), record.entry, head), record

    def draft(
        self,
        events: Sequence[Event],
        *,
        at_ms: int,
        by: Seat | None,
        cause: str | None,
        seed: bytes | None = None,
    ) -> Draft:
        """``events`` as the next records, caused by the request ``cause`` of ``by``.

        ``seed`` is the secret to which they bind the server, if they do.
        """
        ledger, stages = self, []
        for event in events:
            state = evolve(ledger.state, event)
            entry = entry_after(state, event, at_ms=at_ms, by=by, cause=cause)
            data = pack_entry(entry)
            head = next_head(ledger.head, data)
            record = Record(seq=ledger.seq + 1, head=head, entry=entry)
            after = ledger._after(state, entry, head)
            if seed is not None:
                after = after.knowing(seed)
            stages.append(Stage(before=ledger, after=after, record=record, stored=head + data))
            ledger = after
        return Draft(stages=tuple(stages))

    def snapshot(self) -> bytes:
        """What ``restore`` needs; a cache of the log."""
        plain = {
            "v": SNAPSHOT_VERSION,
            "at_ms": self.at_ms,
            "phase_ms": self.phase_ms,
            "state": state_to_plain(self.state),
            "clock": None if self.clock is None else clock_to_plain(self.clock),
            "absence": absence_to_plain(self.absence, self.state),
            "credited_ms": self.credited_ms,
            "answered": {seat.value: self.answered[seat] for seat in Seat},
        }
        packed: bytes = msgpack.packb(plain)
        return packed

    @classmethod
    def restore(cls, room: str, seq: int, head: bytes, snapshot: bytes) -> Ledger:
        """The ledger whose snapshot this is; ``UnknownRecordError`` if it cannot be read."""
        try:
            plain = msgpack.unpackb(snapshot)
            if plain["v"] != SNAPSHOT_VERSION:
                raise UnknownRecordError(f"room {room}: snapshot of version {plain['v']}")
            state = state_from_plain(plain["state"])
        except (ValueError, KeyError, TypeError) as error:
            raise UnknownRecordError(f"room {room}: {error}") from error
        answered = {
            seat: tuple((request, at) for request, at in plain["answered"][seat.value])
            for seat in Seat
        }
        return cls(
            room=room,
            seq=seq,
            head=head,
            at_ms=plain["at_ms"],
            phase_ms=plain.get("phase_ms", plain["at_ms"]),
            state=state,
            clock=clock_from_plain(plain.get("clock"), state.rules),
            absence=absence_from_plain(plain.get("absence")),
            credited_ms=plain.get("credited_ms", 0),
            answered=BySeat(answered[Seat.WHITE], answered[Seat.BLACK]),
        )

    def _after(self, state: MatchState, entry: Entry, head: bytes) -> Ledger:
        answered = self.answered
        if entry.by is not None and entry.cause is not None:
            earlier = [pair for pair in answered[entry.by] if pair[0] != entry.cause]
            newest = (*earlier, (entry.cause, self.seq + 1))[-REMEMBERED_REQUESTS:]
            answered = answered.with_(entry.by, newest)
        event, at_ms = entry.event, entry.at_ms
        now, before = state, self.state
        waits_on = (now.phase, now.agreed, now.saved) == (before.phase, before.agreed, before.saved)
        credited = event["type"] == TimeCredited.name
        return replace(
            self,
            seq=self.seq + 1,
            head=head,
            at_ms=max(self.at_ms, at_ms),
            phase_ms=self.phase_ms if waits_on else at_ms,
            state=state,
            answered=answered,
            clock=clock_told(self.clock, self.state, state, event, at_ms),
            absence=absence_told(self.absence, self.state, state, event, at_ms),
            credited_ms=at_ms if credited else self.credited_ms,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One record that would lead from ``before`` to ``after``, and its bytes in the store."""

    before: Ledger
    after: Ledger
    record: Record
    stored: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """At least one record that could follow a ledger; nobody has heard of them yet."""

    stages: tuple[Stage, ...]

    @property
    def before(self) -> Ledger:
        """The ledger that it follows."""
        return self.stages[0].before

    @property
    def after(self) -> Ledger:
        """The ledger to which it leads."""
        return self.stages[-1].after

    @property
    def stored(self) -> tuple[bytes, ...]:
        """What the store has to append."""
        return tuple(stage.stored for stage in self.stages)

    @property
    def thrown(self) -> list[Dice]:
        """The dice that fall in it."""
        plain = (stage.record.entry.event for stage in self.stages)
        return thrown_in(event_from_plain(one) for one in plain if one["type"] in THROWS)

    @property
    def last_caused(self) -> int:
        """The seq of the last record that a request caused, or of the last one if none did."""
        caused = [one.record.seq for one in self.stages if one.record.entry.cause is not None]
        return caused[-1] if caused else self.after.seq

    def then(self, later: Draft) -> Draft:
        """This draft followed by ``later``, which starts where this one ends."""
        return Draft(stages=self.stages + later.stages)

    def stage_at(self, ledger: Ledger, stored: bytes) -> Stage | None:
        """The stage that follows exactly ``ledger`` by exactly ``stored``, if there is one."""
        for stage in self.stages:
            if stage.before is ledger and stage.stored == stored:
                return stage
        return None


def read_record(seq: int, stored: bytes) -> Record:
    """The stored record number ``seq``, unchecked against its neighbours."""
    try:
        entry = unpack_entry(stored[HEAD_BYTES:])
    except ValueError as error:
        raise UnknownRecordError(f"record {seq}: {error}") from error
    return Record(seq=seq, head=stored[:HEAD_BYTES], entry=entry)
