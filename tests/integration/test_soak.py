"""Many matches at once on one node; case 5 and the promise that memory does not grow."""

from __future__ import annotations

import pytest

from tests.integration.soak import soak

pytestmark = pytest.mark.unmeasured


async def test_two_hundred_matches_at_once_finish_without_an_error_line() -> None:
    seen = await soak(matches=200, live=200, length=3)

    print(*seen.lines(), sep="\n")
    assert seen.finished == 200
    assert seen.error_lines == []


async def test_memory_does_not_grow_with_the_matches_that_were_played() -> None:
    seen = await soak(matches=200, live=20, length=1)

    print(*seen.lines(), sep="\n")
    assert seen.rss_kib[200] <= 1.1 * seen.rss_kib[50]
    assert seen.error_lines == []
