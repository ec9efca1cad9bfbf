"""Names that look alike, though they are different: so that nobody passes for somebody else.

Two names look alike if the same remains of them once case, accents, width, spaces and punctuation
are gone and letters that are drawn alike have become one: those of Latin, Greek and Cyrillic, and
digits. It is meant for people at one table; it finds the usual tricks, not every one there is.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_DRAWN_LIKE = {
    "a": "аαɑ",
    "b": "ьвβ6",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еєε3",
    "g": "ɡ9",
    "h": "һн",
    "i": "іιıl1|!jј",
    "k": "кκ",
    "m": "мμ",
    "n": "пηո",
    "o": "оοσ0",
    "p": "рρ",
    "q": "ԛ",
    "r": "гɾ",
    "s": "ѕ5$",
    "t": "тτ7",
    "u": "υս",
    "v": "ѵν",
    "w": "ѡωԝ",
    "x": "хχ",
    "y": "уүγ",
    "z": "2",
}
_LETTERS = str.maketrans({odd: plain for plain, odds in _DRAWN_LIKE.items() for odd in odds})
_PAIRS = (("rn", "m"), ("vv", "w"), ("ci", "d"))


@lru_cache(maxsize=256)
def bones(name: str) -> str:
    """What remains of ``name`` when all that is easily overlooked is gone."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(_LETTERS)
    left = "".join(char for char in folded if unicodedata.category(char)[0] in "LNS")
    for two, one in _PAIRS:
        left = left.replace(two, one)
    return left or name


def look_alike(one: str, other: str) -> bool:
    """Whether people may take one name for the other."""
    return bones(one) == bones(other)
