"""Asking every server whether it may hold matches, and what its word is worth."""

from __future__ import annotations

from server.store import info
from server.store.address import Kind
from server.store.errors import StoreError, Unavailable
from server.store.patience import ask_for_a_while
from server.store.pipe import Pipe
from server.store.routes import Routes


async def inspect(routes: Routes, kind: Kind, *, allow_eviction: bool) -> str:
    """Refuse unfit servers.

    Returns:
        What an acknowledged append is worth, in a few words.

    Raises:
        StoreError: a server cannot be reached, or cannot or may not hold matches.
    """
    await routes.ready()
    worth = set()
    for pipe in routes.pipes():
        fields = info.parse_info(await ask_for_a_while(lambda pipe=pipe: pipe.call("INFO")))  # type: ignore[misc]
        info.refuse_unfit(fields, cluster=kind is Kind.CLUSTER, allow_eviction=allow_eviction)
        fails_over = kind is not Kind.SERVER or fields.get("connected_slaves", "0") != "0"
        worth.add(info.durability(fields, await _appendfsync(pipe), fails_over=fails_over))
    return "; elsewhere ".join(sorted(worth))


async def _appendfsync(pipe: Pipe) -> str | None:
    try:
        pair = await ask_for_a_while(lambda: pipe.call("CONFIG", "GET", "appendfsync"))
    except Unavailable:
        raise
    except StoreError:  # hosted servers often deny CONFIG
        return None
    return pair[1].decode() if pair else None
