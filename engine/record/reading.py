"""The bytes of a file as lines of text, within bounds, and the error that says what is wrong."""

from __future__ import annotations

from engine.sentences import SentenceError

MAX_RECORD_BYTES = 4 << 20
"""A longer file is refused unread: a game takes about 2,000 bytes, a long match 60,000."""

MAX_LINE_CHARS = 4_000
MAX_LINES = 250_000
"""More than the longest file has in lines of an honest length."""


class RecordError(SentenceError, ValueError):
    """A file is no record of a legal match; the message is one sentence.

    ``line`` counts from 1; it is 0 if the fault is in no line of its own.
    """

    def __init__(self, line: int, sentence: str, /, **values: object) -> None:
        super().__init__(sentence, **values)
        self.line = line
        self.problem = str(self)
        if line:
            self.args = (f"line {line}: {self.problem}",)


def record_text(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, else Latin-1.

    Lines end with a line feed alone, whatever they ended with.

    Raises:
        RecordError: it is too long, or is no text.
    """
    if len(data) > MAX_RECORD_BYTES:
        raise RecordError(0, f"the file is too long: {MAX_RECORD_BYTES >> 20} MB is the most.")
    if b"\0" in data:
        raise RecordError(0, "the file is no text.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def record_lines(data: bytes) -> list[str]:
    """The lines of a file, none longer than ``MAX_LINE_CHARS``.

    Raises:
        RecordError: it is too long, is no text, or has too many lines or one that is too long.
    """
    text = record_text(data)
    if text.count("\n") >= MAX_LINES:
        raise RecordError(0, f"the file has more than {MAX_LINES} lines.")
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE_CHARS:
            raise RecordError(number, f"the line is longer than {MAX_LINE_CHARS} characters.")
    return lines
