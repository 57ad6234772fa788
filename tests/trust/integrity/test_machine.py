"""The strangers of `machine` at the server, for every ruleset."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from engines.game import Game
from service.sealing import Sealer
from tests.trust.integrity.machine import Strangers
from tests.trust.scenes import usual_scene
from tests.trust.wire import Wire


# Runs of up to 40 steps each: in 30 of them every kind of call is made many times, at every ruleset.
@pytest.mark.parametrize("runs", [30, pytest.param(3_000, marks=pytest.mark.soak)])
def test_strangers_get_what_their_keys_give_them(wire: Wire, sealer: Sealer, game: Game, runs: int) -> None:
    here = {"wire": wire, "sealer": sealer, "scene": usual_scene(game)}
    run_state_machine_as_test(
        type("StrangersHere", (Strangers,), here),
        settings=settings(max_examples=runs, stateful_step_count=40, suppress_health_check=list(HealthCheck)),
    )
