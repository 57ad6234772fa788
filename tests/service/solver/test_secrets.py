"""What leaves the worker for a solver process: the question and what its viewer may see, and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any, NoReturn, cast

import pytest

from canopy.v1 import solver_pb2, solving_pb2
from service.capability import seat_key
from service.children import command, environment
from service.keyring import KeyRing
from service.sealing import Sealer
from service.settings import SETTINGS
from service.solver import Solver
from service.solver_link import Job
from service.solver_pool import Pool
from service.table import Table, seal_table
from tests.playing import movers
from tests.service.solver.problems import KNOWN
from tests.trust.canary import Canary
from tests.trust.kit import another_state, with_other_seed, with_other_state
from tests.trust.scenes import Scene, all_scenes, chosen_moments, usual_scene


class Sent(Exception):
    """A job was handed over."""


class Spy:
    """A pool that keeps what it gets."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def submit(self, job: Job, **_: object) -> NoReturn:
        self.jobs.append(job)
        raise Sent


def job_of(ring: KeyRing, table: Table, seat: int) -> Job:
    """What is handed over for the question of a seat."""
    sealer, spy = Sealer(ring), Spy()
    solver = Solver(ring, cast("Pool", spy), known=KNOWN)
    told = solving_pb2.TablePosition(token=seal_table(sealer, table), key=seat_key(sealer, table.game_id, seat))
    request: Any = solver_pb2.SuggestMovesRequest(position=solving_pb2.Position(table=told), seed=1)
    with pytest.raises(Sent):
        asyncio.run(solver.answer("SuggestMoves", request, None))
    (job,) = spy.jobs
    return job


@pytest.mark.parametrize("scene", [pytest.param(scene, id=str(scene)) for scene in all_scenes()])
def test_a_job_holds_no_secret_and_is_the_same_for_equal_views(ring: KeyRing, sealer: Sealer, scene: Scene) -> None:
    for moment in chosen_moments(scene, secret=2, plain=1):
        table = moment.table
        for seat in movers(table.state)[:2]:
            job = job_of(ring, table, seat)
            canary = Canary(
                {
                    "the secret": table.server_secret,
                    "the transcript": table.transcript,
                    "the decision": table.decision,
                    "the game's id": table.game_id,
                    "the token": seal_table(sealer, table),
                    "the key": seat_key(sealer, table.game_id, seat),
                    **{f"the ring's key {key.name}": key.secret for key in ring.keys},
                }
            )
            assert canary.found_in(job.to_bytes(1.0)) == []
            assert job_of(ring, with_other_seed(table), seat) == job
            if (state := another_state(table, seat)) is not None:
                assert job_of(ring, with_other_state(table, state), seat) == job


def test_the_process_is_told_nothing_by_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SETTINGS:
        monkeypatch.setenv(setting.variable, "secret")
    assert "secret" not in environment().values()
    assert command("module", [3, 4])[-3:] == ["module", "3", "4"]


def test_the_first_table_of_every_game_has_a_job(ring: KeyRing) -> None:
    """Else the tests above are empty."""
    for game in {scene.game for scene in all_scenes()}:
        table = usual_scene(game).new_table("first")
        assert job_of(ring, table, table.state.to_act()[0]).state
