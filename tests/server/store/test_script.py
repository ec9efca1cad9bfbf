"""Scripts: by digest, and by text to a store that does not know them."""

from __future__ import annotations

from server.store.background import alongside
from server.store.keys import chat_key
from server.store.script import Script
from tests.server.store.endpoints import routes_to
from tests.valkey import Valkey

LINE = ("id", b"a line", 100, 60_000, "channel")


async def test_the_text_is_sent_once_and_the_digest_after_that(valkey: Valkey) -> None:
    with valkey.client() as client:
        client.script_flush()
        client.config_resetstat()
    routes, script = routes_to(valkey.url), Script("chat.lua")
    async with alongside(routes.run()):
        answers = [await script.run(routes, "room", (chat_key("room"),), LINE) for _ in range(3)]
    assert answers == [1, 0, 0]
    with valkey.client() as client:
        calls = client.info("commandstats")
    assert isinstance(calls, dict)
    assert calls["cmdstat_eval"]["calls"] == 1
    assert calls["cmdstat_evalsha"]["calls"] == 3
