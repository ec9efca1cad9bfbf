"""Why a move or a play is refused, found on the board and told in the player's own terms.

The rules stand here literally, one question after another, the one whose answer helps most first.
``plays.py`` has the same rules in the form that generates fast; the tests hold one against the
other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.board import BAR, HOME, OFF, Board, Step
from engine.errors import Code, IllegalCommand
from engine.notation import format_play, format_step, point_name
from engine.seat import Seat


def bad_points(step: Step) -> IllegalCommand | None:
    """Refuses points that no board has."""
    if all(OFF <= point <= BAR for point in step):
        return None
    return IllegalCommand(Code.OFF_BOARD, move=format_step(step))


def bad_source(own: Sequence[int], opponent: Sequence[int], step: Step) -> IllegalCommand | None:
    """Refuses to move what is not there or may not move, or to move backward."""
    if own[BAR] and step.source != BAR:
        return IllegalCommand(Code.MUST_ENTER, move=format_step(step))
    if not own[step.source]:
        facing = OFF < step.source < BAR and opponent[BAR - step.source]
        code = Code.OPPONENTS_CHECKER if facing else Code.NO_CHECKER
        return IllegalCommand(code, move=format_step(step), source=point_name(step.source))
    if step.target >= step.source:
        return IllegalCommand(Code.WRONG_WAY, move=format_step(step))
    return None


def fits(step: Step, die: int) -> bool:
    """Whether ``die`` alone takes a checker so far; a larger one may do for bearing off."""
    distance = step.source - step.target
    return die == distance or (step.target == OFF and die > distance)


def bad_target(
    own: Sequence[int], opponent: Sequence[int], step: Step, die: int
) -> IllegalCommand | None:
    """Refuses a blocked point and bearing off too early, when ``die`` fits ``step``."""
    if step.target != OFF:
        if opponent[BAR - step.target] < 2:
            return None
        points = point_name(step.target)
        return IllegalCommand(Code.POINT_BLOCKED, move=format_step(step), points=points)
    if any(own[HOME + 1 :]):
        highest = point_name(_highest(own))
        return IllegalCommand(Code.NOT_ALL_HOME, move=format_step(step), highest=highest)
    if die > step.source and any(own[step.source + 1 :]):
        move = format_step(step)
        return IllegalCommand(Code.HIGHER_CHECKER, move=move, die=die, highest=_highest(own))
    return None


def _highest(own: Sequence[int]) -> int:
    return max(point for point, count in enumerate(own) if count)


def bad_step(
    board: Board, seat: Seat, step: Step, left: tuple[int, ...], dice: tuple[int, int]
) -> IllegalCommand | None:
    """Refuses one move by one of the dice that are ``left`` of the roll."""
    own, opponent = board[seat], board[seat.other]
    refusal = bad_points(step) or bad_source(own, opponent, step)
    if refusal:
        return refusal
    fitting = [die for die in left if fits(step, die)]
    if not fitting:
        used = next((die for die in dice if fits(step, die)), None)
        return wrong_die(step, dice) if used is None else die_used(step, dice, used)
    return bad_target(own, opponent, step, min(fitting))


def wrong_die(step: Step, dice: tuple[int, int]) -> IllegalCommand:
    """No die and no sum of dice makes ``step``."""
    return IllegalCommand(
        Code.WRONG_DIE,
        move=format_step(step),
        needs=_needs(step),
        distance=step.source - step.target,
        die1=dice[0],
        die2=dice[1],
    )


def die_used(step: Step, dice: tuple[int, int], used: int) -> IllegalCommand:
    """The die that ``step`` needs has been used for another move."""
    return IllegalCommand(
        Code.DIE_USED,
        move=format_step(step),
        needs=_needs(step),
        distance=step.source - step.target,
        die1=dice[0],
        die2=dice[1],
        used=used,
    )


def _needs(step: Step) -> str:
    distance = step.source - step.target
    if distance > 6:
        return f"{distance} pips"
    return f"a {distance} or more" if step.target == OFF else f"a {distance}"


def too_many(steps: int, dice: tuple[int, int]) -> IllegalCommand:
    """More moves than the roll has."""
    return IllegalCommand(Code.TOO_MANY_STEPS, steps=steps, most=4 if dice[0] == dice[1] else 2)


def no_legal_play(dice: tuple[int, int]) -> IllegalCommand:
    """Nothing can be played at all."""
    return IllegalCommand(Code.NO_LEGAL_PLAY, die1=dice[0], die2=dice[1])


def too_little(
    board: Board,
    seat: Seat,
    dice: tuple[int, int],
    steps: tuple[Step, ...],
    full_plays: Iterable[tuple[Step, ...]],
) -> IllegalCommand:
    """``steps`` are legal, but use fewer dice than possible or the smaller where only one can be.

    The example is a full play with ``steps`` in it, if there is one.
    """
    example = max(full_plays, key=lambda play: _likeness(play, steps))
    text = format_play(board, seat, example)
    if not steps:
        return IllegalCommand(Code.MUST_PLAY, example=text)
    if dice[0] != dice[1]:
        if len(example) == 1:
            return IllegalCommand(Code.LARGER_DIE, die=max(dice), example=text)
        return IllegalCommand(Code.MUST_USE_BOTH, must="both dice", moves=2, most=2, example=text)
    must = "all 4 moves" if len(example) == 4 else f"{len(example)} of the 4 moves"
    return IllegalCommand(Code.MUST_USE_BOTH, must=must, moves=len(example), most=4, example=text)


def _likeness(play: tuple[Step, ...], steps: tuple[Step, ...]) -> int:
    """0 if ``play`` lacks one of ``steps``, 1 if it has them joined to others, else 2."""
    if any(play.count(step) < steps.count(step) for step in steps):
        return 0
    sources, targets = {step.source for step in steps}, {step.target for step in steps}
    others = [step for step in play if step not in steps]
    joined = any(step.source in targets or step.target in sources for step in others)
    return 1 if joined else 2
