"""Rules, "Cube", on money sessions: beavers and raccoons."""

from __future__ import annotations

import pytest

from engine import commands as cmd
from engine.cube import objection_to_redouble
from engine.errors import Code
from engine.objections import allowed, is_stale
from engine.seat import Seat
from engine.state import Cube, GameEnd, GameResult, Phase, Rules, Win
from tests.engine.boards import BLACK, WHITE
from tests.engine.matches import Table, play, position, score

MONEY = Rules(length=None, beavers=True)
DOUBLE = cmd.Double(seat=WHITE)
BEAVER = cmd.Beaver(seat=BLACK)
RACCOON = cmd.Raccoon(seat=WHITE)
TAKE = {seat: cmd.Take(seat=seat) for seat in Seat}
DROP = {seat: cmd.Drop(seat=seat) for seat in Seat}


def offered(*commands: cmd.Command, cube: Cube = Cube(), rules: Rules = MONEY) -> Table:
    """White to roll has doubled, and then came ``commands``."""
    table = position(rules=rules, cube=cube)
    for command in (DOUBLE, *commands):
        table.ask(command)
    return table


def test_a_beaver_is_a_redouble_at_once_whose_maker_keeps_the_cube() -> None:
    table = offered()
    assert table.ask(BEAVER) == ("beavered",)
    assert table.state.phase is Phase.BEAVERED
    assert (table.state.on_roll, table.state.to_act) == (WHITE, WHITE)
    assert table.ask(TAKE[WHITE]) == ("taken",)
    assert table.state.cube == Cube(value=4, owner=BLACK)
    assert (table.state.phase, table.state.to_act) == (Phase.TO_ROLL, WHITE)
    assert table.refusal(DOUBLE).code is Code.CUBE_NOT_YOURS


def test_a_raccoon_redoubles_the_beaver_and_leaves_the_cube_where_it_is() -> None:
    table = offered(BEAVER)
    assert table.ask(RACCOON) == ("raccooned",)
    assert table.state.phase is Phase.RACCOONED
    assert (table.state.on_roll, table.state.to_act) == (WHITE, BLACK)
    assert table.ask(TAKE[BLACK]) == ("taken",)
    assert table.state.cube == Cube(value=8, owner=BLACK)
    assert (table.state.phase, table.state.to_act) == (Phase.TO_ROLL, WHITE)


@pytest.mark.parametrize(
    ("cube", "redoubles", "loser", "points"),
    [
        (Cube(), (), BLACK, 1),
        (Cube(), (BEAVER,), WHITE, 2),
        (Cube(), (BEAVER, RACCOON), BLACK, 4),
        (Cube(value=4, owner=WHITE), (), BLACK, 4),
        (Cube(value=4, owner=WHITE), (BEAVER,), WHITE, 8),
        (Cube(value=4, owner=WHITE), (BEAVER, RACCOON), BLACK, 16),
    ],
    ids=str,
)
def test_who_drops_loses_the_stake_as_it_was_before_the_last_redouble(
    cube: Cube, redoubles: tuple[cmd.Command, ...], loser: Seat, points: int
) -> None:
    """The doubler, when beavered, drops for the doubled stake; the beaverer likewise."""
    table = offered(*redoubles, cube=cube)
    assert table.ask(DROP[loser]) == ("dropped", "game_ended")
    assert table.state.game_result == GameResult(
        winner=loser.other, win=Win.SINGLE, points=points, end=GameEnd.DROPPED
    )
    assert table.state.score[loser.other] == points


def test_the_events_name_the_stake_that_is_offered() -> None:
    table = offered(BEAVER, RACCOON)
    assert [getattr(event, "value", None) for event in table.log[-3:]] == [2, 4, 8]


def test_the_beaverer_owns_the_cube_and_doubles_next() -> None:
    table = offered(BEAVER, TAKE[WHITE])
    table.ask(cmd.Roll(seat=WHITE), (3, 1))
    table.ask(play(WHITE, "8/5 6/5"))
    assert table.ask(cmd.Double(seat=BLACK)) == ("doubled",)
    assert table.ask(cmd.Beaver(seat=WHITE)) == ("beavered",)
    assert table.ask(cmd.Raccoon(seat=BLACK)) == ("raccooned",)
    assert table.ask(TAKE[WHITE]) == ("taken",)
    assert table.state.cube == Cube(value=32, owner=WHITE)


