"""The banks of a match from nothing but its log in plain form, by the words of the rules.

Written beside the engine's clock and without it: every span in which a side's clock ran is put down
with its beginning and its end, and a bank is what was given less what each span took from it.

The rules: a delay for each turn, the same each time, and a bank for the match, set once at the
start. Unused delay is not saved. The clock runs for a double and for its answer too. It stands
still between games. Time in which nobody served is given back, never more than was used. A money
session has a bank for each game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Plain = dict[str, Any]

OTHER = {"white": "black", "black": "white"}
STOPS = {"game_ended", "match_ended"}


@dataclass
class Span:
    """The clock of ``side`` ran from ``began_ms``; it still does if ``ended_ms`` is ``None``."""

    side: str
    began_ms: int
    ended_ms: int | None = None
    credits: list[tuple[int, int]] = field(default_factory=list)

    def used_ms(self, now_ms: int) -> int:
        """What it has taken, less what was given back."""
        given = 0
        for credit_ms, at_ms in self.credits:
            given = min(given + credit_ms, at_ms - self.began_ms)
        ended_ms = now_ms if self.ended_ms is None else self.ended_ms
        return ended_ms - self.began_ms - given


@dataclass
class LiteralClock:
    """One room's clock, told its log message by message; ``agreed`` is ``None`` without one."""

    agreed: Plain | None = None
    length: int | None = None
    spans: list[Span] = field(default_factory=list)
    roller: str = ""

    def tell(self, message: Mapping[str, Any]) -> None:
        """Take in the next entry of the log."""
        event, at_ms = message["event"], message["at_ms"]
        kind = event["type"]
        if kind == "room_created":
            self.agreed, self.length = event["rules"].get("clock"), event["rules"]["length"]
        elif kind == "match_started" or (kind == "game_started" and self.length is None):
            self.spans = []
        elif kind == "opening_thrown":
            self._turn(_higher(event), at_ms)
        elif kind in ("played", "turn_passed"):
            self._turn(OTHER[event["seat"]], at_ms)
        elif kind in ("doubled", "beavered", "raccooned"):
            self._pass_to(OTHER[event["seat"]], at_ms)
        elif kind == "taken" and self.running != self.roller:
            self._pass_to(self.roller, at_ms)
        elif kind == "time_credited" and self.running is not None:
            self.spans[-1].credits.append((event["credit_ms"], at_ms))
        elif kind in STOPS:
            self._stop(at_ms)

    @property
    def running(self) -> str | None:
        """Whose clock runs."""
        if not self.spans or self.spans[-1].ended_ms is not None:
            return None
        return self.spans[-1].side

    def bank_ms(self, side: str, now_ms: int) -> int:
        """What ``side`` has left at ``now_ms`` besides its delay."""
        assert self.agreed is not None
        points = 1 if self.length is None else self.length
        left_ms = int(self.agreed["bank_per_point_ms"]) * points
        for span in self.spans:
            if span.side == side:
                over_ms = span.used_ms(now_ms) - int(self.agreed["delay_ms"])
                left_ms = max(0, left_ms - max(0, over_ms))
        return left_ms

    def delay_is_over(self, now_ms: int) -> bool:
        """Whether the running side's bank is being used, or used up, at ``now_ms``."""
        assert self.agreed is not None
        return self.spans[-1].used_ms(now_ms) >= int(self.agreed["delay_ms"])

    def may_flag(self, side: str, now_ms: int) -> bool:
        """Whether ``side`` has neither delay nor bank left at ``now_ms``."""
        if self.agreed is None or self.running != side:
            return False
        return self.delay_is_over(now_ms) and self.bank_ms(side, now_ms) == 0

    def _turn(self, side: str, at_ms: int) -> None:
        self.roller = side
        self._pass_to(side, at_ms)

    def _pass_to(self, side: str, at_ms: int) -> None:
        self._stop(at_ms)
        self.spans.append(Span(side, at_ms))

    def _stop(self, at_ms: int) -> None:
        if self.running is not None:
            self.spans[-1].ended_ms = at_ms


def literal_banks(log: Iterable[Plain]) -> dict[str, int]:
    """Both banks, in milliseconds, at the last entry of ``log``.

    A flag that fell before the time was over, or for a side whose clock did not run, is an error of
    the log.
    """
    clock, at_ms = LiteralClock(), 0
    for message in log:
        at_ms, event = message["at_ms"], message["event"]
        if event["type"] == "flagged":
            assert clock.may_flag(event["seat"], at_ms), f"{event['seat']} had time left"
        clock.tell(message)
    return {side: clock.bank_ms(side, at_ms) for side in OTHER}


def _higher(opening: Plain) -> str:
    return "white" if opening["white"] > opening["black"] else "black"
