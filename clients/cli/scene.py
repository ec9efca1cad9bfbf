"""The board with what surrounds it: the score, who is X, the cube."""

from __future__ import annotations

from collections.abc import Sequence

from clients.cli import words
from clients.cli.look import Look
from clients.cli.people import People
from clients.cli.timing import clocks
from engine.board import Board
from engine.diagram import draw
from engine.state import GAME_PHASES, Crawford, MatchState


def scene(people: People, board: Board | None = None, beside: Sequence[str] = ()) -> list[str]:
    """The lines that show a match; with ``board`` instead of the one that stands.

    What is to be read ``beside`` it stands over it, since lines are read from the top.
    """
    state = people.state
    return [
        "",
        heading(people),
        words.joined(
            words.LEGEND.format(bottom=people.first, top=people.second), *cube_lines(people)
        ),
        *beside,
        *draw(state.board if board is None else board, people.viewer).split("\n"),
    ]


def heading(people: People) -> str:
    """What is played, and the score."""
    state = people.state
    if not state.game_number:
        alone = None in (state.seats.white, state.seats.black)
        text = words.HEADING_ALONE if alone else words.HEADING_BEFORE
        terms = words.terms(state.rules, state.manners)
        return text.format(terms=terms, first=people.first, second=people.second)
    own, other = people.score()
    return words.HEADING.format(
        number=state.game_number,
        contest=words.timed_contest(state.rules),
        first=people.first,
        own=own,
        second=people.second,
        other=other,
    )


def pips(people: People) -> str:
    """Both pip counts."""
    board = people.state.board
    return words.PIPS.format(
        first=people.first,
        own=board.pips(people.viewer),
        second=people.second,
        other=board.pips(people.viewer.other),
    )


def cube_lines(people: People) -> list[str]:
    """Where the cube is, unless the match is played without one."""
    state = people.state
    if not has_cube(state):
        return []
    if state.crawford is Crawford.NOW and state.phase in GAME_PHASES:
        return [words.CRAWFORD]
    owner, value = state.cube.owner, state.cube.value
    if owner is None:
        return [words.CUBE_CENTRED.format(value=value)]
    if owner is people.you:
        return [words.CUBE_YOURS.format(value=value)]
    return [words.CUBE_OWNED.format(value=value, name=people.at(owner).name)]


def has_cube(state: MatchState) -> bool:
    """Whether this match is played with the doubling cube."""
    return state.rules.cube and state.rules.length != 1


LINES = Look(scene, clocks)
"""The match in lines, to be read."""
