"""Quick phrases: what is said most, sent as an id and shown in the reader's own language.

A reader whose program does not know an id shows the text that comes with it, which is English.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

PhraseId: TypeAlias = Literal[
    "hello",
    "luck",
    "nice",
    "lucky",
    "unlucky",
    "thanks",
    "sorry",
    "thinking",
    "moment",
    "back",
    "again",
    "goodbye",
]

PHRASES: dict[PhraseId, str] = {
    "hello": "Hello!",
    "luck": "Good luck!",
    "nice": "Nicely played!",
    "lucky": "That was lucky.",
    "unlucky": "That was unlucky.",
    "thanks": "Thank you for the game.",
    "sorry": "Sorry!",
    "thinking": "Let me think.",
    "moment": "One moment, please.",
    "back": "I am back.",
    "again": "Shall we play again?",
    "goodbye": "Goodbye!",
}
