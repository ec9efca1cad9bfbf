"""Longer than other files: a table of every refusal that there is."""

from __future__ import annotations

import string

import pytest

from engine import commands as cmd
from engine.board import BAR, Step
from engine.clock import PRESETS
from engine.errors import TEXTS, Code, IllegalCommand
from engine.seat import BySeat
from engine.state import MAX_REMOVED, Away, Crawford, Cube, Dice, Manners, Rules, Win
from tests.engine.boards import BLACK, WHITE, placed
from tests.engine.matches import (
    ANN,
    EVE,
    Table,
    opened,
    play,
    position,
    resign,
    score,
    seated,
    started,
)
from tests.engine.programs import promised


@pytest.mark.parametrize("code", Code)
def test_every_code_has_one_sentence(code: Code) -> None:
    assert TEXTS[code].endswith(".")


@pytest.mark.parametrize("code", Code)
def test_every_sentence_is_filled_from_details_by_name(code: Code) -> None:
    names = [name for _, name, _, _ in string.Formatter().parse(TEXTS[code]) if name is not None]
    refusal = IllegalCommand(code, **dict.fromkeys(names, "detail"))
    assert "{" not in refusal.text
    assert str(refusal) == refusal.text


def test_the_code_is_what_goes_over_the_wire() -> None:
    refusal = IllegalCommand(Code.WRONG_DIE, move="8/4", needs="a 4", die1=5, die2=2)
    assert refusal.code == "wrong_die"
    assert refusal.details == {"move": "8/4", "needs": "a 4", "die1": 5, "die2": 2}
    assert refusal.text == "8/4 needs a 4; your dice are 5 and 2."


ROLL, DOUBLE, CONCEDE = cmd.Roll(seat=WHITE), cmd.Double(seat=WHITE), cmd.Concede(seat=WHITE)
MONEY = Rules(length=None)
CLAIM = cmd.ClaimGame(seat=WHITE)


def after(table: Table, *commands: cmd.Command) -> Table:
    for command in commands:
        table.ask(command)
    return table


def to_play(dice: Dice, white: dict[int, int], black: dict[int, int]) -> Table:
    return position(placed(white, black), dice=dice)


def after_a_game() -> Table:
    table = seated()
    table.give_game(WHITE)
    return table


