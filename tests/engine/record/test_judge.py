"""Which lists of events the rules could have produced."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from engine import events as ev
from engine.evolve import replay
from engine.record.judge import IllegalLogError, judge
from engine.state import GameEnd, MatchEnd, Rules, Win
from tests.engine.matches import ANN, BLACK, WHITE, seated
from tests.engine.walk import HASTY, PATIENT, walk

RULES = (
    Rules(length=3),
    Rules(length=None, jacoby=True, beavers=True, automatic_doubles=2, cube_limit=256),
)


@pytest.fixture(scope="module")
def logs() -> list[list[ev.Event]]:
    return [
        walk(seed, rules, commands=900, weights=weights).log
        for seed, rules in enumerate(RULES)
        for weights in (PATIENT, HASTY | {"cancel": 0, "close_room": 0, "concede": 0.1})
    ]


def test_every_log_of_ours_is_legal_and_so_is_every_part_of_it(logs: list[list[ev.Event]]) -> None:
    for log in logs:
        assert judge(log) == replay(log)
        for end in range(0, len(log), 101):
            assert judge(log[:end]) == replay(log[:end])


def test_a_log_without_a_step_of_the_game_is_not(logs: list[list[ev.Event]]) -> None:
    needed = (ev.GameStarted, ev.OpeningThrown, ev.Rolled, ev.Played, ev.TurnPassed, ev.Taken)
    going_on = (ev.OpeningThrown, ev.Rolled, ev.Played, ev.TurnPassed)
    chance = random.Random(1)
    for log in logs:
        steps = [
            at
            for at, (event, after) in enumerate(pairwise(log))
            if isinstance(event, needed) and isinstance(after, going_on)
        ]
        for at in chance.sample(steps, 20):
            with pytest.raises(IllegalLogError) as refused:
                judge([*log[:at], *log[at + 1 :]])
            assert refused.value.seq > at
            assert "\n" not in str(refused.value)


def begun() -> list[ev.Event]:
    """A room in which White has thrown 3-1."""
    table = seated(length=3)
    table.start_game(WHITE)
    return table.log


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (ev.RoomCreated(rules=Rules(), seat=WHITE, player=ANN), "a second time"),
        (ev.Rolled(seat=WHITE, dice=(1, 2)), "cannot happen here"),
        (ev.TurnPassed(seat=WHITE), "follows from nothing"),
        (ev.Played(seat=BLACK, steps=()), "not your turn"),
        (ev.Played(seat=WHITE, steps=()), "must make it"),
        (ev.GameEnded(winner=WHITE, win=Win.SINGLE, points=1, end=GameEnd.BORNE_OFF), "nothing"),
        (ev.ResignationRejected(seat=WHITE), "No resignation"),
        (ev.MatchEnded(winner=WHITE, end=MatchEnd.POINTS), "follows from nothing"),
        (ev.MatchEnded(winner=WHITE, end=MatchEnd.POINTS, by=WHITE), "follows from nothing"),
        (ev.MatchEnded(winner=WHITE, end=MatchEnd.CONCEDED, by=WHITE), "not what the rules"),
        (ev.MatchEnded(winner=None, end=MatchEnd.SESSION_ENDED, by=WHITE), "the rules refuse"),
        (ev.MatchEnded(winner=None, end=MatchEnd.CANCELLED, by=WHITE), "the rules refuse"),
        (ev.SeatTaken(seat=BLACK, player=ANN), "cannot happen here"),
    ],
)
def test_what_cannot_follow(event: ev.Event, said: str) -> None:
    log = begun()
    with pytest.raises(IllegalLogError, match=said) as refused:
        judge([*log, event])
    assert refused.value.seq == len(log) + 1


def test_what_changes_nothing_is_no_event() -> None:
    """A player who is ready already says so again: a command, but nothing happens."""
    log = list(seated(length=3).log)
    ready = ev.SeatReady(seat=WHITE)
    with pytest.raises(IllegalLogError, match="event 4: seat_ready changes nothing"):
        judge([*log, ready, ready])


def test_a_log_starts_with_its_room() -> None:
    with pytest.raises(IllegalLogError, match="event 1: seat_taken cannot happen here"):
        judge(begun()[1:])


def test_what_follows_by_itself_must_follow() -> None:
    log = begun()
    started = next(at for at, event in enumerate(log) if isinstance(event, ev.GameStarted))
    with pytest.raises(IllegalLogError, match="the rules make it game_started"):
        judge([*log[:started], *log[started + 1 :]])
    wrong = ev.GameStarted(number=2, crawford=False)
    with pytest.raises(IllegalLogError, match="what it says of game_started"):
        judge([*log[:started], wrong, *log[started + 1 :]])


def test_dice_have_six_faces() -> None:
    opening = len(begun()) - 1
    for dice in ((7, 1), (0, 1), (3, -1)):
        thrown = ev.OpeningThrown(white=dice[0], black=dice[1])
        with pytest.raises(IllegalLogError, match="are no dice"):
            judge([*begun()[:opening], thrown])
