"""What a format keeps of a game that was claimed from a player who stayed away."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.evolve import replay
from engine.record.formats import FORMATS
from engine.state import Away, GameEnd, MatchEnd, Phase
from tests.engine.matches import BLACK, WHITE, Table, play, started
from tests.engine.record.played import record_of


def claimed(*, doubled: bool, length: int | None) -> Table:
    """White is away in Black's first game, and Black claims it."""
    table = started(length=length)
    table.ask(play(WHITE, "8/5 6/5"))
    if doubled:
        table.ask(cmd.Double(seat=BLACK))
    else:
        table.ask(cmd.Roll(seat=BLACK), (6, 5))
        table.ask(play(BLACK, "24/13"))
    table.ask(cmd.MarkSeat(seat=WHITE, away=Away.LOST))
    table.ask(cmd.ClaimGame(seat=BLACK))
    if table.in_phase(Phase.GAME_OVER):
        table.ask(cmd.MarkSeat(seat=WHITE, away=Away.HERE))
        table.start_game()
    return table


@pytest.mark.parametrize("doubled", [False, True])
@pytest.mark.parametrize("length", [1, 2, 5, None])
@pytest.mark.parametrize("name", FORMATS)
def test_a_claimed_game_comes_back(name: str, length: int | None, doubled: bool) -> None:
    if doubled and length == 1:
        pytest.skip("a match to 1 has no cube")
    table = claimed(doubled=doubled, length=length)
    read = replay(FORMATS[name].read(FORMATS[name].write(record_of(table.log)).encode()))
    assert read.score == table.state.score
    assert read.phase is table.state.phase
    if length == 1:
        assert read.match_result is not None
        assert read.match_result.end is MatchEnd.POINTS
        assert read.game_result is not None
        assert (read.game_result.end is GameEnd.CLAIMED) is (name == "txt")


def test_the_text_says_that_it_was_claimed() -> None:
    text = FORMATS["txt"].write(record_of(claimed(doubled=False, length=5).log))
    assert "     Black claims the game\nBlack wins 2 points: gammon, claimed\n" in text
