"""Laws of whole matches and money sessions, held against random walks of commands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.board import BAR
from engine.clock import PRESETS
from engine.evolve import replay
from engine.objections import allowed, is_stale, was_cancelled
from engine.phases import TRANSITIONS
from engine.seat import Seat
from engine.state import (
    GAME_PHASES,
    OFFER_PHASES,
    Crawford,
    GameEnd,
    MatchEnd,
    MatchState,
    Phase,
    Rules,
    Win,
)
from engine.variants import VARIANTS
from tests.engine.matches import asked
from tests.engine.walk import HASTY, PATIENT, Asked, Walk, walk

RULES = (
    Rules(length=1),
    Rules(length=2),
    Rules(length=5),
    Rules(length=7, crawford=False),
    Rules(length=5, cube=False),
    Rules(length=25),
    Rules(length=None),
    Rules(length=None, cube=False),
    Rules(length=None, jacoby=True),
    Rules(length=None, beavers=True, cube_limit=16),
    Rules(length=None, automatic_doubles=3, cube_limit=4),
    Rules(length=None, jacoby=True, beavers=True, automatic_doubles=1, cube_limit=1024),
    Rules(length=5, variant="nackgammon"),
    Rules(length=7, variant="hypergammon"),
    Rules(length=None, variant="longgammon"),
    Rules(length=5, clock=PRESETS["fast"]),
    Rules(length=None, beavers=True, clock=PRESETS["fast"]),
    Rules(length=None, beavers=True, cube_limit=1024, clock=PRESETS["slow"]),
)
pytestmark = pytest.mark.unmeasured

ON_ROLL = {Phase.TO_ROLL, Phase.TO_PLAY, *OFFER_PHASES}


@pytest.fixture(scope="module")
def walks() -> list[Walk]:
    long = [walk(seed, rules, commands=2_000, weights=PATIENT) for seed, rules in enumerate(RULES)]
    short = [
        walk(seed, rules, commands=100, weights=HASTY) for seed in range(70) for rules in RULES
    ]
    return long + short


def questions(walks: list[Walk]) -> Iterator[Asked]:
    return (one for walked in walks for one in walked.asked)


def steps(walks: list[Walk]) -> Iterator[tuple[MatchState, ev.Event, MatchState]]:
    for walked in walks:
        yield from zip(walked.states, walked.log, walked.states[1:], strict=False)


def test_the_walks_are_long_and_go_everywhere(walks: list[Walk]) -> None:
    """Else the laws below would say less than they seem to."""
    refused = sum(one.refused is not None for one in questions(walks))
    assert 5_000 < refused < sum(1 for _ in questions(walks)) - 10_000
    met = {(before.phase, type(event)) for before, event, _ in steps(walks)}
    assert met == {(phase, kind) for phase, row in TRANSITIONS.items() for kind in row}
    ended = [event for _, event, _ in steps(walks) if isinstance(event, ev.GameEnded)]
    assert {event.end for event in ended} == set(GameEnd)


def test_a_log_folds_to_the_live_state(walks: list[Walk]) -> None:
    for walked in walks:
        assert replay(walked.log) == walked.state


def test_a_refused_command_leaves_no_event(walks: list[Walk]) -> None:
    for one in questions(walks):
        if one.refused is not None:
            assert (one.events, one.after) == ((), one.before)
            assert "{" not in one.refused.text


def test_every_event_follows_the_table(walks: list[Walk]) -> None:
    for before, event, after in steps(walks):
        assert TRANSITIONS[before.phase][type(event)] is after.phase
        assert after.seq == before.seq + 1


def test_what_is_allowed_is_what_is_admitted(walks: list[Walk]) -> None:
    says_more_than_who = (cmd.PlayDice, cmd.OfferResignation, cmd.RemoveSpectator)
    for one in questions(walks):
        if not isinstance(one.command, cmd.SeatCommand):
            continue
        open_now = one.command.name in allowed(one.before, one.command.seat)
        if one.events:
            assert open_now, one.command
        elif not isinstance(one.command, says_more_than_who):
            assert not open_now, one.command


def test_each_side_has_all_its_checkers_and_no_point_holds_both(walks: list[Walk]) -> None:
    for walked in walks:
        checkers = VARIANTS[walked.states[-1].rules.variant].checkers
        for board in {state.board for state in walked.states if state.seq}:
            assert sum(board.white) == sum(board.black) == checkers
            assert min(*board.white, *board.black) >= 0
            assert not any(board.white[p] and board.black[BAR - p] for p in range(1, BAR))


def test_the_game_waits_for_the_one_seat_that_can_go_on_with_it(walks: list[Walk]) -> None:
    going_on = {"roll", "take", "drop", "beaver", "raccoon", "play"}
    for one in questions(walks):
        state = one.after
        can = [seat for seat in Seat if going_on & set(allowed(state, seat))]
        assert can == ([] if state.to_act is None else [state.to_act])
        assert (state.to_act is not None) == (state.phase in ON_ROLL)
        assert (state.dice is not None) == (state.phase is Phase.TO_PLAY)


def test_someone_can_always_go_on_until_the_room_is_cancelled(walks: list[Walk]) -> None:
    going_on = {"roll", "take", "play", "ready", "rematch"}
    for one in questions(walks):
        state = one.after
        if state.phase not in {Phase.SEATING, Phase.OPENING} and not was_cancelled(state):
            assert going_on & {name for seat in Seat for name in allowed(state, seat)}


def test_a_score_only_grows_within_a_match_and_only_when_a_game_ends(walks: list[Walk]) -> None:
    for before, event, after in steps(walks):
        if isinstance(event, ev.GameEnded):
            won = event.win * before.cube.value
            assert event.points == won > 0
            jacoby = before.rules.jacoby and before.cube.owner is None
            assert event.win is Win.SINGLE or not jacoby
            expected = before.score.with_(event.winner, before.score[event.winner] + won)
            assert after.score == expected
        elif not isinstance(event, ev.MatchStarted):
            assert after.score == before.score


def test_the_score_is_the_sum_of_the_games(walks: list[Walk]) -> None:
    for walked in walks:
        points: Counter[Seat] = Counter()
        for event, after in zip(walked.log, walked.states[1:], strict=True):
            if isinstance(event, ev.MatchStarted):
                points.clear()
            if isinstance(event, ev.GameEnded):
                points[event.winner] += event.points
            assert (after.score.white, after.score.black) == (
                points[Seat.WHITE],
                points[Seat.BLACK],
            )


def test_a_match_is_over_exactly_when_a_side_has_the_points(walks: list[Walk]) -> None:
    for one in questions(walks):
        state = one.after
        most = max(state.score.white, state.score.black)
        decided = state.rules.length is not None and most >= state.rules.length
        result = state.match_result
        assert decided == (result is not None and result.end is MatchEnd.POINTS)
        assert (result is not None) == (state.phase is Phase.MATCH_OVER)


def test_the_cube_is_a_power_of_two_turned_by_those_who_accept_a_double(walks: list[Walk]) -> None:
    accepted = (ev.Taken, ev.Beavered, ev.Raccooned)
    for before, event, after in steps(walks):
        cube = after.cube
        assert cube.value.bit_count() == 1
        if isinstance(event, accepted):
            assert before.on_roll is not None
            assert (cube.value, cube.owner) == (2 * before.cube.value, before.on_roll.other)
        elif isinstance(event, ev.AutomaticallyDoubled):
            assert (cube.value, cube.owner) == (2 * before.cube.value, None)
            assert cube.value == event.value
        elif not isinstance(event, ev.GameStarted | ev.MatchStarted):
            assert cube == before.cube


def test_the_cube_and_what_is_offered_stay_within_what_was_agreed(walks: list[Walk]) -> None:
    for walked in walks:
        rules = walked.state.rules
        most = 1 << rules.automatic_doubles
        for event, after in zip(walked.log, walked.states[1:], strict=True):
            if after.cube.owner is None:
                assert after.cube.value <= most
            if isinstance(event, ev.Doubled | ev.Beavered | ev.Raccooned):
                assert event.value == 2 * after.cube.value
                assert rules.length is not None or event.value <= rules.cube_limit
            assert rules.length is not None or after.cube.value <= rules.cube_limit


def test_nobody_doubles_without_a_cube_or_in_the_crawford_game(walks: list[Walk]) -> None:
    for before, event, _ in steps(walks):
        if isinstance(event, ev.Doubled):
            assert before.rules.cube
            assert before.rules.length != 1
            assert before.crawford is not Crawford.NOW
            assert event.value == 2 * before.cube.value
        if isinstance(event, ev.GameStarted) and event.crawford:
            one_away = max(before.score.white, before.score.black) + 1
            assert before.rules.length == one_away


def test_an_offer_to_resign_ends_before_anything_else_happens(walks: list[Walk]) -> None:
    unrelated = (
        *(ev.SpectatorRemoved, ev.MatchEnded, ev.GameEnded),
        *(ev.TimeCredited, ev.Flagged),
        *(ev.SeatAbsent, ev.SeatLeft, ev.SeatBack, ev.GameClaimed),
    )
    offers = (ev.ResignationAccepted, ev.ResignationRejected, ev.ResignationWithdrawn)
    for before, event, after in steps(walks):
        if before.resignation is not None:
            assert isinstance(event, (*unrelated, *offers))
        assert after.resignation is None or after.phase in {Phase.TO_ROLL, Phase.TO_PLAY}


def test_a_command_is_stale_exactly_if_its_seat_is_asked_something_else(walks: list[Walk]) -> None:
    chance = random.Random(0)
    for walked in walks:
        for _ in range(60):
            now = chance.randint(0, walked.state.seq)
            at = chance.randint(max(0, now - 12), now)
            for seat in Seat:
                question = {asked(state, seat) for state in walked.states[at : now + 1]}
                stale = is_stale(walked.states[now], cmd.Roll(seat=seat), at)
                assert stale == (len(question) > 1)


def test_nobody_is_on_roll_between_games(walks: list[Walk]) -> None:
    for one in questions(walks):
        state = one.after
        if state.phase not in GAME_PHASES:
            assert (state.on_roll, state.dice, state.resignation) == (None, None, None)
