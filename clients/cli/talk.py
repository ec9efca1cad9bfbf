"""What was said in a room, as a line to read."""

from __future__ import annotations

from clients.cli import words
from clients.cli.people import People, shown_name
from clients.cli.printable import printable
from engine.seat import Seat
from protocol.messages import ChatLine


def said(line: ChatLine, people: People) -> str:
    """Who said what; a quick phrase in the reader's language, if it is known here."""
    text = words.QUICK_PHRASES.get(line.get("phrase", ""), line["text"])
    if line["seat"] is None:
        return words.SAID_WATCHING.format(who=shown_name(line["name"]), text=printable(text))
    return words.SAID.format(who=people.at(Seat(line["seat"])), text=printable(text))


def phrases() -> list[str]:
    """The quick phrases, each with the word that says it."""
    listed = (f"  {word:<10} {text}" for word, text in words.QUICK_PHRASES.items())
    return [words.PHRASES_ARE, *listed]
