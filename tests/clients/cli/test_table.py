from __future__ import annotations

import pytest

from clients.cli import words
from clients.cli.preferences import Preferences, Settings
from engine.errors import TEXTS, Code
from engine.state import Phase
from protocol import requests as rq
from tests.clients.cli.tables import Match, boards, without_boards


def quick_settings() -> Settings:
    return Settings(current=Preferences(commit_at_once=True))


def phase(match: Match) -> Phase:
    return match.desk.rooms[match.room].state.phase


def test_from_the_invitation_to_the_opening_play() -> None:
    match = Match((3, 1))
    assert match.take("Alice") == [
        "A match to 5, not begun.",
        words.WAIT_FOR_OPPONENT,
        "Bo joined.",
        "Press Enter (or type ready) to start game 1.",
    ]
    assert match.take("Bo") == [
        "A match to 5: you and Alice.",
        "Press Enter (or type ready) to start game 1.",
    ]
    assert match.type("Alice", "") == ["Waiting for Bo to start game 1."]
    assert match.take("Bo") == ["Alice is ready."]
    told = match.type("Bo", "")
    assert told == ["Game 1 begins.", "Opening roll: you 1, Alice 3. Alice starts with 3-1."]
    alice = match.take("Alice")
    assert without_boards(alice)[1:] == [
        "Bo is ready.",
        "Game 1 begins.",
        "Opening roll: you 3, Bo 1. You start with 3-1.",
        "Your dice: 3-1. Type your play, like 13/8 24/22.",
    ]
    assert boards(alice) == 1


def test_a_play_is_put_together_taken_back_and_sent() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Alice", "8/5") == ["8/5. 1 die left; u = undo."]
    assert match.type("Alice", "u") == [words.UNDONE_ALL]
    assert match.type("Alice", "undo") == [words.NOTHING_TO_UNDO]
    assert match.type("Alice", "8/5 6/5") == ["8/5 6/5. Enter = done, u = undo."]
    assert phase(match) is Phase.TO_PLAY
    assert match.type("Alice", "") == ["You play 8/5 6/5."]
    bo = match.take("Bo")
    assert without_boards(bo) == ["Alice plays 8/5 6/5.", words.ASK_ROLL_OR_DOUBLE]
    assert boards(bo) == 1


def test_the_board_shows_what_is_half_played() -> None:
    match = Match((3, 1))
    match.begin()
    before = match.type("Alice", "board")
    match.type("Alice", "8/5")
    assert match.type("Alice", "b") != before


def test_the_board_tells_whose_turn_it_is_and_the_dice() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Alice", "board")[-1] == "Your dice: 3-1. Type your play, like 13/8 24/22."
    assert match.type("Bo", "board")[-1] == "Alice has 3-1 to play."
    match.type("Alice", "8/5")
    assert match.type("Alice", "board")[-1] == "8/5. 1 die left; u = undo."
    match.type("Alice", "6/5 .")
    assert match.type("Alice", "board")[-1] == "Bo is to roll."
    match.type("Bo", "double")
    assert match.type("Bo", "board")[-1] == "Alice has to answer the double."


def test_enter_with_half_a_play_says_what_is_left() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Alice", "8/5")
    assert match.type("Alice", "") == ["8/5. 1 die left; u = undo."]
    assert match.type("Alice", "done")[0].startswith("You must play both dice")


