"""The command line: its commands, their options, and their help with examples."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from clients.address import DEFAULT_SERVER
from clients.cli import options
from clients.cli.language import translated
from clients.cli.version import ShowVersion

_EXIT_CODES = """\
exit codes:
  0  all went well        3  the server cannot be reached, or is none
  1  output not written   4  the server refused it (match full, unknown, over)
  2  wrong usage          5  not you: no identity, or not your seat
                          6  the dice could not be verified
"""
_JSON = """\
with --json: one JSON object on each line of standard output (the server's
messages, see docs/protocol.md, once and in order; also t = link, resumed, held,
unfollowed, refused, text); commands on standard input as text (13/8 24/22) or
as JSON ({"t": "play", "steps": [[13, 8]]}).
"""


_HELP_SHOWS = "{prog} --help shows how"
TEXTS = (_HELP_SHOWS, *options.TEXTS)
"""What is translated besides the help of the parser itself."""


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Exits with code 2."""
        how = translated(_HELP_SHOWS).format(prog=self.prog)
        self.exit(2, f"{self.prog}: {message} ({how})\n")


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of ``shuanglu``; each command sets ``command``.

    For a line that begins with a command it is enough to know that one: a start is quicker so.
    """
    parser = _Parser(
        prog="shuanglu",
        description="Play backgammon matches over the network.",
        epilog="examples:\n"
        "  shuanglu                                          list your matches\n"
        "  shuanglu serve                                    start a server\n"
        "  shuanglu new --points 5 --name Alice              create a match, get a line to send\n"
        "  shuanglu join ws://host:8765/7KXQ4-MWP9C --name Bo\n"
        "  shuanglu watch ws://host:8765/7KXQ4-MWP9C\n"
        "  shuanglu resume                                   come back to your match\n"
        "  shuanglu bot 7KXQ4-MWP9C                          let a bot join\n"
        "  shuanglu export 7KXQ4-MWP9C > match.mat           take the match to an analyser\n\n"
        + _EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    shows = "show program's version number and exit"
    parser.add_argument(
        "--version", action=ShowVersion, nargs=0, dest=argparse.SUPPRESS, help=shows
    )
    parser.add_argument("--lang", metavar="LANG", help="en or zh; may stand anywhere")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in _COMMANDS:
        if only in (None, add.__name__.removeprefix("_add_")):
            add(commands)
    commands.add_parser("serve", help="start a server (shuanglu serve --help for its options)")
    commands.add_parser("admin", help="look after a server (shuanglu admin --help)")
    return parser


def language_asked(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """``arguments`` without ``--lang``, and what it says.

    It is needed before the parser of all the others is built: that has texts, too.
    """
    parser = _Parser(prog="shuanglu", add_help=False)
    parser.add_argument("--lang", metavar="LANG")
    found, others = parser.parse_known_args(arguments)
    return others, found.lang


_Commands = argparse._SubParsersAction  # has no public name


def _add(
    commands: _Commands[_Parser], name: str, text: str, example: str, note: str = ""
) -> argparse.ArgumentParser:
    command = commands.add_parser(
        name,
        help=text,
        description=f"{text[0].upper()}{text[1:]}.",
        epilog=f"examples:\n{example}\n\n{note}{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "--server",
        type=options.server,
        metavar="URL",
        help=f"the server (the one used last, or {DEFAULT_SERVER})",
    )
    return command


def _add_new(commands: _Commands[_Parser]) -> None:
    new = _add(
        commands,
        "new",
        "create a match and wait for an opponent",
        "  shuanglu new --points 5 --name Alice\n"
        "  shuanglu new --money --name Alice --server ws://host:8765",
        _JSON,
    )
    options.add_player(new)
    options.add_rules(new)
    options.add_table(new)


def _add_play(commands: _Commands[_Parser]) -> None:
    play = _add(
        commands,
        "play",
        "list the matches that you have not finished, and come back to one; so does no command",
        "  shuanglu\n  shuanglu play --name Alice",
    )
    options.add_player(play)
    options.add_table(play)


def _add_doctor(commands: _Commands[_Parser]) -> None:
    doctor = _add(
        commands,
        "doctor",
        "tell versions, what this terminal can do, and how far the server is",
        "  shuanglu doctor\n  shuanglu doctor --server ws://host:8765",
    )
    options.add_player(doctor)


def _add_join(commands: _Commands[_Parser]) -> None:
    join = _add(
        commands,
        "join",
        "take the free seat in a match, or come back to your own",
        "  shuanglu join ws://host:8765/7KXQ4-MWP9C --name Bo\n"
        "  shuanglu join 7KXQ4-MWP9C --server ws://host:8765 --name Bo",
        _JSON,
    )
    options.add_room(join)
    options.add_player(join)
    options.add_table(join)


def _add_watch(commands: _Commands[_Parser]) -> None:
    watch = _add(
        commands,
        "watch",
        "watch a match",
        "  shuanglu watch ws://host:8765/7KXQ4-MWP9C\n  shuanglu watch 7KXQ4-MWP9C --json",
        _JSON,
    )
    options.add_room(watch)
    watch.add_argument("--name", metavar="NAME", help="the name that the players see")
    options.add_table(watch)


def _add_resume(commands: _Commands[_Parser]) -> None:
    resume = _add(
        commands,
        "resume",
        "come back to your seat; without a code to your only match, or list them",
        "  shuanglu resume\n  shuanglu resume 7KXQ4-MWP9C",
        _JSON,
    )
    resume.add_argument(
        "room", nargs="?", type=options.room, metavar="CODE", help="code or address"
    )
    options.add_player(resume)
    options.add_table(resume)


def _add_rooms(commands: _Commands[_Parser]) -> None:
    rooms = _add(
        commands,
        "rooms",
        "list your matches, the open ones that wait for an opponent, and those to watch",
        "  shuanglu rooms\n  shuanglu rooms --server ws://host:8765 --json",
    )
    options.add_player(rooms)
    rooms.add_argument("--json", action="store_true", help="one JSON object on each line")


def _add_results(commands: _Commands[_Parser]) -> None:
    results = _add(
        commands,
        "results",
        "list the matches that you have finished, the newest first",
        "  shuanglu results\n  shuanglu results --name Alice --json",
    )
    options.add_player(results)
    results.add_argument("--json", action="store_true", help="one JSON object on each line")


def _add_bot(commands: _Commands[_Parser]) -> None:
    bot = _add(
        commands,
        "bot",
        "let a bot play random legal moves, to the end of the match",
        "  shuanglu bot 7KXQ4-MWP9C\n"
        "  shuanglu bot ws://host:8765/7KXQ4-MWP9C --seed 7 --name Dice\n"
        "  shuanglu bot --new --points 3",
    )
    bot.add_argument("room", nargs="?", type=options.room, metavar="CODE", help="code or address")
    bot.add_argument("--new", action="store_true", help="create a match instead of joining one")
    bot.add_argument("--name", default="Bot", metavar="NAME", help="its name (Bot)")
    bot.add_argument("--seed", type=int, metavar="N", help="makes its choices repeatable")
    bot.add_argument("--rematch", action="store_true", help="agree to every rematch; never ends")
    options.add_rules(bot)


def _add_export(commands: _Commands[_Parser]) -> None:
    export = _add(
        commands,
        "export",
        "print the record of a match, while it is played or after",
        "  shuanglu export 7KXQ4-MWP9C --format mat > match.mat     for gnubg and eXtreme Gammon\n"
        "  shuanglu export ws://host:8765/7KXQ4-MWP9C --format sgf\n"
        "  shuanglu export 7KXQ4-MWP9C --format txt --match 2       after a rematch\n"
        "  shuanglu export 7KXQ4-MWP9C --format json                the whole log with its chain\n"
        "  shuanglu export match.json --format sgf                  that log, without a server",
    )
    options.add_room_or_log(export)
    export.add_argument(
        "--format",
        choices=options.FORMATS,
        default="mat",
        help="what to print, see docs/records.md (mat)",
    )
    export.add_argument(
        "--match",
        type=int,
        metavar="N",
        help="which match of a room that had rematches (the newest that has begun)",
    )


def _add_verify(commands: _Commands[_Parser]) -> None:
    verify = _add(
        commands,
        "verify",
        "check that the dice of a match are those promised before each game",
        "  shuanglu verify 7KXQ4-MWP9C\n"
        "  shuanglu verify match.json                      an exported log, without a server\n"
        "  shuanglu verify mine.json theirs.json           and that both were told the same",
    )
    options.add_logs(verify)
    verify.add_argument("--json", action="store_true", help="one JSON object on each line")


def _add_identity(commands: _Commands[_Parser]) -> None:
    identity = commands.add_parser(
        "identity",
        help="take your seats to another device",
        description="Take your seats to another device.",
        epilog="examples:\n"
        "  shuanglu identity export             on the first device; prints one line\n"
        "  shuanglu identity import LINE        on the second one\n"
        "  shuanglu identity import < file\n"
        "  shuanglu identity export | shuanglu identity import --server ws://new-address:8765\n\n"
        + _EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = identity.add_subparsers(dest="action", required=True, metavar="export|import")
    export = actions.add_parser("export", help="print your identity as one line; keep it secret")
    options.add_player(export)
    export.add_argument("--server", type=options.server, metavar="URL", help="the server")
    taken = actions.add_parser("import", help="become the player whose line it is")
    taken.add_argument("line", nargs="?", metavar="LINE", help="the line; else standard input")
    taken.add_argument("--replace", action="store_true", help="even if the name is used here")
    taken.add_argument(
        "--server",
        type=options.server,
        metavar="URL",
        help="the server's new address, if it has moved",
    )


_COMMANDS = (
    *(_add_play, _add_new, _add_join, _add_watch, _add_resume, _add_rooms, _add_results),
    *(_add_bot, _add_export, _add_verify, _add_identity, _add_doctor),
)