@pytest.mark.parametrize("command", [cmd.Roll(seat=WHITE), DOUBLE, play(WHITE, "8/5 6/5")], ids=str)
@pytest.mark.parametrize("redoubles", [(BEAVER,), (BEAVER, RACCOON)], ids=len)
def test_nothing_else_happens_until_the_answer(
    redoubles: tuple[cmd.Command, ...], command: cmd.Command
) -> None:
    assert offered(*redoubles).refusal(command).code is Code.OFFER_PENDING


def test_only_the_side_that_is_asked_answers() -> None:
    beavered = offered(BEAVER)
    for command in (TAKE[BLACK], DROP[BLACK], cmd.Raccoon(seat=BLACK)):
        assert beavered.refusal(command).code is Code.OWN_DOUBLE
    raccooned = offered(BEAVER, RACCOON)
    for command in (TAKE[WHITE], DROP[WHITE]):
        assert raccooned.refusal(command).code is Code.OWN_DOUBLE
    assert offered().refusal(cmd.Beaver(seat=WHITE)).code is Code.OWN_DOUBLE


def test_each_redouble_answers_the_one_before_it_and_a_raccoon_is_the_last() -> None:
    assert offered().refusal(cmd.Raccoon(seat=BLACK)).code is Code.WRONG_REDOUBLE
    assert offered(BEAVER).refusal(cmd.Beaver(seat=WHITE)).code is Code.WRONG_REDOUBLE
    for again in (BEAVER, cmd.Raccoon(seat=BLACK)):
        assert offered(BEAVER, RACCOON).refusal(again).code is Code.WRONG_REDOUBLE


@pytest.mark.parametrize("rules", [Rules(length=None), Rules(length=5)], ids=str)
def test_there_are_no_beavers_in_matches_nor_unless_agreed(rules: Rules) -> None:
    table = offered(rules=rules)
    assert "beaver" not in allowed(table.state, BLACK)
    assert table.refusal(BEAVER).code is Code.NO_BEAVERS
    assert table.refusal(RACCOON).code is Code.NO_BEAVERS


@pytest.mark.parametrize("value", [1 << power for power in range(11)])
@pytest.mark.parametrize("limit", [1 << power for power in range(1, 11)])
def test_no_redouble_goes_beyond_the_limit_of_the_cube(value: int, limit: int) -> None:
    """The cube at ``value`` was doubled to twice that, and the redouble offers four times that."""
    rules = Rules(length=None, beavers=True, cube_limit=limit)
    refused = objection_to_redouble(cube=Cube(value=value, owner=None), rules=rules)
    assert refused is (None if 4 * value <= limit else Code.CUBE_LIMIT)


def test_at_the_limit_a_double_is_taken_or_dropped_only() -> None:
    table = offered(rules=Rules(length=None, beavers=True, cube_limit=2))
    assert table.refusal(BEAVER).text == "The cube goes no further than 2 in this session."
    assert allowed(table.state, BLACK) == ("drop", "remove", "take")
    table = offered(BEAVER, rules=Rules(length=None, beavers=True, cube_limit=4))
    assert table.refusal(RACCOON).code is Code.CUBE_LIMIT
    assert allowed(table.state, WHITE) == ("drop", "remove", "take")


def test_a_taken_beaver_lifts_the_jacoby_rule() -> None:
    table = offered(BEAVER, TAKE[WHITE], rules=Rules(length=None, beavers=True, jacoby=True))
    table.ask(cmd.OfferResignation(seat=WHITE, win=Win.GAMMON))
    table.ask(cmd.AcceptResignation(seat=BLACK))
    assert table.state.score == score(0, 8)


def test_a_take_of_the_double_is_not_a_take_of_the_raccoon() -> None:
    """Each offer is a question of its own, and an answer is meant for one of them."""
    table = offered()
    seen = table.state.seq
    table.ask(BEAVER)
    assert is_stale(table.state, RACCOON, seen)
    assert not is_stale(table.state, RACCOON, table.state.seq)
    table.ask(RACCOON)
    assert is_stale(table.state, TAKE[BLACK], seen)
    assert not is_stale(table.state, TAKE[BLACK], table.state.seq)
