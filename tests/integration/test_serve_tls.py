"""A node with a certificate of its own, and with files that are none."""

from __future__ import annotations

import ssl
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol as Offered

from protocol.codec import Subprotocol
from server.config import BadSettingError, read_settings
from server.greeting import greeting
from server.tls import tls_context
from tests.integration.certificates import Authority, needs_openssl
from tests.integration.node import Client, node

pytestmark = needs_openssl


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def files(authority: Authority) -> tuple[Path, Path]:
    """A certificate for localhost and its key."""
    return authority.sign("server", "DNS:localhost")


async def test_a_client_that_trusts_the_authority_plays_over_tls(
    authority: Authority, files: tuple[Path, Path]
) -> None:
    cert, key = files
    known = ssl.create_default_context(cafile=str(authority.certificate))
    async with (
        node(tls_cert=cert, tls_key=key) as local,
        connect(
            f"wss://localhost:{local.port}",
            ssl=known,
            subprotocols=[Offered(Subprotocol.JSON)],
            compression=None,
        ) as socket,
    ):
        client = Client(socket, Subprotocol.JSON, "Alice", "ab" * 16)
        await client.get("hello", token=client.token)
        created = await client.get("create", name="Alice", length=3)
        assert client.view.state.seq == created["seq"]
        with pytest.raises(ssl.SSLCertVerificationError):
            await connect(f"wss://localhost:{local.port}")


def test_the_greeting_gives_the_address_as_it_is_served(files: tuple[Path, Path]) -> None:
    settings = read_settings(["--tls-cert", str(files[0]), "--tls-key", str(files[1])])
    text = "\n".join(greeting(settings, 8765, "on disk"))
    assert "ws://" not in text.replace("wss://", "")
    assert "--server wss://127.0.0.1:8765" in text


def _refusal(cert: Path, key: Path) -> str:
    with pytest.raises(BadSettingError) as refused:
        tls_context(read_settings(["--tls-cert", str(cert), "--tls-key", str(key)]))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_files_that_cannot_be_used_are_named(files: tuple[Path, Path], tmp_path: Path) -> None:
    cert, key = files
    absent, text = tmp_path / "absent.pem", tmp_path / "text.pem"
    text.write_text("no certificate\n")
    assert _refusal(absent, key).startswith(f"--tls-cert: cannot read {absent}: No such file")
    assert _refusal(cert, absent).startswith(f"--tls-key: cannot read {absent}: ")
    for pair in ((text, key), (cert, text), (key, cert)):
        assert "are no PEM certificate and its key" in _refusal(*pair)


def test_a_key_with_a_password_and_one_of_another_certificate_are_refused(
    authority: Authority, files: tuple[Path, Path], tmp_path: Path
) -> None:
    cert, key = files
    locked = tmp_path / "locked.pem"
    subprocess.run(
        [
            *("openssl", "ec", "-aes256", "-passout", "pass:secret"),
            *("-in", str(key), "-out", str(locked)),
        ],
        check=True,
        capture_output=True,
    )
    assert "has a password" in _refusal(cert, locked)
    assert "MISMATCH" in _refusal(cert, authority.sign("other", "DNS:localhost")[1])


def test_serve_ends_with_one_line(files: tuple[Path, Path], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "server", "--port", "0", "--data-dir", str(tmp_path)]
    for flags in (["--tls-cert", str(files[0])], ["--tls-cert", "absent", "--tls-key", "absent"]):
        ended = subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        (line,) = ended.stderr.splitlines()
        assert line.startswith("shuanglu serve: --tls-cert")
