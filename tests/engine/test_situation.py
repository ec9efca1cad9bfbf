"""What an identifier can tell of a match."""

from __future__ import annotations

from engine import commands as cmd
from engine.seat import Seat
from engine.situation import MATCH_CUBE_LIMIT, Offer, situation_of
from engine.state import Cube, Rules, Win
from tests.engine.matches import BLACK, WHITE, opened, position, resign, score, seated, started


def test_before_a_game_there_is_no_situation() -> None:
    assert situation_of(opened().state) is None


def test_after_a_game_there_is_no_situation() -> None:
    table = seated(length=3)
    table.give_game(WHITE)
    assert situation_of(table.state) is None
    table.ask(cmd.Concede(seat=WHITE))
    assert situation_of(table.state) is None


def test_dice_to_play_belong_to_the_side_on_roll() -> None:
    situation = situation_of(started(BLACK, length=7).state)
    assert situation is not None
    assert (situation.on_roll, situation.to_act) == (BLACK, BLACK)
    assert (situation.dice, situation.length) == ((1, 3), 7)
    assert situation.cube_limit == MATCH_CUBE_LIMIT


def test_a_double_waits_for_the_other_side() -> None:
    table = position(on_roll=WHITE)
    table.ask(cmd.Double(seat=WHITE))
    situation = situation_of(table.state)
    assert situation is not None
    assert (situation.offer, situation.on_roll, situation.to_act) == (Offer.DOUBLED, WHITE, BLACK)
    assert situation.cube == Cube()


def test_a_resignation_waits_for_the_other_side_whoever_is_on_roll() -> None:
    for seat in Seat:
        table = position(on_roll=WHITE)
        table.ask(resign(seat, Win.GAMMON))
        situation = situation_of(table.state)
        assert situation is not None
        assert (situation.on_roll, situation.to_act) == (WHITE, seat.other)
        assert situation.resignation == (seat, Win.GAMMON)


def test_a_score_beyond_the_match_is_shown_as_its_length() -> None:
    table = position(on_roll=WHITE, rules=Rules(length=3), score=score(5, 1))
    situation = situation_of(table.state)
    assert situation is not None
    assert situation.score == score(3, 1)


def test_the_limit_of_the_cube() -> None:
    for rules, limit in (
        (Rules(length=None), 64),
        (Rules(length=None, cube_limit=256), 256),
        (Rules(length=None, cube=False), 1),
        (Rules(length=5, cube=False), 1),
    ):
        situation = situation_of(position(on_roll=WHITE, rules=rules).state)
        assert situation is not None
        assert situation.cube_limit == limit


def test_the_options_of_a_money_session() -> None:
    rules = Rules(length=None, jacoby=True, beavers=True)
    situation = situation_of(position(on_roll=WHITE, rules=rules).state)
    assert situation is not None
    assert (situation.jacoby, situation.beavers) == (True, True)


def test_a_beaver_and_a_raccoon_wait_and_have_turned_the_cube_already() -> None:
    """What it shows is what counts if the offer is refused."""
    table = position(on_roll=WHITE, rules=Rules(length=None, beavers=True))
    for command, offer, to_act, value in (
        (cmd.Double(seat=WHITE), Offer.DOUBLED, BLACK, 1),
        (cmd.Beaver(seat=BLACK), Offer.BEAVERED, WHITE, 2),
        (cmd.Raccoon(seat=WHITE), Offer.RACCOONED, BLACK, 4),
    ):
        table.ask(command)
        situation = situation_of(table.state)
        assert situation is not None
        assert (situation.offer, situation.on_roll, situation.to_act) == (offer, WHITE, to_act)
        assert situation.cube == Cube(value=value, owner=BLACK if value > 1 else None)
