"""What a game is worth and when a match is over.

Sources: bkgm.com rules, "Gammons and backgammons", "Match play", "Crawford rule" and "Jacoby rule".
"""

from __future__ import annotations

from engine.board import BAR, HOME, OFF, Board
from engine.seat import BySeat, Seat
from engine.state import Crawford, Cube, Rules, Win


def has_won(board: Board, seat: Seat) -> bool:
    """Whether ``seat`` has borne off every checker."""
    return board[seat][OFF] == sum(board[seat])


def win_by_bearing_off(board: Board, winner: Seat) -> Win:
    """How ``winner``, who has borne off all checkers, has won.

    A gammon if the loser has borne off none; a backgammon if a checker of the loser is then still
    on the bar or in the winner's home board.
    """
    loser = board[winner.other]
    if loser[OFF] > 0:
        return Win.SINGLE
    winners_home = loser[BAR - HOME : BAR]
    return Win.BACKGAMMON if loser[BAR] or any(winners_home) else Win.GAMMON


def gammons_count(cube: Cube, rules: Rules) -> bool:
    """Whether gammons and backgammons are worth more than a single.

    By the Jacoby rule only after a taken double, which gives the cube an owner; automatic doubles
    leave it in the centre.
    """
    return not rules.jacoby or cube.owner is not None


def reaches_length(points: int, rules: Rules) -> bool:
    """Whether a score of ``points`` wins the match; never in a money session."""
    return rules.length is not None and points >= rules.length


def crawford_at_start(rules: Rules) -> Crawford:
    """Where a new match stands with the Crawford rule."""
    applies = rules.crawford and rules.cube and rules.length is not None and rules.length > 1
    return Crawford.AHEAD if applies else Crawford.NEVER


def crawford_after_game(before: Crawford, score: BySeat[int], rules: Rules) -> Crawford:
    """Where the match stands for the next game, after a game that made the score ``score``.

    The Crawford game is the one game after a side first comes within one point of the match.
    """
    if before is Crawford.NOW:
        return Crawford.PAST
    one_away = rules.length is not None and max(score.white, score.black) == rules.length - 1
    return Crawford.NOW if before is Crawford.AHEAD and one_away else before


def single_needs_no_consent(
    board: Board, *, resigner: Seat, winner_score: int, cube: Cube, rules: Rules
) -> bool:
    """Whether an offered single counts as accepted by itself.

    So when no more could be won: ``resigner`` has borne off a checker, gammons do not count, or a
    single at this ``cube`` already wins the match for the opponent, whose score is
    ``winner_score``.
    """
    return (
        board[resigner][OFF] > 0
        or not gammons_count(cube, rules)
        or reaches_length(winner_score + cube.value, rules)
    )
