"""The bounded types of which requests are made: names, texts, codes, numbers, moves.

What is out of bounds is refused, never cut. Texts come out in a form that is harmless to show on a
terminal; on a page they still have to be escaped.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal

from engine.board import BAR, OFF
from engine.state import MAX_AUTOMATIC_DOUBLES, MAX_CLAIM_MS, MIN_CLAIM_MS, MINUTE_MS
from engine.values import value
from protocol.annotation import Field, FromStrangers
from protocol.identity import CODE_PATTERN, PLAYER_HEX_CHARS, TOKEN_HEX_CHARS
from protocol.limits import (
    MAX_BANK_MS,
    MAX_CHAT_CHARS,
    MAX_DELAY_MS,
    MAX_ID_CHARS,
    MAX_NAME_CHARS,
    MAX_SEQ,
    MAX_STEPS,
    MIN_BANK_MS,
    MIN_ID_CHARS,
)

_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANK = frozenset("\u115f\u1160\u2800")
"""Letters and symbols by their category that show as nothing."""


EMPTY = "is empty"
UNSEEN = "contains control or formatting characters"
BARE_MARK = "starts with a mark that belongs on another letter"
SENTENCES = (EMPTY, UNSEEN, BARE_MARK)


def _plain_text(text: str) -> str:
    """NFKC, without characters that move a cursor, hide, or turn the writing direction."""
    text = unicodedata.normalize("NFKC", text).strip()
    if not text:
        raise ValueError(EMPTY)
    if any(unicodedata.category(char) in _UNPRINTABLE or char in _BLANK for char in text):
        raise ValueError(UNSEEN)
    if unicodedata.category(text[0]).startswith("M"):
        raise ValueError(BARE_MARK)
    return text


RequestId = Annotated[
    str,
    Field(
        pattern=rf"^[A-Za-z0-9_-]{{{MIN_ID_CHARS},{MAX_ID_CHARS}}}$",
        description="random, chosen by the client",
    ),
]
Room = Annotated[str, Field(pattern=CODE_PATTERN, description="the room's code")]
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_NAME_CHARS,
        clean=_plain_text,
        description="the name that others see: no control, formatting or blank characters",
    ),
]
ChatText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MAX_CHAT_CHARS,
        clean=_plain_text,
        description="one line: no control, formatting or blank characters",
    ),
]
Token = Annotated[
    str,
    Field(
        pattern=rf"^[0-9a-f]{{{TOKEN_HEX_CHARS}}}$",
        description="your secret: 128 random bits, made once and kept",
    ),
]
PlayerId = Annotated[
    str, Field(pattern=rf"^[0-9a-f]{{{PLAYER_HEX_CHARS}}}$", description="a player's public id")
]
Secret = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="32 bytes, see docs/dice.md")]
Head = Annotated[
    str,
    Field(pattern=r"^[0-9a-f]{32}$", description="a chain value of the log"),
]


VariantName = Annotated[
    Literal["standard", "nackgammon", "hypergammon", "longgammon"],
    Field(description="where the checkers start and how many there are"),
]
ChatSwitch = Annotated[bool, Field(description="whether there is chat in the room")]
WhoWatches = Annotated[
    Literal["all", "link", "none"],
    Field(
        description="who may watch: all (the lobby shows the game), link (whoever has the code), "
        "none"
    ),
]
_Minutes = Annotated[int, Field(ge=MIN_CLAIM_MS // MINUTE_MS, le=MAX_CLAIM_MS // MINUTE_MS)]
ClaimMinutes = Annotated[
    _Minutes | None,
    Field(
        description="without a clock: how long a player may be away on their own turn before the "
        "opponent may claim the game; null: for ever",
    ),
]
AutomaticDoubles = Annotated[
    int,
    Field(
        ge=0,
        le=MAX_AUTOMATIC_DOUBLES,
        description="money: how often in a game equal opening dice turn the cube; 0 is never",
    ),
]
CubeLimit = Annotated[
    Literal[2, 4, 8, 16, 32, 64, 128, 256, 512, 1024],
    Field(description="money: the highest value of the cube"),
]


@value
class OwnControl(FromStrangers):
    """A time control that has no name."""

    delay_ms: Annotated[
        int, Field(ge=0, le=MAX_DELAY_MS, description="the delay of every turn, in ms")
    ]
    bank_per_point_ms: Annotated[
        int,
        Field(ge=MIN_BANK_MS, le=MAX_BANK_MS, description="the bank for each point, in ms"),
    ]


TimeAgreed = Annotated[
    Literal["none", "fast", "normal", "slow"] | OwnControl,
    Field(
        description="how much time each side has: none (as much as it likes), fast (8 s a turn and "
        "20 s a point), normal (12 s and 2 min), slow (15 s and 3 min), or another control"
    ),
]
Seq = Annotated[int, Field(ge=0, le=MAX_SEQ)]
LogSeq = Annotated[int, Field(ge=1, le=MAX_SEQ)]
_From = Annotated[int, Field(ge=1, le=BAR)]
_To = Annotated[int, Field(ge=OFF, le=BAR - 1)]
Move = Annotated[tuple[_From, _To], Field(strict=False)]
"""``[source, target]`` in the mover's own numbering: 25 is the bar, 0 is off."""
Moves = Annotated[
    list[Move],
    Field(max_length=MAX_STEPS, description="[source, target] each; 25 is the bar, 0 is off"),
]
