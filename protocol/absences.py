"""How long players were away on their turn, as it travels and as every reader of a log has it.

The times are the server's, Unix milliseconds; spans are milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from engine.absence import NO_ABSENCE, Absence, absence_after, absence_credited, claim_at_ms
from engine.events import TimeCredited
from engine.seat import BySeat, Seat
from engine.state import MatchState
from protocol.annotation import Field


class Spent(TypedDict):
    """How long each side was away on its own turn while the other waited."""

    white: Annotated[int, Field(description="milliseconds")]
    black: Annotated[int, Field(description="milliseconds")]


class Claims(TypedDict):
    """How many games of this match were claimed from each side."""

    white: int
    black: int


class AbsenceShown(TypedDict):
    """Who is waited for, and from when on the game can be claimed."""

    running: Annotated[
        Literal["white", "black"] | None,
        Field(description="who is away on their own turn while the other waits; null: nobody"),
    ]
    since_ms: Annotated[int, Field(description="since when, server time")]
    spent_ms: Annotated[Spent, Field(description="what was spent so before in this match")]
    claims: Annotated[Claims, Field(description="how many games were claimed so in this match")]
    claim_at_ms: Annotated[
        int | None,
        Field(description="when the other may claim the game, server time; null: not by this"),
    ]


def absence_to_plain(absence: Absence, state: MatchState) -> AbsenceShown:
    """``absence`` in ``state`` as it is shown."""
    return {
        "running": None if absence.running is None else absence.running.value,
        "since_ms": absence.since_ms,
        "spent_ms": {"white": absence.spent_ms.white, "black": absence.spent_ms.black},
        "claims": {"white": absence.claims.white, "black": absence.claims.black},
        "claim_at_ms": claim_at_ms(absence, state),
    }


def absence_from_plain(plain: AbsenceShown | None) -> Absence:
    """The absence that ``absence_to_plain`` wrote; none if nothing is told."""
    if plain is None:
        return NO_ABSENCE
    return Absence(
        spent_ms=BySeat(plain["spent_ms"]["white"], plain["spent_ms"]["black"]),
        running=None if plain["running"] is None else Seat(plain["running"]),
        since_ms=plain["since_ms"],
        claims=BySeat(plain["claims"]["white"], plain["claims"]["black"]),
    )


def absence_told(
    absence: Absence, before: MatchState, after: MatchState, event: dict[str, Any], at_ms: int
) -> Absence:
    """The absence after ``event``, in plain form, which led from ``before`` to ``after``."""
    if event["type"] == TimeCredited.name:
        return absence_credited(absence, event["credit_ms"], at_ms)
    return absence_after(absence, before, after, at_ms)
