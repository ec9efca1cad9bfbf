"""What can go wrong between a node and its store, and whose turn it is then.

``Unavailable`` and ``Lost`` say "ask again"; every other ``StoreError`` says that asking again
will not help until a person, or the caller, changes something.
"""

from __future__ import annotations

from redis.exceptions import (
    BusyLoadingError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TryAgainError,
)

_PASSING_CLASSES = (
    BusyLoadingError,
    ClusterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
# Codes that redis-py leaves in the text of a plain ResponseError.
_PASSING_CODES = frozenset({"BUSY", "MISCONF", "NOREPLICAS"})


class StoreError(Exception):
    """The store cannot do what was asked; the text is one line that a person can act on."""


class Unavailable(StoreError):
    """The store did not answer within the bound: it may or may not have run. Ask again."""


class Lost(Unavailable):
    """One reply never came, or the call was never sent: it may or may not have run."""


class ClockAhead(StoreError):
    """An append carried a time more than a second ahead of the store's own clock.

    Attributes:
        store_ms: the store's clock, in milliseconds since 1970, when it refused.
    """

    def __init__(self, at_ms: int, store_ms: int) -> None:
        super().__init__(f"append at {at_ms} ms refused: the store's clock shows {store_ms} ms")
        self.store_ms = store_ms


class UnknownVersion(StoreError):
    """A room was written in a format that this release does not know."""


def is_passing(error: RedisError) -> bool:
    """Whether Redis refused for a reason that passes: loading, failing over, out of memory."""
    if isinstance(error, _PASSING_CLASSES):
        return True
    return str(error).partition(" ")[0] in _PASSING_CODES
