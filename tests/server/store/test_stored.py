"""What the store's answers about rooms mean."""

from __future__ import annotations

import pytest
from redis.exceptions import ClusterDownError, NoPermissionError

from server.store.append import STATE_VERSION
from server.store.errors import Lost, StoreError, Unavailable, UnknownVersion
from server.store.stored import Stored, read_heads, read_state


def test_a_state_is_read_and_none_is_none() -> None:
    version = b"%d" % STATE_VERSION
    assert read_state("room", (b"7", b"head", b"snap", None, version)) == Stored(
        7, b"head", b"snap", b""
    )
    assert read_state("room", (None,) * 5) is None


@pytest.mark.parametrize("version", [b"%d" % (STATE_VERSION + 1), b"0"])
def test_another_version_is_refused(version: bytes) -> None:
    with pytest.raises(UnknownVersion, match="room"):
        read_state("room", (b"7", b"head", b"snap", b"", version))


def test_one_room_that_cannot_be_read_does_not_hide_the_others() -> None:
    heads = read_heads([(b"1", b"a"), Lost("away"), (None, None), ClusterDownError("CLUSTERDOWN")])
    assert heads[0] == (1, b"a")
    assert isinstance(heads[1], Unavailable)
    assert heads[2] is None
    assert isinstance(heads[3], Unavailable)


def test_if_none_can_be_read_the_store_is_away() -> None:
    assert read_heads([]) == []
    with pytest.raises(Unavailable, match="away"):
        read_heads([Lost("away"), Lost("too")])


def test_a_refusal_that_does_not_pass_and_a_fault_of_ours_are_raised() -> None:
    with pytest.raises(StoreError, match="NOPERM"):
        read_heads([(b"1", b"a"), NoPermissionError("NOPERM")])
    with pytest.raises(LookupError):
        read_heads([LookupError()])
