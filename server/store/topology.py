"""Who serves which slot of a cluster, as one of its servers sees it. Parsing only."""

from __future__ import annotations

from typing import Any

from redis.crc import REDIS_CLUSTER_HASH_SLOTS as SLOTS
from redis.crc import key_slot

from server.store.address import Place

__all__ = ["SLOTS", "Owners", "place_of", "read_owners", "slot_of"]

Owners = list[Place | None]
"""By slot: the server that has it."""


def slot_of(name: str) -> int:
    """The slot of all keys that have ``name`` in braces, or are ``name`` itself."""
    return key_slot(name.encode())


def read_owners(reply: Any, asked: Place) -> Owners:
    """The answer to CLUSTER SLOTS.

    Args:
        reply: a list of ``[first, last, [host, port, ...], replicas...]``.
        asked: who gave it: a server that does not know its own host leaves it empty.
    """
    owners: Owners = [None] * SLOTS
    for first, last, master, *_ in reply:
        host, port = master[0], master[1]
        place = place_of(host.decode() if host else "", port, asked)
        owners[first : last + 1] = [place] * (last + 1 - first)
    return owners


def place_of(host: str, port: int, asked: Place) -> Place | None:
    """Where a server sends us; an empty host is its own, and "?" says that it does not know."""
    return None if host == "?" else (host or asked[0], int(port))
