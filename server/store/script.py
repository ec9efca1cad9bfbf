"""A Lua script that runs in Redis, called by its digest."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from server.store.pipe import Arg
from server.store.routes import Routes


class Script:
    """One ``.lua`` file of this package."""

    def __init__(self, name: str) -> None:
        self._text = files("server.store").joinpath(name).read_bytes()
        self._digest = hashlib.sha1(self._text, usedforsecurity=False).hexdigest()

    async def run(
        self, routes: Routes, name: str, keys: tuple[str, ...], args: tuple[Arg, ...]
    ) -> Any:
        """Run it once where ``name`` is; a Redis that does not know it yet gets its text.

        Raises:
            Lost: no answer; it may or may not have run.
            RedisError: Redis answered an error.
        """
        try:
            return await routes.send(name, "EVALSHA", self._digest, len(keys), *keys, *args)
        except NoScriptError:
            return await routes.send(name, "EVAL", self._text, len(keys), *keys, *args)
