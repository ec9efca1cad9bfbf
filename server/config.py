"""The settings of a node, from flags, then the environment (``SHUANGLU_...``), then defaults."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from server.version import VERSION

ENV_PREFIX = "SHUANGLU_"


def default_data_dir() -> Path:
    """Where matches are kept unless the settings say otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "shuanglu"


class Settings(BaseSettings):
    """What can be set; every field has a flag and a variable of its name."""

    model_config = SettingsConfigDict(env_prefix=ENV_PREFIX, frozen=True)

    host: Annotated[
        str, Field(min_length=1, description="the address to listen on; 0.0.0.0 for all")
    ] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535, description="the port; 0 for any free one")] = 8765
    data_dir: Annotated[
        Path,
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
    request_rate: Annotated[
        float, Field(gt=0, le=100_000, description="requests a second for each connection")
    ] = 50.0
    request_burst: Annotated[
        int, Field(ge=1, le=100_000, description="requests that a connection may send at once")
    ] = 100


class BadSettingError(ValueError):
    """A setting that cannot be used; the text is one line that says which, and why."""


def read_settings(arguments: Sequence[str]) -> Settings:
    """The settings from command-line ``arguments`` and the environment.

    Raises:
        BadSettingError: one of them is wrong.
        SystemExit: by argparse, for ``--help`` and unknown flags.
    """
    flags = vars(_parser().parse_args(arguments))
    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        name = str(first["loc"][0])
        source = _flag(name) if name in given else ENV_PREFIX + name.upper()
        raise BadSettingError(f"{source}: {first['msg']}, not {first['input']!r}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shuanglu serve",
        description="Serve backgammon matches. Every flag can also be set in the environment, "
        f"as {ENV_PREFIX}PORT=8765 for --port 8765.",
    )
    parser.add_argument("--version", action="version", version=f"shuanglu {VERSION}")
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True, validated_data={})
        text = f"{field.description} (default: {'none' if default is None else default})"
        if field.annotation is bool:
            parser.add_argument(_flag(name), action="store_true", default=None, help=text)
        else:
            parser.add_argument(_flag(name), metavar=name.upper(), help=text)
    return parser


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
