"""``python -m tests.chaos --seconds 600 --seed 1``: faults for so long.

The exit code is 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from tests.chaos.run import run


def main() -> int:
    """Run, and print what was seen."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tally = asyncio.run(
        run(seed=asked.seed, seconds=asked.seconds, say=lambda line: print(line, flush=True))
    )
    print(*tally.lines(), sep="\n")
    return 1 if tally.violations else 0


if __name__ == "__main__":
    sys.exit(main())
