"""``python -m bench.openings``: asks bgsage for the first plays that ``help openings`` prints.

It writes ``clients/cli/openings.json`` anew: for each roll the best plays from the start position
and what each loses against the best, in thousandths of a game. ``--check`` only compares.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypedDict

from bench.positions import sage_board
from engine import START, Dice, Seat, format_play, legal_plays

FILE = Path(__file__).parents[1] / "clients" / "cli" / "openings.json"
LEVEL = "3ply"
SHOWN = 3
"""How many plays of a roll are kept at most."""
CLOSE = 40
"""What a play may lose and still be kept, in thousandths."""


class Openings(TypedDict):
    """What the file holds: for a roll like ``31`` the plays, best first, with their losses."""

    engine: str
    level: str
    rolls: dict[str, list[tuple[str, int]]]


def rolls() -> Iterator[Dice]:
    """All rolls, the higher die first."""
    yield from ((high, low) for high in range(6, 0, -1) for low in range(high, 0, -1))


def best_plays(analyzer: Any, dice: Dice) -> list[tuple[str, int]]:
    """The best plays of a roll from the start position, and what each loses against the first."""
    names = {
        tuple(sage_board(START.play(Seat.WHITE, play), Seat.WHITE)): format_play(
            START, Seat.WHITE, play
        )
        for play in legal_plays(START, Seat.WHITE, dice)
    }
    start = sage_board(START, Seat.WHITE)
    moves = analyzer.checker_play(start, *dice, jacoby=False, beaver=False).moves[:SHOWN]
    judged = [(names[tuple(move.board)], round(-1000 * move.equity_diff)) for move in moves]
    return [(play, loss) for play, loss in judged if loss <= CLOSE]


def compute(level: str = LEVEL) -> Openings:
    """What bgsage says.

    Raises:
        ImportError: it is not installed (``make bench`` installs it).
    """
    from bgsage import BgBotAnalyzer  # noqa: PLC0415  # may be missing

    analyzer = BgBotAnalyzer(eval_level=level)
    return {
        "engine": f"bgsage {version('bgsage')}",
        "level": level,
        "rolls": {f"{dice[0]}{dice[1]}": best_plays(analyzer, dice) for dice in rolls()},
    }


def written(openings: Openings) -> str:
    """The text of the file: one line for each roll."""
    lines = [
        f"    {json.dumps(roll)}: {json.dumps(plays)}" for roll, plays in openings["rolls"].items()
    ]
    head = "".join(f'  "{key}": {json.dumps(openings[key])},\n' for key in ("engine", "level"))
    return f'{{\n{head}  "rolls": {{\n' + ",\n".join(lines) + "\n  }\n}\n"


def main() -> None:
    """Writes the file, or compares."""
    text = written(compute())
    if "--check" not in sys.argv[1:]:
        FILE.write_text(text, encoding="utf-8")
    elif text != FILE.read_text(encoding="utf-8"):
        sys.exit(f"{FILE.name} is not what bgsage says now")


if __name__ == "__main__":
    main()
