"""A certificate authority of the test's own, by the ``openssl`` command."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

needs_openssl = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="makes its certificates with the openssl command"
)

_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
# Python 3.13 refuses an authority that does not say what its key is for.
_AUTHORITY = (
    "basicConstraints=critical,CA:TRUE",
    "keyUsage=critical,keyCertSign,cRLSign",
    "subjectKeyIdentifier=hash",
)
_LEAF = """\
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectKeyIdentifier=hash
authorityKeyIdentifier=keyid
subjectAltName={names}
"""


class Authority:
    """Signs certificates; everything is in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.certificate = folder / "ca.pem"
        self._key = folder / "ca.key"
        extensions = [part for one in _AUTHORITY for part in ("-addext", one)]
        _openssl(
            *("req", "-x509", *_KEY, "-days", "2", "-subj", "/CN=test authority", *extensions),
            *("-keyout", str(self._key), "-out", str(self.certificate)),
        )

    def sign(self, name: str, names: str) -> tuple[Path, Path]:
        """A certificate and its key for ``names``, such as ``IP:127.0.0.1``."""
        key, request, certificate = (self.folder / f"{name}.{end}" for end in ("key", "csr", "pem"))
        extensions = self.folder / f"{name}.ext"
        extensions.write_text(_LEAF.format(names=names))
        _openssl("req", *_KEY, "-subj", f"/CN={name}", "-keyout", str(key), "-out", str(request))
        _openssl(
            *("x509", "-req", "-in", str(request), "-days", "2", "-out", str(certificate)),
            *("-CA", str(self.certificate), "-CAkey", str(self._key), "-CAcreateserial"),
            *("-extfile", str(extensions)),
        )
        return certificate, key

    def server_context(self, names: str = "IP:127.0.0.1") -> ssl.SSLContext:
        """For a server that wants to see a client's certificate, too."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=self.certificate)
        context.load_cert_chain(*self.sign("server", names))
        context.verify_mode = ssl.CERT_REQUIRED
        return context


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)
