"""The reference names everything there is, with the bounds of the models."""

from __future__ import annotations

import json
import re

from engine.errors import TEXTS
from protocol import limits
from protocol.codes import WIRE_TEXTS, CloseCode
from protocol.convert import EVENT_TYPES
from protocol.examples import EVENTS, MESSAGES, REQUESTS
from protocol.reference import reference

TEXT = reference()
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", TEXT, re.M | re.S))


def headings(section: str) -> list[str]:
    """The headings below that of a section."""
    return re.findall(r"^### `?(.+?)`?$", SECTIONS[section], re.M)


def test_its_sections() -> None:
    assert list(SECTIONS) == [
        "Requests",
        "Messages",
        "Events",
        "Values",
        "Error codes",
        "Close codes",
        "Limits",
    ]


def test_everything_has_its_heading() -> None:
    assert headings("Requests") == [request.t for request in REQUESTS]
    assert headings("Messages") == [message["t"] for message in MESSAGES]
    assert headings("Events") == list(EVENT_TYPES)


def test_every_code_stands_with_its_sentence() -> None:
    for code, text in [*WIRE_TEXTS.items(), *TEXTS.items()]:
        assert f"| `{code.value}` | {text} |" in SECTIONS["Error codes"]
    for close in CloseCode:
        assert re.search(rf"\| {close.value} \| \w+ \| .+\. \|", SECTIONS["Close codes"])


def test_every_limit_stands_with_its_value_and_reason() -> None:
    for name, value in vars(limits).items():
        if name.isupper():
            assert re.search(rf"\| `{name}` \| {value:,} \| .+\. \|", SECTIONS["Limits"])


def test_bounds_are_those_of_the_models() -> None:
    create = SECTIONS["Requests"].split("### `create`")[1].split("###")[0]
    assert "| `length` | integer, 1 to 25 or null | points; null for a money session |" in create
    assert f"string, 1 to {limits.MAX_NAME_CHARS} characters" in create
    assert "(default: `true`)" in create


def test_examples_can_be_read_back() -> None:
    blocks = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", TEXT, re.S)]
    assert len(blocks) == len(REQUESTS) + len(MESSAGES) + len(EVENTS)
    assert blocks[len(REQUESTS) : -len(EVENTS)] == list(MESSAGES)


def test_links_lead_to_headings() -> None:
    anchors = {heading.lower() for heading in re.findall(r"^##+ `?(.+?)`?$", TEXT, re.M)}
    for target in re.findall(r"\]\(#(.+?)\)", TEXT):
        assert target in anchors


def test_values_are_explained() -> None:
    values = SECTIONS["Values"]
    assert '- `"to_roll"`: The side on roll, to roll or to double.' in values
    assert "Who has said ready" in values
    assert "- `2`: gammon" in values
