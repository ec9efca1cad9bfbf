"""How long to keep asking a store that does not answer, and when not to ask again.

Two kinds of patience. A bounded one for whatever a person waits for and may ask again. An
unbounded one for the append, whose outcome must be known before anything else can happen in the
room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
from redis.exceptions import RedisError

from server.store.errors import Lost, StoreError, Unavailable, is_passing
from server.store.link import FIRST_BACKOFF_S, MAX_BACKOFF_S

# More than the pipe's deadline, so that the reason of a late call is known.
BOUND_S = 3.0

T = TypeVar("T")

log = structlog.get_logger()


async def ask_for_a_while(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until there is an answer, at most ``BOUND_S``. Only for what may run twice.

    Raises:
        Unavailable: no answer within the bound.
        StoreError: Redis refuses for a reason that does not pass.
    """
    reason = f"no answer within {BOUND_S:g} s"
    backoff_s = FIRST_BACKOFF_S
    try:
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    return await ask()
                except (Lost, RedisError) as error:
                    reason = passing_reason(error)
                await asyncio.sleep(backoff_s)
                backoff_s = min(backoff_s * 2, MAX_BACKOFF_S)
    except TimeoutError:
        raise Unavailable(reason) from None


async def ask_until_answered(
    ask: Callable[[], Awaitable[T]], *, on_unknown: Callable[[], None], what: str, room: str
) -> T:
    """Ask until there is an answer, without a bound; the caller owns the task.

    One line in the log when waiting begins, one when it ends. ``on_unknown`` is called whenever
    an answer was lost, so that nobody knows what was done.

    Raises:
        StoreError: Redis refuses for a reason that does not pass.
    """
    clock = asyncio.get_running_loop().time
    waits_since: float | None = None
    backoff_s = FIRST_BACKOFF_S
    while True:
        try:
            answer = await ask()
        except (Lost, RedisError) as error:
            reason = passing_reason(error)
            if isinstance(error, Lost):
                on_unknown()
            if waits_since is None:
                waits_since = clock()
                log.warning(f"{what} waits", room=room, reason=reason)
            await asyncio.sleep(backoff_s)
            backoff_s = min(backoff_s * 2, MAX_BACKOFF_S)
        else:
            if waits_since is not None:
                log.info(f"{what} got through", room=room, waited_s=round(clock() - waits_since, 2))
            return answer


def passing_reason(error: Lost | RedisError) -> str:
    """Why it is worth asking again.

    Raises:
        StoreError: it is not.
    """
    if isinstance(error, RedisError) and not is_passing(error):
        raise StoreError(f"Redis refused: {error}") from error
    return str(error)
