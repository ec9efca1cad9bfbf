"""What is told of a connection that is lost, and of a server that cannot store."""

from __future__ import annotations

import math
from collections.abc import Sequence

from clients import notices as nt
from clients.cli import words
from clients.cli.printable import printable
from clients.cli.refusals import reason_told
from clients.transport import LinkDown
from protocol.codes import WireCode
from protocol.requests import AnyRequest


class Trouble:
    """Tells of what goes on for a while less and less often."""

    def __init__(self) -> None:
        self._store_told = False
        self._is_lost = False
        self._told_of: set[str] = set()

    def lost(self, report: LinkDown, *, entered: bool) -> list[str]:
        """No connection: told at attempts 1, 4, 8, 16 and so on; before a room once."""
        self._is_lost = True
        reason = printable(str(reason_told(report.reason)), 200)
        if not entered:
            return [words.CONNECTING.format(reason=reason)] if report.attempt == 1 else []
        if report.attempt & (report.attempt - 1) or report.attempt == 2:
            return []
        retry_s = math.ceil(report.retry_s)
        return [words.RECONNECTING.format(reason=reason, retry_s=retry_s)]

    def back(self) -> None:
        """The connection is back; what became of all that waited is told by what comes."""
        self._is_lost = False
        self._told_of.clear()

    def later(self, lines: list[str], unanswered: Sequence[AnyRequest]) -> list[str]:
        """``lines`` after an order; and, without a connection, that it is sent later, if it is."""
        new = {request.id for request in unanswered} - self._told_of
        if not self._is_lost or not new:
            return lines
        self._told_of |= new
        return [*lines, words.SENT_LATER]

    def held(self, report: nt.Held) -> list[str]:
        """A request waits: told once, if it is because of the store."""
        if report.code != WireCode.UNAVAILABLE or self._store_told:
            return []
        self._store_told = True
        return [words.SERVER_CANNOT_STORE]

    def answered(self) -> None:
        """The store is back."""
        self._store_told = False
