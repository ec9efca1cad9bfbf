"""A master with a replica, watched by three sentinels, all real servers on loopback."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from server.store.binary import find_binary
from tests.valkey import Valkey, free_port

MASTER = "matches"
SENTINELS = 3
DOWN_AFTER_MS = 500
PATIENCE_S = 20.0

_CONFIGURATION = """\
port {port}
bind 127.0.0.1
dir {folder}
sentinel monitor {master} 127.0.0.1 {master_port} 2
sentinel down-after-milliseconds {master} {down_after_ms}
sentinel failover-timeout {master} 3000
"""


class Sentinel:
    """One sentinel process."""

    def __init__(self, folder: Path, master: Valkey) -> None:
        self.port = free_port()
        self._folder = folder
        self._master = master
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it with a configuration file, which it writes itself from then on."""
        file = self._folder / "sentinel.conf"
        file.write_text(
            _CONFIGURATION.format(
                port=self.port,
                folder=self._folder,
                master=MASTER,
                master_port=self._master.port,
                down_after_ms=DOWN_AFTER_MS,
            )
        )
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(find_binary()), str(file), "--sentinel"], stdout=log, stderr=log
            )

    def ask(self, *args: str) -> Any:
        """Send one command to it."""
        with Redis(port=self.port, retry=Retry(NoBackoff(), 0), protocol=3) as client:
            return client.execute_command(*args)

    def master_port(self) -> int:
        """The port of the server that it takes for the master."""
        return int(self.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER)[1])

    def is_ready(self) -> bool:
        """Whether it knows the replica and all other sentinels."""
        known = self.ask("SENTINEL", "MASTER", MASTER)
        others = (int(known[b"num-slaves"]), int(known[b"num-other-sentinels"]))
        return others == (1, SENTINELS - 1)

    def kill(self) -> None:
        """SIGKILL, and wait until it is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Watched:
    """Two servers, one of them the master of the moment, and their sentinels."""

    def __init__(self, folder: Path) -> None:
        self.servers = [self._server(folder, "one"), self._server(folder, "two")]
        self.sentinels = []
        for number in range(SENTINELS):
            (folder / str(number)).mkdir()
            self.sentinels.append(Sentinel(folder / str(number), self.servers[0]))

    @property
    def url(self) -> str:
        """All sentinels."""
        places = ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels)
        return f"redis+sentinel://{places}/{MASTER}"

    @property
    def master(self) -> Valkey:
        """The master of the moment."""
        (port,) = {one.master_port() for one in self.sentinels}
        return next(one for one in self.servers if one.port == port)

    @property
    def replica(self) -> Valkey:
        """The other one."""
        return next(one for one in self.servers if one is not self.master)

    def start(self) -> None:
        """Start everything, and wait until a fail-over would work."""
        master, replica = self.servers
        for server in self.servers:
            server.start()
        with replica.client() as client:
            client.replicaof("127.0.0.1", str(master.port))
        for sentinel in self.sentinels:
            sentinel.start()
        until(lambda: _link_of(replica) == b"connected")
        until(lambda: all(one.is_ready() for one in self.sentinels))

    def kill_master(self) -> Valkey:
        """SIGKILL the master, and wait until all sentinels know the new one."""
        old = self.master
        old.kill()
        self.wait_for_another_than(old)
        return old

    def hand_over(self) -> None:
        """SENTINEL FAILOVER; the old master takes writes for ten seconds more, which are lost.

        Returns when nobody but sentinels and the replica is connected to it.
        """
        old = self.master
        self.sentinels[0].ask("SENTINEL", "FAILOVER", MASTER)
        self.wait_for_another_than(old)
        until(lambda: _is_left(old))

    def wait_for_another_than(self, old: Valkey) -> None:
        """Wait until all sentinels know another master."""
        until(lambda: all(one.master_port() != old.port for one in self.sentinels))

    def wait_until_copied(self) -> None:
        """Until the replica has all that the master has."""

        def copied() -> bool:
            with self.master.client() as client:
                return int(client.wait(1, 100)) == 1

        until(copied)

    def kill(self) -> None:
        """End everything."""
        for sentinel in self.sentinels:
            sentinel.kill()
        for server in self.servers:
            server.kill()

    @staticmethod
    def _server(folder: Path, name: str) -> Valkey:
        (folder / name).mkdir()
        return Valkey(folder / name, tcp=True, options=("--repl-diskless-sync-delay", "0"))


@contextmanager
def running_sentinels() -> Iterator[Watched]:
    """Servers and sentinels of the caller's own, gone at the end with all that was stored."""
    folder = Path(tempfile.mkdtemp(prefix="se"))
    watched = Watched(folder)
    try:
        watched.start()
        yield watched
    finally:
        watched.kill()
        shutil.rmtree(folder)


def until(holds: Callable[[], bool]) -> None:
    """Ask again until ``holds``, within a bound."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            if holds():
                return
        except (RedisError, OSError):
            pass
        assert time.monotonic() < deadline, "the servers did not get there in time"
        time.sleep(0.02)


def _is_left(server: Valkey) -> bool:
    with server.client() as client:
        own_id = client.client_id()
        others = [one for one in client.client_list() if int(one["id"]) != own_id]
    # Sentinels name their connections; a replica's has a flag.
    return all(one["name"].startswith("sentinel") or "S" in one["flags"] for one in others)


def _link_of(server: Valkey) -> object:
    with server.client() as client:
        role = client.execute_command("ROLE")
        return role[3] if role[0] == b"slave" else None
