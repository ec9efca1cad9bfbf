"""Which refusals of Redis pass by themselves."""

from __future__ import annotations

import pytest
from redis._parsers.base import BaseParser
from redis.exceptions import RedisError

from server.store.errors import is_passing


def as_raised(answer: str) -> RedisError:
    """The error that redis-py makes of this answer."""
    error: RedisError = BaseParser.parse_error(answer)  # type: ignore[no-untyped-call]  # untyped there
    return error


@pytest.mark.parametrize(
    "answer",
    [
        "LOADING Redis is loading the dataset in memory",
        "BUSY Redis is busy running a script. You can only call SCRIPT KILL",
        "READONLY You can't write against a read only replica.",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "CLUSTERDOWN The cluster is down",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
        "NOREPLICAS Not enough good replicas to write.",
    ],
)
def test_these_pass(answer: str) -> None:
    assert is_passing(as_raised(answer))


@pytest.mark.parametrize(
    "answer",
    [
        "ERR unknown command 'EVALSHA'",
        "WRONGTYPE Operation against a key holding the wrong kind of value",
        "NOPERM this user has no permissions to run the 'evalsha' command",
        "MOVED 3999 127.0.0.1:6381",
        "CROSSSLOT Keys in request don't hash to the same slot",
    ],
)
def test_these_need_somebody_to_change_something(answer: str) -> None:
    assert not is_passing(as_raised(answer))
