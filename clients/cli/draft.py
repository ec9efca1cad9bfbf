"""A play while it is put together: moves made so far, taken back, and whether it is complete.

A frozen value over the engine: every draft is legal so far and can still become a full play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from engine.board import Board, Step
from engine.errors import Code, IllegalCommand
from engine.notation import format_play, format_step
from engine.plays import Dice, Play, next_steps, numbers
from engine.resolve import resolve
from engine.seat import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Moves of ``seat``, who has ``dice`` to play on ``before``; one die each, in order."""

    before: Board
    seat: Seat
    dice: Dice
    steps: Play = ()

    @property
    def board(self) -> Board:
        """The board after the moves made so far."""
        board = self.before
        for step in self.steps:
            board = board.move(self.seat, step)
        return board

    @property
    def complete(self) -> bool:
        """Whether nothing more can be played."""
        return not self.hops

    @property
    def hops(self) -> Play:
        """The moves by one die that can come next."""
        return next_steps(self.before, self.seat, self.dice, self.steps)

    @property
    def dice_left(self) -> int:
        """How many dice have not been played."""
        return len(numbers(self.dice)) - len(self.steps)

    @property
    def text(self) -> str:
        """The moves made so far in canonical notation."""
        return format_play(self.before, self.seat, self.steps)

    def add(self, segments: Sequence[Step]) -> Draft:
        """The draft with ``segments`` made as well, in any order, by one or more dice each.

        Raises:
            IllegalCommand: they cannot be made, or lead to no full play, or could mean two things.
        """
        try:
            steps = resolve(self.before, self.seat, self.dice, [*self.steps, *segments])
        except IllegalCommand as refusal:
            partial = self._partial(segments)
            if partial is None:
                raise refusal from None
            return partial
        return replace(self, steps=steps)

    def undo(self) -> Draft:
        """The draft without its last move."""
        return replace(self, steps=self.steps[:-1])

    def _partial(self, segments: Sequence[Step]) -> Draft | None:
        for order in permutations(segments):
            found = {draft.board: draft for draft in self._routes(order)}
            drafts = list(found.values())
            if len(drafts) > 1:
                raise IllegalCommand(
                    Code.AMBIGUOUS_PLAY,
                    move=format_step(segments[0]),
                    first=drafts[0].text,
                    second=drafts[1].text,
                )
            if drafts:
                return drafts[0]
        return None

    def _routes(self, segments: Sequence[Step]) -> Iterator[Draft]:
        """The ways to make ``segments`` one after the other."""
        if not segments:
            yield self
            return
        (source, target), *rest = segments
        for hop in self.hops:
            if hop.source != source or hop.target < target:
                continue
            draft = replace(self, steps=(*self.steps, hop))
            onward = rest if hop.target == target else [Step(hop.target, target), *rest]
            yield from draft._routes(onward)
