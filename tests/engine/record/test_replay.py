"""What a record is held against, apart from what each reader tests."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine import events as ev
from engine.board import Step
from engine.record.reading import RecordError
from engine.record.replay import Replay, Start
from engine.seat import BySeat
from engine.state import Phase, Rules
from tests.engine.matches import BLACK, WHITE


def begun(**rules: object) -> Replay:
    """A first game in which White has thrown 3-1."""
    replay = Replay(Start(rules=Rules(**rules), names=BySeat("Ann", "Bob")))  # type: ignore[arg-type]
    replay.start_game(1, BySeat(0, 0))
    replay.throw(WHITE, (1, 3))
    return replay


def test_the_higher_opening_die_belongs_to_who_starts() -> None:
    assert begun().events[-1] == ev.OpeningThrown(white=3, black=1)
    replay = Replay(Start(rules=Rules(), names=BySeat("Ann", "Bob")))
    replay.start_game(1, BySeat(0, 0))
    replay.throw(BLACK, (1, 3))
    assert replay.events[-1] == ev.OpeningThrown(white=1, black=3)


def test_names_are_one_short_line_without_what_hides() -> None:
    for name, kept in (
        ("Ann", "Ann"),
        ("  A\tn\x1b[2Jn\u202e ", "A n [2Jn"),
        ("x" * 100, "x" * 40),
        ("\n", "White"),
    ):
        replay = Replay(Start(rules=Rules(), names=BySeat(name, "Bob")))
        created = replay.events[0]
        assert isinstance(created, ev.RoomCreated)
        assert created.player.name == kept


def test_a_beaver_is_taken_by_playing_on() -> None:
    replay = begun(length=None, beavers=True)
    replay.play(WHITE, "8/5 6/5")
    replay.double(BLACK)
    replay.double(WHITE)
    replay.throw(BLACK, (5, 2))
    last = [event.name for event in replay.events[-4:]]
    assert last == ["doubled", "beavered", "taken", "rolled"]
    assert replay.state.cube.value == 4


def test_one_word_for_every_turn_of_the_cube() -> None:
    replay = begun(length=None, beavers=True)
    replay.play(WHITE, "8/5 6/5")
    for seat in (BLACK, WHITE, BLACK):
        replay.double(seat)
    assert replay.state.phase is Phase.RACCOONED


def test_a_roll_that_was_not_played_is_told_with_its_own_line() -> None:
    replay = begun()
    replay.line = 9
    with pytest.raises(RecordError, match="this roll was not played") as refused:
        replay.throw(BLACK, (2, 1))
    assert refused.value.line == 0
    with pytest.raises(RecordError, match="this roll was not played"):
        replay.ask(cmd.Double(seat=BLACK))


def test_a_game_must_have_ended_before_the_next() -> None:
    with pytest.raises(RecordError, match="has no end"):
        begun().start_game(2, BySeat(0, 0))


def test_nobody_wins_before_the_first_throw() -> None:
    replay = Replay(Start(rules=Rules(), names=BySeat("Ann", "Bob")))
    replay.start_game(1, BySeat(0, 0))
    with pytest.raises(RecordError, match="before anybody could have won"):
        replay.win(WHITE, 1)


def test_steps_may_be_joined_but_not_invented() -> None:
    replay = begun()
    replay.play_steps(WHITE, (Step(24, 20),))
    assert isinstance(replay.events[-1], ev.Played)
    with pytest.raises(RecordError, match="the rules refuse it"):
        begun().play_steps(WHITE, (Step(24, 19),))


def test_the_cube_starts_higher_only_by_automatic_doubles() -> None:
    replay = Replay(
        Start(rules=Rules(length=None, automatic_doubles=2), names=BySeat("Ann", "Bob"))
    )
    replay.start_game(1, BySeat(0, 0))
    replay.start_cube(4)
    assert replay.state.cube.value == 4
    with pytest.raises(RecordError, match="cannot start at 8"):
        replay.start_cube(8)
