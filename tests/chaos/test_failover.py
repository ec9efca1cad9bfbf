"""A short form of ``make failover``."""

from __future__ import annotations

from tests.chaos.failover import PROMISED_S, failover
from tests.integration.haproxy import needs_haproxy

TIMES = 4


@needs_haproxy
async def test_clients_of_a_killed_node_play_on_at_the_other() -> None:
    tally = await failover(times=TIMES, seed=2, say=print)

    print(*tally.lines(), sep="\n")
    assert len(tally.took_s) == TIMES
    assert tally.hit >= TIMES  # each kill hit somebody
    assert max(tally.took_s) < PROMISED_S
