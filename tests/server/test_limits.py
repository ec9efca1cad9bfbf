from __future__ import annotations

from server.limits import TokenBucket


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
