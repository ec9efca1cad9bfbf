from __future__ import annotations

from dataclasses import replace

import pytest

from clients.cli.story import match_result, tell
from engine import events as ev
from engine.board import BAR, START, Board, place
from engine.evolve import replay
from engine.seat import BySeat, Seat
from engine.state import (
    Cube,
    GameEnd,
    MatchEnd,
    MatchResult,
    MatchState,
    Player,
    Rules,
    Win,
)

ALICE, BO = Player(id="a" * 32, name="Alice"), Player(id="b" * 32, name="Bo")
SEATED = replay(
    [
        ev.RoomCreated(rules=Rules(length=5), seat=Seat.WHITE, player=ALICE),
        ev.SeatTaken(seat=Seat.BLACK, player=BO),
    ]
)
IN_GAME = replace(SEATED, game_number=1, board=START)


def told(event: ev.Event, you: Seat | None = Seat.WHITE, before: MatchState = IN_GAME) -> str:
    return tell(event, before, before, you)


@pytest.mark.parametrize(
    ("event", "white", "watching"),
    [
        (ev.SeatReady(seat=Seat.WHITE), "You are ready.", "Alice is ready."),
        (ev.OpeningTied(die=4), "Opening roll: 4 and 4. Again.", "Opening roll: 4 and 4. Again."),
        (
            ev.OpeningThrown(white=2, black=5),
            "Opening roll: you 2, Bo 5. Bo starts with 5-2.",
            "Opening roll: Alice 2, Bo 5. Bo starts with 5-2.",
        ),
        (
            ev.AutomaticallyDoubled(value=2),
            *("Automatic double: the cube turns to 2.",) * 2,
        ),
        (ev.Doubled(seat=Seat.BLACK, value=2), "Bo doubles to 2.", "Bo doubles to 2."),
        (ev.Beavered(seat=Seat.WHITE, value=4), "You beaver to 4.", "Alice beavers to 4."),
        (ev.Raccooned(seat=Seat.BLACK, value=8), "Bo raccoons to 8.", "Bo raccoons to 8."),
        (ev.Rolled(seat=Seat.WHITE, dice=(1, 6)), "You roll 6-1.", "Alice rolls 6-1."),
        (ev.Rolled(seat=Seat.BLACK, dice=(2, 2)), "Bo rolls 2-2.", "Bo rolls 2-2."),
        (
            ev.ResignationOffered(seat=Seat.WHITE, win=Win.SINGLE),
            "You offer to lose a single game (1 point).",
            "Alice offers to lose a single game (1 point).",
        ),
        (ev.MatchStarted(number=2),) + ("A new match to 5 begins at 0-0.",) * 2,
    ],
)
def test_the_reader_is_you(event: ev.Event, white: str, watching: str) -> None:
    assert told(event) == white
    assert told(event, None) == watching


def test_a_turn_that_passes() -> None:
    passed = ev.TurnPassed(seat=Seat.BLACK)
    assert told(passed) == "Bo has no legal play. The turn passes."
    closed = place(dict.fromkeys(range(1, 7), 2), checkers=15)
    shut = replace(IN_GAME, board=Board(closed, place({BAR: 1}, checkers=15)))
    assert told(passed, before=shut) == "Bo is shut out. The turn passes."
    assert told(passed, Seat.BLACK, shut) == "You are shut out. The turn passes."


@pytest.mark.parametrize(
    ("win", "cube", "text"),
    [
        (Win.SINGLE, 1, "You win a single game: 1 point."),
        (Win.SINGLE, 4, "You win a single game: 4 points."),
        (Win.GAMMON, 1, "You win a gammon: 2 points."),
        (Win.GAMMON, 2, "You win a gammon, 2x2 = 4 points."),
        (Win.BACKGAMMON, 2, "You win a backgammon, 3x2 = 6 points."),
    ],
)
def test_the_end_of_a_game(win: Win, cube: int, text: str) -> None:
    before = replace(IN_GAME, cube=Cube(value=cube))
    points = win * cube
    after = replace(before, score=BySeat(points, 2))
    ended = ev.GameEnded(winner=Seat.WHITE, win=win, points=points, end=GameEnd.BORNE_OFF)
    assert tell(ended, before, after, Seat.WHITE) == f"{text} Score: you {min(points, 5)}, Bo 2."


def test_the_score_is_never_more_than_the_match_needs() -> None:
    over = replace(IN_GAME, score=BySeat(2, 12))
    ended = ev.MatchEnded(winner=Seat.BLACK, end=MatchEnd.POINTS)
    assert told(ended, before=over) == "Bo wins the match 5-2."


@pytest.mark.parametrize(
    ("end", "text"),
    [
        (MatchEnd.CANCELLED, "Bo closed the room."),
        (MatchEnd.SESSION_ENDED, "Bo ends the session."),
        (MatchEnd.CONCEDED, "Bo concedes the match. You win."),
    ],
)
def test_a_match_that_somebody_ends(end: MatchEnd, text: str) -> None:
    winner = Seat.WHITE if end is MatchEnd.CONCEDED else None
    assert told(ev.MatchEnded(winner=winner, end=end, by=Seat.BLACK)) == text


def test_a_match_that_is_ended_from_above() -> None:
    closed = ev.MatchEnded(winner=None, end=MatchEnd.CLOSED)
    assert told(closed) == "The people who run this server closed the room."


def test_a_result_for_somebody_who_took_no_part() -> None:
    result = MatchResult(winner=Seat.WHITE, end=MatchEnd.POINTS, by=None)
    over = replace(IN_GAME, score=BySeat(6, 1), match_result=result)
    assert match_result(over) == "Alice wins the match 5-1."


def test_a_hostile_name_is_harmless() -> None:
    evil = replace(BO, name="Bo\x1b[2J\u202e\nYou win{who}" + "x" * 500)
    state = replace(IN_GAME, seats=IN_GAME.seats.with_(Seat.BLACK, evil))
    text = told(ev.Rolled(seat=Seat.BLACK, dice=(2, 1)), before=state)
    assert text.isprintable()
    assert text.startswith("Bo\\x1b[2J\\u202e\\x0aYou win{who}x")
    assert len(text) < 120
