"""Measuring on a machine that does other things too.

Whatever runs beside only ever makes a piece of work slower, so the fastest of several rounds is
taken, of small pieces: a quiet moment is then long enough. Rivals take turns piece by piece, so
that both get the same moments.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

ROUNDS = 7
PIECE = 200
"""How many items are timed at once when rivals take turns."""
CALL_ROUNDS = 25
"""More for single calls, each round going through all of them: they last for some seconds."""


class Work(NamedTuple):
    """Something to do for each of ``items``; called with the slice of them to do it for."""

    do: Callable[[slice], object]
    items: int


def per_second(*rivals: Work) -> list[float]:
    """How many items each of ``rivals`` does in a second of CPU time; all have as many."""
    (count,) = {work.items for work in rivals}
    totals = [0.0] * len(rivals)
    for start in range(0, count, PIECE):
        piece = slice(start, start + PIECE)
        best = [math.inf] * len(rivals)
        for _ in range(ROUNDS):
            for index, work in enumerate(rivals):
                before = time.process_time()
                work.do(piece)
                best[index] = min(best[index], time.process_time() - before)
        totals = [total + seconds for total, seconds in zip(totals, best, strict=True)]
    return [count / total for total in totals]


class Spread(NamedTuple):
    """How long single calls took, in microseconds, over ``calls`` different ones."""

    calls: int
    median: float
    p99: float


Calls: TypeAlias = list[Callable[[], object]]


def each_call(groups: Mapping[str, Calls]) -> dict[str, Spread]:
    """Times every single call; what is told of a group is told of the fastest time of each."""
    best = {name: [2**63] * len(calls) for name, calls in groups.items()}
    for _ in range(CALL_ROUNDS):
        for name, calls in groups.items():
            fastest = best[name]
            for index, call in enumerate(calls):
                before = time.perf_counter_ns()
                call()
                fastest[index] = min(fastest[index], time.perf_counter_ns() - before)
    return {name: _spread(fastest) for name, fastest in best.items()}


def _spread(nanoseconds: list[int]) -> Spread:
    in_order = [ns / 1000 for ns in sorted(nanoseconds)]
    p99 = in_order[len(in_order) * 99 // 100]
    return Spread(len(in_order), statistics.median(in_order), p99)
