"""Reads records as plain text, as ``text`` writes them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from engine import commands as cmd
from engine.events import Event
from engine.record.controls import PATTERN, parse_control
from engine.record.reading import RecordError, record_lines
from engine.record.replay import Replay, Start
from engine.record.text import (
    CLAIMED,
    ENDS,
    FLAGGED,
    NO_PLAY,
    NOT_PLAYED,
    TITLE,
    WINS,
    WORDS,
    end_line,
)
from engine.seat import BySeat
from engine.state import Phase, Rules
from engine.variants import VARIANTS

_SEAT = "(White|Black)"
_SEATS = {word: seat for seat, word in WORDS.items()}
_LEVELS = {word: win for win, word in WINS.items()}
_HEAD = re.compile(r"([A-Za-z]+): (.*)")
_GAME = re.compile(r"Game ([0-9]{1,5}): ([0-9]{1,5})-([0-9]{1,5})(, Crawford game)?")
_END = re.compile(
    rf"(?:(?:{_SEAT} (concedes|ends the session|cancels)|(?P<closed>The room was closed))\. )?"
    rf"(?:{_SEAT}|Nobody) wins(?: the match(?: on time)?| it)?\."
)
_Ending: TypeAlias = cmd.Concede | cmd.EndSession | cmd.Cancel
_ENDS: dict[str, type[_Ending]] = {
    "concedes": cmd.Concede,
    "ends the session": cmd.EndSession,
    "cancels": cmd.Cancel,
}
_Answer: TypeAlias = (
    cmd.Take | cmd.Drop | cmd.AcceptResignation | cmd.RejectResignation | cmd.WithdrawResignation
)
_ANSWERS: dict[str, type[_Answer]] = {
    "takes": cmd.Take,
    "drops": cmd.Drop,
    "accepts": cmd.AcceptResignation,
    "rejects": cmd.RejectResignation,
    "withdraws": cmd.WithdrawResignation,
}
_Turn: TypeAlias = cmd.Double | cmd.Beaver | cmd.Raccoon
_TURNS: dict[str, type[_Turn]] = {
    "doubles": cmd.Double,
    "beavers": cmd.Beaver,
    "raccoons": cmd.Raccoon,
}
_RULES = {
    "cube": ("cube", True),
    "no cube": ("cube", False),
    "Crawford rule": ("crawford", True),
    "no Crawford rule": ("crawford", False),
    "Jacoby rule": ("jacoby", True),
    "beavers": ("beavers", True),
    **{name: ("variant", name) for name in VARIANTS},
}
_NUMBERED = {"automatic doubles": "automatic_doubles", "cube limit": "cube_limit"}
_NUMBERED_RULE = re.compile(rf"({'|'.join(_NUMBERED)}) ([0-9]{{1,5}})")

_CLOCK_RULE = re.compile(rf"clock ({PATTERN})")


def parse_text(data: bytes) -> tuple[Event, ...]:
    """The events of the match in a text record, from the creation of a room on.

    Raises:
        RecordError: it is no such record, or not of a legal match.
    """
    lines = [
        (number, line.strip())
        for number, line in enumerate(record_lines(data), start=1)
        if line.strip()
    ]
    if not lines or lines[0][1] != TITLE:
        raise RecordError(1, f'it is no text record: "{TITLE}" comes first.')
    at = 1
    while at < len(lines) and not (_GAME.fullmatch(lines[at][1]) or _END.fullmatch(lines[at][1])):
        at += 1
    replay = Replay(_start(lines[1:at]))
    for replay.line, line in lines[at:]:
        _read(replay, line)
    return tuple(replay.events)


def _start(lines: list[tuple[int, str]]) -> Start:
    said: dict[str, str] = {}
    for number, line in lines:
        if line == "Money session":
            said["Length"] = "0"
        elif found := _HEAD.fullmatch(line):
            said[found[1]] = found[2]
        else:
            raise RecordError(number, f"{line[:60]!a} belongs before no match.")
    length = said.get("Length", "")
    if not (length.isascii() and length.isdecimal() and len(length) <= 5):
        raise RecordError(0, 'it is not said how long the match is: "Length: 5".')
    names = BySeat(said.get("White", "White"), said.get("Black", "Black"))
    return Start(rules=_rules(int(length) or None, said.get("Rules", "cube")), names=names)


def _rules(length: int | None, text: str) -> Rules:
    options: dict[str, Any] = {}
    for word in map(str.strip, text.split(",")):
        found = _NUMBERED_RULE.fullmatch(word)
        if found is not None:
            options[_NUMBERED[found[1]]] = int(found[2])
        elif clock := _CLOCK_RULE.fullmatch(word):
            options["clock"] = parse_control(clock[1])
        elif word in _RULES:
            name, value = _RULES[word]
            options[name] = value
        else:
            raise RecordError(0, f"{word[:40]!a} is a rule that is not known here.")
    try:
        return Rules(length=length, **options)
    except ValueError as problem:
        raise RecordError(0, f"{problem}.") from None


def _read(replay: Replay, line: str) -> None:
    for pattern, reader in _LINES:
        found = pattern.fullmatch(line)
        if found is not None:
            reader(replay, found)
            return
    raise replay.fail(f"{line[:60]!a} is not understood.")


def _read_game(replay: Replay, found: re.Match[str]) -> None:
    replay.start_game(int(found[1]), BySeat(int(found[2]), int(found[3])))


def _read_tie(replay: Replay, found: re.Match[str]) -> None:
    if replay.state.phase is not Phase.OPENING:
        raise replay.fail("only the opening is thrown by both.")
    replay.tie(int(found[1]))


def _read_throw(replay: Replay, found: re.Match[str]) -> None:
    replay.throw(_SEATS[found[1]], (int(found[2]), int(found[3])))
    if found[4] not in ("", NOT_PLAYED):
        _play(replay, found[1], found[4])


def _read_play(replay: Replay, found: re.Match[str]) -> None:
    _play(replay, found[1], found[2])


def _play(replay: Replay, mover: str, text: str) -> None:
    replay.play(_SEATS[mover], "" if text == NO_PLAY else text)


def _read_cube_start(replay: Replay, found: re.Match[str]) -> None:
    if int(found[1]) != replay.state.cube.value:
        raise replay.fail(f"it starts at {replay.state.cube.value}.")


def _read_double(replay: Replay, found: re.Match[str]) -> None:
    replay.ask(_TURNS[found[2]](seat=_SEATS[found[1]]))
    value = 2 * replay.state.cube.value
    if int(found[3]) != value:
        raise replay.fail(f"a double goes to {value} here.")


def _read_offer(replay: Replay, found: re.Match[str]) -> None:
    replay.ask(cmd.OfferResignation(seat=_SEATS[found[1]], win=_LEVELS[found[2]]))


def _read_answer(replay: Replay, found: re.Match[str]) -> None:
    kind = _ANSWERS[found[2]]
    seat = _SEATS[found[1]]
    by_itself = replay.state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    if not (kind is cmd.AcceptResignation and by_itself):
        replay.ask(kind(seat=seat))


def _read_flag(replay: Replay, found: re.Match[str]) -> None:
    replay.ask(cmd.Flag(seat=_SEATS[found[1]]))


def _read_claim(replay: Replay, found: re.Match[str]) -> None:
    replay.claim(_SEATS[found[1]])


def _read_result(replay: Replay, found: re.Match[str]) -> None:
    result = replay.state.game_result
    if result is None:
        raise replay.fail("the game is not over yet.")
    replay.win(_SEATS[found[1]], int(found[2]))
    if (WINS[result.win], ENDS[result.end]) != (found[3], found[4]):
        raise replay.fail(f"it was a {WINS[result.win]}, {ENDS[result.end]}.")


def _read_end(replay: Replay, found: re.Match[str]) -> None:
    if found[1] is not None:
        replay.ask(_ENDS[found[2]](seat=_SEATS[found[1]]))
    elif found["closed"]:
        replay.ask(cmd.CloseRoom())
    result = replay.state.match_result
    if result is None:
        raise replay.fail("the match is not over yet.")
    if end_line(result) != found[0]:
        raise replay.fail(f'it ended otherwise: "{end_line(result)}"')


_LINES: tuple[tuple[re.Pattern[str], Callable[[Replay, re.Match[str]], None]], ...] = (
    (re.compile(rf"(?:[0-9]{{1,4}}\. )?{_SEAT} ([1-6])([1-6]): *(.*)"), _read_throw),
    (re.compile(rf"{_SEAT} plays (\S.*)"), _read_play),
    (re.compile(rf"{_SEAT} ({'|'.join(_TURNS)}) to ([0-9]{{1,5}})"), _read_double),
    (re.compile(r"The cube starts at ([0-9]{1,5})"), _read_cube_start),
    (re.compile(rf"{_SEAT} ({'|'.join(_ANSWERS)})"), _read_answer),
    (re.compile(rf"{_SEAT} offers a ({'|'.join(_LEVELS)})"), _read_offer),
    (
        re.compile(
            rf"{_SEAT} wins ([0-9]{{1,5}}) points?: "
            rf"({'|'.join(_LEVELS)}), ({'|'.join(ENDS.values())})"
        ),
        _read_result,
    ),
    (re.compile(rf"{_SEAT} {FLAGGED}"), _read_flag),
    (re.compile(rf"{_SEAT} {CLAIMED}"), _read_claim),
    (_GAME, _read_game),
    (re.compile(r"Both throw ([1-6])"), _read_tie),
    (_END, _read_end),
)
