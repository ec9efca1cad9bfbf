"""Three hosts on one machine: a server and two clients, each in a network namespace of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hosts:
    """The namespaces' names. Each client sees the server at an address of its own network."""

    server: str
    clients: tuple[str, str]
    server_addresses: tuple[str, str]

    def prefix(self, host: str) -> tuple[str, ...]:
        """What to put before a command that is to run on ``host``."""
        return ("ip", "netns", "exec", host)

    def pull_cable(self, client: int, *, plugged: bool) -> None:
        """Take the link of a client down, or up again."""
        link = f"to{client}"
        _run("ip", "-n", self.server, "link", "set", link, "up" if plugged else "down")


def why_not() -> str | None:
    """Why namespaces cannot be made here, or ``None``."""
    if shutil.which("ip") is None:
        return "the command ip (package iproute2) is not installed"
    if os.geteuid() != 0:
        return "network namespaces need root"
    probe = f"shuanglu-probe-{os.getpid()}"
    made = subprocess.run(["ip", "netns", "add", probe], check=False, capture_output=True)
    if made.returncode:
        return f"network namespaces cannot be made: {made.stderr.decode().strip()}"
    _run("ip", "netns", "del", probe)
    return None


@contextmanager
def three_hosts() -> Iterator[Hosts]:
    """A server's host with a cable to each of two clients' hosts; nothing else is connected."""
    tag = f"shuanglu-{os.getpid()}"
    hosts = Hosts(
        server=f"{tag}-server",
        clients=(f"{tag}-client0", f"{tag}-client1"),
        server_addresses=("10.77.0.1", "10.77.1.1"),
    )
    names = (hosts.server, *hosts.clients)
    try:
        for name in names:
            _run("ip", "netns", "add", name)
            _run("ip", "-n", name, "link", "set", "lo", "up")
        for number, client in enumerate(hosts.clients):
            link = f"to{number}"
            peer = ("peer", "name", "server", "netns", client)
            _run("ip", "-n", hosts.server, "link", "add", link, "type", "veth", *peer)
            _run("ip", "-n", hosts.server, "addr", "add", f"10.77.{number}.1/24", "dev", link)
            _run("ip", "-n", client, "addr", "add", f"10.77.{number}.2/24", "dev", "server")
            _run("ip", "-n", hosts.server, "link", "set", link, "up")
            _run("ip", "-n", client, "link", "set", "server", "up")
        yield hosts
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
