"""What a match costs: resolving a play, and ``apply`` with ``evolve`` for every command."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial

from bench.generation import SEED
from bench.positions import Position, random_positions
from bench.stopwatch import Calls, Spread, each_call
from engine import (
    Context,
    Dice,
    IllegalCommand,
    MatchState,
    Play,
    Rules,
    Step,
    apply,
    commands,
    events,
    evolve,
    format_play,
    legal_plays,
    parse_play,
    resolve,
)
from tests.engine.walk import HASTY, PATIENT, Asked, walk

PLAYS = 5_000
RULES = (
    Rules(length=1),
    Rules(length=5),
    Rules(length=25),
    Rules(length=None, jacoby=True, beavers=True, automatic_doubles=1),
)
LONG_WALK, SHORT_WALK, SHORT_WALKS = 2_000, 80, 25
RESIGNING = HASTY | {"resign": 3, "accept": 40, "reject": 20}
"""So that there are enough of the commands that are rare."""

REFUSED = "play, refused"


def full_plays() -> list[tuple[Position, Play]]:
    """Legal plays that use all dice, one by chance from each of many positions."""
    chance = random.Random(SEED)
    found = []
    for position in random_positions(PLAYS, SEED):
        most = 4 if position.dice[0] == position.dice[1] else 2
        full = [play for play in legal_plays(*position) if len(play) == most]
        if full:
            found.append((position, chance.choice(full)))
    return found


def resolved_plays() -> dict[str, Spread]:
    """Plays sent step by step in any order, and as people write them (``24/13``)."""
    chance = random.Random(SEED)
    steps: Calls = []
    written: Calls = []
    for (board, seat, dice), play in full_plays():
        sent: list[Step] = chance.sample(play, len(play))
        steps.append(partial(resolve, board, seat, dice, sent))
        joined = partial(resolve, board, seat, dice, parse_play(format_play(board, seat, play)))
        if not is_refused(joined):
            written.append(joined)
    return each_call({"its steps in any order": steps, "as it is written": written})


def judged_commands() -> dict[str, Spread]:
    """Every command that was admitted in random matches, by its name; then refused plays."""
    groups: defaultdict[str, Calls] = defaultdict(list)
    for asked in random_commands():
        call = partial(judge, asked.before, asked.command, Context(dice=dice_of(asked.events)))
        if asked.refused is None:
            groups[asked.command.name].append(call)
        elif isinstance(asked.command, commands.PlayDice) and asked.before.dice is not None:
            groups[REFUSED].append(partial(is_refused, call))
    refused = groups.pop(REFUSED)
    return each_call({**dict(sorted(groups.items())), REFUSED: refused})


def random_commands() -> Iterator[Asked]:
    for seed, rules in enumerate(RULES):
        yield from walk(seed, rules, commands=LONG_WALK, weights=PATIENT).asked
        for short in range(SHORT_WALKS):
            yield from walk(short, rules, commands=SHORT_WALK, weights=RESIGNING).asked


def judge(state: MatchState, command: commands.Command, context: Context) -> MatchState:
    """What a server does with a command, as far as the rules go."""
    for event in apply(state, command, context):
        state = evolve(state, event)
    return state


def is_refused(call: Callable[[], object]) -> bool:
    try:
        call()
    except IllegalCommand:
        return True
    return False


def dice_of(happened: tuple[events.Event, ...]) -> Dice:
    """The dice that were thrown for these events; any will do if none were."""
    for event in happened:
        match event:
            case events.Rolled():
                return event.dice
            case events.OpeningThrown():
                return (event.white, event.black)
            case events.OpeningTied():
                return (event.die, event.die)
            case _:
                pass
    return (6, 5)
