"""``python -m tests.clients.cli.catalogue``: brings the catalogues in step with the texts.

A text that is new gets an empty translation in the ``.po`` file for somebody to fill in; one that
is gone is taken out. Then the ``.mo`` file that the client reads is written from it.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib

from clients.cli import arguments, language, lookup, refusals

LANGUAGES = tuple(name for name in language.LANGUAGES if name != language.ENGLISH)
OF_ARGPARSE = (
    "usage: ",
    "options",
    "positional arguments",
    "show this help message and exit",
    "show program's version number and exit",
    "argument %(argument_name)s: %(message)s",
    "expected one argument",
    "invalid choice: %(value)r (choose from %(choices)s)",
    "invalid int value: %(value)r",
    "not allowed with argument %s",
    "the following arguments are required: %s",
    "unrecognized arguments: %s",
)
"""What the standard library says of command lines, as far as ours can make it."""


_EXAMPLE = re.compile(r"  shuanglu( \S+)*$")
"""A command to type, with nothing said about it."""


def english() -> Iterator[str]:
    """Every text once, except those with nothing to translate."""
    found = {
        **dict.fromkeys(language.texts()),
        **dict.fromkeys(refusals.texts()),
        **dict.fromkeys(lookup.texts()),
        **dict.fromkeys(language.parser_texts(arguments.build_parser())),
        **dict.fromkeys(arguments.TEXTS),
        **dict.fromkeys(OF_ARGPARSE),
    }
    yield from (text for text in found if any(map(str.isalpha, text)) and not _EXAMPLE.match(text))


def path(name: str, kind: str) -> Path:
    """The catalogue of the language ``name``; ``kind`` is po or mo."""
    folder = language.LOCALE / language.LOCALE_OF[name] / "LC_MESSAGES"
    return folder / f"{language.DOMAIN}.{kind}"


def read(name: str) -> polib.POFile:
    """What a translator writes."""
    return polib.pofile(str(path(name, "po")), wrapwidth=98)


def compiled(catalogue: polib.POFile) -> bytes:
    """The bytes of the ``.mo`` file."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "catalogue.mo")
        catalogue.save_as_mofile(str(target))
        return target.read_bytes()


def main() -> None:
    """Rewrites the files of every language."""
    for name in LANGUAGES:
        old = read(name)
        known = {entry.msgid: entry.msgstr for entry in old}
        old.clear()
        old.extend(polib.POEntry(msgid=text, msgstr=known.get(text, "")) for text in english())
        old.save()
        path(name, "mo").write_bytes(compiled(old))
        missing = [entry.msgid for entry in old if not entry.msgstr]
        print(f"{name}: {len(old)} texts, {len(missing)} to translate", *missing, sep="\n  ")


if __name__ == "__main__":
    main()
