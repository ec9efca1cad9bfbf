"""Which face a sitting gets: the screen, lines with editing, plain lines, or JSON.

Nothing of a face that is not used is imported: that is most of the time that a start takes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from clients.cli.face import JsonFace, StreamFace
from clients.cli.haste import importing, left_out, parts_only, when_used
from clients.cli.look import Look
from clients.cli.people import People
from clients.cli.preferences import FILE_NAME, Settings
from clients.cli.scene import LINES
from clients.cli.sitting import LoadFace, MakeFace
from clients.cli.speech import SPEECH
from clients.cli.timing import clocks
from clients.identity import config_dir
from engine.board import Board

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import KeyBindings


def settings_of(arguments: argparse.Namespace, environment: Mapping[str, str]) -> Settings:
    """The player's settings, with what the command line says for this run.

    Raises:
        PreferenceError: the file of settings cannot be read.
    """
    settings = Settings(config_dir(environment) / FILE_NAME)
    if getattr(arguments, "commit_at_once", False):
        settings.override(commit_at_once=True)
    if getattr(arguments, "glyphs", None):
        settings.override(glyphs=arguments.glyphs)
    return settings


def on_terminal() -> bool:
    """Whether a person reads and types here."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def fills_screen(arguments: argparse.Namespace, environment: Mapping[str, str]) -> bool:
    """Whether the whole screen is used: on a terminal that can, unless lines are wanted."""
    lines_wanted = arguments.json or arguments.plain or arguments.speech
    return not lines_wanted and on_terminal() and environment.get("TERM") != "dumb"


def choose(arguments: argparse.Namespace, environment: Mapping[str, str]) -> tuple[LoadFace, Look]:
    """What loads the face for a sitting, and how the match is told on it."""
    if fills_screen(arguments, environment):
        return _screen, SCREEN
    if arguments.json:
        return lambda: lambda _table: JsonFace(sys.stdin.fileno(), sys.stdout), LINES
    look = SPEECH if arguments.speech else LINES
    if on_terminal() and environment.get("TERM") != "dumb":
        return _lines, look
    return lambda: lambda _table: StreamFace(sys.stdin.fileno(), sys.stdout), look


def _screen() -> MakeFace:
    when_used("xml.dom.minidom")  # prompt_toolkit knows a kind of HTML
    with importing():
        _without_vi()
        parts_only("prompt_toolkit", "application")  # no prompts, no dialogues
        from clients.cli.screen.face import ScreenFace  # noqa: PLC0415  (see above)

    return ScreenFace


def _lines() -> MakeFace:
    with importing():
        _without_vi()
        from clients.cli.terminal import TerminalFace  # noqa: PLC0415  (see above)

    return TerminalFace


def _without_vi() -> None:
    """Every application gets vi's keys made, half of all there are, and no face uses them."""
    left_out(
        "prompt_toolkit.key_binding.bindings.vi",
        load_vi_bindings=_no_keys,
        load_vi_search_bindings=_no_keys,
    )


def _no_keys() -> KeyBindings:
    from prompt_toolkit.key_binding import key_bindings  # noqa: PLC0415  (see above)

    return key_bindings.KeyBindings()


def _not_told(people: People, board: Board | None, beside: Sequence[str]) -> list[str]:
    """The screen shows the board all the time."""
    del people, board, beside
    return []


SCREEN = Look(_not_told, clocks)
"""The match on a screen, where only what is asked for is told."""
