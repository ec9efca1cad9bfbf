"""The tables in ``docs/terminal.md``, from the tables that the client itself goes by."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from clients.cli import manual
from clients.cli.arguments import build_parser
from clients.cli.grammar import ALIASES, COMMANDS
from clients.cli.preferences import Preferences
from clients.cli.screen.keys import KEYS

SCREENS = Path(__file__).parents[2] / "golden" / "screens"


def tabulate_commands() -> str:
    """What can be typed at a table."""
    rows = []
    for name in COMMANDS:
        short = " ".join(f"`{alias}`" for alias, meant in ALIASES.items() if meant == name)
        usage, _, text = manual.TOPICS[name].partition(": ")
        usage = usage.partition(" (")[0]
        rows.append(f"| `{_cell(usage)}` | {short} | {_cell(text)} |")
    return "\n".join(["| command | short | does |", "|---|---|---|", *rows])


def tabulate_program() -> str:
    """The commands of ``shuanglu`` on the command line, each with its options."""
    program = build_parser()
    rows = []
    for action in program._actions:  # argparse tells it by no other way
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                options = " ".join(_options(action.choices[listed.dest]))
                rows.append(f"| `{listed.dest}` | {listed.help} | {options} |")
    return "\n".join(["| command | does | options |", "|---|---|---|", *rows])


def _options(command: argparse.ArgumentParser) -> Iterator[str]:
    for action in command._actions:
        if action.option_strings and action.dest != "help":
            value = action.metavar or "|".join(action.choices or ())
            value = f" {value}" if action.nargs != 0 and value else ""
            yield f"`{_cell(action.option_strings[-1] + value)}`"
        elif not action.option_strings and action.dest != "action":
            yield f"`{action.metavar}`"


def show_double() -> str:
    """A double on the screen at 80x24, as it is recorded."""
    drawn = (SCREENS / "en" / "doubled-80x24.txt").read_text(encoding="utf-8")
    return f"```\n{drawn}```"


def tabulate_keys() -> str:
    """What keys do on the screen."""
    rows = [f"| {key} | {text} |" for key, text in KEYS.items()]
    return "\n".join(["| key | does |", "|---|---|", *rows])


def tabulate_settings() -> str:
    """The settings with their usual values."""
    rows = [
        f"| `{name}` | {_value(value)} | {manual.SETTINGS[name]} |"
        for name, value in asdict(Preferences()).items()
    ]
    return "\n".join(["| setting | usually | does |", "|---|---|---|", *rows])


def show_screen() -> str:
    """The screen at 80x24, as it is recorded."""
    drawn = (SCREENS / "en" / "composing-80x24.txt").read_text(encoding="utf-8")
    return f"```\n{drawn}```"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) or "(empty)"
