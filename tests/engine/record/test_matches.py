"""From events to records."""

from __future__ import annotations

from engine import commands as cmd
from engine.record.matches import match_records
from engine.record.model import Throw, Yielding
from engine.seat import BySeat
from engine.state import GameEnd, MatchEnd, Rules, Win
from tests.engine.matches import BLACK, WHITE, opened, play, resign, seated
from tests.engine.record.played import record_of
from tests.engine.record.scripts import turn
from tests.engine.walk import PATIENT, walk


def test_a_room_that_nobody_has_joined() -> None:
    record = record_of(opened(length=7).log)
    assert (record.rules, record.names) == (Rules(length=7), BySeat("Ann", "Black"))
    assert (record.games, record.result, record.started_ms) == ((), None, None)


def test_one_record_for_each_match_of_a_room() -> None:
    table = seated(length=1)
    for winner in (WHITE, BLACK):
        table.give_game(winner)
        for seat in (WHITE, BLACK):
            table.ask(cmd.Rematch(seat=seat))
    records = match_records((event, at) for at, event in enumerate(table.log))
    assert [record.number for record in records] == [1, 2, 3]
    assert [record.score for record in records] == [BySeat(1, 0), BySeat(0, 1), BySeat(0, 0)]
    assert [len(record.games) for record in records] == [1, 1, 0]
    ended = [record.result.winner if record.result else None for record in records]
    assert ended == [WHITE, BLACK, None]
    starts = [record.started_ms for record in records]
    assert starts[0] is not None
    assert starts[1] is not None
    assert starts[0] < starts[1]
    assert starts[2] is None


def test_the_dice_of_an_opening_have_the_players_own_first() -> None:
    table = seated()
    table.start_game(BLACK)
    (throw,) = record_of(table.log).games[0].actions
    assert isinstance(throw, Throw)
    assert (throw.seat, throw.dice, throw.play) == (BLACK, (3, 1), None)


def test_an_offer_while_the_dice_lie_belongs_to_the_roll() -> None:
    table = seated()
    table.start_game(WHITE)
    table.ask(resign(BLACK, Win.GAMMON))
    table.ask(play(WHITE, "8/5 6/5"))
    table.ask(resign(BLACK))
    table.ask(cmd.WithdrawResignation(seat=BLACK))
    turn(table, BLACK, (6, 1))
    throw, offer, waiting = record_of(table.log).games[0].actions
    assert isinstance(throw, Throw)
    assert throw.offers == (Yielding(seat=BLACK, win=Win.GAMMON, answer="rejected"),)
    assert throw.play is not None
    assert offer == Yielding(seat=BLACK, win=Win.SINGLE, answer="withdrawn")
    assert isinstance(waiting, Throw)


def test_a_match_that_was_conceded_has_an_unfinished_game() -> None:
    table = seated()
    table.start_game(WHITE)
    table.ask(cmd.Concede(seat=WHITE))
    record = record_of(table.log)
    assert record.games[0].result is None
    assert record.result is not None
    assert (record.result.winner, record.result.end) == (BLACK, MatchEnd.CONCEDED)


def test_the_cube_of_a_game_starts_where_equal_opening_dice_left_it() -> None:
    table = seated(length=None, automatic_doubles=2)
    table.both_ready()
    for dice in ((2, 2), (5, 5), (6, 6), (4, 1)):
        table.ask(cmd.ThrowOpening(), dice)
    game = record_of(table.log).games[0]
    assert (game.ties, game.cube) == ((2, 5, 6), 4)


def test_the_games_add_up_to_the_score() -> None:
    for seed, rules in enumerate((Rules(length=5), Rules(length=None))):
        log = walk(seed, rules, commands=1_000, weights=PATIENT).log
        for record in match_records((event, None) for event in log):
            points = {WHITE: 0, BLACK: 0}
            for game in record.games:
                assert game.score == BySeat(points[WHITE], points[BLACK])
                if game.result is not None:
                    points[game.result.winner] += game.result.points
                    assert game.result.end in GameEnd
            assert record.score == BySeat(points[WHITE], points[BLACK])
