"""Every phase with every command, by either seat; ``allowed``; what is meant for the past."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import get_args

import pytest

from engine import commands as cmd
from engine.errors import IllegalCommand
from engine.match import Context, apply
from engine.objections import allowed
from engine.seat import BySeat, Seat
from engine.state import MAX_REMOVED, Away, MatchState, Phase, Rules, Win
from tests.engine.answers import TABLE
from tests.engine.boards import BLACK, WHITE
from tests.engine.matches import EVE, Table, opened, play, position, resign, seated, started
from tests.engine.programs import promised, reveal

ASK: dict[str, Callable[[Seat], cmd.Command]] = {
    "join": lambda _: cmd.Join(player=EVE),
    "cancel": lambda seat: cmd.Cancel(seat=seat),
    "ready": lambda seat: cmd.Ready(seat=seat),
    "roll": lambda seat: cmd.Roll(seat=seat),
    "double": lambda seat: cmd.Double(seat=seat),
    "take": lambda seat: cmd.Take(seat=seat),
    "drop": lambda seat: cmd.Drop(seat=seat),
    "beaver": lambda seat: cmd.Beaver(seat=seat),
    "raccoon": lambda seat: cmd.Raccoon(seat=seat),
    "play": lambda seat: play(seat, "8/5 6/5"),
    "resign": lambda seat: resign(seat, Win.GAMMON),
    "accept": lambda seat: cmd.AcceptResignation(seat=seat),
    "reject": lambda seat: cmd.RejectResignation(seat=seat),
    "withdraw": lambda seat: cmd.WithdrawResignation(seat=seat),
    "concede": lambda seat: cmd.Concede(seat=seat),
    "claim": lambda seat: cmd.ClaimGame(seat=seat),
    "end_session": lambda seat: cmd.EndSession(seat=seat),
    "rematch": lambda seat: cmd.Rematch(seat=seat),
    "remove": lambda seat: cmd.RemoveSpectator(seat=seat, player="spectator"),
    "reveal": lambda seat: reveal(SITUATIONS["opening, revealing"], seat),
    "throw_opening": lambda _: cmd.ThrowOpening(),
}


def after(table: Table, *commands: cmd.Command) -> MatchState:
    for command in commands:
        table.ask(command, (3, 1))
    return table.state


def ready_to_throw(**rules: int | None) -> MatchState:
    return after(seated(**rules), cmd.Ready(seat=WHITE), cmd.Ready(seat=BLACK))


def after_a_game(**rules: int | None) -> MatchState:
    table = seated(**rules)
    table.give_game(WHITE)
    return table.state


DOUBLE, CONCEDE = cmd.Double(seat=WHITE), cmd.Concede(seat=WHITE)
MONEY = Rules(length=None)
BEAVERS = Rules(length=None, beavers=True)
BEAVER, RACCOON = cmd.Beaver(seat=BLACK), cmd.Raccoon(seat=WHITE)

SITUATIONS: dict[str, MatchState] = {
    "seating": opened().state,
    "ready": seated().state,
    "opening": ready_to_throw(),
    "opening, revealing": promised().state,
    "to roll": position().state,
    "doubled": after(position(), DOUBLE),
    "to play": started().state,
    "game over": after_a_game(),
    "match over": after(position(), CONCEDE),
    "cancelled": after(opened(), cmd.Cancel(seat=WHITE)),
    "to roll, white resigns": after(position(), resign(WHITE)),
    "to play, black resigns": after(started(), resign(BLACK)),
    "to roll, white away": position(away=BySeat(Away.LOST, Away.HERE)).state,
    "to roll, black away": position(away=BySeat(Away.HERE, Away.LEFT)).state,
    "money, ready": seated(length=None).state,
    "money, to roll": position(rules=MONEY).state,
    "money, game over": after_a_game(length=None),
    "beavers, to roll": position(rules=BEAVERS).state,
    "beavers, doubled": after(position(rules=BEAVERS), DOUBLE),
    "beavers, beavered": after(position(rules=BEAVERS), DOUBLE, BEAVER),
    "beavers, raccooned": after(position(rules=BEAVERS), DOUBLE, BEAVER, RACCOON),
}


def rows() -> Iterator[tuple[str, Seat, dict[str, str]]]:
    """The situation, the seat, and what each command gets there."""
    for block in re.split(r"\n(?=\S)", TABLE.strip()):
        title, *lines = block.splitlines()
        situation, seats = title.split(":")
        codes = {name: code for code, *names in map(str.split, lines) for name in names}
        for seat in seats.split():
            yield situation, Seat(seat), codes


ROWS = pytest.mark.parametrize(
    ("situation", "seat", "codes"), [pytest.param(*row, id=f"{row[0]}-{row[1]}") for row in rows()]
)


def outcome(state: MatchState, command: cmd.Command) -> str:
    try:
        events = apply(state, command, Context(dice=(3, 1)))
    except IllegalCommand as refused:
        return refused.code.value
    assert events
    return "-"


@ROWS
def test_every_command_in_every_phase(situation: str, seat: Seat, codes: dict[str, str]) -> None:
    state = SITUATIONS[situation]
    assert {name: outcome(state, ask(seat)) for name, ask in ASK.items()} == codes


@ROWS
def test_allowed_names_what_is_admitted(situation: str, seat: Seat, codes: dict[str, str]) -> None:
    admitted = {name for name, code in codes.items() if code == "-"} - {"join", "throw_opening"}
    assert allowed(SITUATIONS[situation], seat) == tuple(sorted(admitted))


def test_the_table_meets_every_phase_and_every_command() -> None:
    assert {situation for situation, _, _ in rows()} == set(SITUATIONS)
    assert {state.phase for state in SITUATIONS.values()} == set(Phase)
    kinds = (*get_args(cmd.ByPlayer), cmd.Join, cmd.ThrowOpening)
    assert set(ASK) == {kind.name for kind in kinds}


@pytest.mark.parametrize("seat", Seat)
def test_what_a_seat_has_agreed_to_already_is_not_offered_again(seat: Seat) -> None:
    ready = after(seated(), cmd.Ready(seat=seat))
    assert "ready" not in allowed(ready, seat)
    assert "ready" in allowed(ready, seat.other)
    over = after(position(), CONCEDE, cmd.Rematch(seat=seat))
    assert "rematch" not in allowed(over, seat)
    assert "rematch" in allowed(over, seat.other)


def test_resigning_is_offered_as_long_as_a_level_is_left() -> None:
    table = position()
    for win in Win:
        assert "resign" in allowed(table.state, BLACK)
        table.ask(resign(BLACK, win))
        table.ask(cmd.RejectResignation(seat=WHITE))
    assert "resign" not in allowed(table.state, BLACK)


def test_resigning_is_not_offered_when_the_only_level_left_is_the_standing_offer() -> None:
    table = position()
    table.ask(resign(BLACK, Win.GAMMON))
    table.ask(cmd.RejectResignation(seat=WHITE))
    table.ask(resign(BLACK, Win.BACKGAMMON))
    assert "resign" not in allowed(table.state, BLACK)
    assert "withdraw" in allowed(table.state, BLACK)


def test_removing_is_not_offered_when_no_more_can_be_removed() -> None:
    removed = tuple(str(number) for number in range(MAX_REMOVED))
    assert "remove" in allowed(position(removed=removed[1:]).state, WHITE)
    assert "remove" not in allowed(position(removed=removed).state, WHITE)
