"""What Redis says about itself: is it fit to hold matches, and what is its word worth?

Parsing only, so that every kind of server can be tried without having it.
"""

from __future__ import annotations

from server.store.errors import StoreError

MIN_MAJOR_VERSION = 7


def parse_info(text: bytes) -> dict[str, str]:
    """The fields of an INFO answer."""
    fields = {}
    for line in text.decode(errors="replace").splitlines():
        name, colon, value = line.partition(":")
        if colon and not line.startswith("#"):
            fields[name] = value.strip()
    return fields


def refuse_unfit(info: dict[str, str], *, cluster: bool = False, allow_eviction: bool) -> None:
    """Refuse a server that cannot hold matches, or that may forget them.

    Args:
        info: the fields of INFO.
        cluster: whether it was given as a part of a cluster.
        allow_eviction: whether it may forget them.

    Raises:
        StoreError: older than 7, a replica, a cluster that was not given as one, or a policy that
            evicts live rooms.
    """
    version = info.get("redis_version", "unknown")
    major = version.partition(".")[0]
    # Valkey says redis_version 7.2 for the protocol it speaks.
    if not major.isdigit() or int(major) < MIN_MAJOR_VERSION:
        raise StoreError(
            f"Redis {version} is too old: {MIN_MAJOR_VERSION} or later, or Valkey, is needed"
        )
    if info.get("role", "master") != "master":
        raise StoreError("this Redis is a read-only replica: give the address of its primary")
    clustered = info.get("redis_mode") == "cluster" or info.get("cluster_enabled") == "1"
    if clustered and not cluster:
        raise StoreError("this Redis is part of a cluster: give it as redis+cluster://HOST:PORT")
    policy = info.get("maxmemory_policy", "noeviction")
    # Every room carries an expiry, so the volatile-* policies evict live rooms as well.
    if policy != "noeviction" and not allow_eviction:
        raise StoreError(
            f"this Redis may evict live matches (maxmemory-policy {policy}): "
            "set it to noeviction, or allow eviction explicitly"
        )


def durability(info: dict[str, str], appendfsync: str | None, *, fails_over: bool = False) -> str:
    """What an acknowledged write is worth, in a few words for the log and for health checks.

    Args:
        info: the fields of INFO.
        appendfsync: the fsync policy, or None if Redis does not tell.
        fails_over: whether a replica may take the server's place: it may lag.
    """
    worth = _on_disk(info, appendfsync)
    return f"{worth}; a fail-over loses what the replica has not got yet" if fails_over else worth


def _on_disk(info: dict[str, str], appendfsync: str | None) -> str:
    if info.get("aof_enabled") != "1":
        return "in memory; on disk at the next snapshot only, if snapshots are on"
    match appendfsync:
        case "always":
            return "on disk before the answer (AOF, fsync always)"
        case "everysec":
            return "on disk within about a second (AOF, fsync every second)"
        case "no":
            return "on disk when the operating system writes it (AOF, no fsync)"
        case _:
            return "in the append-only file; Redis does not tell how soon it is on disk"
