"""Every refusal of the rules and of the wire is told in the language of the reader."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from clients.address import AddressError, parse_server
from clients.asking import UnfitRequestError
from clients.cli.refusals import reason_told, told, told_error
from clients.identity import IdentityError
from clients.link_faults import CANNOT_REACH, NOBODY_LISTENS, REASONS, Fault, LinkError
from engine.board import BAR, START, Board, Step, place
from engine.errors import TEXTS, Code, IllegalCommand
from engine.notation import NotationError, parse_play
from engine.record import judge
from engine.record.reading import RecordError
from engine.resolve import resolve
from engine.seat import Seat
from protocol import record
from protocol.codes import WIRE_TEXTS, WireCode
from protocol.problems import PROBLEMS

DETAILS: dict[str, str | int] = {
    **{"move": "8/4", "source": "8", "points": "18", "highest": "13", "example": "8/5 6/5"},
    **{"first": "13/7*/5", "second": "13/11/5", "needs": "a 4", "distance": 4, "seconds": 41},
    **{"must": "both dice", "moves": 2, "most": 2, "problem": "?", "room": "7KXQ4-MWP9C"},
    **{"die": 6, "die1": 6, "die2": 1, "used": 1, "steps": 5, "value": 4, "limit": 64},
    "retry_ms": 200,
}
SENTENCES: dict[str, str] = {
    **{str(c): t for c, t in TEXTS.items()},
    **{str(c): t for c, t in WIRE_TEXTS.items()},
}
STAYS = re.compile(
    r"13/7\*/5|[A-Z0-9]{5}-[A-Z0-9]{5}|bar|off|Crawford|Jacoby|beaver|raccoon"
    r"|take|drop|accept|reject|concede|end|hello|id|[0-9/ ?()-]"
)


@pytest.mark.parametrize("code", [*Code, *WireCode], ids=str)
def test_every_code_is_told_in_chinese(code: Code | WireCode, chinese: None) -> None:
    names = {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}
    details = {name: DETAILS[name] for name in DETAILS if name in names | _beside(names)}
    sentence = told(code, details, SENTENCES[code].format_map(details))
    assert not re.search(r"[A-Za-z{}]", STAYS.sub("", sentence)), sentence
    assert all(str(details[name]) in sentence for name in names - {"needs", "must"})


def _beside(names: set[str]) -> set[str]:
    """The numbers from which a phrase in English is made anew."""
    needed = {"needs": {"distance", "move"}, "must": {"moves", "most"}}
    return set().union(*(needed.get(name, set()) for name in names))


@pytest.mark.parametrize("code", [*Code, *WireCode], ids=str)
def test_every_code_is_told_in_english_as_it_came(code: Code | WireCode) -> None:
    assert told(code, {}, "What came along.") == "What came along."


def refusal(board: Board, dice: tuple[int, int], *moves: Step) -> str:
    with pytest.raises(IllegalCommand) as caught:
        resolve(board, Seat.WHITE, dice, moves)
    return told(caught.value.code, caught.value.details, caught.value.text)


BEARING_OFF = Board(white=place({6: 2, 3: 2}, checkers=15), black=place({BAR: 1}, checkers=15))
HELD = Board(white=place({24: 2, 10: 2}, checkers=15), black=place({7: 2, 3: 2}, checkers=15))


@pytest.mark.parametrize(
    ("board", "dice", "moves", "sentence"),
    [
        (START, (5, 2), [Step(8, 4)], "8/4 需要点数 4；你的骰子是 5 和 2。"),
        (START, (5, 2), [Step(24, 10)], "24/10 需要点数合计 14；你的骰子是 5 和 2。"),
        (BEARING_OFF, (5, 1), [Step(6, 0)], None),
        (BEARING_OFF, (2, 1), [Step(6, 0)], "6/off 需要点数 6 或更大；你的骰子是 2 和 1。"),
        (START, (3, 1), [Step(8, 5)], "你必须走两个骰子的点数，例如 24/23 8/5。"),
        (START, (2, 2), [Step(24, 20)], "你必须走满 4 步，例如 "),
        (HELD, (2, 6), [Step(24, 16)], "24/16：对方占着 18 和 22。"),
    ],
)
def test_phrases_are_made_anew_from_numbers(
    board: Board, dice: tuple[int, int], moves: list[Step], sentence: str | None, chinese: None
) -> None:
    if sentence is None:
        assert resolve(board, Seat.WHITE, dice, moves)
    else:
        assert refusal(board, dice, *moves).startswith(sentence)


@pytest.mark.parametrize(
    ("code", "details"),
    [
        ("of_tomorrow", {}),
        ("wrong_die", {"move": "8/4", "needs": "a 4", "die1": 5, "die2": 2}),
        ("wrong_die", {"move": "8/4", "needs": "a 4", "distance": "x", "die1": 5, "die2": 2}),
        ("must_use_both", {}),
    ],
)
def test_what_cannot_be_told_is_shown_as_it_came(
    code: str, details: dict[str, str | int], chinese: None
) -> None:
    assert told(code, details, "It came\nso.") == "It came\\x0aso."


def test_what_a_server_puts_into_a_sentence_is_harmless(chinese: None) -> None:
    assert told("unknown_room", {"room": "\x1b[2J"}, "") == "没有房间 \\x1b[2J。"


def test_errors_with_a_sentence_are_told_in_chinese(chinese: None) -> None:
    with pytest.raises(AddressError) as no_server:
        parse_server("http://")
    with pytest.raises(NotationError) as no_move:
        parse_play("8//5")
    lost = LinkError(Fault.UNREACHABLE, CANNOT_REACH, url="ws://here", reason=NOBODY_LISTENS)
    assert [told_error(error) for error in (no_server.value, no_move.value, lost)] == [
        "'http://' 不是服务器地址：应像 ws://host:8765",
        "“8//5”不是走法：请写 8/5、bar/22、5/off 或 6/4(2)。",
        "无法连接 ws://here：那里没有服务器",
    ]
    assert told_error(ValueError("Anything {else}.")) == "Anything {else}."
    assert told_error(IdentityError("{finished}")) == "{finished}"


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_why_there_is_no_connection_is_told_in_chinese(
    reason: str, chinese: None
) -> None:
    assert not re.search(r"[A-Za-z]", re.sub("UTF-8|shuanglu", "", str(reason_told(reason))))


@pytest.mark.parametrize("sentence", PROBLEMS)
def test_every_problem_with_a_field_is_told_in_chinese(sentence: str, chinese: None) -> None:
    filled = re.sub(r"{[^}]+}", "7", sentence)
    told_of_text = told("bad_request", {}, f"text: {filled}")
    assert told_of_text.startswith("你说的话")
    assert not re.search(r"[A-Za-z{]", STAYS.sub("", told_of_text))
    assert ("7" in filled) is ("7" in told_of_text)
    assert told_error(UnfitRequestError(f"name: {filled}")).startswith("名字")


def test_a_problem_that_only_a_program_can_have_is_shown_as_it_came(chinese: None) -> None:
    assert told("bad_request", {}, "x: Input should be 7") == "x: Input should be 7"


@pytest.mark.parametrize("sentence", [*record.SENTENCES, *record.PROBLEMS, *judge.SENTENCES])
def test_every_fault_of_a_log_is_told_in_chinese(sentence: str, chinese: None) -> None:
    values = dict.fromkeys((name for _, name, _, _ in Formatter().parse(sentence) if name), 7)
    text = told_error(RecordError(0, sentence, **values))
    assert not re.search(r"[A-Za-z{]", re.sub("UTF-8|JSON|MB", "", text)), text
    assert text.count("7") == len(values)


def test_what_the_rules_say_of_a_log_is_told_in_chinese_to_the_end(chinese: None) -> None:
    refused = IllegalCommand(Code.NOT_YOUR_TURN)
    illegal = judge.IllegalLogError(9, judge.REFUSED, refusal=refused)
    text = told_error(RecordError(0, record.ILLEGAL, problem=illegal))
    assert text == f"第 9 个事件：规则不允许：{told(refused.code, {}, refused.text)}"
    assert not re.search(r"[A-Za-z{]", text)
