"""From where a connection comes, also behind proxies, and whose share of the limits it uses."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from server.config import Network

HOUSEHOLD_BITS = 64
"""Of an IPv6 address: what one visitor is given at least, and may change the rest of at will."""


def client_address(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """The address of the client.

    Each proxy adds, at the end, the address it was asked from. So the list is read from the end as
    long as a proxy that is trusted vouches for the next one; what a client wrote itself is never
    reached. What is no address ends it, too.

    Args:
        peer: the other end of the connection.
        forwarded: the values of the request's X-Forwarded-For headers.
        trusted: the networks of proxies.
    """
    address = plain_address(peer)
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    while hops and is_within(address, trusted):
        try:
            address = str(ip_address(hops.pop()))
        except ValueError:
            break
        address = plain_address(address)
    return address


def plain_address(text: str) -> str:
    """An address without a zone; an IPv4 one that came over IPv6 as the IPv4 one it is."""
    text = text.partition("%")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def is_within(text: str, networks: Sequence[Network]) -> bool:
    """Whether the address is in one of ``networks``."""
    if not networks:
        return False
    address = _parsed(text)
    return address is not None and any(address in network for network in networks)


def household(text: str) -> str:
    """The addresses that count as one visitor: one of IPv4, a /64 of IPv6."""
    address = _parsed(text)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), HOUSEHOLD_BITS), strict=False))
    return text


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None
