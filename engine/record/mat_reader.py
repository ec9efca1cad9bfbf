"""Reads ``.mat`` files: gnubg's, eXtreme Gammon's, those written by hand, and our own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from engine import commands as cmd
from engine.events import Event
from engine.record.controls import parse_control
from engine.record.ends import command_to_end
from engine.record.reading import RecordError, record_lines
from engine.record.replay import Replay, Start
from engine.record.variations import UnknownVariationError, variant_of_mat
from engine.seat import BySeat, Seat
from engine.state import DEFAULT_CUBE_LIMIT, MAX_CUBE_LIMIT, Rules
from engine.variants import STANDARD

_TAG = re.compile(r'[;#]\s*\[([A-Za-z0-9 ]+?) "(.*)"\]\s*')
_HEAD = re.compile(r"\s*([0-9]{1,5}) point match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game ([0-9]{1,5})\s*")
_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*([0-9]{1,5})\s+(\S.*?)\s*:\s*([0-9]{1,5})\s*")
_ROW = re.compile(r"\s*[0-9]{1,4}\)")
_CELL = re.compile(
    r"(?P<dice>\b[0-9]{2}):|\b(?P<word>Doubles|Beavers|Raccoons|Takes|Drops|Wins)\b", re.IGNORECASE
)
_VALUE = re.compile(r"\s*=>\s*([0-9]{1,5})\s*")
_POINTS = re.compile(r"\s*([0-9]{1,5}) points?( and the match)?\.?\s*", re.IGNORECASE)
_NO_PLAY = re.compile(r"\s*(\?+|Cannot Move)?\s*", re.IGNORECASE)
_RIGHT_FROM = 20
"""A first cell that starts here or later belongs to the right column."""

_Numbered: TypeAlias = tuple[int, str]
"""A line with its number."""
_Head: TypeAlias = tuple[int, int]
"""The number of the line that tells the length, and the length."""


@dataclass(frozen=True, slots=True)
class _Cell:
    seat: Seat
    word: str
    """``doubles``, ``takes`` ..., or the two dice."""
    rest: str


def parse_mat(data: bytes) -> tuple[Event, ...]:
    """The events of the match in a ``.mat`` file, from the creation of a room on.

    Raises:
        RecordError: it is no ``.mat`` file, or not of a legal match.
    """
    lines = list(enumerate(record_lines(data), start=1))
    tags, head, body = _parts(lines)
    try:
        return _replayed(Start(rules=_rules(head, tags), names=_names(tags, body)), tags, body)
    except RecordError:
        if head[1] or "Jacoby" in tags:
            raise
        # A money session of another program, which does not say whether gammons always count.
        tags["Jacoby"] = "On"
        try:
            return _replayed(Start(rules=_rules(head, tags), names=_names(tags, body)), tags, body)
        except RecordError:
            pass
        raise


def _replayed(start: Start, tags: dict[str, str], body: list[_Numbered]) -> tuple[Event, ...]:
    replay = Replay(start)
    cubes = tags.get("CubeStarts", "").split()
    at = 0
    while at < len(body):
        replay.line, line = body[at]
        game = _GAME.fullmatch(line)
        if game is None:
            _read_row(replay, line)
            at += 1
            continue
        score = _score(replay, body[at + 1] if at + 1 < len(body) else None)
        replay.start_game(int(game[1]), score)
        if cubes:
            replay.start_cube(_number(replay, cubes.pop(0)))
        at += 2
    _end(replay, tags.get("MatchEnd"))
    return tuple(replay.events)


def _has_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith((";", "#"))


def _parts(lines: list[_Numbered]) -> tuple[dict[str, str], _Head, list[_Numbered]]:
    """The tags in front, the length, and the lines of the games, without what says nothing."""
    tags: dict[str, str] = {}
    for at, (number, line) in enumerate(lines):
        if tag := _TAG.fullmatch(line):
            tags[tag[1]] = tag[2]
        elif head := _HEAD.fullmatch(line):
            return tags, (number, int(head[1])), _body(lines[at + 1 :])
        elif _has_content(line):
            raise RecordError(number, 'it is no .mat file: "N point match" comes first.')
    raise RecordError(0, 'it is no .mat file: there is no "N point match" in it.')


def _body(lines: list[_Numbered]) -> list[_Numbered]:
    """The lines of the games; a name with the sign of a comment before it makes no comment."""
    body: list[_Numbered] = []
    for numbered in lines:
        names = body and _GAME.fullmatch(body[-1][1]) and _SCORE.fullmatch(numbered[1])
        if names or _has_content(numbered[1]):
            body.append(numbered)
    return body


def _names(tags: dict[str, str], body: list[_Numbered]) -> BySeat[str]:
    found = _SCORE.fullmatch(body[1][1]) if len(body) > 1 else None
    white, black = (found[1], found[3]) if found else ("White", "Black")
    return BySeat(tags.get("Player 1", white), tags.get("Player 2", black))


def _rules(head: _Head, tags: dict[str, str]) -> Rules:
    number, length = head
    try:
        variant = variant_of_mat(tags.get("Variation", STANDARD))
    except UnknownVariationError as problem:
        raise RecordError(0, str(problem)) from None
    cube = tags.get("CubeLimit") != "1"
    try:
        crawford = _is_on(tags, "Crawford", "On")
        clock = parse_control(tags["Clock"]) if "Clock" in tags else None
        if length:
            return Rules(length=length, variant=variant, cube=cube, crawford=crawford, clock=clock)
        return Rules(
            length=None,
            variant=variant,
            cube=cube,
            crawford=crawford,
            jacoby=_is_on(tags, "Jacoby", "Off"),
            beavers=cube and _is_on(tags, "Beaver", "On"),
            automatic_doubles=_tagged(tags, "AutomaticDoubles", 0),
            cube_limit=_tagged(tags, "CubeLimit", MAX_CUBE_LIMIT) if cube else DEFAULT_CUBE_LIMIT,
            clock=clock,
        )
    except ValueError as problem:
        raise RecordError(number, f"{problem}.") from None


def _is_on(tags: dict[str, str], name: str, default: str) -> bool:
    return tags.get(name, default).casefold() == "on"


def _tagged(tags: dict[str, str], name: str, default: int) -> int:
    """The number in a tag; ``ValueError`` if there is something else in it."""
    text = tags.get(name, str(default))
    if not _is_number(text):
        raise ValueError(f"{text[:20]!a} is no number for {name}")
    return int(text)


def _number(replay: Replay, text: str) -> int:
    if not _is_number(text):
        raise replay.fail(f"{text[:20]!a} is no number.")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 5


def _score(replay: Replay, numbered: _Numbered | None) -> BySeat[int]:
    if numbered is None:
        raise replay.fail("the names and the score are missing.")
    replay.line, line = numbered
    found = _SCORE.fullmatch(line)
    if found is None:
        raise replay.fail("here should be the names and the score: NAME : 0   NAME : 0")
    return BySeat(int(found[2]), int(found[4]))


def _read_row(replay: Replay, line: str) -> None:
    for cell in _cells(replay, line):
        _read_cell(replay, cell)


def _cells(replay: Replay, line: str) -> Iterator[_Cell]:
    row = _ROW.match(line)
    start = row.end() if row else 0
    found = list(_CELL.finditer(line, start))
    if not found or len(found) > 2 or line[start : found[0].start()].strip():
        raise replay.fail(f"{line.strip()[:60]!a} is no row of a game.")
    ends = [*(cell.start() for cell in found[1:]), len(line)]
    for at, (cell, end) in enumerate(zip(found, ends, strict=True)):
        right = at == 1 or cell.start() >= _RIGHT_FROM
        yield _Cell(
            seat=Seat.BLACK if right else Seat.WHITE,
            word=cell["dice"] or cell["word"].casefold(),
            rest=line[cell.end() : end],
        )


def _read_cell(replay: Replay, cell: _Cell) -> None:
    match cell.word:
        case "doubles":
            replay.double(cell.seat)
            _check_value(replay, cell.rest)
        case "takes":
            replay.ask(cmd.Take(seat=cell.seat))
        case "drops":
            replay.ask(cmd.Drop(seat=cell.seat))
        case "wins":
            points = _POINTS.fullmatch(cell.rest)
            if points is None:
                raise replay.fail("it is not said how many points are won.")
            replay.win(cell.seat, int(points[1]))
        case "beavers":
            replay.ask(cmd.Beaver(seat=cell.seat))
            _check_value(replay, cell.rest)
        case "raccoons":
            replay.ask(cmd.Raccoon(seat=cell.seat))
            _check_value(replay, cell.rest)
        case dice:
            _read_roll(replay, cell.seat, dice, cell.rest)


def _read_roll(replay: Replay, seat: Seat, dice: str, text: str) -> None:
    if not set(dice) <= set("123456"):
        raise replay.fail(f"{dice} are no dice.")
    replay.throw(seat, (int(dice[0]), int(dice[1])))
    if not _NO_PLAY.fullmatch(text):
        replay.play(seat, text)


def _check_value(replay: Replay, text: str) -> None:
    value = _VALUE.fullmatch(text)
    if value is None or int(value[1]) != 2 * replay.state.cube.value:
        raise replay.fail(f"a double goes to {2 * replay.state.cube.value} here.")


def _end(replay: Replay, words: str | None) -> None:
    if words is None:
        return
    replay.line = 0
    try:
        command = command_to_end(words)
    except ValueError as problem:
        raise replay.fail(str(problem)) from None
    if command is not None:
        replay.ask(command)
