"""A time control in a record: delay and bank for each point in seconds, like ``12+120``."""

from __future__ import annotations

import re

from engine.state import TimeControl

_SECONDS = r"[0-9]{1,5}(?:\.[0-9]{1,3})?"
PATTERN = rf"({_SECONDS})\+({_SECONDS})"
_CONTROL = re.compile(PATTERN)


def control_text(control: TimeControl) -> str:
    """``control`` in seconds."""
    return f"{_seconds(control.delay_ms)}+{_seconds(control.bank_per_point_ms)}"


def parse_control(text: str) -> TimeControl:
    """The time control that ``control_text`` wrote; ``ValueError`` if it is none."""
    found = _CONTROL.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:20]!a} is no time control")
    return TimeControl(delay_ms=_ms(found[1]), bank_per_point_ms=_ms(found[2]))


def _seconds(ms: int) -> str:
    whole, rest = divmod(ms, 1000)
    return f"{whole}.{rest:03}" if rest else f"{whole}"


def _ms(seconds: str) -> int:
    whole, _, rest = seconds.partition(".")
    return int(whole) * 1000 + int(rest.ljust(3, "0"))
