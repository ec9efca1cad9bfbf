"""The options that commands of ``shuanglu`` share, and the values that these can have."""

from __future__ import annotations

import argparse
from pathlib import Path

from clients.address import AddressError, parse_room, parse_server
from clients.cli.language import translated
from clients.cli.refusals import told_error
from engine.clock import PRESETS
from engine.state import (
    DEFAULT_CLAIM_MS,
    DEFAULT_CUBE_LIMIT,
    MAX_CLAIM_MS,
    MAX_LENGTH,
    MIN_CLAIM_MS,
    MINUTE_MS,
)
from engine.variants import STANDARD, VARIANTS
from protocol.limits import MAX_BANK_MS, MAX_DELAY_MS, MIN_BANK_MS

NO_LENGTH = "a match is 1 to {most} points long, not {text!r}"
NO_NUMBER = "a number, not {text!r}"
NO_CLAIM_TIME = "a time is never, or {least} to {most} minutes, not {text!r}"
NO_CONTROL = "a clock is none, fast, normal, slow, or like 12+120, not {text!r}"
NO_TIME = "a clock has 0 to {most} s a turn and {least} to {most_bank} s a point, not {text!r}"
TEXTS = (NO_LENGTH, NO_NUMBER, NO_CLAIM_TIME, NO_CONTROL, NO_TIME)

DEFAULT_POINTS = 5
"""The length of a match unless another is asked for."""

FORMATS = ("mat", "sgf", "txt", "json")
"""What ``export`` can print; it is not asked, since that would cost every start its imports."""


def add_room(command: argparse.ArgumentParser) -> None:
    """The match."""
    command.add_argument("room", type=room, metavar="CODE", help="the match's code or address")


def add_room_or_log(command: argparse.ArgumentParser) -> None:
    """The match, on its server or in a file."""
    text = "the match's code or address, or a file.json that was exported"
    command.add_argument("room", type=_room_or_log, metavar="CODE", help=text)


def add_logs(command: argparse.ArgumentParser) -> None:
    """A match, on its server or in a file; a second one is compared with the first."""
    command.add_argument(
        "rooms",
        nargs="+",
        type=_room_or_log,
        metavar="CODE",
        help="the match's code or address, or files that were exported",
    )


def add_player(command: argparse.ArgumentParser) -> None:
    """Who it is."""
    command.add_argument("--name", metavar="NAME", help="your name (the one used last)")


# Longer than other functions: one option after the other.
def add_rules(command: argparse.ArgumentParser) -> None:
    """What is to be played in a new match."""
    length = command.add_mutually_exclusive_group()
    length.add_argument(
        "--points", type=_points, metavar="N", help="play to N points, 1 to 25 (5)"
    )  # without a default, since a value that equals it would not be seen beside --money
    length.add_argument("--money", action="store_true", help="a money session, without an end")
    command.add_argument(
        "--variant",
        choices=VARIANTS,
        default=STANDARD,
        help="where the checkers start, and how many there are (standard)",
    )
    command.add_argument("--no-cube", action="store_true", help="without the doubling cube")
    command.add_argument("--no-crawford", action="store_true", help="without the Crawford rule")
    command.add_argument(
        "--jacoby", action="store_true", help="money: gammons count only after a taken double"
    )
    command.add_argument(
        "--beavers", action="store_true", help="money: who is doubled may redouble at once"
    )
    command.add_argument(
        "--automatic-doubles",
        type=_count,
        default=0,
        metavar="N",
        help="money: equal opening dice turn the cube, at most N times a game (0)",
    )
    command.add_argument(
        "--cube-limit",
        type=_count,
        default=DEFAULT_CUBE_LIMIT,
        metavar="N",
        help=f"money: the highest value of the cube ({DEFAULT_CUBE_LIMIT})",
    )
    command.add_argument(
        "--clock",
        type=_clock,
        default="none",
        metavar="CLOCK",
        help="none, fast, normal, slow, or seconds a turn + seconds a point, like 12+120 (none)",
    )
    command.add_argument(
        "--claim",
        type=_claim,
        default=DEFAULT_CLAIM_MS // MINUTE_MS,
        metavar="MINUTES",
        help="without a clock: how long one may be away on one's own turn before the other may "
        f"claim the game; never, or minutes ({DEFAULT_CLAIM_MS // MINUTE_MS})",
    )
    command.add_argument("--open", action="store_true", help="list it for everybody to join")
    command.add_argument("--no-chat", action="store_true", help="a room without chat")
    command.add_argument(
        "--watch",
        choices=("all", "link", "none"),
        default="link",
        help="who may watch: all (the lobby shows the match), link (who has its code), none (link)",
    )


def add_table(command: argparse.ArgumentParser) -> None:
    """How to sit at a table."""
    command.add_argument(
        "--commit-at-once", action="store_true", help="send a full play typed on one line at once"
    )
    command.add_argument(
        "--plain", action="store_true", help="lines that follow one another, not a screen"
    )
    command.add_argument(
        "--speech", action="store_true", help="lines, and the board in sentences, to listen to"
    )
    looks = command.add_mutually_exclusive_group()
    for look in ("ascii", "unicode"):
        text = f"checkers as {look} for this time (set glyphs {look} lasts)"
        looks.add_argument(f"--{look}", dest="glyphs", action="store_const", const=look, help=text)
    command.add_argument("--json", action="store_true", help="for programs; see below")


def server(text: str) -> str:
    """A server's address, for ``argparse``."""
    try:
        return parse_server(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(told_error(error)) from None


def room(text: str) -> object:
    """A match's code or address, for ``argparse``."""
    try:
        return parse_room(text)
    except AddressError as error:
        raise argparse.ArgumentTypeError(told_error(error)) from None


def _room_or_log(text: str) -> object:
    return Path(text) if text.endswith(".json") else room(text)


def _points(text: str) -> int:
    if text.isascii() and text.isdecimal() and 1 <= int(text) <= MAX_LENGTH:
        return int(text)
    raise argparse.ArgumentTypeError(translated(NO_LENGTH).format(most=MAX_LENGTH, text=text))


def _claim(text: str) -> int | None:
    if text == "never":
        return None
    least, most = MIN_CLAIM_MS // MINUTE_MS, MAX_CLAIM_MS // MINUTE_MS
    if text.isascii() and text.isdecimal() and len(text) < 5 and least <= int(text) <= most:
        return int(text)
    problem = translated(NO_CLAIM_TIME).format(least=least, most=most, text=text)
    raise argparse.ArgumentTypeError(problem)


def _clock(text: str) -> str | dict[str, int]:
    from engine.record.controls import parse_control  # noqa: PLC0415  # not at every start

    if text in PRESETS:
        return text
    try:
        control = parse_control(text)
    except ValueError:
        raise argparse.ArgumentTypeError(translated(NO_CONTROL).format(text=text)) from None
    if (
        control.delay_ms > MAX_DELAY_MS
        or not MIN_BANK_MS <= control.bank_per_point_ms <= MAX_BANK_MS
    ):
        most, least, most_bank = (ms // 1000 for ms in (MAX_DELAY_MS, MIN_BANK_MS, MAX_BANK_MS))
        problem = translated(NO_TIME).format(most=most, least=least, most_bank=most_bank, text=text)
        raise argparse.ArgumentTypeError(problem)
    return {"delay_ms": control.delay_ms, "bank_per_point_ms": control.bank_per_point_ms}


def _count(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 4:
        return int(text)
    raise argparse.ArgumentTypeError(translated(NO_NUMBER).format(text=text))
