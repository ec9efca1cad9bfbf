"""How a match ended, in the words of a record: ``points``, ``conceded by white`` and the like.

The side whose time ran out decided nothing; it is named all the same, as in ``time of white``.
"""

from __future__ import annotations

import re

from engine import commands as cmd
from engine.seat import Seat
from engine.state import MatchEnd, MatchResult

_WORDS = re.compile(r"(?P<end>[a-z_]+)(?: by (?P<seat>white|black))?")
_FLAGS = {f"{MatchEnd.TIME} of {seat}": seat for seat in Seat}


def end_words(result: MatchResult) -> str:
    """The end and, if it was somebody's decision, whose."""
    if result.end is MatchEnd.TIME and result.winner is not None:
        return f"{MatchEnd.TIME} of {result.winner.other}"
    return result.end.value if result.by is None else f"{result.end.value} by {result.by.value}"


def command_to_end(text: str) -> cmd.ByPlayer | cmd.Flag | cmd.CloseRoom | None:
    """The command that ends a match so; ``None`` if it ended by itself.

    Raises:
        ValueError: ``text`` names no end that a match can have.
    """
    if text in _FLAGS:
        return cmd.Flag(seat=_FLAGS[text])
    found = _WORDS.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!a} is no end of a match.")
    if found["seat"] is None:
        if text == MatchEnd.POINTS:
            return None
        if text == MatchEnd.CLOSED:
            return cmd.CloseRoom()
        raise ValueError(f"{text[:40]!a} does not say whose decision it was.")
    seat = Seat(found["seat"])
    match found["end"]:
        case MatchEnd.CONCEDED:
            return cmd.Concede(seat=seat)
        case MatchEnd.SESSION_ENDED:
            return cmd.EndSession(seat=seat)
        case MatchEnd.CANCELLED:
            return cmd.Cancel(seat=seat)
        case _:
            raise ValueError(f"{text[:40]!a} is no end of a match.")