REFUSED: list[tuple[Code, Table, cmd.Command, str]] = [
    (
        Code.MUST_ENTER,
        to_play((3, 1), {BAR: 1, 13: 1}, {4: 2}),
        play(WHITE, "13/10"),
        "13/10: bar first, enter your checker on the bar.",
    ),
    (
        Code.OFF_BOARD,
        started(),
        cmd.PlayDice(seat=WHITE, segments=(Step(26, 23),)),
        "26/23: there is no such point; points are 1 to 24, bar and off.",
    ),
    (
        Code.NO_CHECKER,
        started(),
        play(WHITE, "7/4"),
        "7/4: you have no checker on 7 to move.",
    ),
    (
        Code.OPPONENTS_CHECKER,
        started(),
        play(WHITE, "12/9"),
        "12/9: the checkers on 12 are your opponent's.",
    ),
    (
        Code.WRONG_WAY,
        started(),
        play(WHITE, "6/9"),
        "6/9: checkers move from higher points to lower ones.",
    ),
    (
        Code.WRONG_DIE,
        position(dice=(5, 2)),
        play(WHITE, "8/4"),
        "8/4 needs a 4; your dice are 5 and 2.",
    ),
    (
        Code.DIE_USED,
        position(dice=(5, 2)),
        play(WHITE, "13/8(2)"),
        "13/8 needs a 5; your dice are 5 and 2, and the 5 is used.",
    ),
    (
        Code.POINT_BLOCKED,
        to_play((3, 1), {8: 1, 6: 2}, {BAR - 5: 2}),
        play(WHITE, "8/5"),
        "8/5: your opponent holds 5.",
    ),
    (
        Code.NOT_ALL_HOME,
        to_play((6, 4), {8: 1, 6: 2}, {6: 1}),
        play(WHITE, "6/off"),
        "6/off: you bear off when all your checkers are home; one is on 8.",
    ),
    (
        Code.HIGHER_CHECKER,
        to_play((4, 4), {5: 1, 2: 1}, {6: 1}),
        play(WHITE, "2/off"),
        "2/off: a 4 bears off from a lower point only when none of your checkers is higher; "
        "one is on 5.",
    ),
    (
        Code.AMBIGUOUS_PLAY,
        to_play((3, 1), {8: 1}, {BAR - 5: 1}),
        play(WHITE, "8/4"),
        "8/4 can be played two ways with different results: write 8/5*/4 or 8/7/4.",
    ),
    (
        Code.TOO_MANY_STEPS,
        started(),
        play(WHITE, "8/5 6/5 24/23"),
        "3 moves are too many: this roll has 2.",
    ),
    (
        Code.MUST_PLAY,
        started(),
        cmd.PlayDice(seat=WHITE, segments=()),
        "You have a legal play and must make it, for example 24/23 24/21.",
    ),
    (
        Code.MUST_USE_BOTH,
        started(),
        play(WHITE, "8/5"),
        "You must play both dice, for example 24/23 8/5.",
    ),
    (
        Code.LARGER_DIE,
        to_play((6, 2), {13: 1}, {20: 2}),
        play(WHITE, "13/11"),
        "Only one of your dice can be played: it must be the 6, for example 13/7.",
    ),
    (Code.NOT_YOUR_TURN, position(on_roll=BLACK), ROLL, "It is not your turn."),
    (Code.MUST_ROLL, position(), play(WHITE, "8/5 6/5"), "Roll the dice first."),
    (Code.ALREADY_ROLLED, started(), ROLL, "The dice are rolled: play them."),
    (
        Code.NO_CUBE,
        position(rules=Rules(cube=False)),
        DOUBLE,
        "The doubling cube is not used here.",
    ),
    (
        Code.CRAWFORD,
        position(crawford=Crawford.NOW),
        DOUBLE,
        "Crawford game: nobody may double.",
    ),
    (
        Code.CUBE_NOT_YOURS,
        position(cube=Cube(value=2, owner=BLACK)),
        DOUBLE,
        "Your opponent owns the cube: only the owner may double.",
    ),
    (
        Code.CUBE_DEAD,
        position(cube=Cube(value=2, owner=WHITE), score=score(3, 0)),
        DOUBLE,
        "The cube is dead: winning at 2 already gives you the match.",
    ),
    (
        Code.CUBE_LIMIT,
        position(cube=Cube(value=64, owner=WHITE), rules=MONEY),
        DOUBLE,
        "The cube goes no further than 64 in this session.",
    ),
    (
        Code.OFFER_PENDING,
        after(position(), DOUBLE),
        ROLL,
        "A double waits for its answer: take or drop.",
    ),
    (Code.NO_DOUBLE_OFFERED, position(), cmd.Take(seat=BLACK), "No double has been offered."),
    (
        Code.OWN_DOUBLE,
        after(position(), DOUBLE),
        cmd.Take(seat=WHITE),
        "You offered this double: your opponent answers it.",
    ),
    (
        Code.NO_BEAVERS,
        after(position(rules=MONEY), DOUBLE),
        cmd.Beaver(seat=BLACK),
        "Beavers and raccoons are not played here: take or drop a double.",
    ),
    (
        Code.WRONG_REDOUBLE,
        after(position(rules=Rules(length=None, beavers=True)), DOUBLE),
        cmd.Raccoon(seat=BLACK),
        "A double is beavered, a beaver raccooned; a raccoon is taken or dropped.",
    ),
    (
        Code.NO_RESIGNATION,
        position(),
        cmd.AcceptResignation(seat=WHITE),
        "No resignation has been offered.",
    ),
    (
        Code.OWN_RESIGNATION,
        after(position(), resign(BLACK)),
        cmd.AcceptResignation(seat=BLACK),
        "You offered this resignation: your opponent answers it.",
    ),
    (
        Code.NOT_YOUR_RESIGNATION,
        after(position(), resign(BLACK)),
        cmd.WithdrawResignation(seat=WHITE),
        "Your opponent offered this resignation: accept or reject it.",
    ),
    (
        Code.RESIGNATION_PENDING,
        after(position(), resign(BLACK)),
        resign(WHITE),
        "Your opponent offers to resign: accept or reject that first.",
    ),
    (
        Code.ALREADY_OFFERED,
        after(position(), resign(BLACK)),
        resign(BLACK),
        "You have offered exactly this already.",
    ),
    (
        Code.LEVEL_REJECTED,
        after(position(), resign(BLACK, Win.GAMMON), cmd.RejectResignation(seat=WHITE)),
        resign(BLACK),
        "Your opponent rejected this in this turn: offer more, or play on.",
    ),
    (
        Code.GAMMONS_DO_NOT_COUNT,
        position(rules=Rules(length=None, jacoby=True)),
        resign(WHITE, Win.GAMMON),
        "Jacoby: before a double is taken a game is lost as a single only.",
    ),
    (
        Code.NO_OPPONENT,
        opened(),
        cmd.Ready(seat=WHITE),
        "Nobody has taken the other seat yet.",
    ),
    (
        Code.NOT_STARTED,
        seated(),
        ROLL,
        "No game is in progress: both players must be ready first.",
    ),
    (
        Code.OPENING_PENDING,
        after(seated(), cmd.Ready(seat=WHITE), cmd.Ready(seat=BLACK)),
        ROLL,
        "The opening roll comes first.",
    ),
    (
        Code.GAME_IN_PROGRESS,
        started(),
        cmd.Ready(seat=WHITE),
        "A game is in progress: finish it first.",
    ),
    (
        Code.MATCH_BEGUN,
        after_a_game(),
        cmd.Cancel(seat=WHITE),
        "The first game has begun: concede the match, or end the money session.",
    ),
    (Code.MATCH_OVER, after(position(), CONCEDE), ROLL, "The match is over."),
    (Code.NOT_OVER, started(), cmd.Rematch(seat=WHITE), "The match is not over yet."),
    (
        Code.CANCELLED,
        after(opened(), cmd.Cancel(seat=WHITE)),
        cmd.Join(player=EVE),
        "This room was closed.",
    ),
    (
        Code.ONLY_IN_MATCH,
        position(rules=MONEY),
        CONCEDE,
        "A money session has no match to concede: resign the game, then end the session.",
    ),
    (
        Code.ONLY_IN_SESSION,
        after_a_game(),
        cmd.EndSession(seat=WHITE),
        "Only a money session is ended so: concede a match instead.",
    ),
    (
        Code.NOTHING_TO_REVEAL,
        started(),
        cmd.Reveal(seat=WHITE, entropy="00" * 32),
        "Nothing is to be revealed for the dice now.",
    ),
    (
        Code.WRONG_SECRET,
        promised(),
        cmd.Reveal(seat=WHITE, entropy="00" * 32),
        "That is not the value that was promised for the dice before the game.",
    ),
    (
        Code.NO_CLOCK_RUNS,
        started(),
        cmd.Flag(seat=WHITE),
        "No clock runs for that side now.",
    ),
    (
        Code.NOT_AWAY,
        position(on_roll=BLACK),
        CLAIM,
        "Your opponent does not count as away: nothing is to be claimed.",
    ),
    (
        Code.AWAY_OFF_TURN,
        position(away=BySeat(Away.HERE, Away.LOST)),
        CLAIM,
        "It is your turn: a game is claimed when the other side has to act.",
    ),
    (
        Code.CLOCK_DECIDES,
        position(on_roll=BLACK, rules=Rules(clock=PRESETS["fast"])),
        CLAIM,
        "This match has a clock: the time of who is away runs out by itself.",
    ),
    (
        Code.NO_CLAIMS,
        position(on_roll=BLACK, manners=Manners(claim_after_ms=None)),
        CLAIM,
        "In this room nothing is claimed from a player who is away.",
    ),
    (
        Code.MATCH_SAVED,
        position(on_roll=BLACK, away=BySeat(Away.HERE, Away.LEFT), saved=True),
        CLAIM,
        "The match is saved: nobody is late before both of you are back.",
    ),
    (Code.ROOM_FULL, seated(), cmd.Join(player=EVE), "Both seats are taken; you can watch."),
    (
        Code.NOT_A_SPECTATOR,
        seated(),
        cmd.RemoveSpectator(seat=BLACK, player=ANN.id),
        "Players cannot be removed.",
    ),
    (
        Code.TOO_MANY_REMOVED,
        position(removed=tuple(map(str, range(MAX_REMOVED)))),
        cmd.RemoveSpectator(seat=BLACK, player=EVE.id),
        "100 spectators have been removed; no more can be.",
    ),
]


@pytest.mark.parametrize(("code", "table", "command", "sentence"), REFUSED)
def test_each_refusal_in_a_match_has_its_code_and_its_sentence(
    code: Code, table: Table, command: cmd.Command, sentence: str
) -> None:
    refused = table.refusal(command)
    assert (refused.code, refused.text) == (code, sentence)
    assert bool(refused.details) == ("{" in TEXTS[code])


def test_a_match_can_give_every_code_but_two() -> None:
    """With no legal play a turn passes by itself: nobody gets to play wrongly.

    Nor does a match know what the time is: a claim that is too early is in test_absence.
    """
    assert {code for code, _, _, _ in REFUSED} == set(Code) - {
        Code.NO_LEGAL_PLAY,
        Code.CLAIM_TOO_EARLY,
    }
