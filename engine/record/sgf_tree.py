"""The grammar of the Smart Game Format: trees of nodes of properties, without what they mean.

Of several variations only the first is kept, which is what was played.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from engine.record.reading import RecordError

_TOKEN = re.compile(r"\s+|[();]|(?P<name>[A-Za-z]+)|\[(?P<value>(?:[^\]\\]|\\.)*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(\n|.)", re.DOTALL)
_MAX_DEPTH = 100
MAX_ITEMS = 800_000
"""Nodes and properties; the longest file has no more of an honest length."""


@dataclass(slots=True)
class Property:
    """``name[value][value]...`` in the line ``line``."""

    name: str
    line: int
    values: list[str] = field(default_factory=list)


Node = list[Property]
Tree = list[Node]
"""The nodes of the first variation, from the root on."""


def parse_trees(text: str) -> list[Tree]:
    """The game trees of a collection.

    Raises:
        RecordError: ``text`` is not in the format.
    """
    parser = _Parser()
    at, line = 0, 1
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise RecordError(line, "it is no SGF file, or a value has no end.")
        parser.take(token, line)
        line += text.count("\n", at, token.end())
        at = token.end()
    return parser.finished(line)


class _Parser:
    def __init__(self) -> None:
        self._trees: list[Tree] = []
        self._kept: list[bool] = []
        """For each open parenthesis whether what is in it is kept."""
        self._children = [0]
        """How many variations each open parenthesis has had, and the file before all."""
        self._items = 0
        self._unvalued = False
        """Whether the last property still waits for its first value."""

    def take(self, token: re.Match[str], line: int) -> None:
        if self._unvalued and token["value"] is None and not token[0].isspace():
            raise RecordError(line, "it is no SGF file: a property has no value.")
        if token["name"] is not None:
            self._name(token["name"], line)
        elif token["value"] is not None:
            self._value(token["value"], line)
        elif token[0] == "(":
            self._open(line)
        elif token[0] == ")":
            if not self._kept:
                raise RecordError(line, "a parenthesis is closed that was never opened.")
            self._kept.pop()
            self._children.pop()
        elif token[0] == ";":
            if not self._kept:
                raise RecordError(line, "it is no SGF file: a node stands outside of all games.")
            if self._kept[-1]:
                self._count(line)
                self._trees[-1].append([])

    def finished(self, line: int) -> list[Tree]:
        if self._kept:
            raise RecordError(line, "the file ends within a game.")
        if not self._trees:
            raise RecordError(0, "it is no SGF file: there is no game in it.")
        return self._trees

    def _count(self, line: int) -> None:
        self._items += 1
        if self._items > MAX_ITEMS:
            raise RecordError(line, "there are too many nodes and properties in the file.")

    def _open(self, line: int) -> None:
        if len(self._kept) == _MAX_DEPTH:
            raise RecordError(line, "there are too many parentheses in each other.")
        if not self._kept:
            self._trees.append([])
            self._kept.append(True)
        else:
            self._kept.append(self._kept[-1] and self._children[-1] == 0)
        self._children[-1] += 1
        self._children.append(0)

    def _name(self, name: str, line: int) -> None:
        if not self._kept or not self._trees[-1]:
            raise RecordError(line, f"it is no SGF file: {name[:20]!a} stands outside of a node.")
        self._unvalued = True
        if self._kept[-1]:
            self._count(line)
            plain = "".join(letter for letter in name if letter.isupper())
            self._trees[-1][-1].append(Property(plain, line))

    def _value(self, value: str, line: int) -> None:
        if not self._kept or not self._trees[-1] or not self._trees[-1][-1]:
            raise RecordError(line, "it is no SGF file: a value has no property.")
        self._unvalued = False
        if self._kept[-1]:
            plain = _ESCAPED.sub(lambda found: found[1].strip("\n"), value)
            self._trees[-1][-1][-1].values.append(plain)
