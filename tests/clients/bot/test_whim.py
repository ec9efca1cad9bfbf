from __future__ import annotations

import random
from dataclasses import replace

import pytest

from clients.bot.whim import Temper, choose
from clients.view import RoomView
from protocol import requests as rq
from tests.clients.table import Table

NEVER = Temper(double=0, take=0, resign=0, accept=0)
ALWAYS = Temper(double=1, take=1, resign=1, accept=1, rematch=1)


def views(table: Table) -> tuple[RoomView, RoomView]:
    return table.alice.rooms[table.room], table.bo.rooms[table.room]


def kind(view: RoomView, temper: Temper = NEVER) -> type[rq.GameRequest] | None:
    choice = choose(view, random.Random(1), temper)
    return None if choice is None else choice.kind


def test_only_who_is_asked_does_anything() -> None:
    alice, bo = views(Table())
    assert kind(alice) is rq.Play
    assert kind(bo) is None
    assert kind(replace(alice, you=None)) is None
    assert kind(replace(alice, settled=False)) is None


def test_the_same_seed_makes_the_same_choice() -> None:
    alice, _ = views(Table())
    chosen = [choose(alice, random.Random(seed), NEVER) for seed in range(20)]
    assert chosen == [choose(alice, random.Random(seed), NEVER) for seed in range(20)]
    assert len({str(choice) for choice in chosen}) > 5


@pytest.mark.parametrize(
    ("temper", "wanted", "answer"), [(ALWAYS, rq.Double, rq.Take), (NEVER, rq.Roll, None)]
)
def test_the_cube_by_temper(
    temper: Temper, wanted: type[rq.GameRequest], answer: type[rq.GameRequest] | None
) -> None:
    table = Table()
    table.play_opening()
    table.desk.settle()
    calm = replace(temper, resign=0)
    assert kind(views(table)[1], calm) is wanted
    table.bo.request(wanted, room=table.room)
    table.desk.settle()
    assert kind(views(table)[0], calm) is answer


def test_a_double_may_be_dropped() -> None:
    table = Table()
    table.play_opening()
    table.desk.settle()
    table.bo.request(rq.Double, room=table.room)
    table.desk.settle()
    assert kind(views(table)[0], NEVER) is rq.Drop


@pytest.mark.parametrize(("temper", "answer"), [(ALWAYS, rq.Accept), (NEVER, rq.Reject)])
def test_resignations_by_temper(temper: Temper, answer: type[rq.GameRequest]) -> None:
    table = Table()
    offer = choose(views(table)[0], random.Random(1), ALWAYS)
    assert offer is not None
    assert offer.kind is rq.Resign
    table.alice.request(rq.Resign, room=table.room, **offer.fields)
    table.desk.settle()
    alice, bo = views(table)
    assert kind(bo, temper) is answer
    assert kind(alice, ALWAYS) is None, "the offer is left to the opponent"
    assert kind(alice, NEVER) is rq.Play, "or taken back by playing on"


def test_a_rematch_only_if_it_is_wanted() -> None:
    table = Table()
    table.alice.request(rq.Concede, room=table.room)
    table.desk.settle()
    _, bo = views(table)
    assert kind(bo, NEVER) is None
    assert kind(bo, ALWAYS) is rq.Rematch


def test_a_double_may_be_beavered_and_a_beaver_raccooned() -> None:
    table = Table(length=None, beavers=True)
    table.play_opening()
    table.desk.settle()
    bold = Temper(take=1, redouble=1, resign=0)
    meek = Temper(take=1, redouble=0, resign=0)
    table.bo.request(rq.Double, room=table.room)
    table.desk.settle()
    assert kind(views(table)[0], meek) is rq.Take
    assert kind(views(table)[0], bold) is rq.Beaver
    table.alice.request(rq.Beaver, room=table.room)
    table.desk.settle()
    assert kind(views(table)[1], meek) is rq.Take
    assert kind(views(table)[1], bold) is rq.Raccoon
    table.bo.request(rq.Raccoon, room=table.room)
    table.desk.settle()
    assert kind(views(table)[0], bold) is rq.Take


def test_a_gammon_is_not_resigned_while_none_counts() -> None:
    view, _ = views(Table(length=None, jacoby=True))
    for seed in range(20):
        choice = choose(view, random.Random(seed), ALWAYS)
        assert choice is not None
        assert choice.fields == {"win": 1}


def test_a_session_is_closed_between_games_by_who_is_so_inclined() -> None:
    table = Table(length=None)
    table.alice.request(rq.Resign, room=table.room, win=1)
    table.desk.settle()
    table.bo.request(rq.Accept, room=table.room)
    table.desk.settle()
    alice, _ = views(table)
    assert kind(alice, NEVER) is rq.Ready
    assert kind(alice, replace(NEVER, end_session=1)) is rq.EndSession
