"""What records call the variants of the game: gnubg's words, or like them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from engine.variants import STANDARD, VARIANTS

MAT_NAMES = MappingProxyType(
    {
        STANDARD: "Backgammon",
        "nackgammon": "NackGammon",
        "hypergammon": "HyperGammon (3)",
        "longgammon": "LongGammon",
    }
)
"""The ``Variation`` of ``.mat`` files."""

SGF_NAMES = MappingProxyType(
    {"nackgammon": "Nackgammon", "hypergammon": "Hypergammon3", "longgammon": "Longgammon"}
)
"""The word in ``RU`` of SGF files; the standard start has none."""

SGF_OTHERS: Final = ("Hypergammon1", "Hypergammon2")
"""What gnubg plays and we do not."""

_VARIANTS = {name.casefold(): variant for variant, name in MAT_NAMES.items()} | {
    name: name for name in VARIANTS
}


class UnknownVariationError(ValueError):
    """A record of a variant that is not known here; the text is one sentence."""

    def __init__(self, name: str) -> None:
        super().__init__(f"it starts from another position: {name[:40]!a} is not known here.")


def variant_of_mat(name: str) -> str:
    """The variant that a ``.mat`` file calls ``name``.

    Raises:
        UnknownVariationError: it is none that is known here.
    """
    variant = _VARIANTS.get(name.casefold())
    if variant is None:
        raise UnknownVariationError(name)
    return variant


def variant_of_sgf(words: set[str]) -> str:
    """The variant that is among the ``words`` of an SGF file's ``RU``.

    Raises:
        UnknownVariationError: one is named that is not known here.
    """
    if other := sorted(words.intersection(SGF_OTHERS)):
        raise UnknownVariationError(other[0])
    return next((variant for variant, name in SGF_NAMES.items() if name in words), STANDARD)
