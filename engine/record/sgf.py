"""Records in the Smart Game Format for backgammon, GM[6], as gnubg writes and reads it.

A collection with one game tree for each game. A move is the two dice and two letters for each step:
``a`` to ``x`` are White's points 1 to 24 and Black's 24 to 1, ``y`` is the bar, ``z`` is off.
Games are counted from 0, as gnubg does. Dice that were never played stand in ``DI``. How the match
ended, if not by its points, is told in ``ME``, a property of our own, which gnubg ignores. Opening
throws that were repeated, and resignations that were not accepted, are not carried; a single game
lost on time, or claimed from a player who stayed away, reads as one that was resigned.

Sources: red-bean.com/sgf, "Backgammon"; gnubg 1.07.001 by its behaviour.
"""

from __future__ import annotations

from engine.board import BAR, OFF
from engine.events import Beavered, Doubled, Dropped, Flagged, GameClaimed, Raccooned, Taken
from engine.record.controls import control_text
from engine.record.dates import utc_date
from engine.record.ends import end_words
from engine.record.model import Action, GameRecord, MatchRecord, Throw, Yielding
from engine.record.variations import SGF_NAMES
from engine.seat import BySeat, Seat
from engine.state import DEFAULT_CUBE_LIMIT, GameEnd, MatchEnd, Rules

COLOURS = BySeat("W", "B")
_BAR_LETTER, _OFF_LETTER = "y", "z"
_RESIGNED = (GameEnd.RESIGNED, GameEnd.TIME, GameEnd.CLAIMED)


def to_sgf(record: MatchRecord) -> str:
    """``record`` as the text of an ``.sgf`` file."""
    return "".join(f"({_root(record, game)}{_nodes(game)})\n" for game in record.games)


def point_letter(seat: Seat, point: int) -> str:
    """The letter of ``seat``'s own ``point``."""
    if point == BAR:
        return _BAR_LETTER
    if point == OFF:
        return _OFF_LETTER
    whites = point if seat is Seat.WHITE else BAR - point
    return chr(ord("a") + whites - 1)


def letter_point(seat: Seat, letter: str) -> int:
    """The inverse of ``point_letter``; ``ValueError`` if ``letter`` is not from a to z."""
    if letter in (_BAR_LETTER, _OFF_LETTER):
        return BAR if letter == _BAR_LETTER else OFF
    whites = ord(letter) - ord("a") + 1
    if not OFF < whites < BAR:
        raise ValueError(f"{letter!a} is no point")
    return whites if seat is Seat.WHITE else BAR - whites


def _root(record: MatchRecord, game: GameRecord) -> str:
    score, names = game.score, record.names
    root = (
        ";FF[4]GM[6]CA[UTF-8]AP[shuanglu:1]"
        f"MI[length:{record.rules.length or 0}][game:{game.number - 1}]"
        f"[ws:{score.white}][bs:{score.black}]"
        f"PW[{_escaped(names.white)}]PB[{_escaped(names.black)}]"
    )
    if record.started_ms is not None:
        year, month, day = utc_date(record.started_ms)
        root += f"DT[{year:04}-{month:02}-{day:02}]"
    if rules := _rules(record.rules, crawford_game=game.crawford):
        root += f"RU[{':'.join(rules)}]"
    if game.cube > 1:
        root += f"CV[{game.cube}]"
    if game.result is not None:
        resigned = "R" * (game.result.end in _RESIGNED)
        root += f"RE[{COLOURS[game.result.winner]}+{game.result.points}{resigned}]"
    ended = record.result
    if game is record.games[-1] and ended is not None and ended.end is not MatchEnd.POINTS:
        root += f"ME[{end_words(ended)}]"
    return root


def _rules(rules: Rules, *, crawford_game: bool) -> list[str]:
    named = {
        SGF_NAMES.get(rules.variant, ""): rules.variant in SGF_NAMES,
        "NoCube": not rules.cube,
        "Crawford": rules.crawford and rules.length is not None,
        "NoCrawford": not rules.crawford and rules.length is None,
        "CrawfordGame": crawford_game,
        "Jacoby": rules.jacoby,
        "Beavers": rules.beavers,
        f"AutomaticDoubles{rules.automatic_doubles}": rules.automatic_doubles > 0,
        f"CubeLimit{rules.cube_limit}": rules.cube_limit != DEFAULT_CUBE_LIMIT,
    }
    clock = [] if rules.clock is None else [f"Clock{control_text(rules.clock)}"]
    return [*(name for name, holds in named.items() if holds), *clock]


def _nodes(game: GameRecord) -> str:
    return "".join(f"\n{node}" for node in map(_node, game.actions) if node)


def _node(action: Action) -> str:
    colour = COLOURS[action.seat]
    match action:
        case Throw(play=None):
            return f";PL[{colour}]DI[{action.dice[0]}{action.dice[1]}]"
        case Throw():
            steps = action.play or ()
            letters = [point_letter(action.seat, point) for step in steps for point in step]
            return f";{colour}[{action.dice[0]}{action.dice[1]}{''.join(letters)}]"
        case Doubled() | Beavered() | Raccooned():
            return f";{colour}[double]"
        case Taken():
            return f";{colour}[take]"
        case Dropped():
            return f";{colour}[drop]"
        case Yielding() | Flagged() | GameClaimed():
            return ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
