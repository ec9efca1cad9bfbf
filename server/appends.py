"""What a room and its store have to say to each other: what to append, what stands there."""

from __future__ import annotations

from protocol.entries import HEAD_BYTES
from server.ledger import Draft, Ledger
from server.notices import pack_records
from server.store.redis import Append, Store
from server.store.stored import Stored


def stored_ledger(room: str, stored: Stored) -> Ledger:
    """The ledger of ``room`` as the store has it, with the secret of its dice.

    Raises:
        UnknownRecordError: a newer server wrote it.
    """
    ledger = Ledger.restore(room, stored.seq, stored.head, stored.snapshot)
    return ledger.knowing(stored.secret)


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
        secret=b"" if after.seed == before.seed else after.seed,
        message=pack_records(before.seq + 1, draft.stored),
    )


async def stands(store: Store, room: str, seq: int, head: bytes) -> bool:
    """Whether the store's log has a record ``seq`` with this chain value, now.

    Raises:
        Unavailable: the store does not answer.
    """
    pairs = await store.read(room, seq, seq)
    return bool(pairs) and pairs[0][1][:HEAD_BYTES] == head
