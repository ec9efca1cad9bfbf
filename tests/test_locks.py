"""The lock files: complete, with hashes, free of addresses, and in step with pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())

RUN_TIME = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
DEVELOPMENT = [*RUN_TIME, *PROJECT["project"]["optional-dependencies"]["dev"]]
BENCH = PROJECT["dependency-groups"]["bench"]
LOCKS = [
    ("requirements.lock", RUN_TIME),
    ("requirements-dev.lock", DEVELOPMENT),
    ("requirements-bench.lock", BENCH),
]

HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


def locked(name: str) -> dict[str, Requirement]:
    """The pinned requirements of a lock file by package; fails on any line of another kind."""
    pins: dict[str, Requirement] = {}
    hashes: dict[str, int] = {}
    current = ""
    for line in (ROOT / name).read_text().splitlines():
        if line.lstrip().startswith("#"):
            continue
        if HASH.fullmatch(line):
            hashes[current] += 1
            continue
        requirement = Requirement(line.removesuffix("\\").strip())
        assert re.fullmatch(r"==[^*]+", str(requirement.specifier)), line
        assert requirement.url is None, line
        current = canonicalize_name(requirement.name)
        assert current not in pins, f"{current} is pinned twice"
        pins[current], hashes[current] = requirement, 0
    # A source archive and a wheel at least: hashes of one machine's own wheel would not do.
    assert {package for package, count in hashes.items() if count < 2} == set()
    return pins


@pytest.mark.parametrize(("name", "direct"), LOCKS)
def test_every_direct_dependency_is_pinned_to_a_version_that_fits(
    name: str, direct: list[str]
) -> None:
    pins = locked(name)
    for requirement in map(Requirement, direct):
        pin = pins[canonicalize_name(requirement.name)]
        version = str(pin.specifier).removeprefix("==")
        assert requirement.specifier.contains(version), f"{requirement} but locked {version}"
        assert bool(requirement.marker) == bool(pin.marker), f"{requirement} but locked {pin}"


def test_both_locks_pin_the_same_versions() -> None:
    run_time, development = locked("requirements.lock"), locked("requirements-dev.lock")
    assert {package: str(pin) for package, pin in run_time.items()} == {
        package: str(pin) for package, pin in development.items() if package in run_time
    }


@pytest.mark.parametrize(("name", "direct"), LOCKS)
def test_a_lock_names_no_address_and_no_folder(name: str, direct: list[str]) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"://|--(extra-)?index-url|--find-links|(^|\s)/\w", text)


@pytest.mark.parametrize(
    "requirement", list(map(Requirement, DEVELOPMENT + BENCH)), ids=lambda r: r.name
)
def test_every_dependency_has_its_reason(requirement: Requirement) -> None:
    table = re.findall(r"^\| ([\w, -]+) \| .+ \|$", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    explained = {name for cell in table for name in cell.split(", ")}
    assert requirement.name in explained, "CONTRIBUTING.md says why each dependency is there"
