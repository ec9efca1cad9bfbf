"""Money sessions in the words of the line client: beavers, raccoons, Jacoby, what was agreed on."""

from __future__ import annotations

from typing import Any

import pytest

from clients.cli import words
from clients.cli.notes import open_rooms
from engine.errors import TEXTS, Code
from engine.seat import Seat
from engine.state import Cube, Rules
from tests.clients.cli.tables import Match, without_boards


def doubled(**options: Any) -> Match:
    """Bo has doubled, and Alice is asked."""
    match = Match((3, 1), length=None, **options)
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    match.forget()
    match.type("Bo", "double")
    return match


def asked(match: Match, name: str) -> str:
    return without_boards(match.take(name))[-1]


def test_a_beaver_and_a_raccoon_are_asked_and_told() -> None:
    match = doubled(beavers=True)
    assert asked(match, "Alice") == (
        "Bo doubles to 2: take, beaver to 4, or drop and lose 1 point."
    )
    assert match.type("Alice", "beaver") == ["You beaver to 4."]
    assert asked(match, "Bo") == (
        "Alice beavers to 4: take, raccoon to 8, or drop and lose 2 points."
    )
    assert match.type("Bo", "raccoon") == ["You raccoon to 8."]
    assert asked(match, "Alice") == "Bo raccoons to 8: take, or drop and lose 4 points."
    assert match.tables["Alice"].prompt == "take/drop> "
    assert match.type("Alice", "t") == ["You take. Cube 8, you own it."]
    assert match.desk.rooms[match.room].state.cube == Cube(value=8, owner=Seat.WHITE)


def test_who_takes_a_beaver_does_not_own_the_cube() -> None:
    match = doubled(beavers=True)
    match.type("Alice", "beaver")
    match.forget()
    told = without_boards(match.type("Bo", "take"))
    assert told == ["You take. Cube 4, Alice owns it.", words.ASK_ROLL]


def test_a_beaver_is_refused_where_it_is_not_played_or_not_meant() -> None:
    assert doubled().type("Alice", "beaver") == [TEXTS[Code.NO_BEAVERS]]
    assert doubled(beavers=True).type("Alice", "raccoon") == [TEXTS[Code.WRONG_REDOUBLE]]


def test_beyond_the_limit_of_the_cube_no_beaver_is_offered() -> None:
    match = doubled(beavers=True, cube_limit=2)
    assert asked(match, "Alice") == "Bo doubles to 2: take, or drop and lose 1 point."
    told = match.type("Alice", "beaver")
    assert told == ["The cube goes no further than 2 in this session."]


def test_jacoby_only_a_single_is_resigned_and_it_is_accepted_at_once() -> None:
    match = Match((3, 1), length=None, jacoby=True)
    match.begin()
    assert match.type("Bo", "resign 2") == [TEXTS[Code.GAMMONS_DO_NOT_COUNT]]
    told = without_boards(match.type("Bo", "resign 1"))
    assert "Alice wins a single game: 1 point. Score: you 0, Alice 1." in told


def test_equal_opening_dice_turn_the_cube() -> None:
    match = Match((4, 4), (3, 1), length=None, automatic_doubles=1)
    match.type("Alice", "")
    told = match.type("Bo", "")
    tied = told.index("Opening roll: 4 and 4. Again.")
    assert told[tied + 1] == "Automatic double: the cube turns to 2."
    assert "X is you, O is Alice. Cube 2, in the middle." in match.type("Bo", "board")


@pytest.mark.parametrize(
    ("rules", "terms"),
    [
        (Rules(length=7), "match to 7"),
        (Rules(length=None), "money session"),
        (Rules(length=None, jacoby=True), "money session with Jacoby"),
        (Rules(length=None, automatic_doubles=1), "money session with 1 automatic double"),
        (
            Rules(length=None, jacoby=True, beavers=True, automatic_doubles=2, cube_limit=32),
            "money session with Jacoby, beavers, 2 automatic doubles, the cube up to 32",
        ),
        (Rules(length=7, variant="nackgammon"), "nackgammon match to 7"),
        (
            Rules(length=None, variant="hypergammon", jacoby=True),
            "hypergammon money session with Jacoby",
        ),
    ],
)
def test_what_was_agreed_on(rules: Rules, terms: str) -> None:
    assert words.terms(rules) == terms


def test_who_comes_in_is_told_what_was_agreed_on() -> None:
    match = Match(length=None, jacoby=True, beavers=True)
    told = "\n".join(match.take("Bo"))
    assert "A money session with Jacoby, beavers: you and Alice." in told


def test_the_heading_says_which_variant_is_played_and_the_board_shows_its_start() -> None:
    match = Match((3, 1), length=7, variant="hypergammon")
    match.begin()
    told = match.type("Alice", "board")
    assert told[1] == "Game 1, hypergammon match to 7: you 0, Bo 0."
    drawn = "".join(line for line in told if line.startswith("|"))
    assert (drawn.count("X"), drawn.count("O")) == (3, 3)


def test_the_list_of_open_matches_says_it_too() -> None:
    lines = open_rooms(
        "ws://localhost:8765",
        [
            {
                "room": "BPU3NM4F5Z",
                "name": "Alice",
                "chat": True,
                "watch": "link",
                "length": None,
                "cube": True,
                "crawford": True,
                "jacoby": True,
                "beavers": False,
                "automatic_doubles": 0,
                "variant": "nackgammon",
                "cube_limit": 64,
            }
        ],
    )
    assert lines[-1].endswith("Alice, nackgammon money session with Jacoby")
