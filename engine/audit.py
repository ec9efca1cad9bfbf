"""Whether all dice of a log are those to which the server and the players had bound themselves.

Nothing but the log is needed: the promises, what was told, and the dice stand in it. The log itself
is taken as one that the rules allow (``record.judge``), which also says that every secret in it is
the promised one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine import events as ev
from engine.dice import SECRET_BYTES, thrown_in
from engine.evolve import evolve
from engine.promises import fits_promise, next_dice, part_fits
from engine.seat import Seat
from engine.state import Dice, MatchState, Proof
from engine.values import value


class Finding(StrEnum):
    """What a log says of the dice of one game."""

    PROVED = "proved"
    """All of them follow from the secrets."""
    UNPROMISED = "unpromised"
    """The server was bound to nothing: they cannot be checked."""
    RUNNING = "running"
    """The game is not over: the seed will be told when it is."""
    UNTOLD = "untold"
    """The game is over, and its seed was never told."""
    FALSE = "false"
    """A throw is not the one that follows, or a secret is not the promised one."""


@value
class FalseThrow:
    """The first throw that is not right: its number in the game from 0 on, and its event."""

    number: int
    seq: int
    thrown: Dice
    derived: Dice


@value
class Audit:
    """One game: how often dice were thrown, and whose part they do without."""

    match: int
    game: int
    finding: Finding
    throws: int
    without: tuple[Seat, ...] = ()
    wrong: FalseThrow | None = None


@dataclass(slots=True)
class _Game:
    """The game in progress, with what was bound and told for it up to now.

    ``thrown`` has the number of the event and the dice of each throw.
    """

    start: MatchState
    proof: Proof
    thrown: list[tuple[int, Dice]] = field(default_factory=list)


def audit(room: str, events: Iterable[ev.Event]) -> list[Audit]:
    """What is to be said of every game that has begun in the log of ``room``, in their order."""
    state, game = MatchState(), None
    found: list[Audit] = []
    for seq, event in enumerate(events, start=1):
        before, state = state, evolve(state, event)
        match event:
            case ev.GameStarted():
                if game is not None:
                    found.append(_untold(game, Finding.UNTOLD))
                game = _Game(state, state.proof)
            case ev.MatchStarted() if game is not None:
                found.append(_untold(game, Finding.UNTOLD))
                game = None
            case ev.OpeningTied() | ev.OpeningThrown() | ev.Rolled() if game is not None:
                game.thrown += ((seq, dice) for dice in thrown_in([event]))
            case ev.SeedRevealed() if game is not None and before.proof.game == before.game_number:
                found.append(_told(room, game, before, event.seed))
                game = None
            case ev.EntropyRevealed() | ev.EntropyMissed() if game is not None:
                game.proof = state.proof
            case _:
                pass
    if game is not None:
        over = state.game_result is not None or state.match_result is not None
        found.append(_untold(game, Finding.UNTOLD if over else Finding.RUNNING))
    return found


def _told(room: str, game: _Game, state: MatchState, seed: str) -> Audit:
    """The game whose seed was told in ``state``."""
    try:
        told = bytes.fromhex(seed)
    except ValueError:
        told = b""
    fits = fits_promise(state, room, told) and all(part_fits(state, room, seat) for seat in Seat)
    wrong = _first_false(room, game, state, told) if len(told) == SECRET_BYTES else None
    return Audit(
        match=state.match_number,
        game=state.game_number,
        finding=Finding.PROVED if fits and wrong is None else Finding.FALSE,
        throws=len(game.thrown),
        without=_without(state.proof),
        wrong=wrong,
    )


def _first_false(room: str, game: _Game, state: MatchState, seed: bytes) -> FalseThrow | None:
    for number, (seq, thrown) in enumerate(game.thrown):
        derived = next_dice(state, room, seed, number)
        if thrown != derived:
            return FalseThrow(number=number, seq=seq, thrown=thrown, derived=derived)
    return None


def _untold(game: _Game, finding: Finding) -> Audit:
    state, proof = game.start, game.proof
    without = _without(proof)
    if finding is Finding.RUNNING:
        without = tuple(seat for seat in without if not proof.awaits(seat))
    promised = proof.seed is not None
    return Audit(
        match=state.match_number,
        game=state.game_number,
        finding=finding if promised else Finding.UNPROMISED,
        throws=len(game.thrown),
        without=without if promised else (),
    )


def _without(proof: Proof) -> tuple[Seat, ...]:
    return tuple(seat for seat in Seat if proof.entropy[seat] is None)


@value
class Tally:
    """How often each face fell, 1 to 6, and how many of the throws were doubles."""

    faces: tuple[int, ...]
    throws: int
    doubles: int

    @property
    def expected_doubles(self) -> float:
        """One throw in six."""
        return self.throws / 6

    @property
    def chi_square(self) -> float:
        """How far the faces are from equal; 5 degrees of freedom. 0 without any throw."""
        expected = sum(self.faces) / 6
        return sum((face - expected) ** 2 for face in self.faces) / expected if expected else 0.0

    @property
    def chance(self) -> float:
        """In which part of all matches with fair dice the faces are at least as uneven."""
        half = self.chi_square / 2
        # The upper tail of the distribution with 5 degrees of freedom in closed form.
        tail = math.sqrt(half / math.pi) * math.exp(-half) * (2 + 4 * half / 3)
        return math.erfc(math.sqrt(half)) + tail


def tally(events: Sequence[ev.Event]) -> Tally:
    """The dice of ``events``, opening throws and their ties included."""
    thrown = thrown_in(events)
    faces = Counter(face for dice in thrown for face in dice)
    return Tally(
        faces=tuple(faces[face] for face in range(1, 7)),
        throws=len(thrown),
        doubles=sum(first == second for first, second in thrown),
    )
