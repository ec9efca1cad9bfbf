"""A draft in the form in which the store compares and appends it."""

from __future__ import annotations

from server.ledger import Draft
from server.notices import pack_records
from server.store.redis import Append


def append_of(draft: Draft) -> Append:
    """What to append after the ledger that ``draft`` follows, and what other nodes are told."""
    before, after = draft.before, draft.after
    return Append(
        room=after.room,
        expected=before.head if before.seq else b"",
        first=before.seq + 1,
        entries=draft.stored,
        head=after.head,
        snapshot=after.snapshot(),
        at_ms=after.at_ms,
        message=pack_records(before.seq + 1, draft.stored),
    )
