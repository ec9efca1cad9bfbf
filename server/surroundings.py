"""What all rooms of a node share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.state import Dice
from server.beats import Beats
from server.metrics import Metrics
from server.store.redis import Store
from server.tasks import Tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The store, who serves, the owner of all tasks, this node's name, counts, a test's own dice.

    ``patience_s`` is how long a request waits for the store before it is answered ``unavailable``.
    """

    store: Store
    beats: Beats
    tasks: Tasks
    node: str
    metrics: Metrics
    throw: Callable[[], Dice] | None = None
    patience_s: float = 5.0
