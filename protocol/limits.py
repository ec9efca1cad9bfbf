"""The bounds of everything that a client may send. What is over a bound is refused, never cut."""

from __future__ import annotations

MAX_FRAME_BYTES = 16 * 1024
"""One request. The largest honest one, a chat line, takes under 3 KiB."""
MIN_ID_CHARS = 8
"""Short ids meet each other by chance."""
MAX_ID_CHARS = 64
"""The id of a request."""
MAX_NAME_CHARS = 24
"""A name."""
MAX_CHAT_CHARS = 500
"""One line of chat."""
MAX_STEPS = 4
"""The moves of a double: no play has more."""
MAX_LOG_PAGE = 500
"""The most entries that one ``log`` request gets."""
MAX_SEQ = 2**53 - 1
"""What a JavaScript number holds exactly."""
MAX_CONTAINER_ITEMS = 64
"""Items in one list or map of a frame; no request comes near it."""
MAX_UNANSWERED = 8
"""The requests that a client may have in flight; the server remembers twice as many."""
MAX_DELAY_MS = 10 * 60 * 1000
"""The longest delay of a turn that can be agreed on."""
MIN_BANK_MS = 1_000
"""The smallest bank for a point: without any, a clock could run out at once."""
MAX_BANK_MS = 24 * 60 * 60 * 1000
"""The largest bank for a point."""
