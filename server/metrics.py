"""What a node counts, and how Prometheus reads it.

Counting is plain arithmetic, since it happens for every request; only when somebody asks is it put
into the form that Prometheus wants. One ``Metrics`` belongs to one node.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from engine.state import Dice

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PREFIX = "shuanglu_"

T = TypeVar("T", bound=tuple[str, ...])
Asked: TypeAlias = CounterMetricFamily | GaugeMetricFamily
Family: TypeAlias = CounterMetricFamily | GaugeMetricFamily | HistogramMetricFamily

APPEND_BOUNDS_S = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
LAG_BOUNDS_S = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)


class Histogram:
    """How often a number of seconds was at most each of ``bounds``."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def family(self, name: str, text: str) -> HistogramMetricFamily:
        """As Prometheus wants it: each count holds the smaller ones, too."""
        buckets, total = [], 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((str(bound), float(total)))
        return HistogramMetricFamily(name, text, buckets=buckets, sum_value=self._sum)


class Metrics(Collector):
    """The counts of one node since it started, and what it finds out only when asked."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str]] = Counter()
        """By kind, and by ``done`` or the code of the refusal."""
        self.connections = 0
        self.rooms_created = 0
        self.append_s = Histogram(APPEND_BOUNDS_S)
        self.conflicts = 0
        self.resumes: Counter[str] = Counter()
        self.rollbacks = 0
        self.faces: Counter[str] = Counter()
        """How often each face fell in throws that this node made."""
        self.throws: Counter[str] = Counter()
        """These throws: doubles, and the others."""
        self.drops: Counter[str] = Counter()
        """Connections that ended, by what ended them."""
        self.refused: Counter[str] = Counter()
        """Connections that were not let in, by cause."""
        self.loop_lag_s = Histogram(LAG_BOUNDS_S)
        self._asked: list[tuple[type[Asked], str, str, Callable[[], float]]] = []
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    def count_dice(self, thrown: Iterable[Dice]) -> None:
        """Count throws that this node has stored: so no throw is counted twice anywhere."""
        for dice in thrown:
            self.faces.update(map(str, dice))
            self.throws["double" if dice[0] == dice[1] else "mixed"] += 1

    def gauge(self, name: str, text: str, number: Callable[[], float]) -> None:
        """Let ``number``, which goes up and down, be asked whenever the metrics are read."""
        self._asked.append((GaugeMetricFamily, name, text, number))

    def counter(self, name: str, text: str, number: Callable[[], float]) -> None:
        """The same for a ``number`` that only grows."""
        self._asked.append((CounterMetricFamily, name, text, number))

    def render(self) -> str:
        """All of it in the text format of Prometheus."""
        return generate_latest(self._registry).decode()

    def describe(self) -> list[Family]:
        """Nothing is asked before somebody reads."""
        return []

    def collect(self) -> Iterator[Family]:
        """Called by the registry."""
        for kind, name, text, number in self._asked:
            yield kind(PREFIX + name, text, value=number())
        for name, text, value in (
            ("connections_opened", "Connections that were let in", self.connections),
            ("rooms_created", "Rooms created on this node", self.rooms_created),
            ("append_conflicts", "Appends that another node was ahead of", self.conflicts),
            ("rollbacks", "Rooms in which the store had lost events", self.rollbacks),
        ):
            yield CounterMetricFamily(PREFIX + name, text, value=value)
        yield _labelled("requests", "Requests answered", ("kind", "result"), self.requests)
        yield _labelled("resumes", "Seats resumed", ("how",), _keyed(self.resumes))
        yield _labelled("dice", "Dice that fell", ("face",), _keyed(self.faces))
        yield _labelled("throws", "Throws of two dice", ("kind",), _keyed(self.throws))
        yield _labelled("drops", "Connections that ended", ("cause",), _keyed(self.drops))
        yield _labelled("refused", "Connections refused", ("cause",), _keyed(self.refused))
        yield self.append_s.family(PREFIX + "append_seconds", "From a draft to its outcome")
        yield self.loop_lag_s.family(PREFIX + "loop_lag_seconds", "How late the loop woke up")


def _keyed(counts: Counter[str]) -> dict[tuple[str, ...], int]:
    return {(name,): count for name, count in counts.items()}


def _labelled(
    name: str, text: str, labels: tuple[str, ...], counts: Mapping[T, int]
) -> CounterMetricFamily:
    family = CounterMetricFamily(PREFIX + name, text, labels=labels)
    for values, count in sorted(counts.items()):
        family.add_metric(values, count)
    return family
