"""``python -m engine``: the engine from the command line, for people and for checking it.

Ends with code 0, or with one line on standard error: and code 2 if the input is bad, and code 1 if
the answer cannot be written.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, NoReturn, TextIO, cast

from engine.diagram import draw
from engine.ids import PositionIdError, parse_position_id, position_id
from engine.match_id import parse_gnu_id
from engine.perft import perft_of_roll
from engine.plays import ROLLS, results
from engine.record.formats import FORMATS
from engine.record.matches import match_records
from engine.record.reading import MAX_RECORD_BYTES, RecordError
from engine.seat import Seat
from engine.situation import IdentifierError, Situation
from engine.variants import VARIANTS, Variant
from engine.xgid import PREFIX, parse_xgid

MOVER = Seat.WHITE
"""Who is on roll in every position id given; the ids do not say."""

MAX_LINE_CHARS = 200

MAX_DEPTH = 9
"""Of counting plays. From the standard start depth 3 takes minutes and depth 4 a day."""


class BadInput(ValueError):
    """The input is not understood; the message is one line for the person who gave it."""


def result_ids(position: str, die1: int, die2: int) -> list[str]:
    """The ids of the distinct results of a roll, the mover still as the player on roll.

    With no legal play this is ``position`` alone.

    Raises:
        PositionIdError: ``position`` is no position id.
    """
    board = parse_position_id(position, MOVER)
    ids = [position_id(result, MOVER) for result in results(board, MOVER, (die1, die2))]
    return ids or [position]


def parse_die(text: str) -> int:
    """A die from 1 to 6.

    Raises:
        BadInput: ``text`` is something else.
    """
    if text not in {"1", "2", "3", "4", "5", "6"}:
        raise BadInput(f"{text[:20]!a} is not a die: give a number from 1 to 6.")
    return int(text)


def answer_batch(lines: Iterable[str]) -> Iterator[str]:
    """For each line ``ID d1 d2`` the ids of the results, on one line.

    Raises:
        BadInput: a line is something else; the message names its number.
    """
    for number, line in enumerate(lines, start=1):
        words = line[: MAX_LINE_CHARS + 1].split()
        try:
            if len(words) != 3 or len(line) > MAX_LINE_CHARS:
                raise BadInput("give a position id and two dice.")
            yield " ".join(result_ids(words[0], parse_die(words[1]), parse_die(words[2])))
        except ValueError as problem:
            raise BadInput(f"line {number}: {problem}") from None


def parse_depth(text: str) -> int:
    """How many turns to count.

    Raises:
        BadInput: ``text`` is no number from 1 to ``MAX_DEPTH``.
    """
    if text not in map(str, range(1, MAX_DEPTH + 1)):
        raise BadInput(f"{text[:20]!a} is no depth: give a number from 1 to {MAX_DEPTH}.")
    return int(text)


def count_plays(variant: Variant, depth: int, *, divide: bool) -> Iterator[str]:
    """The sum over the 21 rolls from the start, and before it, to ``divide`` it, each of them."""
    total = 0
    for high, low in ROLLS:
        count = perft_of_roll(variant.start, MOVER, (high, low), depth)
        total += count
        if divide:
            yield f"{high}-{low} {count}"
    yield str(total)


def parse_situation(text: str) -> Situation:
    """The situation of a position id, a position and match id joined by a colon, or an XGID.

    Raises:
        PositionIdError, IdentifierError: ``text`` is none of them.
    """
    if text.startswith(PREFIX) or text.count(":") > 1:
        return parse_xgid(text)
    if ":" in text:
        return parse_gnu_id(text)
    return Situation(board=parse_position_id(text, MOVER), on_roll=MOVER)


def convert(path: Path, form: str) -> str:
    """The record in the file ``path`` in the format ``form``.

    Raises:
        BadInput: the file cannot be read, or the end of its name names no format.
        RecordError: it holds no record of a legal match.
    """
    name = path.suffix.removeprefix(".").casefold()
    if name not in FORMATS:
        raise BadInput(f"{path.name[:60]!a} must end in one of: .{', .'.join(FORMATS)}.")
    try:
        with path.open("rb") as file:
            data = file.read(MAX_RECORD_BYTES + 1)
    except OSError as problem:
        raise BadInput(f"{path.name[:60]!a} cannot be read: {problem.strerror}.") from None
    (record,) = match_records((event, None) for event in FORMATS[name].read(data))
    return FORMATS[form].write(record).removesuffix("\n")


def read_lines(source: BinaryIO) -> Iterator[str]:
    """The lines of ``source``, no longer than just too long, whatever the bytes are."""
    while line := source.readline(MAX_LINE_CHARS + 1):
        yield line.decode("ascii", "replace")


class Parser(argparse.ArgumentParser):
    """Tells what is wrong on one line instead of after the usage."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with ``message`` and code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def make_parser() -> Parser:
    """The command line: ``plays``, ``perft``, ``show`` and ``convert``."""
    parser = Parser(prog="python -m engine", description="The rules of backgammon.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    plays = commands.add_parser(
        "plays",
        help="print the positions that a roll can lead to",
        description="Prints the distinct resulting GNU position ids of a roll, one a line, the "
        "mover still as the player on roll; with no legal play the given id.",
    )
    plays.add_argument("position", nargs="?", metavar="POSITION_ID")
    plays.add_argument("dice", nargs="*", metavar="DIE", help="two numbers from 1 to 6")
    plays.add_argument(
        "--batch",
        action="store_true",
        help='read lines "POSITION_ID DIE DIE" from standard input, answer each on one line',
    )
    perft = commands.add_parser(
        "perft",
        help="count everything that can be played",
        description="Prints how many positions there are after so many turns from the start, "
        "summed over the 21 rolls of each: the distinct results of a roll, or one without a play.",
    )
    perft.add_argument("--variant", choices=VARIANTS, default="standard")
    perft.add_argument("--depth", metavar="N", default="1", help=f"turns, 1 to {MAX_DEPTH}")
    perft.add_argument("--divide", action="store_true", help="print the sum of each roll before")
    show = commands.add_parser("show", help="draw a position, the player on roll as X")
    show.add_argument(
        "position", metavar="ID", help="position id, position id:match id, or XGID=..."
    )
    change = commands.add_parser(
        "convert",
        help="check the record of a match, and print it in another format",
        description="Plays the match in a file over again under the rules, and prints it in "
        "another format; a record of an illegal match is refused with its line.",
    )
    change.add_argument("file", type=Path, metavar="FILE", help=f"ends in .{', .'.join(FORMATS)}")
    change.add_argument("--to", choices=FORMATS, default="txt", help="the format (txt)")
    return parser


