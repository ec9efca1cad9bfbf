"""Fixtures for tests of all packages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.valkey import Valkey, running_valkey

# Hypothesis looks for wrong answers, not for slow machines.
settings.register_profile("shuanglu", deadline=None)
settings.load_profile("shuanglu")


@pytest.fixture(scope="session")
def shared_valkey() -> Iterator[Valkey]:
    with running_valkey() as server:
        yield server


@pytest.fixture
def valkey(shared_valkey: Valkey) -> Valkey:
    """The server that all tests share, emptied. Do not kill or freeze it."""
    client = shared_valkey.client()
    client.flushall()
    client.close()
    return shared_valkey


@pytest.fixture
def own_valkey() -> Iterator[Valkey]:
    """A server for this test alone, which may kill, freeze or reconfigure it."""
    with running_valkey(tcp=True) as server:
        yield server
