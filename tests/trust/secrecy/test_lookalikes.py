"""Two tables that differ only in what a viewer cannot know are the same to it, whatever it asks, RPC by RPC."""

import pytest

from engines.game import Game
from service.sealing import Sealer
from tests.trust.kit import Ears, lookalikes
from tests.trust.requests import REQUESTS, viewpoint
from tests.trust.scenes import Scene, chosen_moments, hides_nothing, hides_something, scenes_of
from tests.trust.wire import SERVICE, Wire

SECRET_MOMENTS = 2
PLAIN_MOMENTS = 1


@pytest.mark.parametrize("rpc", REQUESTS)
def test_lookalikes_are_told_alike(wire: Wire, sealer: Sealer, scene: Scene, rpc: str) -> None:
    rng = scene.random(f"asked {rpc}")
    for turn, moment in enumerate(chosen_moments(scene, secret=SECRET_MOMENTS, plain=PLAIN_MOMENTS)):
        for viewer in scene.viewers(turn):
            requests = list(REQUESTS[rpc](viewpoint(sealer, moment, viewer, rng)))
            here = Ears(wire, sealer, moment.table)
            heard_here = here.hear(rpc, requests)
            for differs_in, table in lookalikes(moment.table, viewer):
                there = Ears(wire, sealer, table)
                assert there.token != here.token
                assert len(there.token) == len(here.token)
                assert there.hear(rpc, requests) == heard_here, f"viewer {viewer} notices {differs_in}"


def test_every_rpc_has_requests() -> None:
    """Whoever adds an RPC says in `REQUESTS` what a viewer might ask of it."""
    assert sorted(REQUESTS) == sorted(method.name for method in SERVICE.methods)


def test_every_game_hides_something_from_somebody(game: Game) -> None:
    """Else nothing is tested here. A game that everybody sees all of says so: see `hides_nothing`."""
    hidden = any(
        hides_something(moment.table, viewer)
        for scene in scenes_of(game)
        for moment in chosen_moments(scene, secret=SECRET_MOMENTS, plain=PLAIN_MOMENTS)
        for viewer in scene.viewers()
    )
    assert hidden != hides_nothing(game)