def answer(options: argparse.Namespace, source: BinaryIO | None) -> Iterable[str]:
    """The lines to print; ``source`` is the standard input, ``None`` if it is closed.

    Raises:
        BadInput: the arguments or a line of ``source`` are not understood.
        PositionIdError, IdentifierError: an identifier is none.
        RecordError: a file holds no record of a legal match.
    """
    if options.command == "show":
        situation = parse_situation(options.position)
        return [draw(situation.board, situation.on_roll)]
    if options.command == "convert":
        return [convert(options.file, options.to)]
    if options.command == "perft":
        variant, depth = VARIANTS[options.variant], parse_depth(options.depth)
        return count_plays(variant, depth, divide=options.divide)
    if options.batch:
        if options.position is not None:
            raise BadInput("--batch reads from standard input; give no position with it.")
        if source is None:
            raise BadInput("--batch reads from standard input, which is closed.")
        return answer_batch(read_lines(source))
    if options.position is None or len(options.dice) != 2:
        raise BadInput("give a position id and two dice, or --batch.")
    die1, die2 = map(parse_die, options.dice)
    return result_ids(options.position, die1, die2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the exit code."""
    options = make_parser().parse_args(arguments)
    # What was closed from outside is None, whatever its type says.
    source, output = cast(TextIO | None, sys.stdin), cast(TextIO | None, sys.stdout)
    if output is None:
        return _told(options, "standard output is closed.", 1)
    if isinstance(output, TextIOWrapper):
        output.reconfigure(encoding="utf-8")  # names are in any script, whatever the locale
    try:
        for line in answer(options, source.buffer if source else None):
            print(line, flush=True)  # a program may wait for this answer before it asks again
    except (BadInput, PositionIdError, IdentifierError, RecordError) as problem:
        return _told(options, problem, 2)
    except OSError as problem:
        # Closed now, it is not flushed again at exit.
        with suppress(OSError):
            output.close()
        if isinstance(problem, BrokenPipeError):
            return 0  # Whoever read the output has seen enough.
        return _told(options, f"the answer cannot be written: {problem.strerror}.", 1)
    except KeyboardInterrupt:
        return 130
    return 0


def _told(options: argparse.Namespace, problem: object, code: int) -> int:
    print(f"python -m engine {options.command}: {problem}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
