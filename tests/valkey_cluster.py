"""A cluster of real servers on loopback, which a test may kill, fail over and reshard."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from redis.exceptions import RedisError

from server.store.topology import SLOTS
from tests.valkey import Valkey, free_port

MASTERS = 3
NODE_TIMEOUT_MS = 800
PATIENCE_S = 20.0


class ClusterServer(Valkey):
    """One server of a cluster."""

    def __init__(self, folder: Path) -> None:
        self.bus_port = free_port()
        super().__init__(
            folder,
            tcp=True,
            options=(
                *("--cluster-enabled", "yes", "--cluster-port", str(self.bus_port)),
                *("--cluster-node-timeout", str(NODE_TIMEOUT_MS)),
                *("--cluster-replica-validity-factor", "0", "--repl-diskless-sync-delay", "0"),
                # The others go on with their slots while one master is away.
                *("--cluster-require-full-coverage", "no"),
            ),
        )

    def ask(self, *args: str | int) -> Any:
        """Send one command to this server itself."""
        with self.client() as client:
            return client.execute_command(*args)

    @property
    def id(self) -> str:
        """Its name in the cluster."""
        return str(self.ask("CLUSTER", "MYID").decode())

    @property
    def is_master(self) -> bool:
        """Whether it takes itself for one."""
        return bool(self.ask("ROLE")[0] == b"master")

    def info(self) -> dict[str, str]:
        """CLUSTER INFO."""
        lines = self.ask("CLUSTER", "INFO").decode().split()
        return dict(line.split(":", 1) for line in lines)


class ValkeyCluster:
    """Three masters with a share of the slots each, and a replica for each."""

    def __init__(self, folder: Path) -> None:
        self.servers = [ClusterServer(_made(folder / str(n))) for n in range(2 * MASTERS)]

    @property
    def url(self) -> str:
        """Two of its servers."""
        ports = [server.port for server in self.servers[:2]]
        return f"redis+cluster://127.0.0.1:{ports[0]},127.0.0.1:{ports[1]}"

    def master_of(self, slot: int) -> ClusterServer:
        """Who serves the slot now, as the first that answers sees it."""
        for server in self._running():
            for first, last, (_, port, *_more), *_replicas in server.ask("CLUSTER", "SLOTS"):
                if first <= slot <= last:
                    return next(one for one in self.servers if one.port == port)
        raise AssertionError(f"nobody serves slot {slot}")

    def replica_of(self, master: ClusterServer) -> ClusterServer:
        """Its replica, once it has all that the master has."""
        return next(one for one in self._running() if _follows(one, master.port))

    def start(self) -> None:
        """Start everything, and wait until all agree on who serves what."""
        for server in self.servers:
            server.launch()
        for server in self.servers:
            _until(lambda server=server: bool(server.ask("PING")))  # type: ignore[misc]
        masters, replicas = self.servers[:MASTERS], self.servers[MASTERS:]
        for number, master in enumerate(masters):
            first, end = SLOTS * number // MASTERS, SLOTS * (number + 1) // MASTERS
            master.ask("CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            master.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for server in self.servers[1:]:
            server.ask("CLUSTER", "MEET", "127.0.0.1", masters[0].port, masters[0].bus_port)
        count = str(len(self.servers))
        _until(lambda: all(one.info()["cluster_known_nodes"] == count for one in self.servers))
        for master, replica in zip(masters, replicas, strict=True):
            _until(lambda m=master, r=replica: r.ask("CLUSTER", "REPLICATE", m.id) == b"OK")  # type: ignore[misc]
        _until(lambda: all(one.info()["cluster_state"] == "ok" for one in self.servers))
        for master, replica in zip(masters, replicas, strict=True):
            _until(lambda m=master, r=replica: _follows(r, m.port))  # type: ignore[misc]

    def hand_over(self, slot: int) -> None:
        """CLUSTER FAILOVER: the replica takes the place of the slot's master, in order."""
        old = self.master_of(slot)
        new = self.replica_of(old)
        new.ask("CLUSTER", "FAILOVER")
        _until(lambda: new.is_master and self.master_of(slot) is new)

    def kill_master(self, slot: int) -> ClusterServer:
        """SIGKILL the slot's master, and wait until its replica has taken its place."""
        old = self.master_of(slot)
        new = self.replica_of(old)
        old.kill()
        _until(lambda: new.is_master and self.master_of(slot) is new)
        return old

    def migrate(self, slot: int) -> None:
        """Move a slot to another master key by key, as resharding always did."""
        old = self.master_of(slot)
        new = next(one for one in self.servers if one.is_master and one is not old)
        new.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", old.id)
        old.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", new.id)
        while keys := old.ask("CLUSTER", "GETKEYSINSLOT", slot, 1):
            old.ask("MIGRATE", "127.0.0.1", new.port, keys[0], 0, 5000)
            time.sleep(0.02)  # play goes on between two keys of a room
        for server in (new, old):
            server.ask("CLUSTER", "SETSLOT", slot, "NODE", new.id)
        _until(lambda: self.master_of(slot) is new)

    def migrate_at_once(self, slot: int) -> None:
        """Move a slot as Valkey 9 does: copied beside play, then handed over in one moment."""
        old = self.master_of(slot)
        new = next(one for one in self.servers if one.is_master and one is not old)
        old.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", new.id)
        _until(lambda: self.master_of(slot) is new)

    def wait_until_copied(self, master: ClusterServer) -> None:
        """Until its replica has all that it has."""
        _until(lambda: int(master.ask("WAIT", 1, 100)) == 1)

    def wait_until_following(self, server: ClusterServer, master: ClusterServer) -> None:
        """Until the server is a replica of that master."""
        _until(lambda: _follows(server, master.port))

    def kill(self) -> None:
        """End everything."""
        for server in self.servers:
            server.kill()

    def _running(self) -> list[ClusterServer]:
        running = []
        for server in self.servers:
            try:
                server.ask("PING")
            except (RedisError, OSError):
                continue
            running.append(server)
        return running


@contextmanager
def running_cluster() -> Iterator[ValkeyCluster]:
    """A cluster of the caller's own, gone at the end with all that it stored."""
    folder = Path(tempfile.mkdtemp(prefix="cl"))
    cluster = ValkeyCluster(folder)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.kill()
        shutil.rmtree(folder)


def _follows(server: ClusterServer, port: int) -> bool:
    role = server.ask("ROLE")
    return bool(role[0] == b"slave" and role[2] == port and role[3] == b"connected")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            if holds():
                return
        except (RedisError, OSError, StopIteration):
            pass
        assert time.monotonic() < deadline, "the cluster did not get there in time"
        time.sleep(0.02)
