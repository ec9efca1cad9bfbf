from __future__ import annotations

from clients.cli.people import People
from clients.cli.speech import speak
from engine.board import START, Board, place
from engine.seat import BySeat, Seat
from engine.state import Cube, MatchState, Phase, Player

CENTRED = Cube()
PLAYERS: BySeat[Player | None] = BySeat(Player(id="a", name="Alice"), Player(id="b", name="Bo"))


def state(board: Board, cube: Cube = CENTRED) -> MatchState:
    return MatchState(board=board, cube=cube, seats=PLAYERS, game_number=2, phase=Phase.TO_ROLL)


def test_the_start_is_spoken_from_the_reader_s_side() -> None:
    lines = speak(People(state(START), Seat.BLACK))
    assert lines == [
        "Game 2, match to 5: you 0, Alice 0.",
        "Points: 24: 2 yours. 19: 5 of Alice. 17: 3 of Alice. 13: 5 yours. 12: 5 of Alice. "
        "8: 3 yours. 6: 5 yours. 1: 2 of Alice.",
        "Off: you 0, Alice 0.",
        "Pips: you 167, Alice 167.",
        "Cube 1, in the middle.",
    ]


def test_bar_tray_and_cube_are_spoken() -> None:
    board = Board(place({25: 2, 6: 3}, checkers=15), place({25: 1, 1: 14}, checkers=15))
    lines = speak(People(state(board, cube=Cube(value=2, owner=Seat.WHITE)), Seat.WHITE))
    assert "On the bar: 2 yours." in lines
    assert "On the bar: 1 of Bo." in lines
    assert "Off: you 10, Bo 0." in lines
    assert "Cube 2, yours." in lines


def test_a_spectator_hears_both_names() -> None:
    text = " ".join(speak(People(state(START), None, Seat.BLACK)))
    assert "24: 2 of Bo." in text
    assert "yours" not in text
