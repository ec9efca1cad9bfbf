from __future__ import annotations

from ipaddress import ip_network

import pytest

from server.addresses import client_address, household, is_within, plain_address

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.1", [], "203.0.113.1"),
        ("203.0.113.1", ["198.51.100.1"], "203.0.113.1"),  # nobody vouches for it
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["198.51.100.9, 203.0.113.1"], "203.0.113.1"),  # the first is the client's
        ("10.0.0.1", ["198.51.100.9", "203.0.113.1"], "203.0.113.1"),
        ("10.0.0.1", ["203.0.113.1, 10.9.9.9"], "203.0.113.1"),  # two proxies
        ("10.0.0.1", ["10.9.9.9"], "10.9.9.9"),
        ("10.0.0.1", ["203.0.113.1, unknown"], "10.0.0.1"),
        ("10.0.0.1", [""], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["::ffff:203.0.113.1"], "203.0.113.1"),
        ("fd00::1", ["2001:db8::0:1"], "2001:db8::1"),
        ("", ["203.0.113.1"], ""),
    ],
)
def test_a_proxy_that_is_trusted_vouches_for_the_one_before(
    peer: str, forwarded: list[str], client: str
) -> None:
    assert client_address(peer, forwarded, TRUSTED) == client


def test_one_visitor_is_an_address_or_a_network_of_64_bits() -> None:
    assert household("203.0.113.1") == "203.0.113.1"
    assert household("2001:db8:1:2:3:4:5:6") == household("2001:db8:1:2::") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::") != household("2001:db8:1:2::")
    assert household("no address") == "no address"


def test_a_zone_is_no_part_of_an_address() -> None:
    assert plain_address("fe80::1%eth0") == "fe80::1"
    assert plain_address("no address") == "no address"


def test_what_is_no_address_is_in_no_network() -> None:
    assert not is_within("no address", TRUSTED)
    assert is_within("10.1.2.3", TRUSTED)
    assert not is_within("10.1.2.3", ())
