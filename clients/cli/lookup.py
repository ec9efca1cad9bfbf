"""What ``help`` answers: commands, settings, the words of the game, and longer articles."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path

from clients.cli import articles, glossary, manual, words
from clients.cli.language import translated
from clients.cli.printable import printable

OPENINGS = Path(__file__).with_name("openings.json")
ARTICLES = {
    "openings": ("openings", "first plays", "开局", "开局走法"),
    "strategy": ("strategy", "plans", "tips", "策略", "战略"),
    "history": ("history", "历史"),
    "terms": ("terms", "glossary", "words", "术语", "词汇"),
}
"""The articles, and the words under which they are found."""


def explained(topic: str) -> list[str]:
    """The help about ``topic``, or the overview."""
    if not topic:
        return [*manual.OVERVIEW.split("\n"), words.HELP_TOPICS]
    told = [*_command(topic), *_term(topic)] or _setting(topic)
    if told:
        return told
    for article, names in ARTICLES.items():
        if topic in names:
            return _article(article)
    known = dict.fromkeys([*manual.TOPICS, *_names(), *manual.SETTINGS])
    near = difflib.get_close_matches(topic, known, n=3)
    shown = printable(topic, 20)
    if near:
        return [words.NO_HELP_BUT.format(topic=shown, nearest=words.TERMS_JOINT.join(near))]
    return [words.NO_HELP.format(topic=shown)]


def _command(topic: str) -> list[str]:
    if topic not in manual.TOPICS:
        return []
    settings = manual.SETTINGS if topic == "set" else {}
    return [manual.TOPICS[topic], *(f"  {name:<15} {text}" for name, text in settings.items())]


def _setting(topic: str) -> list[str]:
    """One of the settings, by its name alone or as it is typed to change it."""
    name = topic.removeprefix("set ").strip()
    return [f"{name}: {manual.SETTINGS[name]}"] if name in manual.SETTINGS else []


def _names() -> dict[str, str]:
    """For every word the term that it is found under; a term's own name comes before others."""
    found = {
        other: term for term, others in glossary.FOUND_BY.items() for other in others.split(", ")
    }
    return found | {term: term for term in glossary.TERMS}


def _term(topic: str) -> list[str]:
    names = _names()
    if topic not in names:
        return []
    return [translated(glossary.TERMS[names[topic]])]


def _article(name: str) -> list[str]:
    match name:
        case "openings":
            return list(_openings())
        case "strategy":
            return translated(articles.STRATEGY).split("\n")
        case "history":
            return translated(articles.HISTORY).split("\n")
        case _:
            return [translated(text) for text in glossary.TERMS.values()]


def _openings() -> Iterator[str]:
    """The table of first plays, between two remarks."""
    kept = json.loads(OPENINGS.read_text(encoding="utf-8"))
    yield from translated(articles.OPENINGS_BEFORE).split("\n")
    for roll, plays in kept["rolls"].items():
        told = [play if not loss else f"{play} (-{loss / 1000:.3f})" for play, loss in plays]
        yield f"  {roll[0]}-{roll[1]}  {', '.join(told)}"
    after = translated(articles.OPENINGS_AFTER)
    yield from after.format(engine=kept["engine"], level=kept["level"]).split("\n")


def texts() -> Iterator[str]:
    """All English texts that are translated here."""
    yield from glossary.TERMS.values()
    yield from (articles.OPENINGS_BEFORE, articles.OPENINGS_AFTER)
    yield from (articles.STRATEGY, articles.HISTORY)
