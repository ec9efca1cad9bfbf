"""How much one connection may ask, and what a node can hold."""

from __future__ import annotations

MAX_ROOMS_PER_CONNECTION = 16
MAX_SPECTATORS_PER_ROOM = 2_000
"""On one node; each costs some kilobytes and a few microseconds for each event."""
MAX_WRITE_BUFFER_BYTES = 1024 * 1024
"""What may wait for a slow reader before it is closed; it can resume from the log."""
HELLO_TIMEOUT_S = 10
FLOOD_EXCESS = 200
"""A connection with so many more requests refused by rate than served since is closed.

At twice the rate it grows no more, so only a client that does not wait at all gets there.
"""


class TokenBucket:
    """A rate limit: ``rate_per_s`` on average, ``burst`` at once. Time is an argument."""

    def __init__(self, rate_per_s: float, burst: int, now_s: float) -> None:
        self._rate = rate_per_s
        self._burst = burst
        self._tokens = float(burst)
        self._filled_s = now_s

    def wait_ms(self, now_s: float) -> int:
        """Take one token and return 0; or, if there is none, the milliseconds until there is."""
        grown = self._tokens + (now_s - self._filled_s) * self._rate
        self._tokens = min(float(self._burst), grown)
        self._filled_s = now_s
        if self._tokens >= 1:
            self._tokens -= 1
            return 0
        return max(1, round((1 - self._tokens) / self._rate * 1000))
