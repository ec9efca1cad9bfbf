from __future__ import annotations

import pytest
from pydantic import ValidationError

from protocol.door import REQUEST
from protocol.problems import MAX_PATH_CHARS, first_problem

ID, ROOM = "abcdefgh", "7KXQ4MWP9C"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"t": "roll", "id": ID, "room": ROOM}, "roll.at: is missing"),
        ({"t": "say", "id": ID, "room": ROOM, "text": ""}, "say.text: is empty"),
        (
            {"t": "say", "id": ID, "room": ROOM, "text": "x" * 501},
            "say.text: is longer than 500 characters",
        ),
        (
            {"t": "say", "id": ID, "room": ROOM, "text": "\x1b[2J"},
            "say.text: contains control or formatting characters",
        ),
        ({"t": "fly", "id": ID}, "t: nothing of this name is known here"),
        ({"id": ID}, "t: is missing"),
        (
            {"t": "play", "id": ID, "room": ROOM, "at": 1, "steps": [[8, 5]] * 5},
            "play.steps: has more than 4 items",
        ),
        ({"t": "lobby", "id": ID, "dice": 66}, "lobby.dice: is not known here"),
    ],
)
def test_the_first_problem_is_one_sentence_for_people(
    data: dict[str, object], sentence: str
) -> None:
    with pytest.raises(ValidationError) as invalid:
        REQUEST.validate_python(data)

    assert first_problem(invalid.value) == sentence


def test_people_count_from_one() -> None:
    data = {"t": "play", "id": ID, "room": ROOM, "at": 1, "steps": [[8, 5], [8, "x"]]}
    with pytest.raises(ValidationError) as invalid:
        REQUEST.validate_python(data)

    assert first_problem(invalid.value).startswith("play.steps.1.1: ")
    assert first_problem(invalid.value, count_from=1).startswith("play.steps.2.2: ")


def test_a_name_that_a_stranger_chose_is_cut_and_escaped() -> None:
    with pytest.raises(ValidationError) as invalid:
        REQUEST.validate_python({"t": "lobby", "id": ID, "\x1b" * 1000: 1})

    path = first_problem(invalid.value).partition(": ")[0]
    assert path.isprintable()
    assert len(path) <= MAX_PATH_CHARS + 3
