"""A line that is refused before anything is sent, and finding whom a line means."""

from __future__ import annotations

from collections.abc import Mapping

from clients.cli import words
from clients.cli.people import shown_name
from protocol.codes import WireCode


class RefusedError(Exception):
    """A line that is refused before anything is sent. ``code`` is for programs."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def whom(who: str, known: Mapping[str, str], nobody: str | None = None) -> str:
    """The player id of the one who is meant by a name, or by the start of the id.

    Raises:
        RefusedError: nobody in ``known`` (names by ids) is meant, or several are.
    """
    found = [player for player, name in known.items() if name.casefold() == who.casefold()]
    found = found or [player for player in known if player.startswith(who)]
    if not found:
        text = (nobody or words.NOBODY_CALLED).format(who=shown_name(who))
        raise RefusedError(WireCode.BAD_REQUEST, text)
    if len(found) > 1:
        names = ", ".join(player[:8] for player in found)
        raise RefusedError(WireCode.BAD_REQUEST, words.SEVERAL_MEANT.format(names=names))
    return found[0]
