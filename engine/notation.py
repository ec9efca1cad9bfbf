"""Plays as people write them: ``13/7*/5 6/4(2)``, ``bar/22``, ``5/off``.

Reading is generous (any order, commas, ``-`` for ``/``, ``b`` and ``o``, full-width characters, a
``*`` that is never trusted); writing is canonical: highest source first, the moves of one checker
joined, repeats counted. Points are the mover's own. Whether a play is legal is not asked here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from engine.board import BAR, OFF, Board, Step
from engine.seat import Seat
from engine.sentences import SentenceError

MAX_PLAY_CHARS = 200
"""More than four moves of four points each need; longer text is refused unread."""

_SAME_SIGNS = str.maketrans({"–": "-", "—": "-", "−": "-", "‐": "-", "×": "*", "、": ","})
"""Signs that mean the same here but are not joined by NFKC."""

_LOOSE_SIGNS = re.compile(r"\s*([/(-])\s*|\s*([*)])")
_MOVE = re.compile(r"(?P<points>[a-z0-9]+(?:\*?[/-][a-z0-9]+)+)\*?(?:\((?P<times>[0-9]{1,3})\))?")
_NAMED_POINTS = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF}


TOO_LONG = "That is too long for a play (at most {most} characters)."
NO_MOVE = '"{word}" is not a move: write 8/5, bar/22, 5/off or 6/4(2).'
NO_REPETITION = '"{word}": a move can be repeated 2, 3 or 4 times.'
FROM_OFF = '"{word}": a checker that is off does not move again.'
TO_BAR = '"{word}": no checker of yours moves to the bar.'
NO_POINT = '"{word}": there is no point {name}; points are 1 to 24, bar and off.'
SENTENCES = (TOO_LONG, NO_MOVE, NO_REPETITION, FROM_OFF, TO_BAR, NO_POINT)


class NotationError(SentenceError, ValueError):
    """The text is not a play; the message is one sentence for the person who wrote it."""


def parse_play(text: str) -> tuple[Step, ...]:
    """The moves in ``text``, in the order written; none for empty text.

    A move may go further than one die (``24/20``); the stops of a chain (``13/7/5``) are moves of
    their own, and a repeated one appears that many times.

    >>> parse_play("8/5 6/5")
    (Step(source=8, target=5), Step(source=6, target=5))

    Raises:
        NotationError: ``text`` is not a play.
    """
    if len(text) > MAX_PLAY_CHARS:
        raise NotationError(TOO_LONG, most=MAX_PLAY_CHARS)
    plain = unicodedata.normalize("NFKC", text.translate(_SAME_SIGNS)).translate(_SAME_SIGNS)
    closed_up = _LOOSE_SIGNS.sub(lambda sign: "".join(filter(None, sign.groups())), plain)
    words = closed_up.casefold().replace(",", " ").split()
    return tuple(step for word in words for step in _parse_word(word))


def _parse_word(word: str) -> list[Step]:
    found = _MOVE.fullmatch(word)
    if found is None:
        raise NotationError(NO_MOVE, word=_shown(word))
    times = int(found["times"] or 1)
    if not 1 <= times <= 4:
        raise NotationError(NO_REPETITION, word=_shown(word))
    points = [_parse_point(name, word) for name in re.split(r"\*?[/-]", found["points"])]
    if OFF in points[:-1]:
        raise NotationError(FROM_OFF, word=_shown(word))
    if BAR in points[1:]:
        raise NotationError(TO_BAR, word=_shown(word))
    return [Step(*pair) for pair in pairwise(points)] * times


def _parse_point(name: str, word: str) -> int:
    if name in _NAMED_POINTS:
        return _NAMED_POINTS[name]
    if name.isascii() and name.isdecimal() and len(name) <= 2 and int(name) <= BAR:
        return int(name)
    raise NotationError(NO_POINT, word=_shown(word), name=_shown(name))


def _shown(word: str) -> str:
    """At most 20 characters of what was typed, and nothing that a terminal would act on."""
    printable = "".join(sign if sign.isprintable() else "?" for sign in word)
    return printable if len(printable) <= 20 else printable[:19] + "…"


def point_name(point: int) -> str:
    """``13``, ``bar`` or ``off``."""
    return {BAR: "bar", OFF: "off"}.get(point) or str(point)


def format_step(step: Step) -> str:
    """One move without a mark for a hit: ``8/5``, ``bar/22``, ``5/off``."""
    return f"{point_name(step.source)}/{point_name(step.target)}"


def format_play(board: Board, seat: Seat, play: Iterable[Step]) -> str:
    """``play`` by ``seat`` on ``board`` in canonical notation; empty for no steps.

    What is written can be read back as this play alone: the stop of a checker that makes two moves
    is left out unless it hits there or could have hit at another stop.
    """
    steps = sorted(play, reverse=True)
    opponent = board[seat.other]
    blots = {BAR - point for point in range(1, BAR) if opponent[point] == 1}
    unhit = set(blots)
    words = []
    for chain, times in Counter(_chains(steps)).items():
        source, *stops, target = chain
        word = point_name(source)
        for stop in stops:
            if stop in unhit or (len(steps) == 2 and _other_stops(chain) & blots):
                word += f"/{stop}" + "*" * (stop in unhit)
        word += f"/{point_name(target)}" + "*" * (target in unhit)
        unhit -= set(chain)
        words.append(word + f"({times})" * (times > 1))
    return " ".join(words)


def _chains(steps: list[Step]) -> list[tuple[int, ...]]:
    """The points each checker touches, ``steps`` (highest source first) joined end to end."""
    left = list(steps)
    chains = []
    while left:
        chain: tuple[int, ...] = left.pop(0)
        while onward := next((step for step in left if step.source == chain[-1]), None):
            left.remove(onward)
            chain = (*chain, onward.target)
        chains.append(chain)
    return chains


def _other_stops(chain: tuple[int, ...]) -> set[int]:
    """Where a checker that made two moves could have stopped if the dice came the other way."""
    source, stop, target = chain
    if target != OFF:
        return {source - (stop - target)} - {stop}
    # The die that bore the checker off may have been larger than needed.
    return {source - die for die in range(stop, 7) if source > die} - {stop}
