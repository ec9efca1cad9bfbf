"""What a player may type, as values: the commands with their short names, and plays.

One grammar for every face of the client. It knows words, not games: whether a command is possible
now is the table's question. All text is brought to NFKC first, so full-width input works.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import TypeAlias

from clients.cli import words
from clients.cli.printable import printable
from engine.state import Win
from engine.values import value

MAX_LINE_CHARS = 2_000


class Verb(StrEnum):
    """Commands of one word."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    ACCEPT = "accept"
    REJECT = "reject"
    WITHDRAW = "withdraw"
    CONCEDE = "concede"
    CLAIM = "claim"
    UNDO = "undo"
    DONE = "done"
    READY = "ready"
    REMATCH = "rematch"
    END = "end"
    CANCEL = "cancel"
    BOARD = "board"
    PIPS = "pips"
    CLOCK = "clock"
    LOG = "log"
    SIDE = "side"
    LEAVE = "leave"
    QUIT = "quit"


ALIASES: dict[str, str] = {
    "r": "roll",
    "d": "double",
    "t": "take",
    "p": "drop",
    "pass": "drop",
    "a": "accept",
    "n": "reject",
    "u": "undo",
    ".": "done",
    "b": "board",
    "?": "help",
    "q": "quit",
    "ph": "phrase",
    "exit": "quit",
    "save": "leave",
}
"""Short names, and other words for a thing that players use."""

LEVELS: dict[str, Win] = {
    name: win
    for win, names in {
        Win.SINGLE: ("1", "single", "s"),
        Win.GAMMON: ("2", "gammon", "g"),
        Win.BACKGAMMON: ("3", "backgammon", "b"),
    }.items()
    for name in names
}


@value
class Nothing:
    """An empty line."""


@value
class Move:
    """Moves in notation; ``commit`` if the line asks to send the play at once."""

    text: str
    commit: bool


@value
class Resign:
    """An offer to lose; without ``win`` the level is still to be asked for."""

    win: Win | None


@value
class Say:
    """Something for the others to read."""

    text: str


@value
class QuickPhrase:
    """One of the phrases that everybody reads in their own language; without ``id`` their list."""

    id: str


@value
class _AboutSomebody:
    """A command about the one whom it names."""

    who: str


class Mute(_AboutSomebody):
    """Somebody whom the reader wants to hear no more; without a name, who that is."""


class Unmute(_AboutSomebody):
    """Somebody whom the reader wants to hear again."""


class Remove(_AboutSomebody):
    """A spectator to send away, by name or by the start of the player id."""


@value
class Set:
    """A setting to show or to change; without ``name`` all of them are meant."""

    name: str
    value: str | None


@value
class Help:
    """A request for help, with all commands or about one."""

    topic: str


Line: TypeAlias = (
    Verb | Nothing | Move | Resign | Say | QuickPhrase | Mute | Unmute | Remove | Set | Help
)

_OF_MORE_WORDS = ("say", "phrase", "mute", "unmute", "remove", "set", "help")
COMMANDS = (*(verb.value for verb in Verb), "resign", *_OF_MORE_WORDS)

_PLAY = re.compile(r"(?:\d|bar\b|b\s*[/-])", re.IGNORECASE)


class NotUnderstoodError(ValueError):
    """The line is no command; the text is one sentence that may suggest one."""


def parse_line(text: str) -> Line:
    """What ``text`` asks for.

    Raises:
        NotUnderstoodError: it is no command, or one with something missing.
    """
    text = unicodedata.normalize("NFKC", text[:MAX_LINE_CHARS]).strip()
    if not text:
        return Nothing()
    if _PLAY.match(text):
        return _move(text)
    word, _, rest = text.partition(" ")
    name, rest = word.casefold(), rest.strip()
    name = ALIASES.get(name, name)
    match name:
        case "resign":
            return Resign(win=_level(rest) if rest else None)
        case "say":
            return Say(text=_wanted(rest, "say TEXT"))
        case "phrase":
            return QuickPhrase(id=_phrase(rest.casefold()))
        case "mute":
            return Mute(who=rest)
        case "unmute":
            return Unmute(who=_wanted(rest, "unmute NAME"))
        case "remove":
            return Remove(who=_wanted(rest, "remove NAME"))
        case "set":
            setting, _, content = rest.partition(" ")
            return Set(name=setting.casefold().replace("-", "_"), value=content.strip() or None)
        case "help":
            topic = rest.casefold()
            return Help(topic=ALIASES.get(topic, topic))
        case _ if name not in COMMANDS:
            raise NotUnderstoodError(_no_command(word, name))
        case _ if rest:
            raise NotUnderstoodError(words.TAKES_NOTHING.format(name=name))
        case _:
            return Verb(name)


def _move(text: str) -> Move:
    *moves, last = text.split()
    if moves and ALIASES.get(last.casefold(), last.casefold()) == Verb.DONE:
        return Move(text=" ".join(moves), commit=True)
    return Move(text=text, commit=False)


def _level(text: str) -> Win:
    level = LEVELS.get(text.casefold())
    if level is None:
        raise NotUnderstoodError(words.RESIGN_USAGE)
    return level


def _phrase(text: str) -> str:
    if text and text not in words.QUICK_PHRASES:
        raise NotUnderstoodError(words.NO_PHRASE.format(word=printable(text, 20)))
    return text


def _wanted(rest: str, usage: str) -> str:
    if not rest:
        raise NotUnderstoodError(words.SOMETHING_MISSING.format(usage=usage))
    return rest


def _no_command(word: str, name: str) -> str:
    import difflib  # noqa: PLC0415  (not at every start)

    found = difflib.get_close_matches(name, COMMANDS, n=1)
    word = printable(word, 20)
    if not found:
        return words.NO_COMMAND.format(word=word)
    return words.NO_COMMAND_BUT.format(word=word, nearest=found[0])
