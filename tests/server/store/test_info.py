"""What servers say about themselves, and which of them are refused."""

from __future__ import annotations

import pytest

from server.store.errors import StoreError
from server.store.info import durability, parse_info, refuse_unfit

VALKEY_9 = b"""# Server\r
redis_version:7.2.4\r
server_name:valkey\r
valkey_version:9.1.2\r
redis_mode:standalone\r
executable:/usr/bin/valkey-server --dir x:y\r
\r
# Memory\r
maxmemory_policy:noeviction\r
\r
# Replication\r
role:master\r
"""


def test_info_is_read_into_fields() -> None:
    fields = parse_info(VALKEY_9)
    assert fields["redis_version"] == "7.2.4"
    assert fields["executable"] == "/usr/bin/valkey-server --dir x:y"
    assert "# Server" not in fields


@pytest.mark.parametrize("version", ["7.0.0", "7.4.1", "8.2.1", "10.0.0"])
def test_redis_7_and_later_is_accepted(version: str) -> None:
    refuse_unfit({"redis_version": version}, allow_eviction=False)


def test_valkey_is_accepted() -> None:
    refuse_unfit(parse_info(VALKEY_9), allow_eviction=False)


@pytest.mark.parametrize("version", ["6.2.14", "5.0.7", "2.8", "", "strange"])
def test_older_or_unknown_servers_are_refused(version: str) -> None:
    with pytest.raises(StoreError, match="too old"):
        refuse_unfit({"redis_version": version}, allow_eviction=False)
    with pytest.raises(StoreError, match="too old"):
        refuse_unfit({}, allow_eviction=False)


@pytest.mark.parametrize(
    "policy", ["allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru", "volatile-ttl"]
)
def test_a_policy_that_evicts_is_refused_unless_allowed(policy: str) -> None:
    info = {"redis_version": "7.2.0", "maxmemory_policy": policy}
    with pytest.raises(StoreError, match=policy):
        refuse_unfit(info, allow_eviction=False)
    refuse_unfit(info, allow_eviction=True)


def test_replicas_and_clusters_are_refused() -> None:
    with pytest.raises(StoreError, match="replica"):
        refuse_unfit({"redis_version": "7.2.0", "role": "slave"}, allow_eviction=False)
    with pytest.raises(StoreError, match="cluster"):
        refuse_unfit({"redis_version": "7.2.0", "redis_mode": "cluster"}, allow_eviction=False)


@pytest.mark.parametrize(
    ("aof", "policy", "words"),
    [
        ("1", "always", "on disk before the answer"),
        ("1", "everysec", "within about a second"),
        ("1", "no", "operating system"),
        ("1", None, "does not tell"),
        ("0", "always", "in memory"),
    ],
)
def test_durability_is_put_in_words(aof: str, policy: str | None, words: str) -> None:
    assert words in durability({"aof_enabled": aof}, policy)
