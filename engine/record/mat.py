"""Records in the format of Jellyfish ``.mat`` files, as gnubg and eXtreme Gammon write and read it.

White is the left column. Each cell is one roll and play, or one word about the cube; a line
``Wins N points`` ends a game, one that was neither played out nor dropped by resignation. What the
format has no place for stands in comments in front, in the form of eXtreme Gammon's. Opening throws
that were repeated, and resignations that were not accepted, are not carried; nor is a last roll
that was not played although there was one play alone, since other programs would play it. Automatic
doubles and the clock stand in comments that only we read; a single game lost on time, or claimed
from a player who stayed away, reads as one that was resigned.
"""

from __future__ import annotations

from itertools import islice, zip_longest

from engine.board import BAR, OFF, Board
from engine.events import Beavered, Doubled, Dropped, Flagged, GameClaimed, Raccooned, Taken
from engine.plays import Play, results
from engine.record.controls import control_text
from engine.record.dates import utc_date
from engine.record.ends import end_words
from engine.record.model import Action, GameRecord, MatchRecord, Throw, Yielding
from engine.record.variations import MAT_NAMES
from engine.seat import Seat
from engine.situation import MATCH_CUBE_LIMIT
from engine.state import GameResult, MatchEnd, Rules

CELL_CHARS = 27
_NAME_CHARS = 24
_NAME_CELL_CHARS = 30
_RIGHT_COLUMN = 34


def to_mat(record: MatchRecord) -> str:
    """``record`` as the text of a ``.mat`` file."""
    lines = [f'; [{name} "{value}"]' for name, value in _tags(record)]
    lines += ["", f" {record.rules.length or 0} point match", ""]
    for game in record.games:
        lines += _game_lines(game, record)
    return "\n".join(lines) + "\n"


def _tags(record: MatchRecord) -> list[tuple[str, str]]:
    rules = record.rules
    tags = [("Player 1", record.names.white), ("Player 2", record.names.black)]
    if record.started_ms is not None:
        year, month, day = utc_date(record.started_ms)
        tags.append(("EventDate", f"{year:04}.{month:02}.{day:02}"))
    tags.append(("Variation", MAT_NAMES[rules.variant]))
    if rules.length is not None or not rules.crawford:
        tags.append(("Crawford", _on(rules.crawford)))
    if rules.length is None:
        tags.append(("Jacoby", _on(rules.jacoby)))
        tags.append(("Beaver", _on(rules.beavers)))
    if rules.automatic_doubles:
        tags.append(("AutomaticDoubles", str(rules.automatic_doubles)))
    if any(game.cube > 1 for game in record.games):
        tags.append(("CubeStarts", " ".join(str(game.cube) for game in record.games)))
    tags.append(("CubeLimit", str(_cube_limit(rules))))
    if rules.clock is not None:
        tags.append(("Clock", control_text(rules.clock)))
    if record.result is not None and record.result.end is not MatchEnd.POINTS:
        tags.append(("MatchEnd", end_words(record.result)))
    return tags


def _on(value: bool) -> str:
    return "On" if value else "Off"


def _cube_limit(rules: Rules) -> int:
    if not rules.cube:
        return 1
    return MATCH_CUBE_LIMIT if rules.length is not None else rules.cube_limit


def _game_lines(game: GameRecord, record: MatchRecord) -> list[str]:
    left = f"{_plain_name(record.names.white)} : {game.score.white}"
    right = f"{_plain_name(record.names.black)} : {game.score.black}"
    table = _Table()
    for action, after in zip_longest(game.actions, game.actions[1:]):
        text = _cell(action, after)
        if text is not None and not (game.result and _would_be_played(action)):
            table.add(action.seat, text)
    if game.result is not None:
        table.end(game.result)
    return [f" Game {game.number}", f" {left:<{_NAME_CELL_CHARS}} {right}", *table.lines, ""]


def _plain_name(name: str) -> str:
    """The name without what other programs take for the end of it, and no longer than fits."""
    return name.replace(":", ".").replace(",", ".")[:_NAME_CHARS].rstrip()


def _cell(action: Action, after: Action | None) -> str | None:
    match action:
        case Throw():
            dice = f"{action.dice[0]}{action.dice[1]}:"
            play = _play(action.board, action.seat, action.play or ())
            return f"{dice} {play}".rstrip()
        case Doubled():
            return f" Doubles => {action.value}"
        case Beavered():
            # After a beaver that is dropped gnubg 1.07 loses the next game; after a double it does
            # not, and takes it for the same thing.
            word = "Doubles" if isinstance(after, Dropped) else "Beavers"
            return f" {word} => {action.value}"
        case Raccooned():
            return f" Raccoons => {action.value}"
        case Taken():
            return " Takes"
        case Dropped():
            return " Drops"
        case Yielding() | Flagged() | GameClaimed():
            return None


def _would_be_played(action: Action) -> bool:
    """Whether readers take an unplayed roll for one whose only play was left out as forced."""
    if not isinstance(action, Throw) or action.play is not None:
        return False
    return len(set(islice(results(action.board, action.seat, action.dice), 2))) == 1


def _play(board: Board, seat: Seat, play: Play) -> str:
    """The steps one by one, points as numbers with 25 for the bar and 0 for off."""
    words = []
    for step in play:
        assert OFF <= step.target < step.source <= BAR
        words.append(f"{step.source}/{step.target}" + "*" * board.hits(seat, step))
        board = board.move(seat, step)
    return " ".join(words)


class _Table:
    """The numbered rows of a game with a cell for each side.

    Rows without a right cell are filled with blanks: gnubg 1.07 takes the right cell of the row
    before for that of a short one.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._rows = 0
        self._half = False
        """Whether the last row has room for a right cell."""

    def add(self, seat: Seat, text: str) -> None:
        if seat is Seat.WHITE or not self._half:
            self._rows += 1
            left = text if seat is Seat.WHITE else ""
            self.lines.append(f"{self._rows:3}) {left:<{CELL_CHARS}} ")
        if seat is Seat.BLACK:
            self._put_right(text)
        self._half = seat is Seat.WHITE

    def end(self, result: GameResult) -> None:
        text = f"Wins {result.points} point" + "s" * (result.points > 1)
        if result.winner is Seat.WHITE:
            self.lines.append(f"{' ' * 6 + text:<{_RIGHT_COLUMN}}")
        elif self._half:
            self._put_right(f" {text}")
        else:
            self.lines.append(" " * _RIGHT_COLUMN + text)

    def _put_right(self, text: str) -> None:
        self.lines[-1] += text
