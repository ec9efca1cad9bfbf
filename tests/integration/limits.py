"""Settings under which tests are held back by nothing: they all come from one address."""

from __future__ import annotations

UNLIMITED: dict[str, object] = {
    "request_rate": 100_000,
    "request_burst": 100_000,
    "connections_per_address": 1_000_000,
    "connections_per_minute": 10_000_000,
    "requests_per_minute": 10_000_000,
    "rooms_per_minute": 10_000_000,
    "chat_per_minute": 10_000_000,
    "guesses_per_minute": 10_000_000,
}
