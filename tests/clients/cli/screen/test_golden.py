"""Screens as they have to look. ``python -m tests.clients.cli.screen.test_golden`` draws them."""

from __future__ import annotations

import asyncio
import itertools
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from clients.cli import language
from tests.clients.cli.screen.screens import ScreenMatch

GOLDEN = Path(__file__).parents[3] / "golden" / "screens"
Seen: TypeAlias = tuple[ScreenMatch, str]
"""A match, and who looks at it."""
Scene: TypeAlias = Callable[[tuple[int, int]], Seen]
LANGUAGES = ("en", "zh")
SIZES = ((60, 20), (80, 24), (120, 40))


def _begun(size: tuple[int, int], *throws: tuple[int, int], clock: object = "none") -> ScreenMatch:
    match = ScreenMatch(*throws, size=size, clock=clock)
    match.watch()
    match.enter("Alice", "")
    match.enter("Bo", "")
    return match


def waiting(size: tuple[int, int]) -> Seen:
    """Bo's first sight of the match."""
    return ScreenMatch((3, 1), size=size), "Bo"


def composing(size: tuple[int, int]) -> Seen:
    """Alice has played one die and types the other move."""
    match = _begun(size, (3, 1))
    match.enter("Alice", "say good luck", "8/5")
    match.put("Alice", "6/")
    return match, "Alice"


def doubled(size: tuple[int, int]) -> Seen:
    """Bo has doubled, after a hit."""
    match = _begun(size, (6, 4), (5, 5), (2, 1))
    match.enter("Alice", "24/18 13/9 .")
    match.enter("Bo", "", "13/3(2) .")
    match.enter("Alice", "")
    match.enter("Alice", "13/11 6/5 .")
    match.enter("Bo", "double")
    return match, "Alice"


def watching(size: tuple[int, int]) -> Seen:
    """A spectator sees both from white's side."""
    match = _begun(size, (3, 1), (6, 5))
    match.enter("Alice", "8/5 6/5 .")
    match.enter("Bo", "", "24/13 .", "say hm")
    return match, "Cy"


def reconnecting(size: tuple[int, int]) -> Seen:
    """The line is cut while Bo types."""
    match = _begun(size, (3, 1))
    match.put("Bo", "say one mom")
    match.cut("Bo")
    return match, "Bo"


def timed(size: tuple[int, int]) -> Seen:
    """Alice's delay runs; Bo has used some of his bank."""
    match = _begun(size, (3, 1), (6, 5), clock="normal")
    match.enter("Alice", "8/5 6/5 .")
    match.desk.now_ms += 75_000
    match.enter("Bo", "", "24/13 .")
    match.desk.now_ms += 3_000
    return match, "Alice"


def hurried(size: tuple[int, int]) -> Seen:
    """Alice has little left when Bo's line is cut, and Bo has not much more."""
    match = _begun(size, (3, 1), (6, 5), clock={"delay_ms": 10_000, "bank_per_point_ms": 15_000})
    match.enter("Alice", "8/5 6/5 .")
    match.desk.now_ms += 55_500
    match.enter("Bo", "", "24/13 .")
    match.desk.now_ms += 60_500
    match.cut("Bo")
    return match, "Alice"


def stopped(size: tuple[int, int]) -> Seen:
    """Between two games."""
    match = _begun(size, (3, 1), clock="fast")
    match.desk.now_ms += 20_000
    match.enter("Bo", "resign 2")
    match.enter("Alice", "accept")
    match.desk.now_ms += 20_000
    return match, "Bo"


SCENES: tuple[Scene, ...] = (
    waiting,
    composing,
    doubled,
    watching,
    reconnecting,
    timed,
    hurried,
    stopped,
)


def path_of(scene: Scene, size: tuple[int, int], spoken: str) -> Path:
    """Where a screen is kept."""
    return GOLDEN / spoken / f"{scene.__name__}-{size[0]}x{size[1]}.txt"


async def _seen(scene: Scene, size: tuple[int, int], spoken: str) -> str:
    language.speak(spoken)
    try:
        match, name = scene(size)
        return await match.screen(name) + "\n"
    finally:
        language.speak("en")


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
async def test_a_screen_looks_as_recorded(scene: Scene, size: tuple[int, int], spoken: str) -> None:
    recorded = path_of(scene, size, spoken).read_text(encoding="utf-8")
    assert await _seen(scene, size, spoken) == recorded


@pytest.mark.parametrize("path", sorted(GOLDEN.rglob("*.txt")), ids=lambda path: path.name)
def test_it_looks_the_same_where_ambiguous_characters_are_wide(path: Path) -> None:
    """As in an xterm with ``-cjk_width``: nothing on the screen depends on it."""
    drawn = path.read_text(encoding="utf-8")
    assert not {char for char in drawn if unicodedata.east_asian_width(char) == "A"}


async def _draw_all() -> None:
    for scene, size, spoken in itertools.product(SCENES, SIZES, LANGUAGES):
        path = path_of(scene, size, spoken)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(await _seen(scene, size, spoken), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_draw_all())
