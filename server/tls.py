"""Certificates: what makes ``ws://`` a ``wss://``."""

from __future__ import annotations

import ssl

from server.config import BadSettingError, Settings


def tls_context(settings: Settings) -> ssl.SSLContext | None:
    """What sockets are wrapped in; ``None`` if the settings name no certificate.

    Raises:
        BadSettingError: the files cannot be used; one clear line.
    """
    if settings.tls_cert is None or settings.tls_key is None:
        return None
    for name, path in (("--tls-cert", settings.tls_cert), ("--tls-key", settings.tls_key)):
        try:
            path.open("rb").close()
        except OSError as error:
            raise BadSettingError(f"{name}: cannot read {path}: {error.strerror}") from None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # Without a password: asking for one would stop a server that nobody looks at.
        context.load_cert_chain(settings.tls_cert, settings.tls_key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        reason = getattr(error, "reason", None) or str(error)
        raise BadSettingError(
            f"--tls-cert, --tls-key: {settings.tls_cert} and {settings.tls_key} are no PEM "
            f"certificate and its key ({reason})"
        ) from None
    return context


def _no_password() -> str:
    raise ValueError("the key has a password")
