"""What a worker keeps of tables that strangers make: little of their content, and never in the place of others'.

Strangers make tables with ever other content and options, and do everything with them. Then it is counted what is left
alive of it, and whether the tables that everybody plays at have to be set up again.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

import pytest
from google.protobuf.message import Message

from canopy.v1 import common_pb2, engine_pb2
from engines import registry
from engines.content import ContentPack
from engines.game import Game, Setup
from service.engine import Engine
from service.keyring import KeyRing
from tests.trust.robustness.test_packs import real_pack
from tests.trust.scenes import usual_players

# More packs than are kept, and how many of them may stay: those of the registry, and the setups made with others.
BROUGHT = 110
KEPT_PACKS = 32 + 64
# More than any cache of setups holds.
OPTION_TABLES = 1200


@pytest.fixture
def engine(ring: KeyRing) -> Engine:
    return Engine(ring)


def bring(engine: Engine, game: Game, name: str, players: int) -> None:
    """A stranger's table: made, looked at, drawn, moved at."""
    pack = json.dumps(json.loads(real_pack(game)) | {"name": name})
    created = engine.create_game(engine_pb2.CreateGameRequest(ruleset=game.id, players=players, content_pack_json=pack))
    use(engine, created)


def use(engine: Engine, created: engine_pb2.CreateGameResponse) -> None:
    """Whatever can be asked of a new table."""
    seat = created.status.seats_to_act[0]
    keyed: dict[str, Any] = {"token": created.token, "key": created.host_key}
    engine.get_view(engine_pb2.GetViewRequest(seat=seat, **keyed))
    for picture in (engine_pb2.PICTURE_FORMAT_SVG, engine_pb2.PICTURE_FORMAT_TEXT):
        engine.render_view(engine_pb2.RenderViewRequest(seat=seat, format=picture, **keyed))
    moves = engine.list_legal_moves(engine_pb2.ListLegalMovesRequest(seat=seat, **keyed)).moves
    engine.check_move(engine_pb2.CheckMoveRequest(seat=seat, move=moves[0].move, **keyed))
    action = engine_pb2.Action(move=engine_pb2.SeatMove(seat=seat, move=moves[0].move))
    engine.apply_moves(engine_pb2.ApplyMovesRequest(actions=[action], viewers=[common_pb2.Viewer(seat=seat)], **keyed))


def alive(kind: type[Any]) -> list[Any]:
    """All objects of a kind that something still holds."""
    gc.collect()
    return [item for item in gc.get_objects() if type(item) is kind]


def test_what_strangers_bring_is_not_kept(engine: Engine, game: Game) -> None:
    """Whatever is worked out from a pack or a setup goes with it, and few of them are kept."""
    for number in range(BROUGHT):
        bring(engine, game, f"stranger-{number}", game.min_players + number % 2)
    packs = [pack for pack in alive(ContentPack) if pack.id.startswith("stranger-")]
    setups = [setup for setup in alive(Setup) if setup.pack.id.startswith("stranger-")]
    assert len(packs) <= KEPT_PACKS
    assert len(setups) <= KEPT_PACKS


def test_strangers_do_not_crowd_out_the_usual_tables(
    engine: Engine, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = {players: usual_setup(game, players) for players in range(game.min_players, game.max_players + 1)}
    for number in range(BROUGHT):
        bring(engine, game, f"stranger-{number}", usual_players(game))
    for options in islice(every_option(game), OPTION_TABLES):
        registry.make_setup(game, usual_players(game), options, registry.default_pack(game))
    compiled: list[int] = []
    monkeypatch.setattr(type(game), "compile", noting(type(game).compile, compiled))
    for players, setup in usual.items():
        assert usual_setup(game, players) is setup
        use(engine, engine.create_game(engine_pb2.CreateGameRequest(ruleset=game.id, players=players)))
    assert not compiled


def usual_setup(game: Game, players: int) -> Setup:
    """What most tables of so many players are played with."""
    return registry.make_setup(game, players, {}, registry.default_pack(game))


def every_option(game: Game) -> Iterator[dict[str, str]]:
    """All combinations of options."""
    names = [option.name for option in game.options]
    for values in product(*(option.values for option in game.options)):
        yield dict(zip(names, values, strict=True))


def noting(function: Callable[..., Any], calls: list[int]) -> Callable[..., Any]:
    """The function, noting that it was called."""

    def noted(*args: Any) -> Any:
        calls.append(1)
        return function(*args)

    return noted


def test_a_stranger_of_the_same_content_is_no_shipped_table(engine: Engine, game: Game) -> None:
    """A pack that is a copy of a shipped one is a custom one all the same, and is opened again as such."""
    request = engine_pb2.CreateGameRequest(
        ruleset=game.id, players=usual_players(game), content_pack_json=real_pack(game)
    )
    created = engine.create_game(request)
    assert created.status.content.provenance == common_pb2.PROVENANCE_CUSTOM
    view: Message = engine.get_view(engine_pb2.GetViewRequest(token=created.token))
    assert isinstance(view, engine_pb2.GetViewResponse)
    assert view.status == created.status
