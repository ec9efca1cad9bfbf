from __future__ import annotations

from clients import notices as nt
from clients.cli import words
from protocol.codes import WIRE_TEXTS, WireCode, WireError
from tests.clients.cli.tables import Match, boards, without_boards


def test_chat_is_shown_harmless() -> None:
    match = Match()
    match.forget()
    assert match.type("Alice", "say hi {who} %s") == ["<You> hi {who} %s"]
    assert match.take("Bo") == ["<Alice> hi {who} %s"]
    assert match.type("Bo", "say \x1b[2J") == ["text: contains control or formatting characters"]
    said = match.sessions["Bo"].rooms[match.room]
    notice = nt.Said(
        room=match.room,
        view=said,
        message={
            "t": "chat",
            "room": match.room,
            "line": {
                "id": "x",
                "at_ms": 0,
                "seat": "white",
                "name": "x",
                "text": "\x1b[2J\nBo wins \u202e",
            },
        },
    )
    assert match.tables["Bo"].hear(notice) == ["<Alice> \\x1b[2J\\x0aBo wins \\u202e"]


def test_the_move_log() -> None:
    match = Match((3, 1), (6, 5))
    assert match.type("Alice", "log") == [words.LOG_EMPTY]
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    match.type("Bo", "double")
    match.type("Alice", "take")
    match.type("Bo", "", "24/13 .")
    assert match.type("Bo", "log") == [
        "Game 1",
        "  1. Alice 3-1: 8/5 6/5",
        "     You double to 2.",
        "     Alice takes. Cube 2, Alice owns it.",
        "  2. You 6-5: 24/13",
    ]


def test_pips_help_and_nonsense() -> None:
    match = Match((3, 1))
    match.begin()
    assert match.type("Alice", "pips") == ["Pips: you 167, Bo 167."]
    assert "Enter never doubles" in match.type("Alice", "?")[-2]
    assert match.type("Alice", "help t")[0] == (
        "take (t): accept the double; the side that was doubled first owns the cube."
    )
    assert match.type("Alice", "help x\x1b")[0].startswith("There is no help about x\\x1b;")
    assert match.type("Alice", "rool") == ["There is no command 'rool': did you mean roll?"]


def test_a_spectator_sees_and_touches_nothing() -> None:
    match = Match((3, 1))
    match.begin()
    match.watch()
    assert match.take("Alice") == ["Cy watches (1 watching)."]
    told = match.take("Cy")
    assert without_boards(told) == [words.WATCHING, "Alice has 3-1 to play."]
    assert boards(told) == 1
    for line in ("roll", "8/5", "done", "u", "resign 1", "remove Bo", "concede"):
        assert match.type("Cy", line) == [words.NOT_A_PLAYER]
    assert match.type("Cy", "") == []
    assert match.type("Cy", "say hello") == ["<Cy, watching> hello"]
    match.type("Alice", "8/5 6/5 .")
    told = match.take("Cy")
    assert without_boards(told)[-1] == "Alice plays 8/5 6/5."
    assert boards(told) == 1
    match.cut("Cy")
    assert match.take("Alice")[-1] == "Cy left (0 watching)."


def test_a_spectator_of_a_match_that_is_over_is_told_how_it_ended() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Alice", "concede", "concede")

    match.watch()

    told = without_boards(match.take("Cy"))
    assert told[-1] == "Alice concedes the match. Bo wins."
    assert not any("offline" in line for line in told)


def test_a_spectator_of_a_closed_room_is_told_so() -> None:
    match = Match()
    match.type("Alice", "cancel")

    match.watch()

    assert match.take("Cy")[-1] == "Alice closed the room."


def test_a_spectator_is_removed_by_name() -> None:
    match = Match((3, 1))
    match.watch()
    match.forget()
    assert match.type("Alice", "remove cy") == ["You removed Cy."]


