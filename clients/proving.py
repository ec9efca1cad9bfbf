"""The client's part in dice that can be proved: it binds itself, reveals, and checks the others.

All of it goes without a click. The entropy of a game follows from a secret that never leaves the
device, the game's name and the server's own commitment, so a program that starts anew in the middle
can still reveal it, and a server that promised twice hears two different values. ``docs/dice.md``
says what the whole proves.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from enum import StrEnum

from clients.view import RoomView
from engine import events as ev
from engine.dice import Secret, commitment, thrown_in
from engine.promises import fits_promise, next_dice, part_fits, proof_game
from engine.state import Dice, MatchState

SECRET_BYTES = 32
_DOMAIN = b"shuanglu entropy v1\0"


def new_secret() -> str:
    """A secret for a device, in 64 hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


class Doubt(StrEnum):
    """What is not as it should be with the dice of a game."""

    UNPROVED = "unproved"
    """The server has bound itself to nothing: these dice cannot be checked."""
    DROPPED = "dropped"
    """The log has not the commitment or the entropy that this client sent."""
    MISSED = "missed"
    """The game began without this client's entropy, which came too late."""
    CHANGED = "changed"
    """The server promised a second time for a game for which it was bound already."""
    WRONG_SECRET = "wrong_secret"  # no secret
    """A secret was revealed that is not the committed one."""
    WRONG_DICE = "wrong_dice"
    """Dice fell that do not follow from the secrets."""


@dataclass(frozen=True, slots=True)
class Checked:
    """All dice of a game followed from the secrets; there were ``throws`` of them."""

    game: int
    throws: int


@dataclass(slots=True)
class _Game:
    """What this client knows of one game: ``ours`` is the commitment that it sent."""

    number: tuple[int, int]
    promise: str | None = None
    ours: str | None = None
    thrown: dict[int, Dice] = field(default_factory=dict)


class Proving:
    """One session's part, for all its rooms. ``secret`` is the device's, in hexadecimal digits."""

    def __init__(self, secret: str) -> None:
        self._secret = bytes.fromhex(secret)
        self._games: dict[str, _Game] = {}

    def commitment_for(self, view: RoomView) -> str | None:
        """What to send with ``ready``; ``None`` while the server has not bound itself."""
        seat = view.you
        entropy = self._entropy(view)
        if seat is None or entropy is None or view.state.proof.game == view.state.game_number:
            return None
        ours = commitment(Secret(seat), proof_game(view.state, view.room), entropy).hex()
        self._game(view.room, view.state).ours = ours
        return ours

    def entropy_due(self, view: RoomView) -> str | None:
        """What to reveal now; ``None`` if nothing is asked or another device of yours is."""
        seat, proof = view.you, view.state.proof
        entropy = self._entropy(view)
        if seat is None or entropy is None or not proof.awaits(seat):
            return None
        if proof.game != view.state.game_number:
            return None  # the game has not started: the opponent is not bound yet
        ours = commitment(Secret(seat), proof_game(view.state, view.room), entropy).hex()
        return entropy.hex() if ours == proof.committed[seat] else None

    def entered(self, view: RoomView) -> Doubt | None:
        """The whole room came."""
        return self._note_promise(view.room, view.state)

    def happened(
        self, view: RoomView, event: ev.Event, before: MatchState
    ) -> Doubt | Checked | None:
        """Takes in the next ``event`` of a room, which led from ``before`` to ``view``."""
        match event:
            case ev.SeedCommitted():
                return self._note_promise(view.room, view.state)
            case ev.GameStarted():
                return self._started(view, before)
            case ev.EntropyRevealed() if event.seat is not view.you:
                fits = part_fits(view.state, view.room, event.seat)
                return None if fits else Doubt.WRONG_SECRET
            case ev.EntropyRevealed():
                entropy = self._entropy(view)
                ours = entropy is not None and entropy.hex() == event.entropy
                return None if ours or not self._is_ours(view) else Doubt.DROPPED
            case ev.EntropyMissed():
                return Doubt.MISSED if event.seat is view.you and self._is_ours(view) else None
            case ev.OpeningTied() | ev.OpeningThrown() | ev.Rolled():
                (dice,) = thrown_in([event])
                self._game(view.room, before).thrown[before.throws] = dice
                return None
            case ev.SeedRevealed():
                return self._revealed(view.room, event, before)
            case _:
                return None

    def forget(self, room: str) -> None:
        """The room is followed no longer."""
        self._games.pop(room, None)

    def _started(self, view: RoomView, before: MatchState) -> Doubt | None:
        proof, you = view.state.proof, view.you
        if proof.seed is None:
            return Doubt.UNPROVED
        ours = self._game(view.room, view.state).ours
        if you is None or ours is None or proof.committed[you] is not None:
            return None
        # Where the log has no ``ready`` of ours, the game began before ours was there.
        return Doubt.DROPPED if before.agreed[you] else Doubt.MISSED

    def _revealed(
        self, room: str, event: ev.SeedRevealed, before: MatchState
    ) -> Doubt | Checked | None:
        seed = bytes.fromhex(event.seed) if len(event.seed) == 2 * SECRET_BYTES else b""
        if not fits_promise(before, room, seed):
            return Doubt.WRONG_SECRET
        thrown = self._game(room, before).thrown
        for number, dice in thrown.items():
            if next_dice(before, room, seed, number) != dice:
                return Doubt.WRONG_DICE
        whole = before.throws > 0 and len(thrown) == before.throws
        return Checked(event.game, before.throws) if whole else None

    def _note_promise(self, room: str, state: MatchState) -> Doubt | None:
        if state.proof.seed is None:
            return None
        game = self._game(room, state)
        known, game.promise = game.promise, state.proof.seed
        return Doubt.CHANGED if known not in (None, game.promise) else None

    def _is_ours(self, view: RoomView) -> bool:
        """Whether the commitment in the log is this client's and not another device's."""
        entropy, seat = self._entropy(view), view.you
        if entropy is None or seat is None:
            return False
        ours = commitment(Secret(seat), proof_game(view.state, view.room), entropy).hex()
        return view.state.proof.committed[seat] == ours

    def _entropy(self, view: RoomView) -> bytes | None:
        promise = view.state.proof.seed
        if promise is None:
            return None
        message = _DOMAIN + proof_game(view.state, view.room) + promise.encode()
        return hmac.digest(self._secret, message, "sha256")

    def _game(self, room: str, state: MatchState) -> _Game:
        """The game that ``state.proof`` is about; another one than before starts afresh."""
        number = (state.match_number, state.proof.game or state.game_number)
        known = self._games.get(room)
        if known is None or known.number != number:
            known = self._games[room] = _Game(number)
        return known
