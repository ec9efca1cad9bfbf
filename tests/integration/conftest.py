from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.integration.moved_time import MovedNodes, moved_nodes
from tests.integration.node import loaded_dice
from tests.valkey import running_valkey


@pytest.fixture
async def nodes() -> AsyncIterator[MovedNodes]:
    """Two nodes on a store of their own, in a time of its own; White has won the opening throw."""
    with running_valkey() as store:
        async with moved_nodes(store, throw=loaded_dice((3, 1))) as both:
            yield both
