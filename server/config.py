"""The settings of a node: from flags, then the environment, then a file, then defaults."""

from __future__ import annotations

import argparse
import os
import re
import tomllib
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from server.version import VERSION

ENV_PREFIX = "SHUANGLU_"
DAY_MS = 24 * 60 * 60 * 1000

Network: TypeAlias = IPv4Network | IPv6Network


def default_data_dir() -> Path:
    """Where matches are kept unless the settings say otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "shuanglu"


def _split(value: object) -> object:
    """A list as flags and variables give it: with commas."""
    if isinstance(value, str):
        return [part for part in (part.strip() for part in value.split(",")) if part]
    return value


def _named(value: object) -> object:
    """Refuse what no path can be, and the empty one: the folder that one happens to be in."""
    if value == "" or (isinstance(value, str) and "\0" in value):
        raise ValueError("names no file or folder")
    return value


def _reachable(name: str) -> str:
    """Refuse what nobody could look up: asking would end in an error that is none of ours."""
    try:
        name.encode("idna")
    except UnicodeError:
        name = ""
    if not name or "\0" in name:
        raise ValueError("is no address or name of a host")
    return name


def _origin(text: str) -> str:
    """Refuse what no browser sends: it would be compared with what comes, and never be the same."""
    if text not in ("*", "null") and not re.fullmatch(r"[a-z][a-z0-9+.-]*://[^/?#@\s]+", text):
        raise ValueError("an origin is like https://example.org")
    return text


Networks = Annotated[tuple[Network, ...], NoDecode, BeforeValidator(_split)]
Origins = Annotated[
    tuple[Annotated[str, AfterValidator(_origin)], ...], NoDecode, BeforeValidator(_split)
]
Named = Annotated[Path, BeforeValidator(_named)]
PerMinute = Annotated[int, Field(ge=1, le=10_000_000)]

NEAR = tuple(
    IPv6Network(one) if ":" in one else IPv4Network(one)
    for one in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7")
)
"""Addresses of this machine and of private networks."""


class Settings(BaseSettings):
    """What can be set; every field has a flag, a variable and a key in the file of its name."""

    model_config = SettingsConfigDict(env_prefix=ENV_PREFIX, frozen=True)

    # Where it listens, and how.
    host: Annotated[
        str,
        AfterValidator(_reachable),
        Field(description="the address to listen on; 0.0.0.0 for all"),
    ] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="the port; 0 for any free one")] = 8765
    tls_cert: Annotated[
        Named | None, Field(description="certificate chain in PEM: serve wss:// and https://")
    ] = None
    tls_key: Annotated[Named | None, Field(description="the certificate's key in PEM")] = None
    trusted_proxy: Annotated[
        Networks,
        Field(description="networks of proxies whose X-Forwarded-For is believed, with commas"),
    ] = ()
    allowed_origin: Annotated[
        Origins,
        Field(
            description="origins of pages that may connect besides this server's own, with "
            "commas; * for all"
        ),
    ] = ()

    # Where it keeps what is acknowledged.
    data_dir: Annotated[
        Named,
        Field(
            default_factory=default_data_dir,
            description="where the embedded store keeps the matches",
        ),
    ]
    redis: Annotated[
        str | None,
        Field(description="URL of a Redis or Valkey 7+ to use instead of the embedded store"),
    ] = None
    allow_eviction: Annotated[
        bool, Field(description="accept a Redis that may evict live rooms under memory pressure")
    ] = False
    retention_days: Annotated[
        float, Field(gt=0, le=36_500, description="how long a room is kept after its last event")
    ] = 30

    # How much of it one visitor gets.
    max_connections: Annotated[
        int, Field(ge=1, le=1_000_000, description="connections open at once")
    ] = 10_000
    connections_per_address: Annotated[
        int, Field(ge=1, le=1_000_000, description="connections open at once from one address")
    ] = 256
    connections_per_minute: Annotated[
        PerMinute, Field(description="new connections a minute from one address")
    ] = 600
    request_rate: Annotated[
        float, Field(gt=0, le=100_000, description="requests a second for each connection")
    ] = 50.0
    request_burst: Annotated[
        int, Field(ge=1, le=100_000, description="requests that a connection may send at once")
    ] = 100
    requests_per_minute: Annotated[
        PerMinute, Field(description="requests a minute from one address")
    ] = 60_000
    rooms_per_minute: Annotated[
        PerMinute, Field(description="rooms created a minute from one address")
    ] = 60
    chat_per_minute: Annotated[
        PerMinute, Field(description="chat lines a minute from one address")
    ] = 120
    guesses_per_minute: Annotated[
        PerMinute, Field(description="codes of no room that are tried a minute from one address")
    ] = 30
    idle_seconds: Annotated[
        float,
        Field(gt=0, description="a connection that follows no room and asks nothing is closed"),
    ] = 600.0

    # How it is run.
    metrics_from: Annotated[
        Networks, Field(description="networks that may read /metrics, with commas")
    ] = NEAR
    drain_seconds: Annotated[
        float,
        Field(
            ge=0, le=600, description="from SIGTERM, when /readyz says no, to the connections' end"
        ),
    ] = 1.0
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Field(description="what is logged")
    ] = "info"
    log_format: Annotated[
        Literal["text", "json"], Field(description="how it is logged, a line each")
    ] = "text"

    @property
    def retention_ms(self) -> int:
        """``retention_days`` in milliseconds."""
        return round(self.retention_days * DAY_MS)

    @model_validator(mode="after")
    def _certificate_and_key(self) -> Settings:
        if (self.tls_cert is None) is not (self.tls_key is None):
            raise ValueError("--tls-cert and --tls-key go together")
        return self


class BadSettingError(ValueError):
    """A setting that cannot be used; the text is one line that says which, and why."""


def read_settings(arguments: Sequence[str]) -> Settings:
    """The settings from command-line ``arguments``, the environment and the file they name.

    Raises:
        BadSettingError: one of them is wrong.
        SystemExit: by argparse, for ``--help`` and unknown flags.
    """
    flags = {
        name: value
        for name, value in vars(_parser().parse_args(arguments)).items()
        if value is not None
    }
    path = flags.pop("config", None) or os.environ.get(f"{ENV_PREFIX}CONFIG")
    in_environment = {
        name for name in Settings.model_fields if f"{ENV_PREFIX}{name}".upper() in os.environ
    }
    in_file = {} if path is None else _read_file(Path(path))
    filed = {k: v for k, v in in_file.items() if k not in flags and k not in in_environment}
    try:
        return Settings(**filed, **flags)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        if not first["loc"]:
            raise BadSettingError(first["msg"].removeprefix("Value error, ")) from None
        name = str(first["loc"][0])
        source = ENV_PREFIX + name.upper()
        if name in flags:
            source = flag(name)
        elif name in filed:
            source = f"{path}: {name}"
        problem = first["msg"].removeprefix("Value error, ")
        given = "" if name == "redis" else f", not {first['input']!r}"  # it may hold a password
        raise BadSettingError(f"{source}: {problem}{given}") from None


def _read_file(path: Path) -> dict[str, Any]:
    """The settings in the TOML file; names may have dashes as flags do."""
    try:
        with path.open("rb") as file:
            found = {name.replace("-", "_"): value for name, value in tomllib.load(file).items()}
    except OSError as error:
        raise BadSettingError(f"--config: cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # neither TOML nor UTF-8, or nested too deeply
        raise BadSettingError(f"--config: {path} is no TOML: {error}") from None
    unknown = sorted(found.keys() - Settings.model_fields.keys())
    if unknown:
        raise BadSettingError(f"--config: {path}: there is no setting {unknown[0]!r}")
    return found


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, as for every other setting."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help lists all settings\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="shuanglu serve",
        description="Serve backgammon matches. Every flag can also be set in the environment, "
        f"as {ENV_PREFIX}PORT=8765 for --port 8765, and in a TOML file, as port = 8765.",
    )
    parser.add_argument("--version", action="version", version=f"shuanglu {VERSION}")
    parser.add_argument("--config", metavar="FILE", help="a TOML file with settings")
    for name, field in Settings.model_fields.items():
        text = f"{field.description} (default: {shown_default(name)})"
        if field.annotation is bool:
            parser.add_argument(flag(name), action="store_true", default=None, help=text)
        else:
            parser.add_argument(flag(name), metavar=name.upper(), help=text)
    return parser


def flag(name: str) -> str:
    """The flag of the setting with this name."""
    return "--" + name.replace("_", "-")


def shown_default(name: str) -> str:
    """The default of the setting with this name, as a person would write it."""
    field = Settings.model_fields[name]
    default = field.get_default(call_default_factory=True, validated_data={})
    if isinstance(default, bool):
        return "off"
    if isinstance(default, tuple):
        return ", ".join(str(one) for one in default) or "none"
    return (
        "none"
        if default is None
        else f"{default:g}"
        if isinstance(default, float)
        else str(default)
    )


def tabulate_settings() -> str:
    """All settings as a table in Markdown, for ``docs/operations.md``."""
    rows = ["| flag | variable | key | default | what |", "|---|---|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = "`~/.local/share/shuanglu`" if name == "data_dir" else shown_default(name)
        variable = f"`{ENV_PREFIX}{name.upper()}`"
        rows.append(f"| `{flag(name)}` | {variable} | `{name}` | {default} | {field.description} |")
    return "\n".join(rows)
