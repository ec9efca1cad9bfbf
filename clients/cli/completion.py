"""What Tab can make of a line: the legal moves by one die, commands, names of settings."""

from __future__ import annotations

from clients.cli import words
from clients.cli.draft import Draft
from clients.cli.grammar import ALIASES, COMMANDS, Verb
from clients.cli.preferences import CHOICES, NAMES
from clients.view import RoomView
from engine import commands as cmd
from engine.errors import IllegalCommand
from engine.notation import NotationError, format_step, parse_play
from engine.plays import Play

_SWITCHES = ("on", "off")


def hops_after(text: str, view: RoomView, draft: Draft | None) -> Play:
    """The moves by one die that the reader may make next, after ``draft`` and those in ``text``."""
    if view.you is None or not view.may(cmd.PlayDice) or view.state.dice is None:
        return ()
    if draft is None:
        draft = Draft(before=view.state.board, seat=view.you, dice=view.state.dice)
    try:
        segments = parse_play(text)
        return draft.add(segments).hops if segments else draft.hops
    except (NotationError, IllegalCommand):
        return ()


def completions(text: str, hops: Play, draft: Draft | None) -> list[str]:
    """What the last word of ``text`` could become; ``hops`` are the moves that fit before it."""
    if not text and draft is not None and draft.complete:
        return [Verb.DONE]
    *before, word = text.split(" ")
    moves = (format_step(hop) for hop in hops)
    found = [move for move in moves if move.startswith(word)]
    return found or [name for name in _names(before) if name.startswith(word)]


def _names(before: list[str]) -> tuple[str, ...]:
    """The words that can follow those ``before``."""
    match [ALIASES.get(word, word) for word in before]:
        case []:
            return COMMANDS
        case ["help"]:
            return COMMANDS
        case ["phrase"]:
            return tuple(words.QUICK_PHRASES)
        case ["set"]:
            return NAMES
        case ["set", name] if name in NAMES:
            return CHOICES.get(name, _SWITCHES)
        case _:
            return ()
