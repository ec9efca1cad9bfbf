"""Faults, one after the other, and an audit of every room after each.

The seed fixes which faults come, their moments and lengths, and the bots' choices. Dice and
scheduling stay random: a run with the same seed meets the same faults, perhaps not the same race.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from clients.bot.bot import BotError
from clients.link_faults import LinkError
from tests.chaos.audit import Auditor, all_answered, check_drops
from tests.chaos.schedule import KINDS, Planned, schedule
from tests.chaos.world import SIDES, World, world
from tests.integration.seating import PATIENCE_S

LONG_FROM_S = 240.0
"""A run of so many seconds has time for the long stalls."""
LOG_LINES = 40
REASONS = {
    "BUSY": "BUSY",
    "loading the dataset": "LOADING",
    "read only replica": "READONLY",
    "maxmemory": "OOM",
    "no reply within": "no answer in time",
    "connection broke": "connection broke",
    "not sent within": "not sent in time",
    "refused": "nobody there",
    "ould not connect": "nobody there",
}
"""Why appends had to wait: how the nodes' logs say it, and how we do."""


@dataclass(slots=True)
class Tally:
    """What a run has seen.

    Attributes:
        faults: how many of each kind.
        slowest_s: by kind, the longest time from a fault's end until everybody played on.
        violations: promises that were broken; the run ends with the first fault that shows any.
        last_words: the ends of the nodes' logs when one showed.
        newest: the fault that came last.
        waits: why appends waited, and how often.
    """

    seed: int
    faults: Counter[str] = field(default_factory=Counter)
    slowest_s: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    violations: list[str] = field(default_factory=list)
    last_words: list[str] = field(default_factory=list)
    newest: str = "before the first fault"
    waits: Counter[str] = field(default_factory=Counter)
    events: int = 0
    acknowledged: int = 0
    drops: int = 0
    held: int = 0
    proved: int = 0
    seconds: float = 0.0

    def lines(self) -> list[str]:
        """For people."""
        counts = [
            f"  {kind:<24}{count:>4}   everybody played on after at most "
            f"{self.slowest_s[kind]:.1f} s"
            for kind, count in sorted(self.faults.items())
        ]
        return [
            f"{self.faults.total()} faults of {len(self.faults)} kinds in {self.seconds:.0f} s, "
            f"seed {self.seed}:",
            *counts,
            f"appends that had to wait: {self.waits.total()}",
            *(f"  {why:<24}{count:>4}" for why, count in self.waits.most_common()),
            f"{self.events} events in the logs, {self.acknowledged} acknowledged requests, "
            f"{self.proved} times a member found that dice followed from their secrets, "
            f"{self.held} answers to ask again, {self.drops} connections lost",
            f"{len(self.violations)} violations",
            *(f"  {one}" for one in (*self.violations, *self.last_words)),
        ]


async def run(
    *,
    seed: int,
    seconds: float | None = None,
    say: Callable[[str], None] = lambda _line: None,
) -> Tally:
    """Run for so long, or each kind once; ``say`` is told each fault.

    Any violation ends the run; it is in the tally.
    """
    tally = Tally(seed)
    began_s = time.monotonic()

    def over(number: int) -> bool:
        if seconds is None:
            return number > len(KINDS)
        return time.monotonic() - began_s > seconds

    try:
        async with world(random.Random(seed)) as here:
            auditors = [Auditor(table) for table in here.tables]
            for planned in schedule(seed, long=(seconds or 0) >= LONG_FROM_S):
                if over(planned.number) or tally.violations:
                    break
                tally.newest = f"fault {planned.number}, {planned.kind}"
                at_s = time.monotonic() - began_s
                took_s = await _suffer(here, auditors, planned, tally)
                say(f"{at_s:6.1f} s  {planned.number:>3} {planned.kind:<24}{took_s:5.1f} s")
            _look_into_logs(here, tally)
            _count(here, auditors, tally)
    except* (AssertionError, BotError, LinkError) as told:  # a bot was told what cannot be
        tally.violations += [f"{tally.newest}: {error}" for error in _leaves(told)]
    tally.seconds = time.monotonic() - began_s
    return tally


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def _count(here: World, auditors: list[Auditor], tally: Tally) -> None:
    tally.events = sum(one.events for one in auditors)
    tally.acknowledged = sum(one.acknowledged for one in auditors)
    tally.proved = sum(one.proved for table in here.tables for one in table.memories)
    tally.held = sum(one.held for table in here.tables for one in table.memories)
    tally.drops = sum(here.drops(side) for side in SIDES)


async def _suffer(here: World, auditors: list[Auditor], planned: Planned, tally: Tally) -> float:
    """One fault and its audit; returns the seconds from its end until everybody played on."""
    drops = [here.drops(side) for side in SIDES]
    await asyncio.sleep(planned.chance.uniform(0, 0.3))  # any moment is as good as another
    recovered_s = 0.0
    try:
        allowed = await planned.fault(here, planned.chance)
        ended_s = time.monotonic()
        async with asyncio.timeout(PATIENCE_S):
            await asyncio.gather(*(table.plays_on(2) for table in here.tables))
            recovered_s = time.monotonic() - ended_s
            await all_answered(here)
        check_drops(here, drops, allowed)
        for number, auditor in enumerate(auditors):
            await auditor.audit(here.nodes[(planned.number + number) % 2].url)
    except (AssertionError, TimeoutError) as error:
        reason = str(error) or f"not everybody played on within {PATIENCE_S:g} s"
        tally.violations.append(f"{tally.newest}: {reason}")
        tally.last_words = [line for side in SIDES for line in _tail(here, side)]
    tally.faults[planned.kind] += 1
    tally.slowest_s[planned.kind] = max(tally.slowest_s[planned.kind], recovered_s)
    return recovered_s


def _look_into_logs(here: World, tally: Tally) -> None:
    """No fault may show as a traceback or as lost events; what made appends wait is counted."""
    for side in SIDES:
        for line in here.log_lines(side):
            if "Traceback" in line or "events were lost" in line or "level='critical'" in line:
                tally.violations.append(f"node {side}: {line}")
            if "append waits" in line:
                why = (name for text, name in REASONS.items() if text in line)
                tally.waits[next(why, line)] += 1


def _tail(here: World, side: int) -> list[str]:
    return [f"node {side}: {line}" for line in here.log_lines(side)[-LOG_LINES:]]
