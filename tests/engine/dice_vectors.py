"""The test vectors of ``docs/dice.md``: dice of known secrets, for whoever writes it again."""

from __future__ import annotations

from engine.dice import MAX_ROLLS, Secret, Secrets, commitments, game_name, roll
from engine.seat import BySeat

ROOM = "7KXQ4MWP9C"
SECRETS = Secrets(seed=bytes(range(32)), entropy=BySeat(bytes(range(32, 64)), bytes(range(64, 96))))
GAMES = ((1, 1), (2, 13))
"""Numbers of a match and of a game in it."""
NUMBERS = (*range(12), 27, 38, 255, 256, MAX_ROLLS - 1)
"""Rolls that are shown. In rolls 27 and 38 of the first game a byte is passed over."""


def tabulate_vectors() -> str:
    """Secrets, commitments and dice in Markdown."""
    lines = [f"Room `{ROOM}`. The secrets are the same in both games:", "", "| | |", "|---|---|"]
    lines += [f"| {secret} | `{SECRETS.of(secret).hex()}` |" for secret in Secret]
    for match_number, game_number in GAMES:
        game = game_name(ROOM, match_number, game_number)
        committed = commitments(game, SECRETS)
        lines += ["", f"Match {match_number}, game {game_number}:", "", "| | |", "|---|---|"]
        lines += [f"| name | `{game.hex()}` |"]
        lines += [f"| commitment, {secret} | `{committed.of(secret).hex()}` |" for secret in Secret]
        dice = (roll(game, SECRETS, number) for number in NUMBERS)
        shown = zip(NUMBERS, dice, strict=True)
        lines += ["| rolls | " + ", ".join(f"{n}: {one}-{two}" for n, (one, two) in shown) + " |"]
    return "\n".join(lines)
