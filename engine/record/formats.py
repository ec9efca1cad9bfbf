"""The formats of records by their names, which are also how their files end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.events import Event
from engine.record.mat import to_mat
from engine.record.mat_reader import parse_mat
from engine.record.model import MatchRecord
from engine.record.sgf import to_sgf
from engine.record.sgf_reader import parse_sgf
from engine.record.text import to_text
from engine.record.text_reader import parse_text


@dataclass(frozen=True, slots=True)
class Format:
    """How to write a match, and how to read the events of one.

    ``read`` raises ``RecordError`` for what is no record of a legal match.
    """

    write: Callable[[MatchRecord], str]
    read: Callable[[bytes], tuple[Event, ...]]


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "mat": Format(to_mat, parse_mat),
        "sgf": Format(to_sgf, parse_sgf),
        "txt": Format(to_text, parse_text),
    }
)
