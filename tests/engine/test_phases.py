from __future__ import annotations

from typing import get_args

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.phases import ALLOWED, TRANSITIONS
from engine.state import GAME_PHASES, Phase

ASIDE: tuple[type[ev.Event], ...] = (
    *(ev.SpectatorRemoved, ev.TimeCredited, ev.Flagged),
    *(ev.SeatAbsent, ev.SeatLeft, ev.SeatBack, ev.GameClaimed),
)
"""What may happen in every phase of a game in which players act."""


def test_both_tables_have_a_row_for_every_phase() -> None:
    assert set(TRANSITIONS) == set(ALLOWED) == set(Phase)


def test_every_event_and_every_command_stands_in_its_table() -> None:
    assert {kind for row in TRANSITIONS.values() for kind in row} == set(get_args(ev.Event))
    kinds = {cmd.Join, *get_args(cmd.ByServer), *get_args(cmd.ByPlayer)} - {cmd.CloseRoom}
    assert {kind for row in ALLOWED.values() for kind in row} == kinds


@pytest.mark.parametrize("kinds", [get_args(ev.Event), [*get_args(cmd.ByPlayer), cmd.Join]])
def test_no_two_have_the_same_name(kinds: list[type[ev.Event] | type[cmd.ByPlayer]]) -> None:
    assert len({kind.name for kind in kinds}) == len(kinds)


def test_every_phase_can_be_reached_from_the_first() -> None:
    reached, new = set(), {Phase.SEATING}
    while new:
        reached |= new
        new = {after for phase in new for after in TRANSITIONS[phase].values()} - reached
    assert reached == set(Phase)


@pytest.mark.parametrize("phase", Phase)
def test_a_spectator_can_be_removed_at_any_time_and_nothing_else_changes(phase: Phase) -> None:
    assert TRANSITIONS[phase][ev.SpectatorRemoved] is phase
    assert cmd.RemoveSpectator in ALLOWED[phase]


@pytest.mark.parametrize("phase", sorted(GAME_PHASES - {Phase.BEAVERED, Phase.RACCOONED}))
def test_a_match_can_be_conceded_during_a_game(phase: Phase) -> None:
    assert TRANSITIONS[phase][ev.MatchEnded] is Phase.MATCH_OVER
    assert cmd.Concede in ALLOWED[phase]


def test_nothing_but_the_answer_follows_a_double() -> None:
    ends = {ev.GameEnded: Phase.GAME_OVER, ev.MatchEnded: Phase.MATCH_OVER}
    answers = {
        ev.Taken: Phase.TO_ROLL,
        ev.Dropped: Phase.DOUBLE_OFFERED,
        ev.Beavered: Phase.BEAVERED,
    }
    aside = dict.fromkeys(ASIDE, Phase.DOUBLE_OFFERED)
    assert TRANSITIONS[Phase.DOUBLE_OFFERED] == ends | answers | aside


def test_a_beaver_and_a_raccoon_are_answered_like_a_double_and_belong_to_money_sessions() -> None:
    """Hence nobody can concede in these phases; a match ends if its room is closed."""
    for phase, more in (
        (Phase.BEAVERED, {ev.Raccooned: Phase.RACCOONED}),
        (Phase.RACCOONED, {}),
    ):
        answers = {ev.Taken: Phase.TO_ROLL, ev.Dropped: phase, ev.GameEnded: Phase.GAME_OVER}
        aside = dict.fromkeys(ASIDE, phase)
        ends = {ev.MatchEnded: Phase.MATCH_OVER}
        assert TRANSITIONS[phase] == answers | ends | aside | more
