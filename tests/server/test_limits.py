from __future__ import annotations

import pytest

from protocol.codes import WireError
from server import limits
from server.config import read_settings
from server.limits import Allowances, TokenBucket


def test_a_burst_passes_and_then_the_rate_holds() -> None:
    bucket = TokenBucket(rate_per_s=10, burst=3, now_s=0)

    assert [bucket.wait_ms(0) for _ in range(4)] == [0, 0, 0, 100]
    assert bucket.wait_ms(0.1) == 0
    assert bucket.wait_ms(0.1) == 100


def test_the_wait_that_is_named_is_enough() -> None:
    bucket = TokenBucket(rate_per_s=7, burst=1, now_s=0)
    assert bucket.wait_ms(0) == 0

    wait_ms = bucket.wait_ms(0)

    assert bucket.wait_ms(wait_ms / 1000) == 0


def test_a_long_silence_saves_no_more_than_a_burst() -> None:
    bucket = TokenBucket(rate_per_s=10, burst=2, now_s=0)

    assert [bucket.wait_ms(3600) for _ in range(3)] == [0, 0, 100]


def test_asking_how_long_takes_nothing() -> None:
    bucket = TokenBucket(rate_per_s=10, burst=1, now_s=0)
    assert [bucket.lacking_ms(0), bucket.lacking_ms(0), bucket.wait_ms(0)] == [0, 0, 0]
    assert bucket.lacking_ms(0) == 100
    with pytest.raises(WireError) as refused:
        bucket.require(0.05)
    assert refused.value.details == {"retry_ms": 50}
    bucket.require(0.1)


def test_an_address_is_forgotten_when_it_owes_nothing() -> None:
    known = Allowances(read_settings(["--rooms-per-minute", "60"]))
    one = known.of("203.0.113.1", 0)
    assert known.of("203.0.113.1", 0) is one
    one.rooms.require(0)
    known.forget_unused(0.5)
    assert len(known) == 1
    one.connections = 1
    known.forget_unused(2)
    assert len(known) == 1
    one.connections = 0
    known.forget_unused(2)
    assert len(known) == 0


def test_so_many_addresses_are_remembered_and_those_with_connections_always(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_ADDRESSES", 3)
    known = Allowances(read_settings([]))
    here = known.of("here", 0)
    here.connections = 1
    for number in range(5):
        known.of(f"gone-{number}", 0)
        assert len(known) <= 3
    assert known.of("here", 0) is here
