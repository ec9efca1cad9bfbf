"""The dice of one request, drawn from the operating system's randomness.

A request that has to be judged again, because the room had moved on, gets the dice that it had
drawn: a throw is never repeated in the hope of another.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine.state import Dice


def throw_dice() -> Dice:
    """Two fair dice."""
    return (secrets.randbelow(6) + 1, secrets.randbelow(6) + 1)


class DiceCup:
    """The throws of one request, in order; ``from_the_start`` hands out the same ones again."""

    def __init__(self, throw: Callable[[], Dice] = throw_dice) -> None:
        self._throw = throw
        self._thrown: list[Dice] = []
        self._next = 0

    def from_the_start(self) -> None:
        """Begin again with the first throw."""
        self._next = 0

    def throw(self) -> Dice:
        """The next throw."""
        if self._next == len(self._thrown):
            self._thrown.append(self._throw())
        self._next += 1
        return self._thrown[self._next - 1]
