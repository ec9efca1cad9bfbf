"""The tables in ``docs/terminal.md``, from the tables that the client itself goes by."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from clients.cli import manual
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
