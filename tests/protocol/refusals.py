"""Why something is refused at the door."""

from __future__ import annotations

import pytest

from protocol.door import BadRequestError, decode_request
from tests.protocol.hostile import as_msgpack


def problem(plain: object) -> str:
    """Why ``plain`` is refused as a request."""
    with pytest.raises(BadRequestError) as caught:
        decode_request(as_msgpack(plain))
    return caught.value.text
