"""The clock of whole matches, computed once more: each span of a turn, added up from the start."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import pytest

from engine.clock import clock_after, clock_at_start, clock_credited
from engine.seat import Seat
from engine.state import MatchState, Rules, TimeControl
from tests.engine.walk import HASTY, PATIENT, walk


@dataclass
class Span:
    """A side was to act from one time to another, some of which was given back."""

    seat: Seat
    period: tuple[int, int]
    began_ms: int
    ended_ms: int
    credit_ms: int = 0


def spans(states: list[MatchState], at_ms: list[int], credits: dict[int, int]) -> Iterator[Span]:
    """``at_ms[i]`` is when ``states[i]`` began; ``credits`` says after which states how much."""
    open_span: Span | None = None
    for index, (state, now_ms) in enumerate(zip(states, at_ms, strict=True)):
        period = (state.match_number, state.game_number if state.rules.length is None else 0)
        if open_span is not None:
            open_span.ended_ms = now_ms
        same = index > 0 and (
            (states[index - 1].to_act, states[index - 1].turn_number)
            == (state.to_act, state.turn_number)
        )
        if not same:
            if open_span is not None:
                yield open_span
            open_span = Span(state.to_act, period, now_ms, now_ms) if state.to_act else None
        if open_span is not None and index in credits:
            used_ms = now_ms - open_span.began_ms
            open_span.credit_ms = min(open_span.credit_ms + credits[index], used_ms)
    if open_span is not None:
        yield open_span


def literal_bank_ms(
    seat: Seat, found: list[Span], period: tuple[int, int], control: TimeControl, rules: Rules
) -> int:
    bank_ms = control.bank_per_point_ms * (1 if rules.length is None else rules.length)
    for span in found:
        if span.seat is seat and span.period == period:
            elapsed_ms = span.ended_ms - span.began_ms - span.credit_ms
            bank_ms = max(0, bank_ms - max(0, elapsed_ms - control.delay_ms))
    return bank_ms


@pytest.mark.parametrize(
    "rules", [Rules(length=3), Rules(length=7), Rules(length=None, beavers=True)], ids=str
)
@pytest.mark.parametrize("weights", [PATIENT, HASTY], ids=["patient", "hasty"])
@pytest.mark.parametrize("seed", range(4))
def test_a_match_recomputed_from_its_beginning(
    rules: Rules, weights: dict[str, float], seed: int
) -> None:
    chance = random.Random(seed)
    control = TimeControl(delay_ms=5_000, bank_per_point_ms=30_000)
    states = walk(seed, rules, commands=250, weights=weights).states
    at_ms, credits = [10_000], {}
    clock = clock_at_start(control, rules)
    for index, (before, after) in enumerate(pairwise(states), start=1):
        at_ms.append(at_ms[-1] + chance.choice([0, 0, 1, 900, 5_000, 5_001, 9_000, 40_000]))
        clock = clock_after(clock, before, after, at_ms[-1])
        if chance.random() < 0.1:
            credits[index] = chance.choice([1, 700, 6_000])
            clock = clock_credited(clock, credits[index], at_ms[-1])
        if index % 7 and index + 1 < len(states):
            continue
        found = list(spans(states[: index + 1], at_ms, credits))
        period = (after.match_number, after.game_number if rules.length is None else 0)
        for seat in Seat:
            expected = literal_bank_ms(seat, found, period, control, rules)
            assert clock.left(seat, at_ms[-1]).bank_ms == expected
        assert clock.running is after.to_act
