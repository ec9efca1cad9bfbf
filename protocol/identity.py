"""Who somebody is and what a room is called, derived without asking anybody.

A client makes a random token once and keeps it. The player id is a hash of the token, so it can be
public; the room code is a keyed hash of the token and of the id of the request that created the
room, so a create that is sent twice meets its own room. Nothing here is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata

TOKEN_HEX_CHARS = 32
PLAYER_HEX_CHARS = 32

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""31 letters and digits without look-alikes: no 0, 1, I, L, O."""
CODE_CHARS = 10
CODE_PATTERN = f"^[{CODE_ALPHABET}]{{{CODE_CHARS}}}$"

_PLAYER_CONTEXT = b"shuanglu-player"
_ROOM_CONTEXT = b"shuanglu-room"


def new_token() -> str:
    """A fresh secret of 128 random bits, in hexadecimal."""
    return secrets.token_hex(TOKEN_HEX_CHARS // 2)


def player_id(token: str) -> str:
    """The public id of the player who holds ``token``: 128 bits in hexadecimal."""
    digest = hashlib.sha256(_PLAYER_CONTEXT + bytes.fromhex(token)).hexdigest()
    return digest[:PLAYER_HEX_CHARS]


def room_code(token: str, request_id: str) -> str:
    """The code of the room that the holder of ``token`` creates by the request ``request_id``.

    About 49.5 bits; without the token nobody can compute the code of a room to come.
    """
    key = bytes.fromhex(token)
    digest = hmac.digest(key, _ROOM_CONTEXT + request_id.encode(), "sha256")
    number = int.from_bytes(digest, "big")
    letters = []
    for _ in range(CODE_CHARS):
        number, index = divmod(number, len(CODE_ALPHABET))
        letters.append(CODE_ALPHABET[index])
    return "".join(letters)


def format_code(code: str) -> str:
    """A room code as people read and type it: ``7KXQ4-MWP9C``."""
    return f"{code[:5]}-{code[5:]}"


def parse_code(text: str) -> str:
    """The room code in what somebody typed: case, width, spaces and dashes do not matter.

    Raises:
        ValueError: it is no room code; the text says what one looks like.
    """
    code = re.sub(r"[\s\-\u2010-\u2015]", "", unicodedata.normalize("NFKC", text)).upper()
    if not re.match(CODE_PATTERN, code):
        raise ValueError(f"{text!r} is no room code; a code looks like 7KXQ4-MWP9C")
    return code
