"""Both sides' clocks as they travel, and as every reader of a log carries them on.

The times are the server's, Unix milliseconds; spans are milliseconds. How much was agreed on stands
in the rules of the match.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from engine.clock import Clock, clock_after, clock_at_start, clock_credited
from engine.events import TimeCredited
from engine.seat import BySeat, Seat
from engine.state import MatchState, Rules, TimeControl
from protocol.annotation import Field


class Banks(TypedDict):
    """What each side has left besides the delay of its turn."""

    white: Annotated[int, Field(description="milliseconds")]
    black: Annotated[int, Field(description="milliseconds")]


class ClockShown(TypedDict):
    """How much time is left. A bank is counted without what was used of it since `since_ms`."""

    running: Annotated[
        Literal["white", "black"] | None, Field(description="whose clock runs; null: none")
    ]
    since_ms: Annotated[int, Field(description="when its delay began, server time")]
    deadline_ms: Annotated[
        int | None, Field(description="when its time is out, server time; null while none runs")
    ]
    delay_ms: Annotated[int, Field(description="the delay of every turn")]
    bank_ms: Annotated[Banks, Field(description="what each side has left besides")]


class ControlShown(TypedDict):
    """What was agreed on."""

    delay_ms: Annotated[int, Field(description="the delay of every turn")]
    bank_per_point_ms: Annotated[
        int, Field(description="the bank for each point of a match, or each game of a session")
    ]


def control_shown(control: TimeControl | None) -> ControlShown | None:
    """``control`` as a list of rooms shows it."""
    if control is None:
        return None
    return {"delay_ms": control.delay_ms, "bank_per_point_ms": control.bank_per_point_ms}


def clock_to_plain(clock: Clock) -> ClockShown:
    """``clock`` as it is shown."""
    return {
        "running": None if clock.running is None else clock.running.value,
        "since_ms": clock.since_ms,
        "deadline_ms": clock.deadline_ms,
        "delay_ms": clock.control.delay_ms,
        "bank_ms": {"white": clock.bank_ms.white, "black": clock.bank_ms.black},
    }


def clock_from_plain(plain: ClockShown | None, rules: Rules) -> Clock | None:
    """The clock that ``clock_to_plain`` wrote; ``None`` if there is none under ``rules``."""
    if plain is None or rules.clock is None:
        return None
    return Clock(
        control=rules.clock,
        bank_ms=BySeat(plain["bank_ms"]["white"], plain["bank_ms"]["black"]),
        running=None if plain["running"] is None else Seat(plain["running"]),
        since_ms=plain["since_ms"],
    )


def clock_told(
    clock: Clock | None, before: MatchState, after: MatchState, event: dict[str, Any], at_ms: int
) -> Clock | None:
    """The clock after ``event``, in plain form, which led from ``before`` to ``after``."""
    if clock is None:
        control = after.rules.clock
        return None if control is None else clock_at_start(control, after.rules)
    if event["type"] == TimeCredited.name:
        return clock_credited(clock, event["credit_ms"], at_ms)
    return clock_after(clock, before, after, at_ms)
