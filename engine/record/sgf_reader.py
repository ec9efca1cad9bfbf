"""Reads SGF files of backgammon matches: gnubg's, and our own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine import commands as cmd
from engine.board import Step
from engine.events import Event
from engine.record.controls import parse_control
from engine.record.ends import command_to_end
from engine.record.reading import RecordError, record_text
from engine.record.replay import Replay, Start
from engine.record.sgf import COLOURS, letter_point
from engine.record.sgf_tree import Node, Property, Tree, parse_trees
from engine.record.variations import UnknownVariationError, variant_of_sgf
from engine.seat import BySeat, Seat
from engine.state import DEFAULT_CUBE_LIMIT, Phase, Rules

_RESULT = re.compile(r"\s*([BW])\+([0-9]{1,5})R?\s*")
_SET_UP = {"AB", "AW", "AE", "CP"}
_SEATS = {COLOURS[seat]: seat for seat in Seat}


def parse_sgf(data: bytes) -> tuple[Event, ...]:
    """The events of the match in an SGF file, from the creation of a room on.

    Raises:
        RecordError: it is no SGF file of backgammon, or not of a legal match.
    """
    trees = parse_trees(record_text(data))
    first = _Root(trees[0])
    replay = Replay(Start(rules=first.rules(), names=first.names()))
    for count, tree in enumerate(trees, start=1):
        _read_game(replay, tree, count, first.number())
    return tuple(replay.events)


class _Root:
    """The root of a game: what is said of the game as a whole."""

    def __init__(self, tree: Tree) -> None:
        self._node: Node = tree[0] if tree else []
        self.line = self._node[0].line if self._node else 0
        self._match = dict(self._pairs())
        if self.value("GM", "6").strip() != "6":
            raise RecordError(self.line, "it is an SGF file of another game.")

    def value(self, name: str, default: str = "") -> str:
        """The first value of a property."""
        for one in self._node:
            if one.name == name and one.values:
                return one.values[0]
        return default

    def number(self) -> int:
        return self._of_match("game")

    def score(self) -> BySeat[int]:
        return BySeat(self._of_match("ws"), self._of_match("bs"))

    def names(self) -> BySeat[str]:
        return BySeat(self.value("PW", "White"), self.value("PB", "Black"))

    def rules(self) -> Rules:
        named = set(self.value("RU").split(":"))
        try:
            variant = variant_of_sgf(named)
        except UnknownVariationError as problem:
            raise RecordError(self.line, str(problem)) from None
        length = self._of_match("length")
        cube, crawford = "NoCube" not in named, "Crawford" in named
        clocks = [name.removeprefix("Clock") for name in sorted(named) if name.startswith("Clock")]
        try:
            clock = parse_control(clocks[0]) if clocks else None
            if length:
                return Rules(
                    length=length, variant=variant, cube=cube, crawford=crawford, clock=clock
                )
            return Rules(
                length=None,
                variant=variant,
                cube=cube,
                crawford="NoCrawford" not in named,
                jacoby="Jacoby" in named and cube,
                beavers="Beavers" in named,
                automatic_doubles=_numbered(named, "AutomaticDoubles", 0),
                cube_limit=_numbered(named, "CubeLimit", DEFAULT_CUBE_LIMIT),
                clock=clock,
            )
        except ValueError as problem:
            raise RecordError(self.line, f"{problem}.") from None

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for one in self._node:
            if one.name == "MI":
                for value in one.values:
                    name, _, text = value.partition(":")
                    yield name.strip().casefold(), text.strip()

    def _of_match(self, name: str) -> int:
        text = self._match.get(name, "0")
        if not (text.isascii() and text.isdecimal() and len(text) <= 5):
            raise RecordError(self.line, f"{name} is no number in MI.")
        return int(text)


def _numbered(named: set[str], word: str, default: int) -> int:
    """The number written behind a word among the rules."""
    found = (re.fullmatch(rf"{word}([0-9]{{1,5}})", name) for name in named)
    return next((int(one[1]) for one in found if one), default)


def _read_game(replay: Replay, tree: Tree, count: int, first_number: int) -> None:
    root = _Root(tree)
    replay.line = root.line
    number = root.number()
    if count > 1 and number != first_number + count - 1:
        raise replay.fail(f"game {number} stands where game {first_number + count - 1} should.")
    result = _RESULT.fullmatch(root.value("RE"))
    replay.start_game(count, root.score())
    for node in tree:
        for one in node:
            replay.line = one.line
            _read_property(replay, node, one, result)
    replay.line = root.line
    if result is not None:
        replay.win(_SEATS[result[1]], int(result[2]))
    _end(replay, root.value("ME"))


def _read_property(replay: Replay, node: Node, one: Property, result: re.Match[str] | None) -> None:
    value = one.values[0].strip() if one.values else ""
    if one.name in _SET_UP:
        raise replay.fail("the game starts from, or goes on with, something set up by hand.")
    if one.name == "CV":
        if not (value.isascii() and value.isdecimal() and len(value) <= 4):
            raise replay.fail(f"{value[:20]!a} is no value of the cube.")
        replay.start_cube(int(value))
    if one.name == "DI":
        by = next((other.values[0] for other in node if other.name == "PL" and other.values), "")
        seat = _SEATS.get(by.strip()[:1].upper(), replay.state.on_roll)
        if seat is None:
            raise replay.fail("it is not said whose dice these are.")
        replay.throw(seat, _dice(replay, value))
    elif one.name in _SEATS:
        _read_move(replay, _SEATS[one.name], value, result)


def _read_move(replay: Replay, seat: Seat, value: str, result: re.Match[str] | None) -> None:
    match value:
        case "double":
            replay.double(seat)
        case "take":
            replay.ask(cmd.Take(seat=seat))
        case "drop":
            replay.ask(cmd.Drop(seat=seat))
        case "resign":
            points = int(result[2]) if result else replay.state.cube.value
            replay.win(seat.other, points)
        case _:
            dice = _dice(replay, value[:2])
            steps = _steps(replay, seat, value[2:])
            waiting = replay.state.phase is Phase.TO_PLAY and replay.state.on_roll is seat
            if not waiting or sorted(replay.state.dice or ()) != sorted(dice):
                replay.throw(seat, dice)
            replay.play_steps(seat, steps)


def _dice(replay: Replay, text: str) -> tuple[int, int]:
    if len(text) != 2 or not set(text) <= set("123456"):
        raise replay.fail(f"{text[:20]!a} are no dice.")
    return (int(text[0]), int(text[1]))


def _steps(replay: Replay, seat: Seat, letters: str) -> tuple[Step, ...]:
    if len(letters) % 2 or len(letters) > 8:
        raise replay.fail(f"{letters[:20]!a} are not two letters for each move.")
    try:
        points = [letter_point(seat, letter) for letter in letters]
    except ValueError as problem:
        raise replay.fail(f"{problem}: points are a to x, y and z.") from None
    return tuple(
        Step(source, target) for source, target in zip(points[::2], points[1::2], strict=True)
    )


def _end(replay: Replay, words: str) -> None:
    if not words:
        return
    try:
        command = command_to_end(words)
    except ValueError as problem:
        raise replay.fail(str(problem)) from None
    if command is not None:
        replay.ask(command)
