"""Dice that can be checked afterwards: every roll of a game follows from three secrets.

Before a game the server commits itself to a seed and each player's program to an entropy, by the
hash of it. When all three commitments stand, both entropies are revealed; the seed is revealed when
the game is over. Roll ``n`` is HMAC-SHA256 with the seed as key over the game, both entropies and
``n``. So nobody can choose the dice, not even the server with one of the players, and nobody but
the server can know them before they fall. ``docs/dice.md`` has the bytes and test vectors.

Nothing here makes secrets or keeps them: they are arguments.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.events import Event, OpeningThrown, OpeningTied, Rolled
from engine.seat import BySeat
from engine.state import Dice

SECRET_BYTES = 32
"""The length of a seed, of an entropy, of a commitment and of a game's name."""

MAX_ROLLS = 1 << 32
"""A game has fewer: the number of a roll is written in four bytes."""

_DOMAIN = b"shuanglu dice v1 "
# 252 of the 256 values of a byte are 42 for each face; the other four are passed over.
_FACES = bytes(byte % 6 + 1 for byte in range(256))
_PASSED_OVER = bytes(range(252, 256))


class Secret(StrEnum):
    """Whose secret it is; a commitment to one is none to another."""

    SEED = "seed"
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """The three secrets of a game, or the three commitments to them; 32 bytes each."""

    seed: bytes
    entropy: BySeat[bytes]

    def __post_init__(self) -> None:
        for secret in Secret:
            _require_length(secret, self.of(secret))

    def of(self, secret: Secret) -> bytes:
        """The one of the three that belongs to ``secret``."""
        match secret:
            case Secret.SEED:
                return self.seed
            case Secret.WHITE:
                return self.entropy.white
            case Secret.BLACK:
                return self.entropy.black


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that does not hold in a game's dice; ``text`` is one sentence about it.

    ``roll`` is the number of the roll from 0 on, or ``None`` if a secret is not the one committed.
    """

    text: str
    roll: int | None = None
    secret: Secret | None = None


def game_name(room: str, match_number: int, game_number: int) -> bytes:
    """What stands for one game in every hash, so that no commitment can be used for another."""
    name = f"{room}/{match_number}/{game_number}"
    return hashlib.sha256(_DOMAIN + b"game\0" + name.encode()).digest()


def commitment(secret: Secret, game: bytes, value: bytes) -> bytes:
    """The hash by which ``value`` is promised for ``game`` before anybody may see it.

    Raises:
        ValueError: ``game`` or ``value`` is not 32 bytes long.
    """
    _require_length("name of a game", game)
    _require_length(secret, value)
    domain = _DOMAIN + secret.encode() + b"\0"
    return hashlib.sha256(domain + game + value).digest()


def commitments(game: bytes, secrets: Secrets) -> Secrets:
    """The commitments to all three ``secrets``."""
    seed, white, black = (commitment(secret, game, secrets.of(secret)) for secret in Secret)
    return Secrets(seed=seed, entropy=BySeat(white, black))


def roll(game: bytes, secrets: Secrets, number: int) -> Dice:
    """The dice of roll ``number`` of ``game``; every throw of dice counts, from 0 on.

    An opening throw has white's die first.

    Raises:
        ValueError: ``game`` is not 32 bytes long, or there is no such number.
    """
    _require_length("name of a game", game)
    if not 0 <= number < MAX_ROLLS:
        raise ValueError(f"a game has no roll {number}")
    entropy = secrets.entropy
    message = game + entropy.white + entropy.black + number.to_bytes(4, "big")
    return dice_of(_digests(secrets.seed, message))


def dice_of(digests: Iterable[bytes]) -> Dice:
    """The first two dice that ``digests`` hold: one for each byte that is not passed over."""
    dice = b""
    for digest in digests:
        dice += digest.translate(_FACES, _PASSED_OVER)
        if len(dice) >= 2:
            return (dice[0], dice[1])
    raise ValueError("there are no two dice in these digests")


def _digests(seed: bytes, message: bytes) -> Iterator[bytes]:
    """More than one is as good as never asked for: 31 of its 32 bytes would have to be no die."""
    yield hmac.digest(seed, message, "sha256")
    for more in range(256):
        yield hmac.digest(seed, message + bytes((more,)), "sha256")


def thrown_in(events: Iterable[Event]) -> list[Dice]:
    """The dice of the ``events`` of one game, in their order."""
    thrown: list[Dice] = []
    for event in events:
        match event:
            case OpeningTied():
                thrown.append((event.die, event.die))
            case OpeningThrown():
                thrown.append((event.white, event.black))
            case Rolled():
                thrown.append(event.dice)
            case _:
                pass
    return thrown


def check(
    game: bytes, committed: Secrets, revealed: Secrets, thrown: Sequence[Dice]
) -> Difference | None:
    """The first thing that does not hold in the dice of ``game``; ``None`` if they are right.

    Args:
        game: The game's name.
        committed: The commitments, as they were logged before the game.
        revealed: The secrets, as they were told afterwards.
        thrown: All dice of the game in their order, opening throws and their ties included.
    """
    promised = commitments(game, revealed)
    for secret in Secret:
        if promised.of(secret) != committed.of(secret):
            whose = "seed" if secret is Secret.SEED else f"entropy of {secret}"
            return Difference(f"The {whose} is not the one that was committed.", secret=secret)
    for number, dice in enumerate(thrown):
        derived = roll(game, revealed, number)
        if dice != derived:
            text = f"Roll {number} was {_shown(dice)} and should have been {_shown(derived)}."
            return Difference(text, roll=number)
    return None


def _require_length(what: str, value: bytes) -> None:
    if len(value) != SECRET_BYTES:
        raise ValueError(f"{what}: it has {len(value)} bytes, not {SECRET_BYTES}")


def _shown(dice: Dice) -> str:
    return f"{dice[0]}-{dice[1]}"
