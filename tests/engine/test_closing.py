"""Rooms that the people who run the server close."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.errors import Code
from engine.record.judge import judge
from engine.state import MatchEnd, MatchResult, Phase
from tests.engine.matches import EVE, WHITE, Table, started
from tests.engine.test_objections import SITUATIONS

OVER = {name for name, state in SITUATIONS.items() if state.phase is Phase.MATCH_OVER}


@pytest.mark.parametrize("situation", sorted(SITUATIONS.keys() - OVER))
def test_a_room_can_be_closed_whatever_it_waits_for(situation: str) -> None:
    """There is no winner, and nobody goes on in it."""
    table = Table(SITUATIONS[situation])
    assert table.ask(cmd.CloseRoom()) == ("match_ended",)
    assert table.state.phase is Phase.MATCH_OVER
    assert table.state.match_result == MatchResult(winner=None, end=MatchEnd.CLOSED, by=None)
    assert table.state.to_act is None
    assert table.state.resignation is None
    for command in (cmd.Rematch(seat=WHITE), cmd.Roll(seat=WHITE), cmd.CloseRoom()):
        assert table.refusal(command).code is Code.CANCELLED
    if table.state.seats.black is None:
        assert table.refusal(cmd.Join(player=EVE)).code is Code.CANCELLED


@pytest.mark.parametrize("situation", sorted(OVER))
def test_a_match_that_is_over_is_not_closed(situation: str) -> None:
    """Its result stands."""
    refused = Table(SITUATIONS[situation]).refusal(cmd.CloseRoom())
    assert refused.code in (Code.MATCH_OVER, Code.CANCELLED)


def test_the_log_of_a_closed_room_is_one_that_the_rules_could_have_produced() -> None:
    table = started()
    table.ask(cmd.CloseRoom())
    assert judge(table.log) == table.state
