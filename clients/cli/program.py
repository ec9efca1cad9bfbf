"""Reads the command line, runs one command, tells what went wrong in one line."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import importlib.util
import io
import os
import runpy
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn, TypeAlias

from clients.cli import language, notes
from clients.cli.arguments import build_parser, language_asked
from clients.cli.faces import settings_of
from clients.cli.haste import importing
from clients.cli.players import UsageError
from clients.cli.preferences import FILE_NAME, PreferenceError, load
from clients.cli.printable import printable
from clients.cli.query import QuestionRefusedError
from clients.cli.refusals import told_error
from clients.cli.sitting import Exit
from clients.identity import Identities, IdentityError, config_dir
from clients.link_faults import LinkError

COMMANDS = {
    "play": "play",
    "new": "commands",
    "join": "commands",
    "watch": "commands",
    "resume": "commands",
    "rooms": "commands",
    "results": "commands",
    "bot": "bots",
    "export": "export",
    "verify": "verify",
    "identity": "commands",
    "doctor": "doctor",
}
"""The module of each command. Only the one that is wanted is imported: a start should be quick."""

Command: TypeAlias = Callable[[argparse.Namespace, Identities], Exit]

SERVER_PROGRAMS = {"serve": "server", "admin": "server.admin"}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs ``shuanglu`` with ``arguments`` (without the program's name), and exits."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    _open_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    others, _ = language_asked(given)
    if others and others[0] in SERVER_PROGRAMS:
        _run_server_program(others[0], others[1:])
    given = _choose_language(given)
    given = given or ["play"]
    parser = build_parser(given[0] if given[0] in COMMANDS else None)
    language.translate_parser(parser)
    try:
        parsed = _parsed(parser, given)
        with importing():
            module = importlib.import_module(f"clients.cli.{COMMANDS[parsed.command]}")
        command: Command = getattr(module, parsed.command)
        if parsed.command != "doctor":  # which tells what is wrong with them
            parsed.settings = settings_of(parsed, os.environ)
        code = command(parsed, Identities(config_dir(os.environ)))
    except KeyboardInterrupt:
        code = Exit.OK
    except BrokenPipeError:
        code = _nobody_reads()
    except (UsageError, PreferenceError) as error:
        code = _fail(Exit.USAGE, error)
    except LinkError as error:
        code = _fail(Exit.CONNECTION, error)
    except QuestionRefusedError as error:
        code = _fail(Exit.REFUSED, error)
    except IdentityError as error:
        code = _fail(Exit.IDENTITY, error)
    except OSError as error:
        if error.filename is not None:
            raise  # no stream: a fault of the program
        code = _cannot_write(error)
    sys.exit(code)


def _parsed(parser: argparse.ArgumentParser, given: list[str]) -> argparse.Namespace:
    try:
        return parser.parse_args(given)
    except SystemExit:
        sys.stdout.flush()  # help, or the version: that the disk is full shows now, or too late
        raise


def _choose_language(given: list[str]) -> list[str]:
    """Speaks the language that ``--lang``, the settings or the system ask for; the other words."""
    others, asked = language_asked(given)
    wanted = None if asked is None else language.known(asked)
    if wanted is None:
        setting = ""
        # What is wrong with them is told later, when the command begins.
        with contextlib.suppress(PreferenceError, IdentityError):
            setting = load(config_dir(os.environ) / FILE_NAME).language
        wanted = language.preferred(setting, os.environ)
    language.speak(wanted)
    if asked is not None and language.known(asked) is None:
        told = notes.NO_LANGUAGE.format(asked=printable(asked, 20), spoken=wanted)
        print(f"shuanglu: {told}", file=sys.stderr)
    return others


def _open_standard_streams() -> None:
    """Streams that were closed read nothing and lose all; their numbers must not be reused."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _fail(code: Exit, error: Exception) -> Exit:
    print(f"shuanglu: {told_error(error)}", file=sys.stderr)
    return code


def _cannot_write(error: OSError) -> Exit:
    """The disk is full, or the like: what was to be read or kept is not there."""
    _nobody_reads()
    told = notes.CANNOT_WRITE.format(reason=error.strerror)
    print(f"shuanglu: {told}", file=sys.stderr)
    return Exit.OUTPUT


def _nobody_reads() -> Exit:
    """Standard output is gone: that is how ``| head`` ends a program, and no fault."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.OK


def _run_server_program(command: str, arguments: list[str]) -> NoReturn:
    """The server has programs of its own; a client only knows their names."""
    if importlib.util.find_spec("server") is None:
        print("shuanglu: the server is not installed here", file=sys.stderr)
        sys.exit(Exit.USAGE)
    sys.argv = [f"shuanglu {command}", *arguments]
    runpy.run_module(SERVER_PROGRAMS[command], run_name="__main__", alter_sys=True)
    sys.exit(Exit.OK)
