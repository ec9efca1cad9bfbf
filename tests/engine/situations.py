"""Situations for the tests of identifiers, drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.seat import BySeat, Seat
from engine.situation import Offer, Situation
from engine.state import Cube, Win
from tests.engine.boards import boards, rolls


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Any situation that a match or a money session can come to, as far as its fields go."""
    length = draw(st.none() | st.integers(1, 64))
    highest = (length or 1000) - 1
    scores = st.integers(0, highest)
    on_roll = draw(st.sampled_from(Seat))
    money = length is None
    offer = draw(st.sampled_from(list(Offer) if money else [Offer.NONE, Offer.DOUBLED]))
    resigning = offer is Offer.NONE and draw(st.booleans())
    return Situation(
        board=draw(boards()),
        on_roll=on_roll,
        dice=draw(st.none() | rolls()) if offer is Offer.NONE else None,
        cube=draw(cubes(on_roll, offer)),
        offer=offer,
        resignation=draw(st.tuples(st.sampled_from(Seat), st.sampled_from(Win)))
        if resigning
        else None,
        score=BySeat(draw(scores), draw(scores)),
        length=length,
        crawford=draw(st.booleans()) if not money and offer is Offer.NONE else False,
        jacoby=money and draw(st.booleans()),
        beavers=money and draw(st.booleans()),
        cube_limit=1 << draw(st.integers(0, 10)),
    )


def cubes(on_roll: Seat, offer: Offer) -> st.SearchStrategy[Cube]:
    """A cube that the offer can have been made with."""
    turned = st.integers(1, 10).map(lambda power: 1 << power)
    if offer in (Offer.BEAVERED, Offer.RACCOONED):
        return turned.map(lambda value: Cube(value=value, owner=on_roll.other))
    owners = [on_roll] if offer is Offer.DOUBLED else list(Seat)
    owned = st.builds(Cube, value=turned, owner=st.sampled_from(owners))
    return st.one_of(st.just(Cube()), owned)
