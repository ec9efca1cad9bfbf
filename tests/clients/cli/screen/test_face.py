from __future__ import annotations

from typing import Any

import pytest
from prompt_toolkit.key_binding.key_bindings import Binding

from clients.cli import words
from clients.cli.screen.keys import KEYS, key_bindings
from clients.transport import LinkDown
from engine.diagram import ROWS
from engine.state import Phase
from protocol.codec import encode
from protocol.messages import ChatLine
from tests.clients.cli.screen.screens import ScreenMatch


def begun(
    *throws: tuple[int, int], size: tuple[int, int] = (80, 24), **options: Any
) -> ScreenMatch:
    match = ScreenMatch(*throws, size=size, **options)
    match.enter("Alice", "")
    match.enter("Bo", "")
    return match


def likes(match: ScreenMatch, name: str, **values: object) -> None:
    match.tables[name].settings.override(**values)


async def test_too_small_says_what_is_needed_and_comes_back() -> None:
    match = begun((3, 1), size=(59, 17))
    small = await match.screen("Alice")
    assert "The board needs 60x18; this terminal has 59x17." in small
    assert "--plain" in small
    assert "+13" not in small
    match.enter("Alice", "8/5 6/5 .")
    assert match.desk.rooms[match.room].state.phase is Phase.TO_ROLL, "typing goes on"
    match.resize("Alice", 60, 18)
    assert "+13-14-" in await match.screen("Alice")
    match.resize("Alice", 3, 1)
    await match.screen("Alice")


@pytest.mark.parametrize("size", [(60, 18), (61, 19), (75, 18), (76, 18), (200, 60)])
async def test_every_size_from_the_least_on_shows_the_whole_board(size: tuple[int, int]) -> None:
    match = begun((3, 1), size=size)
    screen = await match.screen("Alice")
    lines = screen.split("\n")
    assert lines[1].startswith("+13*14-")
    assert lines[ROWS - 2].startswith("+12-11-")
    assert "Your dice: 3-1." in screen
    assert lines[-1] == "move>"
    assert all(len(line) <= size[0] for line in lines)


async def test_hostile_names_and_chat_cannot_forge_a_line() -> None:
    match = begun((3, 1))
    evil = "x\x1b[2J\x1b[1;1H\u202eevil\nYour turn: take\r\x07"
    # No server would pass this on; a client does not rely on that.
    text = evil + "b" * 10_000
    line: ChatLine = {"id": "e", "seat": "black", "name": evil, "text": text, "at_ms": 0}
    message = {"t": "chat", "room": match.room, "line": line}
    match.lines["Alice"].inbox.append(encode(message, match.sessions["Alice"].subprotocol))
    match.settle()
    screen = await match.screen("Alice")
    assert "\x1b" not in screen
    assert "\u202e" not in screen
    assert not any(line.startswith("Your turn: take") for line in screen.split("\n"))
    assert screen.split("\n")[1].startswith("+13*14-"), "the board stands"
    assert "Your dice: 3-1." in screen


async def test_a_double_shows_the_board_as_it_is_over_any_sheet() -> None:
    match = begun((3, 1), (6, 5))
    match.enter("Alice", "8/5 6/5 .", "help")
    assert "A play is written" in await match.screen("Alice")
    match.enter("Bo", "double")
    screen = await match.screen("Alice")
    assert "Bo doubles to 2: take, or drop and lose 1 point." in screen
    assert "+13-14-" in screen


async def test_a_resignation_shows_the_board_without_the_moves_being_put_together() -> None:
    match = begun((3, 1))
    match.enter("Alice", "8/5")
    assert "pips 164" in await match.screen("Alice")
    match.enter("Bo", "resign 1")
    asked = await match.screen("Alice")
    assert "accept or reject" in asked
    assert "pips 164" not in asked
    match.enter("Alice", "6/5")
    assert "pips 163" in await match.screen("Alice")


@pytest.mark.parametrize("rows", [18, 20])
async def test_no_question_is_cut_on_a_narrow_screen(rows: int) -> None:
    match = begun((3, 1), size=(60, rows), bo="B" * 24)
    match.enter("Bo", "resign")
    assert "\nOffer: 1 single, 2 gammon, 3 backgammon; c cancels.\n1/2/3/c>" in await match.screen(
        "Bo"
    )
    match.enter("Bo", "3")
    asked = await match.screen("Alice")
    assert asked.endswith(
        f"\n{'B' * 24} offers to lose a backgammon (3\npoints): accept or reject.\naccept/reject>"
    )
    assert "+12-11-" in asked.split("\n")[ROWS - 2]
    match.cut("Alice")
    match.hear("Alice", LinkDown(reason="nobody listens there", attempt=2, retry_s=1.2))
    assert "; you can\ngo on typing.\n" in await match.screen("Alice")


async def test_a_name_stays_readable_beside_the_board_while_its_player_is_offline() -> None:
    match = begun((3, 1), size=(60, 20))
    match.cut("Alice")
    lines = (await match.screen("Bo")).split("\n")
    assert lines[0].endswith(" O Alice 0")
    assert lines[1].endswith("+   offline")
    assert lines[2].endswith("| Match to 5")


async def test_enter_decides_nothing_about_the_cube() -> None:
    match = begun((3, 1), (6, 5))
    match.enter("Alice", "8/5 6/5 .")
    match.enter("Bo", "double")
    match.enter("Alice", "", "")
    assert match.desk.rooms[match.room].state.phase is Phase.DOUBLE_OFFERED


