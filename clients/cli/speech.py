"""The board in sentences, for those who listen to it."""

from __future__ import annotations

from collections.abc import Sequence

from clients.cli import words
from clients.cli.look import Look
from clients.cli.people import People
from clients.cli.scene import cube_lines, heading
from clients.cli.timing import Times, clocks
from engine.board import BAR, OFF, Board


def speak(people: People, board: Board | None = None, beside: Sequence[str] = ()) -> list[str]:
    """A match in sentences; with ``board`` instead of the one that stands."""
    shown = people.state.board if board is None else board
    return [
        heading(people),
        words.joined(words.SPEECH_POINTS_ARE, *_points(people, shown)),
        *_bar(people, shown),
        words.SPEECH_OFF.format(
            first=people.first,
            own=shown[people.viewer][OFF],
            second=people.second,
            other=shown[people.viewer.other][OFF],
        ),
        words.PIPS.format(
            first=people.first,
            own=shown.pips(people.viewer),
            second=people.second,
            other=shown.pips(people.viewer.other),
        ),
        *cube_lines(people),
        *beside,
    ]


def speak_clocks(people: People, shown: Times) -> str:
    """How much time both sides have, in minutes and seconds by name."""
    return clocks(people, shown, words.spoken_span)


def _points(people: People, board: Board) -> list[str]:
    """The points that are held, from the reader's farthest to the nearest."""
    told = []
    for point in range(24, 0, -1):
        for seat, number in ((people.viewer, point), (people.viewer.other, BAR - point)):
            count = board[seat][number]
            if count:
                stack = words.spoken_stack(count, people.at(seat))
                told.append(words.SPEECH_POINT.format(point=point, stack=stack))
    return told


def _bar(people: People, board: Board) -> list[str]:
    return [
        words.SPEECH_BAR.format(stack=words.spoken_stack(board[seat][BAR], people.at(seat)))
        for seat in (people.viewer, people.viewer.other)
        if board[seat][BAR]
    ]


SPEECH = Look(speak, speak_clocks)
"""The match in sentences, to be listened to."""
