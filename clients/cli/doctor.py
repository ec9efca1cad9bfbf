"""``shuanglu doctor``: what a question about trouble with the client needs to be answered."""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import sys
from importlib.metadata import version

from prompt_toolkit.utils import get_cwidth

from clients.address import DEFAULT_SERVER
from clients.cli import notes
from clients.cli.faces import on_terminal
from clients.cli.players import guest
from clients.cli.preferences import FILE_NAME, NO_PREFERENCES, PreferenceError, load
from clients.cli.query import QuestionRefusedError, measure
from clients.cli.refusals import told_error
from clients.cli.screen.layout import MIN_COLUMNS, MIN_ROWS
from clients.cli.sitting import Exit
from clients.cli.version import own_version
from clients.identity import Identities, Identity, IdentityError, config_dir
from clients.link_faults import LinkError

LIBRARIES = ("prompt-toolkit", "websockets", "pydantic", "msgpack")
_TITLE_COLUMNS = 12
ENCODING_TEST = "双陆 ●"


def doctor(arguments: argparse.Namespace, identities: Identities) -> Exit:
    """Prints it; the exit code says what is wrong, first of all with the connection."""
    for title, text in (*_versions(), *_terminal()):
        _print(title, text)
    code, known, liked = Exit.OK, list[Identity](), NO_PREFERENCES
    path = config_dir(os.environ) / FILE_NAME
    try:
        liked = load(path)
        state = notes.DOCTOR_FILE if path.exists() else notes.DOCTOR_NO_FILE
        _print(notes.DOCTOR_SETTINGS, state.format(path=path))
    except PreferenceError as error:
        _print(notes.DOCTOR_SETTINGS, str(error))
        code = Exit.USAGE
    try:
        known = identities.all()
        _print(notes.DOCTOR_PLAYERS, notes.players(known) or notes.DOCTOR_NOBODY)
    except IdentityError as error:
        _print(notes.DOCTOR_PLAYERS, told_error(error))
        code = Exit.IDENTITY
    last = known[0].server if known else DEFAULT_SERVER
    return _server(arguments.server or liked.server or last) or code


def _server(server: str) -> Exit:
    """Prints what is found out about it."""
    _print(notes.DOCTOR_SERVER, server)
    try:
        found = asyncio.run(measure(guest(server)))
    except (LinkError, QuestionRefusedError) as error:
        _print("", told_error(error))
        return Exit.CONNECTION
    _print("", notes.DOCTOR_ANSWERS.format(version=found.version, worth=found.worth))
    _print("", notes.DOCTOR_TIMES.format(least=found.least_ms, most=found.most_ms))
    return Exit.OK


def _print(title: str, text: str) -> None:
    """One line; the texts stand under each other in every language."""
    print(title + " " * (_TITLE_COLUMNS - get_cwidth(title)), text, flush=True)


def _versions() -> list[tuple[str, str]]:
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return [
        ("shuanglu", own_version()),
        ("Python", f"{platform.python_version()} ({platform.system()} {platform.machine()})"),
        (notes.DOCTOR_LIBRARIES, libraries),
    ]


def _terminal() -> list[tuple[str, str]]:
    size = shutil.get_terminal_size()
    term = os.environ.get("TERM", "")
    fits = size.columns >= MIN_COLUMNS and size.lines >= MIN_ROWS
    if not on_terminal():
        face = notes.DOCTOR_NO_TERMINAL
    elif term == "dumb":
        face = notes.DOCTOR_DUMB
    elif not fits:
        face = notes.DOCTOR_SMALL.format(columns=MIN_COLUMNS, rows=MIN_ROWS)
    else:
        face = notes.DOCTOR_SCREEN
    described = f"TERM={term} {size.columns}x{size.lines} {sys.stdout.encoding}"
    return [(notes.DOCTOR_TERMINAL, described), ("", face), ("", _unicode())]


def _unicode() -> str:
    try:
        ENCODING_TEST.encode(sys.stdout.encoding)
    except (UnicodeEncodeError, LookupError):
        return notes.DOCTOR_NO_UNICODE
    return notes.DOCTOR_UNICODE.format(sample=ENCODING_TEST)
