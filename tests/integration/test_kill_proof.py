"""kill -9 loses nothing: see ``kill_proof.py``. Cases 31, 34 and 38.

``make killproof`` runs the same with other seeds and numbers.
"""

from __future__ import annotations

import pytest

from tests.integration.kill_proof import prove

pytestmark = pytest.mark.unmeasured


@pytest.mark.parametrize("seed", [1])
async def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(seed: int) -> None:
    tally = await prove(kills=50, store_kills=20, seed=seed)

    print(*tally.lines(), sep="\n")
    assert tally.kills == 50
    assert tally.kills_with_unanswered >= 20
    assert tally.store_kills == 20
    accounted_for = tally.was_stored + tally.was_not_stored + tally.refused
    assert accounted_for == len(tally.unanswered_at)
