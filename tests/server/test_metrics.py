from __future__ import annotations

from server.metrics import Histogram, Metrics
from tests.integration.http import Page


def page(metrics: Metrics) -> Page:
    return Page(200, {}, metrics.render())


def test_a_histogram_counts_each_bound_with_the_smaller_ones() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.001, 0.0011, 70.0):
        metrics.append_s.observe(seconds)

    text = page(metrics)

    counts = {"0.0005": 1, "0.001": 2, "0.0025": 3, "5.0": 3, "+Inf": 4}
    for bound, count in counts.items():
        assert text.metric(f'shuanglu_append_seconds_bucket{{le="{bound}"}}') == count
    assert text.metric("shuanglu_append_seconds_count") == 4
    assert text.metric("shuanglu_append_seconds_sum") == 70.0025


def test_what_is_known_elsewhere_is_asked_when_it_is_read() -> None:
    metrics, numbers = Metrics(), [3.0]
    metrics.gauge("rooms", "Rooms", lambda: numbers[0])
    metrics.counter("appends", "Appends", lambda: numbers[0])
    assert page(metrics).metric("shuanglu_rooms") == 3
    numbers[0] = 4
    assert page(metrics).metric("shuanglu_rooms") == 4
    assert page(metrics).metric("shuanglu_appends_total") == 4


def test_labels_are_escaped_by_the_library_and_two_nodes_share_nothing() -> None:
    one, other = Metrics(), Metrics()
    one.requests['a"b', "done"] += 2
    assert page(one).metric('shuanglu_requests_total{kind="a\\"b",result="done"}') == 2
    assert "shuanglu_requests_total{" not in other.render()


def test_an_observation_on_a_bound_is_within_it() -> None:
    histogram = Histogram((1.0, 2.0))
    histogram.observe(1.0)
    buckets = [one for one in histogram.family("x", "").samples if "le" in one.labels]
    assert [one.value for one in buckets] == [1, 1, 1]
