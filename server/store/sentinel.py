"""A server that sentinels watch: whichever of them is the master when a connection is made.

Sentinels are asked anew for every connection, and they close the connections to a server that is
no master any more. So whoever holds a connection needs to know nothing of a fail-over.
"""

from __future__ import annotations

import random

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from server.store.address import Address, Place
from server.store.link import Wire, ask, ask_once, opened

# Three sentinels that do not answer leave time for one that does: see CONNECT_TIMEOUT_S.
SENTINEL_TIMEOUT_S = 0.7


async def open_master(address: Address) -> Wire:
    """Open a connection to the master of the moment.

    Raises:
        RedisError, OSError: no sentinel knows one, or it cannot be reached, or it is none yet.
    """
    place = await find_master(address)
    wire = await opened(address.wire(place))
    try:
        await _refuse_replica(wire, place)
    except BaseException:
        await wire.disconnect(nowait=True)
        raise
    return wire


async def _refuse_replica(wire: Wire, place: Place) -> None:
    # A sentinel may be behind the others: a replica would take our reads and be behind too.
    role = await ask(wire, "ROLE")
    if role[0] != b"master":
        raise RedisConnectionError(f"{place[0]}:{place[1]} is a replica still, or again")


async def find_master(address: Address) -> Place:
    """Ask one sentinel after the other, in any order, until one knows the master.

    Raises:
        RedisError: none does; the text says what the last one said.
    """
    trouble = ""
    for place in random.sample(address.places, len(address.places)):
        question = ("SENTINEL", "GET-MASTER-ADDR-BY-NAME", address.master)
        wire = address.sentinel_wire(place)
        try:
            answer = await ask_once(wire, *question, timeout_s=SENTINEL_TIMEOUT_S)
        except (RedisError, OSError) as error:
            trouble = str(error) or "no answer"
            continue
        if answer is not None:
            return answer[0].decode(), int(answer[1])
        trouble = "it is not watched"
    raise RedisConnectionError(f"no sentinel knows the master {address.master!r}: {trouble}")
