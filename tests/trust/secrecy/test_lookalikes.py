"""Two tables that differ only in what a viewer cannot know are the same to it, whatever it asks, RPC by RPC."""

from service.sealing import Sealer
from tests.trust.kit import Ears, lookalikes
from tests.trust.requests import REQUESTS, viewpoint
from tests.trust.scenes import Moment, Scene, chosen_moments, hides_something
from tests.trust.wire import QUESTIONS, Wire

SECRET_MOMENTS = 2
PLAIN_MOMENTS = 1


def moments_for(rpc: str, scene: Scene) -> list[Moment]:
    """A question takes a solver's time: it is asked once in a game, where something is hidden; of many in a soak."""
    moments = chosen_moments(scene, secret=SECRET_MOMENTS, plain=PLAIN_MOMENTS)
    if rpc not in QUESTIONS:
        return moments
    return [moment for moment in moments if hides_something(moment.table)][:1] or moments[-1:]


def test_lookalikes_are_told_alike(wire: Wire, sealer: Sealer, scene: Scene, rpc: str) -> None:
    rng = scene.random(f"asked {rpc}")
    for turn, moment in enumerate(moments_for(rpc, scene)):
        for viewer in scene.viewers(turn):
            requests = list(REQUESTS[rpc](viewpoint(sealer, moment, viewer, rng)))
            here = Ears(wire, sealer, moment.table)
            heard_here = here.hear(rpc, requests)
            for differs_in, table in lookalikes(moment.table, viewer):
                there = Ears(wire, sealer, table)
                assert there.token != here.token
                assert len(there.token) == len(here.token)
                assert there.hear(rpc, requests) == heard_here, f"viewer {viewer} notices {differs_in}"
