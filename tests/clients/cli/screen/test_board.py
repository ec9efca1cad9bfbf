from __future__ import annotations

import pytest

from clients.cli.draft import Draft
from clients.cli.people import People
from clients.cli.preferences import Preferences
from clients.cli.screen.board import Marks, board_lines, dice_shown, point_at
from engine.board import BAR, OFF, START, Board, Step, place
from engine.diagram import COLUMNS, ROWS, draw
from engine.seat import BySeat, Seat
from engine.state import Cube, Dice, MatchState, Phase, Player

PLAYERS = BySeat(Player(id="a", name="Alice"), Player(id="b", name="Bo"))


def state(board: Board = START, dice: Dice | None = (3, 1), **fields: object) -> MatchState:
    phase = Phase.TO_ROLL if dice is None else Phase.TO_PLAY
    values = {"on_roll": Seat.WHITE, "phase": phase, "seats": PLAYERS, **fields}
    return MatchState(board=board, dice=dice, game_number=1, **values)  # type: ignore[arg-type]  # as given


def drawn(match: MatchState, you: Seat | None, marks: Marks | None = None) -> list[str]:
    people = People(match, you)
    lines = board_lines(people, match.board, None, marks or Marks(), Preferences())
    return ["".join(text for _, text, *_ in line) for line in lines]


@pytest.mark.parametrize("you", [Seat.WHITE, Seat.BLACK, None])
def test_it_is_the_engine_s_diagram_with_dice_and_turn(you: Seat | None) -> None:
    lines = drawn(state(), you)
    plain = [line.ljust(COLUMNS) for line in draw(START, you or Seat.WHITE).split("\n")]
    mine = you is not Seat.BLACK
    assert [len(line) for line in lines] == [COLUMNS] * ROWS
    assert lines[1:7] + lines[8:14] == plain[1:7] + plain[8:14]
    assert lines[14 if mine else 0].startswith(">")
    assert lines[7] == (
        "|                  | BAR | [3] [1]          |"
        if mine
        else "| [3] [1]          | BAR |                  |"
    )


def test_every_point_can_be_marked_and_clicked() -> None:
    for point in range(1, 25):
        row = 1 if point > 12 else ROWS - 2
        line = drawn(state(), Seat.WHITE, Marks(frozenset({point})))[row]
        column = line.index("*")
        assert line[:column].endswith(str(point))
        assert point_at(column, row) == point
    assert "*BAR*" in drawn(state(), Seat.WHITE, Marks(frozenset({BAR})))[7]
    assert "*off" in drawn(state(), Seat.WHITE, Marks(frozenset({OFF})))[ROWS - 1]
    assert "-8<-" in drawn(state(), Seat.WHITE, Marks(frozenset(), chosen=8))[ROWS - 2]
    assert point_at(22, 7) == BAR
    assert point_at(17, ROWS - 1) == OFF
    assert point_at(10, 0) is None
    assert point_at(10, 7) is None


def test_the_cube_stands_beside_its_owner() -> None:
    assert "cube" not in "".join(drawn(state(), Seat.WHITE))
    owned = state(cube=Cube(value=4, owner=Seat.BLACK))
    assert "cube [4]" in drawn(owned, Seat.WHITE)[0]
    assert "cube [4]" in drawn(owned, Seat.BLACK)[ROWS - 1]


@pytest.mark.parametrize(
    ("dice", "steps", "shown"),
    [
        ((3, 1), (), [(3, False), (1, False)]),
        ((1, 3), ((8, 5),), [(1, False), (3, True)]),
        ((2, 2), ((6, 4), (6, 4)), [(2, True), (2, True), (2, False), (2, False)]),
        ((6, 5), ((4, 0),), [(6, False), (5, True)]),
        ((6, 5), ((4, 0), (3, 0)), [(6, True), (5, True)]),
        ((6, 4), ((4, 0),), [(6, False), (4, True)]),
    ],
)
def test_dice_dim_as_they_are_used(
    dice: Dice, steps: tuple[tuple[int, int], ...], shown: list[tuple[int, bool]]
) -> None:
    side = place({8: 5, 6: 5, 4: 3, 3: 2}, checkers=15)
    before = Board(side, START.black)
    draft = Draft(
        before=before, seat=Seat.WHITE, dice=dice, steps=tuple(Step(*step) for step in steps)
    )
    assert dice_shown(dice, draft) == shown
