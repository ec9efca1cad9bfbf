"""What a player likes: a few settings that last, kept as TOML in the configuration folder.

A setting has a plain name, one value of one type, and a sentence in ``manual.SETTINGS``. The file
is written anew as a whole with each change; a person may edit it as well.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from clients.address import AddressError, parse_server
from clients.cli import language, manual, words
from clients.cli.printable import printable
from clients.cli.refusals import told_error

FILE_NAME = "settings.toml"
MAX_TEXT_CHARS = 200
CHOICES = {"glyphs": ("ascii", "unicode"), "language": ("", "en", "zh")}
"""The values of settings that have only a few."""


class PreferenceError(ValueError):
    """A setting that is none, or a file that cannot be read or written; one line for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The settings; what each does is said in ``manual.SETTINGS``."""

    auto_roll: bool = False
    auto_play: bool = False
    commit_at_once: bool = False
    bell: bool = False
    numbers: bool = True
    pips: bool = True
    mouse: bool = True
    glyphs: str = "ascii"
    language: str = ""
    server: str = ""
    name: str = ""


NO_PREFERENCES = Preferences()
NAMES = tuple(field.name for field in fields(Preferences))
_SWITCH = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


def with_setting(preferences: Preferences, name: str, text: str) -> Preferences:
    """``preferences`` with the setting ``name`` changed to what ``text`` says.

    Raises:
        PreferenceError: there is no such setting, or it cannot have this value.
    """
    value_of(preferences, name)
    value: Any = text.strip().strip('"')
    if isinstance(getattr(preferences, name), bool):
        value = _SWITCH.get(value.casefold())
        if value is None:
            raise PreferenceError(words.SETTING_IS_SWITCH.format(name=name))
    return replace(preferences, **{name: _checked(name, value)})


def _checked(name: str, value: Any) -> Any:
    """``value``, if it is one that the setting can have."""
    if type(value) is not type(getattr(Preferences(), name)):
        raise PreferenceError(words.SETTING_OF_OTHER_TYPE.format(name=name))
    if isinstance(value, bool):
        return value
    if name in CHOICES:
        value = value.casefold()
        if value not in CHOICES[name]:
            choices = ", ".join(choice or '""' for choice in CHOICES[name])
            raise PreferenceError(words.SETTING_IS_ONE_OF.format(name=name, choices=choices))
    if len(value) > MAX_TEXT_CHARS or not value.isprintable():
        raise PreferenceError(words.SETTING_OF_OTHER_TYPE.format(name=name))
    if name == "server" and value:
        try:
            return parse_server(value)
        except AddressError as error:
            raise PreferenceError(told_error(error)) from None
    return value


class Settings:
    """The preferences of this run; changes are kept in ``path``, if there is one."""

    def __init__(self, path: Path | None = None, current: Preferences | None = None) -> None:
        self._path = path
        self.current = current or (Preferences() if path is None else load(path))

    def set(self, name: str, text: str) -> None:
        """Changes one setting, here and in the file.

        Raises:
            PreferenceError: see ``with_setting``; or the file cannot be written.
        """
        changed = with_setting(self.current, name, text)
        if self._path is not None:
            # What was given for this run alone is not to last.
            save(self._path, with_setting(load(self._path), name, text))
        self.current = changed

    def override(self, **values: Any) -> None:
        """Changes settings for this run alone."""
        self.current = replace(self.current, **values)


def load(path: Path) -> Preferences:
    """The preferences in the file; the usual ones if there is none. Unknown names are ignored.

    Raises:
        PreferenceError: it cannot be read, or holds a value that a setting cannot have.
    """
    try:
        found = _found(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Preferences()
    except (OSError, ValueError, RecursionError) as error:
        raise PreferenceError(words.SETTINGS_UNREADABLE.format(path=path, reason=error)) from None
    return replace(Preferences(), **found)


def _found(text: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  (a start without a file does not wait for it)

    plain: Mapping[str, Any] = tomllib.loads(text)
    return {name: _checked(name, plain[name]) for name in NAMES if name in plain}


def save(path: Path, preferences: Preferences) -> None:
    """Writes the file as a whole.

    Raises:
        PreferenceError: it cannot be written.
    """
    lines = []
    for name, value in asdict(preferences).items():
        # A JSON string without control characters is a TOML string.
        lines += [f"# {manual.SETTINGS[name]}", f"{name} = {json.dumps(value)}", ""]
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.write_text("\n".join(lines), encoding="utf-8")
        os.replace(draft, path)
    except OSError as error:
        text = words.SETTINGS_UNWRITABLE.format(path=path, reason=error.strerror)
        raise PreferenceError(text) from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def asked(settings: Settings, name: str, text: str | None) -> list[str]:
    """The answer to ``set``: all settings, or one of them, changed first if ``text`` says to what.

    A new language is spoken from this answer on.

    Raises:
        PreferenceError: there is no such setting, or it cannot be changed so.
    """
    if not name:
        return [words.SETTINGS_ARE, *shown(settings.current)]
    if text is not None:
        settings.set(name, text)
        if name == "language":
            language.speak(language.preferred(settings.current.language, os.environ))
    return [words.SETTING_IS.format(name=name, value=value_of(settings.current, name))]


def shown(preferences: Preferences) -> list[str]:
    """The settings as ``set`` lists them."""
    return [f"  {name:<15} {_text(value)}" for name, value in asdict(preferences).items()]


def value_of(preferences: Preferences, name: str) -> str:
    """The value of one setting as it is shown.

    Raises:
        PreferenceError: there is no such setting.
    """
    if name not in NAMES:
        raise PreferenceError(words.NO_SETTING.format(name=printable(name, 20)))
    return _text(getattr(preferences, name))


def _text(value: Any) -> str:
    """``on``, ``off``, or the text itself."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) or '""'
