"""A short form of ``make fuzz``; see case 1."""

from __future__ import annotations

from protocol.codes import CloseCode, WireCode
from tests.chaos.fuzz import fuzz
from tests.chaos.mischief import KINDS

FRAMES = 4_000


async def test_nonsense_is_refused_and_no_match_notices() -> None:
    tally = await fuzz(frames=FRAMES, seed=3)

    print(*tally.lines(), sep="\n")
    assert tally.violations == []
    assert tally.frames.total() >= FRAMES
    assert set(tally.frames) == {"in a burst", *KINDS}
    assert {WireCode.BAD_REQUEST, WireCode.HELLO_FIRST, WireCode.NOT_IN_ROOM} <= set(tally.answers)
    assert {1007, 1009, CloseCode.WRONG_FRAME_TYPE, CloseCode.UNREADABLE} <= set(tally.closes)
