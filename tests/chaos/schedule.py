"""Which fault comes when: rounds of all kinds, each in an order of its own, from one seed."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from tests.chaos import answers, links, processes
from tests.chaos.processes import Drops
from tests.chaos.world import World
from tests.integration.seating import fork

Fault = Callable[[World, random.Random], Awaitable[Drops]]

KINDS: tuple[Fault, ...] = (
    processes.node_killed,
    processes.store_killed,
    processes.both_killed,
    processes.store_loading,
    processes.node_frozen,
    processes.store_frozen,
    links.store_link_cut,
    links.store_link_slow,
    links.store_link_stalled,
    links.store_link_half_open,
    links.store_link_in_bytes,
    links.reply_lost,
    links.reply_late,
    links.message_lost,
    links.client_link_cut,
    links.client_link_slow,
    links.client_link_stalled,
    links.client_link_half_open,
    links.client_link_in_bytes,
    answers.store_busy,
    answers.scripts_forgotten,
    answers.store_read_only,
    answers.store_full,
    answers.listeners_killed,
)
"""The kinds of faults that come again and again."""

LONG: tuple[Fault, ...] = (processes.node_frozen_long, processes.store_frozen_long)
"""Those that come once, in the second round: after it others may show what they left."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One fault. ``chance`` decides all that it leaves open."""

    number: int
    fault: Fault
    chance: random.Random

    @property
    def kind(self) -> str:
        """What it is called."""
        return self.fault.__name__


def schedule(seed: int, *, long: bool) -> Iterator[Planned]:
    """The faults of this seed, without an end."""
    chance = random.Random(seed)
    number = 0
    for round_number in _count():
        faults = [*KINDS, *LONG] if long and round_number == 2 else [*KINDS]
        chance.shuffle(faults)
        for fault in faults:
            number += 1
            yield Planned(number, fault, fork(chance))


def _count() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number
