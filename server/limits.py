"""How much one connection and one address may ask, and what a node can hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.codes import WireCode, WireError
from server.config import Settings

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
MAX_ADDRESSES = 100_000
"""Addresses that are remembered. When full, those without connections are forgotten; with them
their debts, which an attacker with so many addresses does not feel anyway."""


class TokenBucket:
    """A rate limit: ``rate_per_s`` on average, ``burst`` at once. Time is an argument."""

    __slots__ = ("_burst", "_filled_s", "_rate", "_tokens")

    def __init__(self, rate_per_s: float, burst: int, now_s: float) -> None:
        self._rate = rate_per_s
        self._burst = burst
        self._tokens = float(burst)
        self._filled_s = now_s

    def wait_ms(self, now_s: float) -> int:
        """Take one token and return 0; or, if there is none, the milliseconds until there is."""
        lacking_ms = self.lacking_ms(now_s)
        if not lacking_ms:
            self._tokens -= 1
        return lacking_ms

    def lacking_ms(self, now_s: float) -> int:
        """The milliseconds until there is a token; 0 if there is one. Takes none."""
        grown = self._tokens + (now_s - self._filled_s) * self._rate
        self._tokens = min(float(self._burst), grown)
        self._filled_s = now_s
        if self._tokens >= 1:
            return 0
        return max(1, round((1 - self._tokens) / self._rate * 1000))

    def require(self, now_s: float) -> None:
        """Take one token; ``WireError`` if there is none."""
        wait_ms = self.wait_ms(now_s)
        if wait_ms:
            raise WireError(WireCode.RATE_LIMITED, retry_ms=wait_ms)

    def is_full(self, now_s: float) -> bool:
        """Whether nothing that was taken is still missing."""
        self.lacking_ms(now_s)
        return self._tokens >= self._burst


@dataclass(slots=True)
class Allowance:
    """What one address may do, over all its connections; ``connections`` are open now."""

    opened: TokenBucket
    requests: TokenBucket
    rooms: TokenBucket
    chat: TokenBucket
    guesses: TokenBucket
    connections: int = 0

    def is_unused(self, now_s: float) -> bool:
        """Whether forgetting it changes nothing."""
        buckets = (self.opened, self.requests, self.rooms, self.chat, self.guesses)
        return not self.connections and all(bucket.is_full(now_s) for bucket in buckets)


@dataclass(slots=True)
class Allowances:
    """The allowance of every address that was here lately."""

    settings: Settings
    _known: dict[str, Allowance] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._known)

    def of(self, address: str, now_s: float) -> Allowance:
        """The allowance of ``address``, a new one if it is not known."""
        found = self._known.get(address)
        if found is None:
            if len(self._known) >= MAX_ADDRESSES:
                self._known = {k: one for k, one in self._known.items() if one.connections}
            found = self._known[address] = self._new(now_s)
        return found

    def forget_unused(self, now_s: float) -> None:
        """Drop those that nobody would miss."""
        for address, one in list(self._known.items()):
            if one.is_unused(now_s):
                del self._known[address]

    def _new(self, now_s: float) -> Allowance:
        settings = self.settings

        def bucket(per_minute: int, of_s: int = 60) -> TokenBucket:
            return TokenBucket(per_minute / 60, max(1, per_minute * of_s // 60), now_s)

        return Allowance(
            opened=bucket(settings.connections_per_minute, of_s=20),
            requests=bucket(settings.requests_per_minute, of_s=2),
            rooms=bucket(settings.rooms_per_minute),
            chat=bucket(settings.chat_per_minute, of_s=20),
            guesses=bucket(settings.guesses_per_minute),
        )
