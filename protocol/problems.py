"""What is wrong with untrusted data, in one short sentence that repeats none of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import state
from protocol import fields

if TYPE_CHECKING:
    from pydantic import ValidationError

MAX_PATH_CHARS = 80
"""How much of the name of a wrong field is repeated; a stranger may have chosen it."""

_SENTENCES = {
    # Pydantic's own repeats what was sent in full.
    "union_tag_invalid": "nothing of this name is known here",
    "union_tag_not_found": "is missing",
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "unexpected_keyword_argument": "is not known here",
    "string_too_short": "is empty",
    "string_too_long": "is longer than {max_length} characters",
    "too_long": "has more than {max_length} items",
    "value_error": "{error}",
}

PROBLEMS = (
    *dict.fromkeys(text for kind, text in _SENTENCES.items() if kind != "value_error"),
    *fields.SENTENCES,
    *state.SENTENCES,
)
"""The sentences, without the path; pydantic has others, about programs that are wrong."""


def first_problem(error: ValidationError, *, count_from: int = 0) -> str:
    """The first thing that ``error`` found, with the path to the field.

    Items of lists are numbered from ``count_from``: programs count from 0, people from 1.
    """
    first = error.errors(include_url=False, include_input=False)[0]
    sentence = _SENTENCES.get(first["type"])
    text = first["msg"] if sentence is None else sentence.format_map(first.get("ctx", {}))
    steps = [part + count_from if isinstance(part, int) else part for part in first["loc"]]
    path = ascii(".".join(map(str, steps)))[1:-1]
    if first["type"].startswith("union_tag_"):
        path = "t"
    if len(path) > MAX_PATH_CHARS:
        path = f"{path[:MAX_PATH_CHARS]}..."
    return f"{path}: {text}" if path else text
