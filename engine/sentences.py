"""Errors for people: a sentence with values, so that a client can tell it in another language."""

from __future__ import annotations


class SentenceError(Exception):
    """An error whose text is ``sentence``, an English template, filled with ``values``."""

    def __init__(self, sentence: str, **values: object) -> None:
        self.sentence = sentence
        self.values = values
        super().__init__(sentence.format_map(values) if values else sentence)
