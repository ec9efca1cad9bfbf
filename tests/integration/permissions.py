"""The user of a Redis that docs/operations.md describes."""

from __future__ import annotations

import re
from pathlib import Path

_OPERATIONS = Path(__file__).parents[2] / "docs" / "operations.md"


def documented_permissions() -> list[str]:
    """What the document tells to give to the user, word by word, without a password."""
    (line,) = re.findall(r"^ACL SETUSER shuanglu (.*)$", _OPERATIONS.read_text(), re.MULTILINE)
    return [word for word in str(line).split() if not word.startswith(">")]
