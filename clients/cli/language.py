"""The language of a run: English, or Simplified Chinese from a catalogue of gettext.

Every text stands in English where it belongs: in ``words.py``, ``notes.py`` and ``manual.py``, in
the tables of refusals, in the parser. ``speak`` puts another language in the place of the English
constants of this package; what is read rarely is translated when it is, by ``translated``.
"""

from __future__ import annotations

import argparse
import gettext
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from clients.cli import manual, notes, words

ENGLISH, CHINESE = "en", "zh"
LANGUAGES = (ENGLISH, CHINESE)
DOMAIN = "shuanglu"
LOCALE = Path(__file__).with_name("locale")
LOCALE_OF = {CHINESE: "zh_CN"}
MODULES: tuple[ModuleType, ...] = (words, notes, manual)
"""Whose constants are texts."""

_spoken = ENGLISH
_catalogue = gettext.NullTranslations()
_english: dict[ModuleType, dict[str, Any]] = {}


def speak(language: str) -> None:
    """From now on all texts are in ``language``, one of ``LANGUAGES``; also those of argparse."""
    global _catalogue, _spoken  # noqa: PLW0603  # a program speaks one language at a time
    if language == _spoken:
        return
    _spoken, _catalogue = language, gettext.NullTranslations()
    if language in LOCALE_OF:
        _catalogue = gettext.translation(DOMAIN, LOCALE, [LOCALE_OF[language]])
        gettext.bindtextdomain(DOMAIN, str(LOCALE))
        # What argparse says follows the environment; so does nothing else here.
        os.environ["LANGUAGE"] = LOCALE_OF[language]
    gettext.textdomain(DOMAIN if language in LOCALE_OF else "messages")
    for module in MODULES:
        for name, english in _english.setdefault(module, dict(_constants(module))).items():
            setattr(module, name, _translated(english))


def spoken() -> str:
    """The language, one of ``LANGUAGES``."""
    return _spoken


def translated(text: str) -> str:
    """``text``, which is English, in the language that is spoken."""
    # The empty text would find the head of the catalogue.
    return _catalogue.gettext(text) if text else text


def texts() -> Iterator[str]:
    """All English constants that ``speak`` replaces."""
    for module in MODULES:
        for constant in _english.get(module, dict(_constants(module))).values():
            yield from [constant] if isinstance(constant, str) else constant.values()


def _constants(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The texts of ``module``, and its tables of texts, by name."""
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, str | dict):
            yield name, value


def _translated(constant: str | dict[Any, str]) -> str | dict[Any, str]:
    if isinstance(constant, str):
        return translated(constant)
    return {key: translated(text) for key, text in constant.items()}


def known(name: str) -> str | None:
    """The language that ``name`` means: ``zh``, ``zh_CN.UTF-8``, ``EN-us``; ``None`` if not here.

    All kinds of Chinese are Simplified Chinese here: that is nearer than English.
    """
    language = name.replace("-", "_").partition(".")[0].partition("_")[0].casefold()
    if language in ("c", "posix"):
        return ENGLISH
    return language if language in LANGUAGES else None


def preferred(setting: str, environment: Mapping[str, str]) -> str:
    """The language of ``setting``, or else that of the system; English if it is not here."""
    if setting:
        return known(setting) or ENGLISH
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return known(environment[name]) or ENGLISH
    return ENGLISH


def translate_parser(parser: argparse.ArgumentParser) -> None:
    """Puts the language that is spoken into the help of ``parser`` and of its commands."""
    if _spoken == ENGLISH:
        return
    for part in parsers(parser):
        part.description = translated(part.description or "")
        part.epilog = "\n".join(map(translated, (part.epilog or "").split("\n")))
        for action in actions(part):
            action.help = translated(action.help or "")


def parser_texts(parser: argparse.ArgumentParser) -> Iterator[str]:
    """All English texts that ``translate_parser`` replaces."""
    for part in parsers(parser):
        yield part.description or ""
        yield from (part.epilog or "").split("\n")
        yield from (action.help or "" for action in actions(part))


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """``parser``, and those of its commands and of theirs."""
    yield parser
    for action in parser._actions:  # argparse tells it by no other way
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from parsers(command)


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of ``parser``, and how its commands are listed."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            yield from action._choices_actions