def test_done_on_the_same_line_and_commit_at_once() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Alice", "8/5 6/5 .") == ["You play 8/5 6/5."]
    quick = Match((3, 1), settings=quick_settings())
    quick.begin()
    assert quick.type("Alice", "8/5 6/5") == ["You play 8/5 6/5."]
    slow = Match((3, 1), settings=quick_settings())
    slow.begin()
    assert slow.type("Alice", "8/5", "6/5")[-1] == "8/5 6/5. Enter = done, u = undo."


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("8/3", "8/3 needs a 5; your dice are 3 and 1."),
        ("13/14", "13/14: checkers move from higher points to lower ones."),
        ("8/5 8//5", '"8//5" is not a move: write 8/5, bar/22, 5/off or 6/4(2).'),
        ("roll", "The dice are rolled: play them."),
        ("double", "The dice are rolled: play them."),
        ("take", "No double has been offered."),
        ("accept", "No resignation has been offered."),
        ("rematch", "The match is not over yet."),
        ("cancel", TEXTS[Code.MATCH_BEGUN]),
        ("done", words.NO_PLAY_YET),
        ("remove Nobody", "Nobody called Nobody is watching."),
    ],
)
def test_a_refusal_comes_at_once_and_nothing_is_sent(line: str, answer: str) -> None:
    match = Match((3, 1))
    match.begin()
    sent = len(match.lines["Alice"].sent)
    assert match.type("Alice", line) == [answer]
    assert len(match.lines["Alice"].sent) == sent


def test_the_other_sides_commands_are_refused_too() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Bo", "13/8") == ["It is not your turn."]


def test_a_double_taken_and_one_dropped() -> None:
    match = Match((3, 1), (6, 5))
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    match.forget()
    assert match.type("Bo", "d") == ["You double to 2."]
    asked = match.take("Alice")
    assert without_boards(asked) == [
        "Bo doubles to 2.",
        "Bo doubles to 2: take, or drop and lose 1 point.",
    ]
    assert boards(asked) == 1, "the board is shown with the question"
    assert match.tables["Alice"].prompt == "take/drop> "
    assert match.type("Alice", "") == []
    assert match.type("Alice", "roll") == ["A double waits for its answer: take or drop."]
    assert phase(match) is Phase.DOUBLE_OFFERED
    assert match.type("Alice", "t") == ["You take. Cube 2, you own it."]
    assert without_boards(match.take("Bo"))[-2:] == [
        "Alice takes. Cube 2, Alice owns it.",
        "Your turn: Enter rolls.",
    ]
    match.type("Bo", "", "24/13 .")
    match.forget()
    match.type("Alice", "double")
    match.forget()
    told = match.type("Bo", "p")
    assert without_boards(told) == [
        "You drop.",
        "Alice wins a single game: 2 points. Score: you 0, Alice 2.",
        "Press Enter (or type ready) to start game 2.",
    ]


def test_enter_with_a_whole_play_does_not_reject_the_resignation_that_came_meanwhile() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Alice", "8/5 6/5")
    match.type("Bo", "resign gammon")

    assert match.type("Alice", "", "") == []
    assert phase(match) is Phase.TO_PLAY
    assert match.type("Alice", "done")[-1] == "You play 8/5 6/5."


def test_enter_never_decides_anything_about_the_cube_or_a_resignation() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Alice", "8/5 6/5 .", "resign 2")
    state = match.desk.rooms[match.room].state
    for _ in range(3):
        match.type("Bo", "")
        match.type("Alice", "")
    assert match.desk.rooms[match.room].state == state
    asked = without_boards(match.take("Bo"))
    assert asked[-1] == "Alice offers to lose a gammon (2 points): accept or reject."


def test_resignation_with_its_level_asked_for() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Alice", "resign") == [words.RESIGN_LEVELS]
    assert match.tables["Alice"].prompt == "1/2/3/c> "
    assert match.type("Alice", "7") == [words.RESIGN_LEVELS]
    assert match.type("Alice", "c") == [words.RESIGN_CANCELLED]
    match.type("Alice", "resign", "2")
    assert match.type("Bo", "n")[-1] == "You reject the resignation. The game goes on."
    refused = "Your opponent rejected this in this turn: offer more, or play on."
    assert match.type("Alice", "resign 2")[-1] == refused
    match.type("Alice", "resign 3", "withdraw")
    assert match.take("Bo")[-1] == "Alice withdraws the resignation."
    match.type("Alice", "resign 3")
    match.type("Bo", "n")
    assert match.type("Alice", "resign")[-1] == refused, "there is no level left to ask for"
    match.type("Alice", "8/5 6/5 .")
    match.type("Bo", "r")
    match.type("Alice", "resign 3")
    told = match.type("Bo", "a")
    assert "You win a backgammon: 3 points. Score: you 3, Alice 0." in told


