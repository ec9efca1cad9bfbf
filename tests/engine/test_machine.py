"""Whole matches and money sessions with all options, against a second and simpler bookkeeping.

Hypothesis asks commands of a room, sensible ones and senseless ones, and shrinks what goes wrong to
a short story. Some rooms are in the middle of a bear-off, so that games come to their end.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine import commands as cmd
from engine import events as ev
from engine.board import BAR, CHECKERS
from engine.evolve import evolve
from engine.objections import allowed, was_cancelled
from engine.phases import TRANSITIONS
from engine.seat import Seat
from engine.state import OFFER_PHASES, Dice, MatchEnd, MatchState, Phase, Rules
from engine.variants import STANDARD, VARIANTS
from tests.engine.boards import placed, rolls
from tests.engine.matches import BOB, opened, options, position
from tests.engine.scorekeeper import Scorekeeper
from tests.engine.walk import KINDS, judge, made

GOING_ON = {"roll", "take", "drop", "beaver", "raccoon", "play"}
SEATS = st.sampled_from(Seat)
CHANCE = st.integers(0, 2**32).map(random.Random)

MATCHES = st.builds(
    Rules,
    length=st.integers(1, 25) | st.integers(1, 4),
    variant=st.sampled_from(sorted(VARIANTS)),
    cube=st.sampled_from([True, True, True, False]),
    crawford=st.booleans(),
)
SESSIONS = st.builds(
    Rules,
    length=st.none(),
    variant=st.sampled_from(sorted(VARIANTS)),
    jacoby=st.booleans(),
    beavers=st.sampled_from([True, True, False]),
    automatic_doubles=st.integers(0, 6),
    cube_limit=st.integers(1, 10).map(lambda power: 1 << power),
)
RULES = MATCHES | SESSIONS | st.just(Rules(length=None, cube=False))

asked = Counter[str]()


class Room(RuleBasedStateMachine):
    """A room, the events since it was opened or set up, and a scorekeeper beside it."""

    state: MatchState
    first: MatchState
    log: list[ev.Event]
    keeper: Scorekeeper

    @initialize(rules=RULES, seat=SEATS, left=st.none() | st.tuples(*[st.integers(0, 2)] * 4))
    def open(self, rules: Rules, seat: Seat, left: tuple[int, ...] | None) -> None:
        """A new room, or one in which each side has little ``left``, or a gammon to fear."""
        if left is None:
            self._begin(opened(**options(rules)).state)
            self._ask(cmd.Join(player=BOB), (1, 1))
            return
        few = {1: 1 + left[0], 3: left[1]}
        all_left = {1: CHECKERS - 1 - left[2], 20: 1, 6: left[2]}
        board = placed(few, all_left if left[3] else {2: 1 + left[2]})
        standard = replace(rules, variant=STANDARD)
        self._begin(position(board, on_roll=seat, rules=standard).state)

    def _begin(self, state: MatchState) -> None:
        self.first = self.state = state
        self.log = []
        self.keeper = Scorekeeper(state.rules)

    @rule(seat=SEATS, name=st.sampled_from(sorted(KINDS)), dice=rolls(), chance=CHANCE)
    def ask_anything(self, seat: Seat, name: str, dice: Dice, chance: random.Random) -> None:
        self._ask(made(KINDS[name], seat, self.state, chance), dice)

    @rule(dice=rolls())
    def throw(self, dice: Dice) -> None:
        self._ask(cmd.ThrowOpening(), dice)

    @rule(dice=rolls(), chance=CHANCE)
    def go_on(self, dice: Dice, chance: random.Random) -> None:
        """What keeps the match going."""
        if self.state.phase is Phase.OPENING:
            self._ask(cmd.ThrowOpening(), dice)
            return
        seat = self.state.to_act or chance.choice(list(Seat))
        names = set(allowed(self.state, seat)) & (GOING_ON | {"ready", "rematch"})
        if names:
            name = chance.choice(sorted(names))
            self._ask(made(KINDS[name], seat, self.state, chance), dice)

    @precondition(
        lambda self: self.state.phase in OFFER_PHASES or self.state.phase is Phase.TO_ROLL
    )
    @rule(chance=CHANCE)
    def double_or_answer(self, chance: random.Random) -> None:
        seat = self.state.to_act
        assert seat is not None
        names = set(allowed(self.state, seat)) - {"roll", "remove", "concede", "resign"}
        if names:
            self._ask(made(KINDS[chance.choice(sorted(names))], seat, self.state, chance), (1, 1))

    def _ask(self, command: cmd.Command, dice: Dice) -> None:
        asked[command.name] += 1
        before = self.state
        open_before = {seat: allowed(before, seat) for seat in Seat}
        events, refused = judge(before, command, dice)
        if refused is not None:
            assert not events
            assert "{" not in refused.text
        for event in events:
            phase = TRANSITIONS[self.state.phase][type(event)]
            self.state = evolve(self.state, event)
            assert self.state.phase is phase
        self.log.extend(events)
        if not events:
            return
        if isinstance(command, cmd.SeatCommand):
            assert command.name in open_before[command.seat]
        last = replace(before, board=self.state.board)
        ended = next((event for event in events if isinstance(event, ev.GameEnded)), None)
        points = self.keeper.hear(command, dice, last, ended)
        assert points == (ended and ended.points)

    @invariant()
    def the_score_is_what_the_scorekeeper_has(self) -> None:
        state = self.state
        assert {seat: state.score[seat] for seat in Seat} == self.keeper.score
        if state.phase not in {Phase.GAME_OVER, Phase.MATCH_OVER}:
            assert (state.cube.value, state.cube.owner) == (self.keeper.stake, self.keeper.owner)

    @invariant()
    def a_match_is_over_when_a_side_has_the_points(self) -> None:
        state, length = self.state, self.state.rules.length
        decided = length is not None and max(self.keeper.score.values()) >= length
        by_points = state.match_result is not None and state.match_result.end is MatchEnd.POINTS
        assert decided == by_points
        assert (state.match_result is not None) == (state.phase is Phase.MATCH_OVER)

    @invariant()
    def the_cube_stays_within_what_was_agreed(self) -> None:
        rules, cube = self.state.rules, self.state.cube
        if rules.length is None:
            assert cube.value <= rules.cube_limit
            offered = self.state.phase in OFFER_PHASES
            assert 2 * cube.value <= rules.cube_limit or not offered
        if not rules.cube or rules.length == 1:
            assert (cube.value, cube.owner) == (1, None)

    @invariant()
    def each_side_has_its_checkers_and_no_point_holds_both(self) -> None:
        board = self.state.board
        assert sum(board.white) == sum(board.black) == VARIANTS[self.state.rules.variant].checkers
        assert min(*board.white, *board.black) >= 0
        assert not any(board.white[p] and board.black[BAR - p] for p in range(1, BAR))

    @invariant()
    def the_one_who_is_asked_can_go_on_and_nobody_else(self) -> None:
        state = self.state
        can = [seat for seat in Seat if GOING_ON & set(allowed(state, seat))]
        assert can == ([] if state.to_act is None else [state.to_act])
        if state.phase not in {Phase.SEATING, Phase.OPENING} and not was_cancelled(state):
            ways = {name for seat in Seat for name in allowed(state, seat)}
            assert ways & (GOING_ON | {"ready", "rematch"})

    def teardown(self) -> None:
        assert reduce(evolve, self.log, self.first) == self.state


@pytest.mark.unmeasured
def test_any_story_of_a_room() -> None:
    asked.clear()
    run_state_machine_as_test(
        Room, settings=settings(max_examples=250, stateful_step_count=60, deadline=None)
    )
    assert asked.total() > 10_000
    assert set(asked) >= {*KINDS, "throw_opening"}
