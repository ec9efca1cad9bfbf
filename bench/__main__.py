"""``python -m bench``: runs everything and prints it with the targets."""

from __future__ import annotations

import gc
import platform
from collections.abc import Iterable, Mapping

from bench.generation import Race, bgsage, race_with_literal, races_with_sage
from bench.judging import REFUSED, judged_commands, resolved_plays
from bench.stopwatch import ROUNDS, Spread

RATIO_TARGET = 0.25
RESOLVE_TARGET_US = 10
JUDGE_TARGET_US = 20


def print_races(rival: str, races: Iterable[Race], target: float | None = None) -> bool:
    """Prints a table and tells whether every ratio reaches ``target``."""
    print(f"{'':34}{'results':>10}{'engine/s':>11}{rival + '/s':>11}{'ratio':>8}")
    reached = True
    for race in races:
        speeds = f"{race.engine:>11,.0f}{race.rival:>11,.0f}{race.ratio:>8.2f}"
        print(f"  {race.where:32}{race.results:>10,}{speeds}", flush=True)
        reached &= target is None or race.ratio >= target
    return reached


def print_spreads(title: str, spreads: Mapping[str, Spread], target_us: float) -> bool:
    """Prints a table and tells whether every median is below ``target_us``.

    What is refused has no target: its price is a reason with an example.
    """
    print(f"\n{title + ', µs':34}{'calls':>10}{'median':>11}{'p99':>11}")
    reached = True
    for name, spread in spreads.items():
        numbers = f"{spread.calls:>10,}{spread.median:>11.1f}{spread.p99:>11.1f}"
        print(f"  {name:32}{numbers}")
        reached &= spread.median < target_us or name == REFUSED
    return reached


def main() -> None:
    """A busy machine misses targets: that is told and is no failure."""
    print(
        f"Python {platform.python_version()} ({platform.machine()}); the best of {ROUNDS} rounds,\n"
        "rivals in turn on the same positions, from a board to all distinct boards after a roll.\n"
    )
    gc.freeze()
    missed = []
    sage = bgsage()
    if sage is None:
        print("bgsage is not installed (make bench installs it): nothing to compare with.")
    else:
        name, possible_moves = sage
        if not print_races("bgsage", races_with_sage(possible_moves), RATIO_TARGET):
            missed.append(f"a ratio of {RATIO_TARGET} to {name}")
    print()
    print_races("literal", [race_with_literal()])
    if not print_spreads("resolve a play of all dice", resolved_plays(), RESOLVE_TARGET_US):
        missed.append(f"{RESOLVE_TARGET_US} µs for a play of all dice")
    if not print_spreads("apply and evolve", judged_commands(), JUDGE_TARGET_US):
        missed.append(f"{JUDGE_TARGET_US} µs for a command")
    print("\n" + (f"Missed: {'; '.join(missed)}." if missed else "All targets reached."))


if __name__ == "__main__":
    main()