def test_two_spectators_of_one_name_are_told_apart() -> None:
    match = Match((3, 1))
    match.watch()
    presence = match.desk.rooms[match.room].presence()
    twin = {"player": "f" * 32, "name": "Cy"}
    presence["spectators"].append(twin)  # type: ignore[arg-type]  # a plain dictionary does
    match.lines["Alice"].tell({"t": "presence", "room": match.room, "presence": presence})
    match.settle()
    (answer,) = match.type("Alice", "remove Cy")
    assert "ffffffff" in answer
    assert match.type("Alice", "remove ffff") == ["You removed Cy."]


def test_a_broken_line_does_not_stop_typing_and_the_dice_stay() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Alice", "8/5")
    match.forget()
    match.cut("Alice")
    assert match.take("Alice") == [
        "Reconnecting: the connection was lost. Next try in 1 s; you can go on typing."
    ]
    assert match.take("Bo") == ["Alice is offline. The game waits."]
    assert match.type("Alice", "6/5") == ["8/5 6/5. Enter = done, u = undo."]
    match.reconnect("Alice")
    told = match.take("Alice")
    assert "You are back. You rolled 3-1 before the break: same dice." in told
    assert told[-1] == "8/5 6/5. Enter = done, u = undo."
    assert match.type("Alice", "") == ["You play 8/5 6/5."]


def test_what_was_decided_while_away_is_sent_and_not_asked_again() -> None:
    match = Match((3, 1))
    match.begin()
    match.cut("Alice")
    match.forget()
    assert match.type("Alice", "8/5 6/5", "")[-1] == words.SENT_LATER
    assert match.type("Alice", "pips") == ["Pips: you 167, Bo 167."]
    assert match.type("Alice", "say hm") == [words.SENT_LATER]
    assert match.type("Alice", "roll")[-1] == "The dice are rolled: play them."
    assert match.type("Alice", "8/5") == [words.PATIENCE]
    match.reconnect("Alice")
    told = without_boards(match.take("Alice"))
    assert told[-3:] == [
        "You are back. You rolled 3-1 before the break: same dice.",
        "You play 8/5 6/5.",
        "<You> hm",
    ]


def test_what_was_decided_too_late_leaves_the_question_that_stands_now() -> None:
    match = Match((3, 1))
    match.begin()
    match.type("Alice", "8/5 6/5 .")
    match.cut("Bo")
    match.type("Bo", "")
    match.type("Alice", "concede", "concede")
    match.forget()

    match.reconnect("Bo")

    told = match.take("Bo")
    assert told[-2:] == [WIRE_TEXTS[WireCode.STALE], words.ASK_REMATCH]
    assert match.tables["Bo"].question == words.ASK_REMATCH


def test_what_was_missed_is_told_after_a_break() -> None:
    match = Match((3, 1), (6, 5))
    match.begin()
    match.cut("Bo")
    match.forget()
    match.type("Alice", "8/5 6/5 .")
    match.reconnect("Bo")
    told = match.take("Bo")
    assert "Alice plays 8/5 6/5." in told
    assert told[-1] == words.ASK_ROLL_OR_DOUBLE
    assert words.BACK in told


def test_a_store_that_lost_events_is_told() -> None:
    match = Match((3, 1))
    match.begin()
    room = match.desk.rooms[match.room]
    before = room.seq
    match.type("Alice", "8/5 6/5 .")
    match.forget()
    room.roll_back(before)
    match.settle()
    told = match.take("Alice")
    assert told[0] == words.ROLLED_BACK
    assert told[-1] == "Your dice: 3-1. Type your play, like 13/8 24/22."


def test_trouble_with_the_store_is_told_once() -> None:
    match = Match((3, 1))
    match.begin()
    match.desk.refuse.extend([WireError(WireCode.UNAVAILABLE)] * 2)
    assert match.type("Alice", "say hm") == [words.SERVER_CANNOT_STORE]
    held = match.sessions["Alice"].unanswered[0]
    match.sessions["Alice"].release(held.id)
    match.settle()
    assert match.take("Alice")[-1] == words.SERVER_CANNOT_STORE
    match.sessions["Alice"].release(held.id)
    match.settle()
    assert match.take("Alice") == ["<You> hm"]
