"""How a match ended, in words."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.record.ends import command_to_end, end_words
from engine.state import MatchEnd, MatchResult
from tests.engine.matches import BLACK, WHITE


def test_words_and_commands() -> None:
    for end, by, command in (
        (MatchEnd.POINTS, None, None),
        (MatchEnd.CONCEDED, WHITE, cmd.Concede(seat=WHITE)),
        (MatchEnd.SESSION_ENDED, BLACK, cmd.EndSession(seat=BLACK)),
        (MatchEnd.CANCELLED, WHITE, cmd.Cancel(seat=WHITE)),
        (MatchEnd.CLOSED, None, cmd.CloseRoom()),
    ):
        words = end_words(MatchResult(winner=None, end=end, by=by))
        assert command_to_end(words) == command


@pytest.mark.parametrize("text", ["", "won", "conceded", "points by white", "conceded by\x1b[2J"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        command_to_end(text)
    assert str(refused.value).isprintable()
