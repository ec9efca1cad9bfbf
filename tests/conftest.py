"""Fixtures for tests of all packages."""

from __future__ import annotations

import signal
from collections.abc import Generator, Iterator

import pytest
from coverage import Coverage
from hypothesis import settings

from tests.valkey import Valkey, running_valkey

# Hypothesis looks for wrong answers, not for slow machines.
settings.register_profile("shuanglu", deadline=None)
settings.load_profile("shuanglu")


def pytest_configure() -> None:
    """Lets Ctrl-C through, which a shell has what runs in its background ignore.

    The programs that the tests start, and interrupt, would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Does not measure coverage in tests that are ``unmeasured``, nor in what they set up first.

    Measuring makes a loop through the engine up to four times as long, and what such a test does
    a thousand times others do once.
    """
    measuring = Coverage.current() if item.get_closest_marker("unmeasured") else None
    if measuring is None:
        return (yield)
    measuring.stop()
    try:
        return (yield)
    finally:
        measuring.start()


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
