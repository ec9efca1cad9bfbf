"""What must be true of the times in a log, judged by the literal clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from server.deadlines import GRACE_MS
from tests.integration.literal_clock import OTHER, LiteralClock, Plain, literal_banks

Gaps: TypeAlias = Sequence[tuple[int, int]]
"""From when to when nobody served."""

PROMPT_MS = 1_500
"""Over the grace: so much later at most somebody acts whose time was out."""


def shown_by(literal: LiteralClock) -> Plain:
    """What a server has to show after what ``literal`` was told."""
    span = literal.spans[-1] if literal.running is not None else None
    began_ms = 0 if span is None else span.began_ms
    banks = {side: literal.bank_ms(side, began_ms) for side in OTHER}
    if span is None or literal.agreed is None:
        return {"running": None, "deadline_ms": None, "bank_ms": banks}
    given_ms = -span.used_ms(began_ms)
    due_ms = began_ms + given_ms + int(literal.agreed["delay_ms"]) + banks[span.side]
    return {"running": span.side, "deadline_ms": due_ms, "bank_ms": banks}


def check_shown(shown: dict[int, Plain], log: Sequence[Plain]) -> int:
    """Assert that the clocks that somebody was shown, by event, are those by the log."""
    literal, compared = LiteralClock(), 0
    for message in log:
        literal.tell(message)
        clock = shown.get(message["seq"])
        if clock is not None:
            told = {name: clock[name] for name in ("running", "deadline_ms", "bank_ms")}
            assert told == shown_by(literal), message
            compared += 1
    return compared


def check_promptness(log: Sequence[Plain]) -> None:
    """Assert that nobody went on for long whose time was out: the flag falls."""
    literal = LiteralClock()
    for message in log:
        side = literal.running
        if side is not None and message["by"] == side:
            assert not literal.may_flag(side, message["at_ms"] - GRACE_MS - PROMPT_MS), message
        literal.tell(message)


def check_credits(log: Sequence[Plain], gaps: Gaps) -> int:
    """Assert that what was given back is the time in which nobody served; returns the sum."""
    literal, given_ms = LiteralClock(), 0
    for message in log:
        if message["event"]["type"] == "time_credited":
            span = literal.spans[-1]
            since_ms = max([span.began_ms, *(at_ms for _, at_ms in span.credits)])
            silent = [min(end, message["at_ms"]) - max(begin, since_ms) for begin, end in gaps]
            assert message["event"]["credit_ms"] == sum(ms for ms in silent if ms > 0), message
            given_ms += message["event"]["credit_ms"]
        literal.tell(message)
    return given_ms


def altered(log: Sequence[Plain]) -> Iterator[list[Plain]]:
    """The same log with one time 1 ms earlier, for each time on which a bank at the end depends.

    That is each at which a side that has time left at the end stopped using its bank.
    """
    left, literal = literal_banks(log), LiteralClock()
    for index, message in enumerate(log):
        side, at_ms = literal.running, message["at_ms"]
        used = side is not None and literal.spans[-1].used_ms(at_ms) > _delay_ms(literal)
        literal.tell(message)
        if used and side is not None and literal.running != side and left[side] > 0:
            earlier = message | {"at_ms": at_ms - 1}
            yield [*log[:index], earlier, *log[index + 1 :]]


def _delay_ms(literal: LiteralClock) -> int:
    assert literal.agreed is not None
    return int(literal.agreed["delay_ms"])
