"""The files for containers, checked by running what they name: no container engine is needed."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet

from server.app import running_node
from server.config import ENV_PREFIX, read_settings
from tests.valkey import Valkey, running_valkey

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
NODES = {name: service for name, service in SERVICES.items() if service.get("build")}
PROXY_CONFIG = ROOT / "deploy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")


def dockerfile(instruction: str) -> list[str]:
    """The arguments of each such instruction of the Dockerfile, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    return re.findall(rf"^{instruction}\s+(.+)$", text, re.MULTILINE)


def test_two_nodes_wait_for_the_store_and_the_proxy_waits_for_both() -> None:
    assert len(NODES) == 2
    for node in NODES.values():
        assert node["depends_on"] == {"valkey": {"condition": "service_healthy"}}
    healthy = {name: {"condition": "service_healthy"} for name in NODES}
    assert SERVICES["proxy"]["depends_on"] == healthy


def test_the_server_accepts_how_the_nodes_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    variables = dict(re.findall(rf"{ENV_PREFIX}(\w+)=(\S+)", " ".join(dockerfile("ENV"))))
    assert [variables["DATA_DIR"]] == dockerfile("VOLUME")
    for name, value in variables.items():
        monkeypatch.setenv(ENV_PREFIX + name, value)
    for command in (*map(json.loads, dockerfile("CMD")), *(n["command"] for n in NODES.values())):
        assert command[0] == "serve"
        settings = read_settings(command[1:])
        assert settings.host == "0.0.0.0"
        assert [str(settings.port)] == dockerfile("EXPOSE")
        assert {name: str(getattr(settings, name.lower())) for name in variables} == variables
    assert settings.redis == "redis://valkey:6379"
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert [str(one) for one in settings.trusted_proxy] == [network["subnet"]]


def test_every_service_restarts_and_has_a_health_check() -> None:
    for name, service in SERVICES.items():
        assert service["restart"] == "unless-stopped", name
        assert "healthcheck" in service or (name in NODES and dockerfile("HEALTHCHECK")), name


def test_the_proxy_spreads_over_the_nodes_of_the_composition() -> None:
    servers = re.findall(
        r"^\s+server (\w+) \"\$\{\w+-(\w+):(\d+)\}\"", PROXY_CONFIG.read_text(), re.M
    )
    assert {host for _, host, _ in servers} == set(NODES)
    assert {port for _, _, port in servers} == set(dockerfile("EXPOSE"))
    assert f"./deploy/{PROXY_CONFIG.name}:" in SERVICES["proxy"]["volumes"][0]


@pytest.mark.skipif(HAPROXY is None, reason="haproxy is not installed (Debian: haproxy)")
def test_haproxy_accepts_its_configuration() -> None:
    done = subprocess.run(
        [str(HAPROXY), "-c", "-f", str(PROXY_CONFIG)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_valkey_started_as_composed_syncs_each_answer_and_evicts_nothing() -> None:
    opposite = ["--appendonly", "no", "--appendfsync", "no", "--save", "60 1"]
    opposite += ["--maxmemory-policy", "allkeys-lru", "--protected-mode", "yes"]
    program, *options = SERVICES["valkey"]["command"]
    assert program == "valkey-server"
    with running_valkey(options=(*opposite, *options)) as server, server.client() as client:
        assert client.config_get("appendonly", "appendfsync", "maxmemory-policy") == {
            "appendonly": "yes",
            "appendfsync": "always",
            "maxmemory-policy": "noeviction",
        }
        assert client.config_get("save") == {"save": ""}
        assert client.config_get("protected-mode") == {"protected-mode": "no"}


def test_the_image_runs_a_supported_python_as_another_user_than_root() -> None:
    versions = [tag.split("-")[0] for tag in re.findall(r"python:(\S+)", str(dockerfile("FROM")))]
    assert len(versions) == 2
    assert all(SpecifierSet(PROJECT["requires-python"]).contains(version) for version in versions)
    user = dockerfile("USER")[-1]
    assert user != "root"
    assert user in dockerfile("RUN")[-1], "the user is made in the same stage"


def test_the_image_copies_files_that_exist_and_are_not_ignored() -> None:
    admitted = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text().splitlines()
        if line.startswith("!")
    }
    copied = {
        source
        for arguments in dockerfile("COPY")
        if not arguments.startswith("--from")
        for source in arguments.split()[:-1]
    }
    assert copied == admitted
    assert all((ROOT / source).exists() for source in copied)


def test_the_image_starts_the_console_script_of_the_project() -> None:
    (entry,) = map(json.loads, dockerfile("ENTRYPOINT"))
    assert set(entry) == set(PROJECT["scripts"])


async def test_the_health_check_of_the_image_tells_a_node_that_serves(valkey: Valkey) -> None:
    program, *arguments = json.loads(dockerfile("HEALTHCHECK")[0].partition("CMD ")[2])
    assert program == "python"

    async def health_check(port: int) -> int:
        here = [argument.replace(dockerfile("EXPOSE")[0], str(port)) for argument in arguments]
        check = await asyncio.create_subprocess_exec(
            sys.executable, *here, stderr=asyncio.subprocess.DEVNULL
        )
        return await check.wait()

    async with running_node(read_settings(["--port", "0", "--redis", valkey.url])) as node:
        assert await health_check(node.port) == 0
    assert await health_check(node.port) != 0


def test_a_wheel_carries_the_packages_with_their_scripts_and_type_marks(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    carried = set(zipfile.ZipFile(wheel).namelist())
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in ("engine", "protocol", "server", "clients")
        for path in (ROOT / package).rglob("*")
        if path.suffix in {".py", ".lua", ".typed"}
    }
    assert sources <= carried
    assert not any(name.startswith("tests/") for name in carried)
