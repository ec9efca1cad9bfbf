"""What a player means by the moves that were sent: the one legal play, or why there is none.

A player may send the moves in any order, and one move may take several dice. Nothing is enumerated
here while every die is used: the dice are laid along the moves as sent, in each order they could
come, and every step is asked for its legality on the board. Only a play that leaves a die unused
is compared with what else could have been played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engine import refusals
from engine.board import BAR, OFF, Board, Step, shift
from engine.errors import Code, IllegalCommand
from engine.notation import format_play, format_step
from engine.plays import Dice, Play, has_legal_play, legal_plays, next_steps, numbers
from engine.refusals import bad_points, bad_source, bad_target, fits
from engine.seat import Seat

_Laid: TypeAlias = list[tuple[Step, int]]
"""Steps, highest source first, with the die that makes each."""


def resolve(board: Board, seat: Seat, dice: Dice, segments: Sequence[Step]) -> Play:
    """The full play that ``segments`` mean, highest source first, one step for each die used.

    >>> from engine import START, Seat
    >>> resolve(START, Seat.WHITE, (6, 5), [Step(24, 13)])
    (Step(source=24, target=18), Step(source=18, target=13))

    Args:
        board: The board before the play.
        seat: Who plays.
        dice: What was rolled.
        segments: The moves as sent; each takes one checker from its source to its target by one or
            more dice. The points need not exist. No segments are right where there is no legal
            play.

    Raises:
        IllegalCommand: ``segments`` mean no legal play, or two with different results.
        ValueError: ``dice`` are no two numbers from 1 to 6.
    """
    routes = _legal_routes(board, seat, dice, segments)
    full = [route for route in routes if len(route) == len(numbers(dice))]
    if full:
        return _only(board, seat, full, segments)
    for route in routes:
        if route and not next_steps(board, seat, dice, route):
            return route
    if not has_legal_play(board, seat, dice):
        if not segments:
            return ()
        raise refusals.no_legal_play(dice)
    if routes:
        raise refusals.too_little(board, seat, dice, routes[0], legal_plays(board, seat, dice))
    raise _refusal(board, seat, dice, segments)


def _legal_routes(board: Board, seat: Seat, dice: Dice, segments: Sequence[Step]) -> list[Play]:
    """The ways to make ``segments`` with some of the dice, the larger die first."""
    routes: list[Play] = []
    for laid in _laid_in_each_order(segments, dice):
        if _first_refusal(board, seat, laid) is None:
            routes.append(tuple([step for step, _ in laid]))
            if len(segments) > 1:
                break  # Only one checker moved by both dice can mean two things.
    return routes


def _laid_in_each_order(segments: Sequence[Step], dice: Dice) -> Iterator[_Laid]:
    """The steps of ``segments`` for each order of the dice that can be laid along them."""
    falling = sorted(segments, reverse=True)
    to_play = numbers(dice)
    for order in (to_play, to_play[::-1]) if len(to_play) == 2 else (to_play,):
        laid = _lay(falling, order)
        if laid is not None:
            yield laid


def _lay(falling: Sequence[Step], order: tuple[int, ...]) -> _Laid | None:
    laid: _Laid = []
    left = iter(order)
    for segment in falling:
        here, target = segment.source, segment.target
        if not OFF <= target < here <= BAR:
            return None
        while here > target:
            die = next(left, 0)
            stop = here - die if here > die else OFF
            if die == 0 or stop < target:
                return None
            laid.append((Step(here, stop), die))
            here = stop
    if len(laid) > len(falling):
        laid.sort(reverse=True)  # One checker's later steps may start below the next one's first.
    return laid


def _first_refusal(board: Board, seat: Seat, laid: _Laid) -> IllegalCommand | None:
    own, opponent = list(board[seat]), list(board[seat.other])
    for step, die in laid:
        refusal = bad_source(own, opponent, step) or bad_target(own, opponent, step, die)
        if refusal:
            return refusal
        shift(own, opponent, step)
    return None


def _only(board: Board, seat: Seat, routes: list[Play], segments: Sequence[Step]) -> Play:
    """The one play that all ``routes`` are, by their results."""
    first = routes[0]
    for other in routes[1:]:
        if board.play(seat, first) != board.play(seat, other):
            raise IllegalCommand(
                Code.AMBIGUOUS_PLAY,
                move=format_step(segments[0]),
                first=format_play(board, seat, first),
                second=format_play(board, seat, other),
            )
    return first


def _refusal(board: Board, seat: Seat, dice: Dice, segments: Sequence[Step]) -> IllegalCommand:
    """Why no order of the dice makes ``segments``: the first question that has an answer."""
    return (
        next(filter(None, map(bad_points, segments)), None)
        or _bad_sources(board, seat, segments)
        or _bad_dice(dice, segments)
        or _bad_targets(board, seat, dice, segments)
    )


def _bad_sources(board: Board, seat: Seat, segments: Sequence[Step]) -> IllegalCommand | None:
    own, opponent = list(board[seat]), list(board[seat.other])
    for segment in sorted(segments, reverse=True):
        refusal = bad_source(own, opponent, segment)
        if refusal:
            return refusal
        shift(own, opponent, segment)
    return None


def _bad_dice(dice: Dice, segments: Sequence[Step]) -> IllegalCommand | None:
    """Refuses ``segments`` that the dice cannot make wherever the checkers stand."""
    if any(True for _ in _laid_in_each_order(segments, dice)):
        return None
    steps = 0
    for segment in segments:
        alone = list(_laid_in_each_order([segment], dice))
        if not alone:
            return refusals.wrong_die(segment, dice)
        steps += min(map(len, alone))
    if steps > len(numbers(dice)):
        return refusals.too_many(steps, dice)
    # Two moves by one die each, and only one of the dice fits either.
    return refusals.die_used(
        segments[-1], dice, next(die for die in dice if fits(segments[-1], die))
    )


def _bad_targets(board: Board, seat: Seat, dice: Dice, segments: Sequence[Step]) -> IllegalCommand:
    """Why no order of dice that fit can be played; one checker's two ways are told together."""
    found = [
        refusal
        for laid in _laid_in_each_order(segments, dice)
        if (refusal := _first_refusal(board, seat, laid)) is not None
    ]
    blocked = [refusal.details["points"] for refusal in found if refusal.code is Code.POINT_BLOCKED]
    if len(set(blocked)) == 2 and len(segments) == 1:
        return IllegalCommand(
            Code.POINT_BLOCKED,
            move=format_step(segments[0]),
            points=" and ".join(map(str, blocked)),
            point1=blocked[0],
            point2=blocked[1],
        )
    return found[0]
