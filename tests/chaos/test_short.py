"""Each kind of fault once; ``make chaos`` runs them for as long as it is told. Cases 38 to 40."""

from __future__ import annotations

import itertools

import pytest

from clients import transport
from tests.chaos.run import run
from tests.chaos.schedule import KINDS, LONG, schedule

SEED = 5
"""With it the store stands still for longer than a request waits."""


async def test_every_fault_is_survived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "PING_EVERY_S", 2.0)  # a half-open connection shows after two

    tally = await run(seed=SEED, say=print)

    print(*tally.lines(), sep="\n")
    assert tally.violations == []
    assert set(tally.faults) == {fault.__name__ for fault in KINDS}
    assert tally.held > 0  # somebody was told that it is not known
    assert tally.faults.total() == len(KINDS)


def test_a_seed_is_a_schedule() -> None:
    first, again, other = (
        [(one.kind, one.chance.random()) for one in itertools.islice(schedule(seed, long=True), 90)]
        for seed in (SEED, SEED, SEED + 1)
    )

    assert first == again
    assert first != other


def test_the_long_stalls_come_once_and_everything_else_in_every_round() -> None:
    rounds = 3 * len(KINDS) + len(LONG)
    kinds = [one.kind for one in itertools.islice(schedule(SEED, long=True), rounds)]

    for fault in KINDS:
        assert kinds.count(fault.__name__) == 3
    for fault in LONG:
        assert kinds.count(fault.__name__) == 1
