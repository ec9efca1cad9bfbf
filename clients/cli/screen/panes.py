"""What stands in the panes beside and under the board. Pure: from what is known to lines."""

from __future__ import annotations

from collections.abc import Sequence

from prompt_toolkit.data_structures import Size
from prompt_toolkit.utils import get_cwidth

from clients.cli import words
from clients.cli.people import People
from clients.cli.scene import cube_lines
from clients.cli.screen.clocks import beside, clock
from clients.cli.screen.layout import MIN_COLUMNS, MIN_ROWS
from clients.cli.screen.text import PLAIN, REVERSE, STRONG, Fragments, fit, rule, wrap
from clients.cli.talk import said
from clients.cli.timing import Times
from clients.view import RoomView
from engine.diagram import ROWS
from engine.seat import Seat

_INDENT = "  "
_LOG_INDENT = "     "
_CLOCK_COLUMNS = 33
"""The most columns for a player with a clock: not far apart where there is much room."""


def facts(
    view: RoomView, people: People, shown: Times | None, columns: int, rows: int
) -> list[Fragments]:
    """Who plays, what for, the cube, the clocks, whose turn it is, and who is there."""
    stands = shown is not None and shown.running is None
    told = [*_match_facts(people), *([words.CLOCKS_STOPPED] if stands else [])]
    if watching := view.presence["watching"]:
        told.append(words.WATCHED_BY.format(count=watching))
    middle = [line for text in told for line in wrap(text, columns, " ")]
    lines: list[Fragments] = [[(PLAIN, line)] for line in middle]
    own, other = people.viewer, people.viewer.other
    if rows < ROWS:
        columns = min(columns - 1, _CLOCK_COLUMNS)
        players = [_with_clock(view, people, shown, seat, columns) for seat in (other, own)]
        return [*players, *lines][:rows]
    # Beside the board each player stands at the own side of it, with the clock inside.
    above, below = (
        [*_player_alone(view, people, seat, columns), *_clock_alone(shown, seat, columns)]
        for seat in (other, own)
    )
    below.reverse()
    if len(above) == 1:
        above.append([])
    lines = [*above, *lines][: rows - len(below)]
    return [*lines, *([] for _ in range(rows - len(below) - len(lines))), *below]


def _with_clock(
    view: RoomView, people: People, shown: Times | None, seat: Seat, columns: int
) -> Fragments:
    if shown is None:
        return _player(view, people, seat, columns)
    right = clock(shown, seat, columns)
    taken = sum(get_cwidth(text) for _, text in right)
    return beside(_player(view, people, seat, columns - taken - 1), right, columns)


def _clock_alone(shown: Times | None, seat: Seat, columns: int) -> list[Fragments]:
    return [] if shown is None else [beside([], clock(shown, seat, columns - 1), columns - 1)]


def _player_alone(view: RoomView, people: People, seat: Seat, columns: int) -> list[Fragments]:
    """Where a name would give way to that somebody is offline, this has a line of its own."""
    away = _away(view, people, seat)
    name, tail = _named(people, seat)
    if not away or get_cwidth(name + tail + away) <= columns:
        return [_player(view, people, seat, columns)]
    return [_fitted(name, tail, columns), [(PLAIN, f" {away}")]]


def _player(view: RoomView, people: People, seat: Seat, columns: int) -> Fragments:
    name, tail = _named(people, seat)
    return _fitted(name, tail + _away(view, people, seat), columns)


def _named(people: People, seat: Seat) -> tuple[str, str]:
    """The sign and the name of a player, and the points."""
    own, opponents = people.score()
    sign, points = ("X", own) if seat is people.viewer else ("O", opponents)
    return f"{sign} {people.at(seat).name}", f" {points}"


def _away(view: RoomView, people: People, seat: Seat) -> str:
    """That the player is offline, if so."""
    here = view.presence["white"] if seat is Seat.WHITE else view.presence["black"]
    return "" if here or people.state.seats[seat] is None else f" {words.PLAYER_OFF}"


def _fitted(name: str, tail: str, columns: int) -> Fragments:
    return [(STRONG, fit(name, columns - get_cwidth(tail))), (PLAIN, tail)]


def _match_facts(people: People) -> list[str]:
    state = people.state
    contest = words.contest(state.rules.length, state.rules.variant)
    told = [contest[0].upper() + contest[1:]]
    if state.game_number:
        told.append(words.GAME_NUMBER.format(number=state.game_number))
    told += cube_lines(people) if state.game_number else []
    if state.to_act is not None:
        acts = people.at(state.to_act)
        told.append(words.YOUR_TURN if acts.you else words.TURN_OF.format(name=acts.name))
    return told


def moves(told: Sequence[str], columns: int, rows: int, back: int = 0) -> list[Fragments]:
    """The move log."""
    return [rule(words.PANE_LOG, columns), *tail(told, columns, rows - 1, back, _LOG_INDENT)]


def chat(view: RoomView, people: People, columns: int, rows: int) -> list[Fragments]:
    """What was said."""
    told = [said(line, people) for line in view.chat]
    how = words.CHAT_HOW if view.state.manners.chat else words.CHAT_NONE
    title = f"{words.PANE_CHAT}: {how}"
    return [rule(title, columns), *tail(told, columns, rows - 1, 0, _INDENT)]


def tail(
    told: Sequence[str], columns: int, rows: int, back: int = 0, indent: str = _INDENT
) -> list[Fragments]:
    """The last lines of ``told``, or those ``back`` lines before them."""
    lines: list[str] = []
    for text in reversed(told):
        lines[:0] = wrap(text, columns, indent)
        if len(lines) >= rows + back:
            break
    end = max(len(lines) - back, min(rows, len(lines)))
    return [[(PLAIN, line)] for line in lines[max(end - rows, 0) : end]]


def sheet(told: Sequence[str], columns: int, rows: int, top: int) -> list[Fragments]:
    """Something longer to read, from line ``top`` on, and how to leave it."""
    lines = sheet_lines(told, columns)
    room = rows - 1
    more = len(lines) > room
    top = max(min(top, len(lines) - room), 0)
    shown: list[Fragments] = [[(PLAIN, line)] for line in lines[top : top + room]]
    below: list[Fragments] = [[] for _ in range(room - len(shown))]
    return [*shown, *below, [(REVERSE, words.SHEET_MORE if more else words.SHEET_CLOSE)]]


def sheet_lines(told: Sequence[str], columns: int) -> list[str]:
    """A sheet's lines as wide as the screen."""
    return [line for text in told for line in wrap(text, columns, _INDENT)]


def too_small(told: Sequence[str], columns: int, rows: int, *, has: Size) -> list[Fragments]:
    """What size is needed; under it the last messages."""
    text = words.TOO_SMALL.format(
        columns=MIN_COLUMNS, rows=MIN_ROWS, has_columns=has.columns, has_rows=has.rows
    )
    head = [*wrap(text, columns), *wrap(words.TOO_SMALL_HOW, columns)]
    lines: list[Fragments] = [[(STRONG, line)] for line in head]
    return [*lines, *tail(told, columns, max(rows - len(lines), 0))]
