"""Why something was refused, in the language of the reader: from its code and its details.

The sentence that came along is English. It is shown as it is in English, and where this client
does not know the code, or the server did not send what the sentence here needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter

from clients import address, identity, link_faults, outbox
from clients.asking import UnfitRequestError
from clients.cli.language import ENGLISH, spoken, translated
from clients.cli.printable import printable
from engine import notation, state
from engine.errors import TEXTS, IllegalCommand
from engine.sentences import SentenceError
from protocol.codes import WIRE_TEXTS, WireCode
from protocol.problems import PROBLEMS

Detail = str | int

SENTENCES: dict[str, str] = {
    **{code.value: text for code, text in TEXTS.items()},
    **{code.value: text for code, text in WIRE_TEXTS.items()},
}
A_NUMBER, A_NUMBER_OR_MORE = "a {distance}", "a {distance} or more"
SO_MANY_PIPS = "{distance} pips"
BOTH_DICE, ALL_MOVES, SOME_MOVES = "both dice", "all {most} moves", "{moves} of the {most} moves"
TWO_POINTS = "{point1} and {point2}"
PHRASES = (A_NUMBER, A_NUMBER_OR_MORE, SO_MANY_PIPS, BOTH_DICE, ALL_MOVES, SOME_MOVES, TWO_POINTS)
"""What the engine writes into its sentences in English."""

FIELDS = {"text": "what you say ", "name": "the name "}
"""What people call the fields that they fill in; a problem with one goes on from there."""


def told(code: str, details: Mapping[str, Detail], text: str) -> str:
    """The refusal as one sentence; ``text`` is what came along."""
    if code == WireCode.BAD_REQUEST and spoken() != ENGLISH:
        return printable(problem_told(text))
    english = SENTENCES.get(code)
    if english is None or spoken() == ENGLISH:
        return printable(text)
    try:
        sentence = translated(english).format_map({**details, **_phrases(details)})
    except (LookupError, TypeError, ValueError):  # a server may send anything
        return printable(text)
    return printable(sentence)


def told_error(error: Exception) -> str:
    """The text of ``error``; in the reader's language if it has a sentence of ours."""
    if isinstance(error, UnfitRequestError) and spoken() != ENGLISH:
        return problem_told(str(error))
    if not isinstance(error, SentenceError):
        return str(error)
    values = {name: reason_told(value) for name, value in error.values.items()}
    sentence = translated(error.sentence)
    return sentence.format_map(values) if values else sentence


def reason_told(reason: object) -> object:
    """A value of a sentence: a reason that is known here, or another error, told as well."""
    match reason:
        case IllegalCommand():
            return told(reason.code, reason.details, reason.text)
        case SentenceError():
            return told_error(reason)
        case str() if reason in link_faults.REASONS:
            return translated(reason)
        case _:
            return reason


def problem_told(problem: str) -> str:
    """What is wrong with a field (``text: is empty``), as far as it is a sentence of ours."""
    field, colon, rest = problem.partition(": ")
    if not colon:
        field, rest = "", problem
    for sentence, pattern in _problems():
        found = pattern.fullmatch(rest)
        if found is not None:
            # What was found has been converted already.
            template = re.sub(r"!\w(?=})", "", translated(sentence))
            text = template.format_map(found.groupdict())
            named = translated(FIELDS[field]) if field in FIELDS else f"{field}{colon}"
            return named + text
    return problem


@cache
def _problems() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The sentences about fields, each with what it looks like when it is filled."""
    return tuple((sentence, re.compile(_filled(sentence))) for sentence in PROBLEMS)


def _filled(sentence: str) -> str:
    parts = Formatter().parse(sentence)
    return "".join(
        re.escape(text) + (f"(?P<{name}>.*)" if name else "") for text, name, _, _ in parts
    )


def _phrases(details: Mapping[str, Detail]) -> dict[str, str]:
    """The details that are English, made anew from the numbers that stand beside them."""
    found: dict[str, str] = {}
    if "needs" in details:
        distance, borne_off = details["distance"], str(details["move"]).endswith("/off")
        phrase = A_NUMBER_OR_MORE if borne_off else A_NUMBER
        phrase = SO_MANY_PIPS if int(distance) > 6 else phrase
        found["needs"] = translated(phrase).format(distance=distance)
    if "must" in details:
        moves, most = details["moves"], details["most"]
        phrase = ALL_MOVES if moves == most else SOME_MOVES
        phrase = BOTH_DICE if most == 2 else phrase
        found["must"] = translated(phrase).format(moves=moves, most=most)
    if "point2" in details:
        found["points"] = translated(TWO_POINTS).format_map(details)
    return found


def texts() -> Iterator[str]:
    """All English texts that are translated here."""
    yield from SENTENCES.values()
    yield from PHRASES
    yield from (*address.SENTENCES, *identity.SENTENCES)
    yield from (*link_faults.SENTENCES, *link_faults.REASONS)
    yield from (*notation.SENTENCES, *state.SENTENCES)
    yield from (*PROBLEMS, *FIELDS.values())
    # What is said of logs is told by ``told_error`` as well; a start does not import it.
    from engine.record import judge  # noqa: PLC0415
    from protocol import record  # noqa: PLC0415

    yield from (*record.SENTENCES, *record.PROBLEMS, *judge.SENTENCES)
    yield outbox.FULL