async def test_a_click_on_a_checker_and_one_on_its_target_make_a_move() -> None:
    match = begun((3, 1))
    click = match.click
    click("Alice", 8)
    chosen = await match.screen("Alice")
    assert "-8<-7*" in chosen
    assert "-5*" in chosen
    click("Alice", 8)
    assert "-8*" in await match.screen("Alice"), "a second click lets go"
    click("Alice", 8)
    click("Alice", 5)
    click("Alice", 6)
    click("Alice", 5)
    assert "8/5 6/5. Enter = done" in await match.screen("Alice")


async def test_tab_goes_on_by_one_die_each_time() -> None:
    match = begun((3, 1))
    face = match.faces["Alice"]
    match.put("Alice", "8")
    face.input.complete()
    assert face.input.text == "8/"
    assert "8/7" in face.input.hint
    face.input.complete()
    first = face.input.text
    face.input.complete()
    assert {first, face.input.text} == {"8/7", "8/5"}
    match.put("Alice", " 6/5")
    face.input.complete()
    face.input.buffer.reset()
    match.put("Alice", "8/5 6/")
    face.input.complete()
    assert face.input.text == "8/5 6/5 "
    face.input.buffer.reset()
    match.put("Alice", "2")
    face.input.complete()
    assert face.input.text == "24/", "not half a number that could be taken for a point"
    face.input.buffer.reset()
    match.put("Alice", "bo")
    face.input.complete()
    assert face.input.text == "board "
    face.input.buffer.reset()
    match.put("Alice", "xyz")
    face.input.complete()
    assert face.input.hint == words.NO_CHOICES


async def test_tab_forgets_what_it_offered_for_an_earlier_roll() -> None:
    match = begun((6, 2), (6, 1), (6, 2))
    line = match.faces["Alice"].input
    for wanted in ("24/18", "13/11"):
        while line.text != wanted:
            line.complete()
        match.enter("Alice", "")
    match.enter("Alice", "")
    match.enter("Bo", "r", "13/7 8/7 .")
    match.enter("Alice", "")
    line.complete()
    assert line.text == "bar/23 "
    line.complete()
    assert {"24/18", "13/7", "8/2"} & set(line.hint.split())
    assert "13/11" not in line.hint
    assert line.text == "bar/23 "
    line.clear()
    assert line.hint == ""


async def test_a_bell_rings_when_something_is_asked() -> None:
    match = begun((3, 1), (6, 5))
    likes(match, "Bo", bell=True)
    before = match.outputs["Bo"].bells
    match.enter("Alice", "8/5 6/5 .")
    assert match.outputs["Bo"].bells == before + 1
    match.enter("Alice", "say hi")
    assert match.outputs["Bo"].bells == before + 1


async def test_looks_follow_the_settings() -> None:
    match = begun((3, 1))
    likes(match, "Alice", glyphs="unicode", numbers=False, pips=False)
    screen = await match.screen("Alice")
    assert "●" in screen
    assert "pips" not in screen
    assert "13-14" not in screen
    match.enter("Alice", "set numbers on")
    assert "+13*14-" in await match.screen("Alice")


async def test_the_banner_stands_until_the_room_is_back() -> None:
    match = begun((3, 1))
    match.put("Alice", "8/")
    match.cut("Alice")
    match.hear("Alice", LinkDown(reason="nobody listens there", attempt=2, retry_s=1.2))
    lost = await match.screen("Alice")
    assert "Reconnecting: nobody listens there. Next try in 2 s; you can go on typing." in lost
    assert lost.endswith("move> 8/")
    match.reconnect("Alice")
    back = await match.screen("Alice")
    assert "Reconnecting" not in back
    assert back.endswith("move> 8/"), "what was typed is still there"


async def test_messages_can_be_scrolled() -> None:
    match = begun((3, 1))
    match.enter("Alice", *["pips"] * 3, "set bell", *["pips"] * 8)
    newest = await match.screen("Alice")
    assert "bell is off." not in newest
    match.faces["Alice"].scroll(-1)
    assert "bell is off." in await match.screen("Alice")
    match.faces["Alice"].scroll(1)
    assert await match.screen("Alice") == newest


async def test_a_long_answer_is_a_sheet_that_can_be_left() -> None:
    match = begun((3, 1), size=(60, 18))
    match.enter("Alice", "help")
    sheet = await match.screen("Alice")
    assert "+13" not in sheet
    assert words.SHEET_MORE in sheet
    match.faces["Alice"].scroll(1)
    assert "help COMMAND" in await match.screen("Alice")
    match.faces["Alice"].close_sheet()
    assert "+13*14-" in await match.screen("Alice")


async def test_a_spectator_may_look_from_either_side() -> None:
    match = ScreenMatch((3, 1))
    match.watch()
    match.enter("Alice", "")
    match.enter("Bo", "")
    assert "X Alice" in await match.screen("Cy")
    match.enter("Cy", "side")
    other = await match.screen("Cy")
    assert "X Bo" in other
    assert "O Alice" in other
    match.enter("Alice", "side", "8/5 6/5 .")
    assert "X Alice" in await match.screen("Alice"), "a player's board never turns"
    assert "X Bo" in await match.screen("Cy"), "nor a spectator's by itself"


def test_every_key_is_described() -> None:
    bound = {str(getattr(key, "value", key)) for b in _bindings() for key in b.keys}
    described = " ".join(KEYS).replace("PgUp", "pageup").replace("PgDn", "pagedown")
    described = described.replace("Esc", "escape").replace("Ctrl-", "c-").casefold()
    for key in bound - {"<sigint>", "<bracketed-paste>"}:
        assert key.replace("c-i", "tab") in described


def _bindings() -> list[Binding]:
    return key_bindings(ScreenMatch((3, 1)).faces["Alice"]).bindings
