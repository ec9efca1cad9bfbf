"""A copy of an embedded store's data, also while it is in use.

Between two rewrites the append-only files only grow, so a copy of them is a store as it was at some
moment of the copying, perhaps with half a command at the end, which is dropped when it is loaded.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from redis.asyncio import Redis

from server.store.errors import StoreError
from server.store.folder import DataFolder

POLL_S = 0.05
REWRITE = "auto-aof-rewrite-percentage"


async def back_up(folder: DataFolder, url: str, target: Path) -> None:
    """Copy the data of the store at ``url``, which keeps them in ``folder``, to ``target``.

    ``target`` becomes a data folder that a server can be started on.

    Raises:
        StoreError: there is something already, it cannot be written, or it is inside of what is
            copied.
    """
    async with Redis.from_url(url) as client:
        usual = (await client.config_get(REWRITE))[REWRITE] or "100"
        await client.config_set(REWRITE, 0)
        try:
            while (await client.info("persistence"))["aof_rewrite_in_progress"]:  # noqa: ASYNC110
                await asyncio.sleep(POLL_S)
            await asyncio.to_thread(_copy, folder, target)
        finally:
            await client.config_set(REWRITE, usual)


def _copy(folder: DataFolder, target: Path) -> None:
    if target.resolve().is_relative_to(folder.store_path.resolve()):
        raise StoreError(f"cannot back up to {target}: the store keeps its own files there")
    try:
        target.mkdir(mode=0o700, parents=True)
        try:
            shutil.copytree(folder.store_path, target / folder.store_path.name)
            for note in folder.path.glob("format.json"):
                shutil.copy2(note, target)
        except OSError:
            shutil.rmtree(target, ignore_errors=True)  # half a copy looks like a whole one
            raise
    except shutil.Error as error:  # of several files: source, target and reason of each
        raise StoreError(f"cannot back up to {target}: {error.args[0][0][2]}") from error
    except OSError as error:
        raise StoreError(f"cannot back up to {target}: {error.strerror or error}") from error
