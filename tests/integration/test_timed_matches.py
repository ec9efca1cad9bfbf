"""Whole timed matches by a clock that the test moves, and their banks computed once more.

Two nodes, of which now one is down and now both; connections that are lost and found again; players
whose flag falls. At the end the log alone must give what everybody was shown all the time.
"""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

from server.store import keys
from tests.integration.literal_clock import Plain, literal_banks
from tests.integration.log_check import check_log
from tests.integration.moved_time import BETWEEN_MS, STEP_MS, MovedNodes, moved_nodes
from tests.integration.node import loaded_dice
from tests.integration.timed_checks import altered, check_credits, check_promptness, check_shown
from tests.integration.timed_table import TimedTable
from tests.valkey import Valkey

CLOCK = {"delay_ms": 3_000, "bank_per_point_ms": 40_000}
QUICK = {"delay_ms": 2_000, "bank_per_point_ms": 30_000}
MATCHES = (
    (2, CLOCK, 500),
    (1, CLOCK, 600),
    (1, CLOCK, 1_000),
    (2, QUICK, 1_400),
    (1, QUICK, 2_500),
)
"""The length of each, its clock, and how long a decision takes on average, in ms."""
DOWN_MS = 60_000
"""How long nobody serves."""
DROPS = 0.08
"""How often somebody is cut off while somebody thinks."""


@dataclass
class Outage:
    """After so many decisions these nodes are down for a while."""

    after: int
    nodes: tuple[int, ...]
    for_ms: int


OUTAGES = (
    Outage(after=25, nodes=(0, 1), for_ms=DOWN_MS),
    Outage(after=60, nodes=(1,), for_ms=12_000),
    Outage(after=100, nodes=(0, 1), for_ms=DOWN_MS),
    Outage(after=140, nodes=(0,), for_ms=15_000),
)
"""Where one node is left the players can go there: that time is theirs."""


async def play_all(
    nodes: MovedNodes, tables: list[TimedTable], chance: random.Random
) -> list[tuple[int, int]]:
    """Play to the end of every match; each decision comes when its time has come."""
    for table in tables:
        await table.sit_down(nodes.serving[0])
    agenda = [(nodes.now_ms() + table.thinking_ms(), i) for i, table in enumerate(tables)]
    outages, decisions, silences = list(OUTAGES), 0, list[tuple[int, int]]()
    while agenda:
        at_ms, number = heapq.heappop(agenda)
        table = tables[number]
        await nodes.pass_by(at_ms - nodes.now_ms())
        for player in table.players.values():
            if chance.random() < DROPS:
                await player.drop(said=chance.random() < 0.5)
        await table.decide(chance.choice([*nodes.serving.values()]))
        decisions += 1
        if outages and decisions == outages[0].after:
            silences += await suffer(nodes, tables, outages.pop(0))
        if not table.over:
            heapq.heappush(agenda, (nodes.now_ms() + table.thinking_ms(), number))
    assert not outages, f"only {decisions} decisions"
    return silences


async def suffer(
    nodes: MovedNodes, tables: list[TimedTable], outage: Outage
) -> list[tuple[int, int]]:
    """Some nodes go down, time passes, and they come back; when nobody served meanwhile."""
    down = [nodes.serving[number] for number in outage.nodes]
    for player in (player for table in tables for player in table.players.values()):
        if player.at in down:
            await player.drop(said=False)
    from_ms = nodes.now_ms()
    for number in outage.nodes:
        await nodes.stop(number)
    if nodes.serving:
        await nodes.pass_by(outage.for_ms)
    else:
        nodes.time.move(outage.for_ms)
    for number in outage.nodes:
        await nodes.start(number)
    return [(from_ms, nodes.now_ms())] if len(nodes.serving) == len(outage.nodes) else []


def gaps_in(store: Valkey) -> list[tuple[int, int]]:
    """The gaps in the service as the store has them."""
    with store.client() as redis:
        found = [gap.decode().split("-") for gap in redis.zrange(keys.GAPS, 0, -1)]
    return [(int(begin), int(end)) for begin, end in found]


def kinds(log: list[Plain]) -> list[str]:
    return [message["event"]["type"] for message in log]


async def test_the_banks_at_the_end_are_those_by_the_log(own_valkey: Valkey) -> None:
    """To the millisecond; and in a log in which one time is another, they are not."""
    tables = [TimedTable(random.Random(i), *match) for i, match in enumerate(MATCHES)]
    async with moved_nodes(own_valkey, throw=loaded_dice(seed=5)) as nodes:
        silences = await play_all(nodes, tables, random.Random(5))
        logs = [await table.log(nodes.serving[0]) for table in tables]
    gaps = gaps_in(own_valkey)

    flagged = ["flagged" in kinds(log) for log in logs]
    assert 0 < sum(flagged) < len(flagged)
    for table, log, fell in zip(tables, logs, flagged, strict=True):
        check_log(table.room, log)
        check_promptness(log)
        at_end = table.players["reader"].shown[log[-1]["seq"]]["bank_ms"]
        assert at_end == literal_banks(log)
        assert fell == (0 in at_end.values())
        others = [literal_banks(other) for other in altered(log)]
        assert at_end not in others
        assert others or fell
    # Not only at the end, but all the time.
    shown = [
        check_shown(player.shown, log)
        for table, log in zip(tables, logs, strict=True)
        for player in table.players.values()
    ]
    assert sum(shown) > sum(map(len, logs))
    assert sum(player.drops for table in tables for player in table.players.values()) > 50
    # Nobody's time is what passed while nobody served; what passed while one node did is theirs.
    assert [round((end - begin) / STEP_MS) for begin, end in gaps] == [DOWN_MS / STEP_MS] * 2
    for (begin, end), (down, up) in zip(gaps, silences, strict=True):
        assert down - STEP_MS <= begin <= end <= up + BETWEEN_MS
    assert sum(check_credits(log, gaps) for log in logs) >= 4 * DOWN_MS
