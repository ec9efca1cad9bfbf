"""What somebody who has just started a server wants to know: how to play on it, and from where."""

from __future__ import annotations

import ipaddress
import shutil
import sys
from pathlib import Path

import ifaddr

from server.config import Settings
from server.version import VERSION

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""What listens on all addresses of its kind, and on none of the other, by this machine's own."""
DEFAULT_SERVER = ("127.0.0.1", 8765)


def greeting(settings: Settings, port: int, worth: str) -> list[str]:
    """The lines to print. ``worth`` is what an acknowledgement is worth."""
    own = EVERYWHERE.get(settings.host)
    addresses = [_in_url(one) for one in ([settings.host] if own is None else _addresses(own))]
    host = addresses[0]
    command = _command()
    scheme = "ws" if settings.tls_cert is None else "wss"
    usual = scheme == "ws" and (host, port) == DEFAULT_SERVER
    server = "" if usual else f" --server {scheme}://{host}:{port}"
    kept = settings.data_dir if settings.redis is None else "Redis"
    others = [f"       and {scheme}://{address}:{port}" for address in addresses[1:]]
    return [
        f"Shuanglu {VERSION} serves {scheme}://{host}:{port}",
        *others,
        f"Matches are kept in {kept}; an acknowledged move is {worth}.",
        f"Play:  {command} new --points 5 --name YOU{server}   (then send on the line it prints)",
        f"Alone: {command} bot CODE{server}   (in a second terminal: a bot joins your match)",
        f"Watch: {command} watch CODE{server}   (in any number of terminals)",
    ]


def _command() -> str:
    """How this installation's ``shuanglu`` is called from the folder one is in."""
    script = Path(sys.executable).with_name("shuanglu")
    found = shutil.which("shuanglu")
    if found is not None and Path(found).resolve() == script.resolve():
        return "shuanglu"
    if not script.exists():
        return f"{sys.executable} -m clients.cli"
    here = Path.cwd()
    return str(script.relative_to(here) if script.is_relative_to(here) else script)


def _in_url(host: str) -> str:
    """The host as a URL wants it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def _addresses(own: str) -> list[str]:
    """This machine's addresses of the kind of ``own``: those that others may reach, then it."""
    found = [
        ipaddress.ip_address(address.ip if isinstance(address.ip, str) else address.ip[0])
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
    ]
    version = ipaddress.ip_address(own).version
    reachable = [
        str(one)
        for one in found
        if one.version == version and not one.is_loopback and not one.is_link_local
    ]
    return [*reachable, own]
