"""Asking again: for a while, or until there is an answer; never what cannot pass."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from redis.exceptions import NoPermissionError, ReadOnlyError, ResponseError

from server.store import patience
from server.store.errors import Lost, StoreError, Unavailable
from server.store.patience import ask_for_a_while, ask_until_answered
from tests.server.store.logs import watched_log


def answering(*outcomes: Exception | int) -> Callable[[], Awaitable[int]]:
    """Something to ask that gives these outcomes in turn."""
    left = list(outcomes)

    async def ask() -> int:
        outcome = left.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return ask


async def ask_append(ask: Callable[[], Awaitable[int]]) -> int:
    return await ask_until_answered(ask, on_unknown=lambda: None, what="append", room="abc")


@pytest.mark.parametrize("ask_with", [ask_for_a_while, ask_append])
async def test_what_passes_is_asked_again(
    ask_with: Callable[[Callable[[], Awaitable[int]]], Awaitable[int]],
) -> None:
    busy = ResponseError("BUSY Redis is busy running a script")
    assert await ask_with(answering(Lost("cut"), ReadOnlyError("replica"), busy, 7)) == 7


@pytest.mark.parametrize("ask_with", [ask_for_a_while, ask_append])
async def test_what_does_not_pass_is_raised_at_once(
    ask_with: Callable[[Callable[[], Awaitable[int]]], Awaitable[int]],
) -> None:
    with pytest.raises(StoreError, match="may not") as caught:
        await ask_with(answering(NoPermissionError("this user may not"), 7))
    assert not isinstance(caught.value, Unavailable)


async def test_after_the_bound_it_is_unavailable_with_the_last_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "BOUND_S", 0.2)

    async def ask() -> int:
        raise Lost("connection refused")

    with pytest.raises(Unavailable, match="connection refused"):
        await ask_for_a_while(ask)


async def test_an_answer_at_once_leaves_no_line_in_the_log() -> None:
    with watched_log() as log:
        assert await ask_append(answering(7)) == 7
        assert log.entries == []
        assert await ask_append(answering(Lost("cut"), Lost("cut"), 7)) == 7
    assert log.events == ["append waits", "append got through"]
    assert log.entries[0]["room"] == "abc"
    assert log.entries[0]["reason"] == "cut"
