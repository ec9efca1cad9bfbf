"""The chance that one request may need, drawn from the operating system's randomness.

The dice of a game follow from a seed to which the server is bound before it starts; the seed of the
next one is drawn here. Dice themselves are drawn only for games without such a promise: those that
began under an older server, and those of a test that brings its own dice. A request that has to be
judged again, because the room had moved on, gets what it had drawn: nothing is ever drawn again in
the hope of something better.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine.dice import SECRET_BYTES
from engine.state import Dice


def throw_dice() -> Dice:
    """Two fair dice."""
    return (secrets.randbelow(6) + 1, secrets.randbelow(6) + 1)


class DiceCup:
    """The throws of one request, in order; ``from_the_start`` hands out the same ones again.

    Attributes:
        seed: to bind the server to for a next game; ``None`` if ``throw`` is given, since who
            brings dice along can promise nothing.
    """

    def __init__(self, throw: Callable[[], Dice] | None = None) -> None:
        self._throw = throw or throw_dice
        self.seed = secrets.token_bytes(SECRET_BYTES) if throw is None else None
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
