"""The kit notices leaks, RPCs and games: services that tell a viewer a little too much are all found out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor

from engines.game import Game
from service.engine import Engine
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.sealing import Sealer
from service.table import Table, open_table
from tests.service.conftest import serving
from tests.trust.kit import Ears, lookalikes
from tests.trust.questions import cases, has_usual_fields_only
from tests.trust.requests import REQUESTS, viewpoint
from tests.trust.scenes import Scene, chosen_moments, hides_nothing, hides_something, scenes_of, usual_scene
from tests.trust.wire import METHODS, QUESTIONS, SERVICE, STREAM, Wire, snake_case, with_field

# What a broken service does to a response, given the table it is about.
Spoil = Callable[[Any, Table], None]


def show_a_byte(response: Any, table: Table) -> None:
    """A part of what the dice to come depend on."""
    response.status.ply = table.seed[0]


def draw_a_dot(response: Any, table: Table) -> None:
    """A picture that is a little longer."""
    response.picture += "." * table.seed[0]


def list_one_less(response: Any, table: Table) -> None:
    """Moves left out when the dice to come are good."""
    del response.moves[table.seed[0] % len(response.moves) :]


def lengthen(response: Any, table: Table) -> None:
    """A commitment whose length tells something."""
    response.commitment += b"x" * table.seed[0]


def refuse_tellingly(_: Any, table: Table) -> None:
    """A refusal whose text says a little."""
    raise Refusal(Reason.MALFORMED, str(table.seed[0]))


def refuse_in_details(_: Any, table: Table) -> None:
    """A refusal that differs in nothing but its details, which a stream does not have."""
    raise Refusal(Reason.MALFORMED, metadata={"hint": str(table.seed[0])})


REFUSING = (refuse_tellingly, refuse_in_details)
LEAKS: list[tuple[str, Spoil]] = [
    ("GetView", show_a_byte),
    ("GetView", refuse_tellingly),
    ("RenderView", draw_a_dot),
    ("ListLegalMoves", list_one_less),
    ("CheckMove", refuse_tellingly),
    ("CommitMove", lengthen),
    ("RevealGame", refuse_tellingly),
]


@contextmanager
def leaking(ring: KeyRing, rpc: str, spoil: Spoil) -> Iterator[Wire]:
    """A service of which one call leaks."""
    engine, sealer = Engine(ring), Sealer(ring)
    method = snake_case(rpc)
    right = getattr(engine, method)

    def spoilt(request: Any) -> Any:
        table = open_table(sealer, request.token)
        try:
            response = right(request)
        except Refusal:
            response = None
            if spoil not in REFUSING:
                raise
        spoil(response, table)
        return response

    setattr(engine, method, spoilt)
    with serving(engine) as address, Wire(address) as wire:
        yield wire


@pytest.mark.parametrize(("rpc", "spoil"), [*LEAKS, ("GetView", refuse_in_details)])
def test_a_leak_is_noticed(ring: KeyRing, sealer: Sealer, game: Game, rpc: str, spoil: Spoil) -> None:
    assert notices(ring, sealer, usual_scene(game), rpc, rpc, spoil)


@pytest.mark.parametrize(("rpc", "spoil"), LEAKS)
def test_a_leak_is_noticed_in_a_stream(ring: KeyRing, sealer: Sealer, game: Game, rpc: str, spoil: Spoil) -> None:
    assert notices(ring, sealer, usual_scene(game), rpc, STREAM, spoil)


def notices(ring: KeyRing, sealer: Sealer, scene: Scene, rpc: str, asked: str, spoil: Spoil) -> bool:
    """Whether a seat hears something else at another table when it asks by the one RPC and another one leaks."""
    moment = chosen_moments(scene, secret=1, plain=1)[1]
    seat = moment.table.state.to_act()[0]
    with leaking(ring, rpc, spoil) as wire:
        requests = list(REQUESTS[asked](viewpoint(sealer, moment, seat, scene.random("leak"))))
        heard = Ears(wire, sealer, moment.table).hear(asked, requests)
        others = [other.table for other in lookalikes(moment.table, seat)]
        return any(Ears(wire, sealer, other).hear(asked, requests) != heard for other in others)


def test_every_rpc_has_requests() -> None:
    """Whoever adds an RPC says in `REQUESTS` what a viewer might ask of it."""
    assert sorted(REQUESTS) == sorted(METHODS)


def test_every_question_with_fields_of_its_own_has_cases() -> None:
    """Whoever adds one says in `tests/solver/<package>/trust_cases.py` what might be asked."""
    assert [rpc for rpc in QUESTIONS if not has_usual_fields_only(rpc) and rpc not in cases()] == []


def test_every_field_of_a_request_about_a_table_is_asked_with(sealer: Sealer, game: Game) -> None:
    """Whoever adds a field says in `REQUESTS` what a viewer might ask with it; of a flag, both."""
    scene = usual_scene(game)
    moment = next(moment for moment in chosen_moments(scene, secret=1, plain=1) if moment.table.state.to_act())
    for rpc in with_field("token"):
        asked = [
            request
            for viewer in scene.viewers()
            for request in REQUESTS[rpc](viewpoint(sealer, moment, viewer, scene.random("fields")))
        ]
        for field in SERVICE.methods_by_name[rpc].input_type.fields:
            values = [getattr(request, field.name) for request in asked]
            assert any(values), f"{rpc}.{field.name}"
            assert field.type != FieldDescriptor.TYPE_BOOL or not all(values), f"{rpc}.{field.name}"


def test_every_game_hides_something_from_somebody(game: Game) -> None:
    """Else nothing is tested here. A game that everybody sees all of says so: see `hides_nothing`."""
    hidden = any(
        hides_something(moment.table, viewer)
        for scene in scenes_of(game)
        for moment in chosen_moments(scene, secret=1, plain=1)
        for viewer in scene.viewers()
    )
    assert hidden != hides_nothing(game)
