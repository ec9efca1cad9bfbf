from __future__ import annotations

import string

import pytest

from engine.errors import TEXTS, Code, IllegalCommand


@pytest.mark.parametrize("code", Code)
def test_every_code_has_one_sentence(code: Code) -> None:
    assert TEXTS[code].endswith(".")


@pytest.mark.parametrize("code", Code)
def test_every_sentence_is_filled_from_details_by_name(code: Code) -> None:
    names = [name for _, name, _, _ in string.Formatter().parse(TEXTS[code]) if name is not None]
    refusal = IllegalCommand(code, **dict.fromkeys(names, "detail"))
    assert "{" not in refusal.text
    assert str(refusal) == refusal.text


def test_the_code_is_what_goes_over_the_wire() -> None:
    refusal = IllegalCommand(Code.WRONG_DIE, move="8/4", needs="a 4", die1=5, die2=2)
    assert refusal.code == "wrong_die"
    assert refusal.details == {"move": "8/4", "needs": "a 4", "die1": 5, "die2": 2}
    assert refusal.text == "8/4 needs a 4; your dice are 5 and 2."
