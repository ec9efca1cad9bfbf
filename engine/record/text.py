"""Records as plain text that people read: everything that happened over the board, in order.

Unlike ``.mat`` and SGF it also tells the opening throws that were repeated and the resignations
that were not accepted. Points are the mover's own, plays are in the usual notation.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Beavered, Doubled, Dropped, Flagged, GameClaimed, Raccooned, Taken
from engine.notation import format_play, format_step, parse_play
from engine.record.controls import control_text
from engine.record.dates import utc_date
from engine.record.model import GameRecord, MatchRecord, Throw, Turned, Yielding
from engine.resolve import resolve
from engine.seat import Seat
from engine.state import DEFAULT_CUBE_LIMIT, GameEnd, GameResult, MatchEnd, MatchResult, Rules, Win
from engine.variants import STANDARD

TITLE = "Backgammon match record"
WINS = {Win.SINGLE: "single game", Win.GAMMON: "gammon", Win.BACKGAMMON: "backgammon"}
ENDS = {
    GameEnd.BORNE_OFF: "borne off",
    GameEnd.DROPPED: "dropped",
    GameEnd.RESIGNED: "resigned",
    GameEnd.TIME: "time",
    GameEnd.CLAIMED: "claimed",
}
FLAGGED = "runs out of time"
CLAIMED = "claims the game"
NO_PLAY = "no legal play"
NOT_PLAYED = "not played"
WORDS = {seat: seat.value.capitalize() for seat in Seat}


def to_text(record: MatchRecord) -> str:
    """``record`` as text."""
    lines = [TITLE, "", *_head(record)]
    for game in record.games:
        lines += ["", *_game(game)]
    if record.result is not None:
        lines += ["", end_line(record.result)]
    return "\n".join(lines) + "\n"


def rule_words(rules: Rules) -> list[str]:
    """What the players agreed on, one word or two for each rule."""
    words = [] if rules.variant == STANDARD else [rules.variant]
    words.append("cube" if rules.cube else "no cube")
    if rules.length is not None or not rules.crawford:
        words.append("Crawford rule" if rules.crawford else "no Crawford rule")
    words += ["Jacoby rule"] * rules.jacoby + ["beavers"] * rules.beavers
    if rules.automatic_doubles:
        words.append(f"automatic doubles {rules.automatic_doubles}")
    if rules.cube_limit != DEFAULT_CUBE_LIMIT:
        words.append(f"cube limit {rules.cube_limit}")
    if rules.clock is not None:
        words.append(f"clock {control_text(rules.clock)}")
    return words


def end_line(result: MatchResult) -> str:
    """How the match ended."""
    winner = "Nobody wins" if result.winner is None else f"{WORDS[result.winner]} wins"
    by = "" if result.by is None else WORDS[result.by]
    match result.end:
        case MatchEnd.POINTS:
            return f"{winner} the match."
        case MatchEnd.CONCEDED:
            return f"{by} concedes. {winner} the match."
        case MatchEnd.TIME:
            return f"{winner} the match on time."
        case MatchEnd.SESSION_ENDED:
            return f"{by} ends the session. {winner} it."
        case MatchEnd.CANCELLED:
            return f"{by} cancels. {winner}."
        case MatchEnd.CLOSED:
            return f"The room was closed. {winner}."


def _head(record: MatchRecord) -> Iterator[str]:
    for seat in Seat:
        yield f"{WORDS[seat]}: {record.names[seat]}"
    length = record.rules.length
    yield "Money session" if length is None else f"Length: {length}"
    yield f"Rules: {', '.join(rule_words(record.rules))}"
    if record.number > 1:
        yield f"Match: {record.number}"
    if record.started_ms is not None:
        year, month, day = utc_date(record.started_ms)
        yield f"Date: {year:04}-{month:02}-{day:02}"


def _game(game: GameRecord) -> Iterator[str]:
    crawford = ", Crawford game" * game.crawford
    yield f"Game {game.number}: {game.score.white}-{game.score.black}{crawford}"
    for die in game.ties:
        yield f"     Both throw {die}"
    if game.cube > 1:
        yield f"     The cube starts at {game.cube}"
    turn = 0
    for action in game.actions:
        if isinstance(action, Throw):
            turn += 1
            yield from _throw(turn, action)
        elif isinstance(action, Yielding):
            yield from _offer(action)
        else:
            yield f"     {WORDS[action.seat]} {_cube_word(action)}"
    if game.result is not None:
        yield _result(game.result)


def _throw(turn: int, throw: Throw) -> Iterator[str]:
    """One line, or three and more if a resignation was offered while the dice lay."""
    mover = WORDS[throw.seat]
    dice = f"{turn:3}. {mover} {throw.dice[0]}{throw.dice[1]}:"
    if not throw.offers:
        yield f"{dice} {_play(throw)}"
        return
    yield dice
    for offer in throw.offers:
        yield from _offer(offer)
    if throw.play is not None:
        yield f"     {mover} plays {_play(throw)}"


def _cube_word(action: Turned | Taken | Dropped | Flagged | GameClaimed) -> str:
    match action:
        case Doubled():
            return f"doubles to {action.value}"
        case Beavered():
            return f"beavers to {action.value}"
        case Raccooned():
            return f"raccoons to {action.value}"
        case Taken():
            return "takes"
        case Dropped():
            return "drops"
        case Flagged():
            return FLAGGED
        case GameClaimed():
            return CLAIMED


def _play(throw: Throw) -> str:
    """The play with the moves of a checker joined, unless that could be read as other steps."""
    if not throw.play:
        return NOT_PLAYED if throw.play is None else NO_PLAY
    joined = format_play(throw.board, throw.seat, throw.play)
    if resolve(throw.board, throw.seat, throw.dice, parse_play(joined)) == throw.play:
        return joined
    words, board = [], throw.board
    for step in throw.play:
        words.append(format_step(step) + "*" * board.hits(throw.seat, step))
        board = board.move(throw.seat, step)
    return " ".join(words)


def _offer(offer: Yielding) -> Iterator[str]:
    yield f"     {WORDS[offer.seat]} offers a {WINS[offer.win]}"
    if offer.answer != "open":
        yield _answer(offer)


def _answer(offer: Yielding) -> str:
    match offer.answer:
        case "accepted":
            who, word = offer.seat.other, "accepts"
        case "rejected":
            who, word = offer.seat.other, "rejects"
        case _:
            who, word = offer.seat, "withdraws"
    return f"     {WORDS[who]} {word}"


def _result(result: GameResult) -> str:
    points = f"{result.points} point" + "s" * (result.points > 1)
    return f"{WORDS[result.winner]} wins {points}: {WINS[result.win]}, {ENDS[result.end]}"
