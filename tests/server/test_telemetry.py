from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from protocol.examples import REQUESTS
from server.telemetry import StandardError

PROGRAM = """
import sys, structlog
from protocol.examples import REQUESTS
from server.telemetry import InHand, configure_log, in_hand
configure_log("debug", sys.argv[1])
log = structlog.get_logger()
for request in REQUESTS:
    in_hand.set(InHand(7, request))
    log.debug("served")
log.info("mine", room="another", request="another")
"""


def lines(form: str) -> list[str]:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, form], capture_output=True, text=True, check=True
    )
    assert ended.stdout == ""
    return ended.stderr.splitlines()


def test_every_line_names_the_request_in_hand_and_its_room_and_nothing_else_of_it() -> None:
    *served, mine = map(json.loads, lines("json"))
    for line, request in zip(served, REQUESTS, strict=True):
        known = {"timestamp": line["timestamp"], "level": "debug", "event": "served"}
        known |= {"connection": 7, "request": request.id, "kind": request.t}
        if hasattr(request, "room"):
            known["room"] = request.room
        assert line == known
    assert (mine["room"], mine["request"]) == ("another", "another")


def test_as_text_a_line_begins_with_the_time_and_the_level() -> None:
    assert all(line.startswith("timestamp='") and " level='" in line for line in lines("text"))


def test_that_nobody_reads_the_log_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    log = StandardError()
    log.write("a line")
    log.flush()