def test_a_crawford_game_is_named_and_refuses_doubles() -> None:
    match = Match((3, 1), (1, 3), length=3)
    match.begin()
    match.type("Alice", "resign 2")
    match.type("Bo", "accept")
    match.type("Alice", "")
    told = match.type("Bo", "")
    assert "Game 2 begins: the Crawford game, nobody may double." in told
    assert any(words.CRAWFORD in line for line in told)
    match.type("Bo", "8/5 6/5 .")
    assert without_boards(match.take("Alice"))[-1] == words.ASK_ROLL
    assert match.type("Alice", "double") == ["Crawford game: nobody may double."]


def test_concede_is_asked_twice() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Bo", "concede") == [words.CONCEDE_AGAIN.format(name="Alice")]
    match.type("Bo", "pips")
    assert match.type("Bo", "concede") == [words.CONCEDE_AGAIN.format(name="Alice")]
    assert match.type("Bo", "concede") == [
        "You concede the match. Alice wins.",
        "The match is over: rematch, or quit.",
    ]


def test_a_rematch_needs_both() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Bo", "concede", "concede")
    match.forget()
    assert match.type("Bo", "rematch") == ["You ask for a rematch.", words.WAIT_REMATCH]
    assert match.take("Alice") == ["Bo asks for a rematch."]
    assert match.type("Alice", "rematch")[-2:] == [
        "A new match to 5 begins at 0-0.",
        "Press Enter (or type ready) to start game 1.",
    ]


def test_a_money_session_is_ended_between_games() -> None:
    match = Match((3, 1), length=None)
    match.begin()
    assert match.type("Bo", "end") == [TEXTS[Code.GAME_IN_PROGRESS]]
    match.type("Bo", "resign 1")
    told = match.type("Alice", "accept")
    assert told[-1] == "Enter (or ready) starts game 2; end closes the session."
    assert match.type("Alice", "end") == [
        "You end the session.",
        "The match is over: rematch, or quit.",
    ]


def test_a_room_is_closed_before_its_first_game() -> None:
    match = Match()
    assert match.type("Alice", "cancel") == ["You closed the room.", words.ROOM_CLOSED]
    assert match.take("Bo")[-2:] == ["Alice closed the room.", words.ROOM_CLOSED]


def test_tab_offers_moves_and_commands() -> None:
    match = Match((3, 1))
    match.begin()
    table = match.tables["Alice"]
    assert "8/5" in table.completions("")
    assert set(table.completions("8")) == {"8/7", "8/5"}
    match.type("Alice", "8/5")
    assert table.completions("6") == ["6/5"]
    assert table.completions("bo") == ["board"]
    assert match.tables["Bo"].completions("re") == [
        "reject",
        "ready",
        "rematch",
        "resign",
        "remove",
    ]
    assert match.tables["Bo"].completions("say re") == []


def test_the_dice_can_be_played_before_the_answer_to_the_roll_is_there() -> None:
    match = Match((3, 1), (6, 5))
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    bo, line = match.tables["Bo"], match.lines["Bo"]
    bo.type("roll")
    assert (bo.prompt, bo.completions("13/")) == (words.PROMPT, [])
    for frame in line.session.frames_to_send():
        line.serve(frame)
    answer = line.inbox.pop()
    match.settle()
    assert [request.t for request in line.session.unanswered] == ["roll"]
    assert (bo.prompt, bo.completions("13/")) == ("move> ", ["13/8", "13/7"])
    assert match.type("Bo", "13/7 13/8") == ["13/8 13/7. Enter = done, u = undo."]
    line.inbox.append(answer)
    assert match.type("Bo", "done") == ["You play 13/8 13/7."]


def test_quit_and_leave() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Bo", "q")
    assert match.tables["Bo"].leaving
    match.type("Alice", "leave")
    assert match.tables["Alice"].leaving
    assert any(isinstance(request, rq.Leave) for request in match.lines["Alice"].sent)
