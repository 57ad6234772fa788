"""What might be asked about routes of Amazonas, for the tests that ask everything of everybody (see
tests/trust/questions.py)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from google.protobuf.message import Message

from canopy.v1 import amazonas_pb2, amazonas_solver_pb2
from cext.kernel import State
from engines.game import Setup
from engines.games.amazonas.vocabulary import EVENTS_TO_WIRE
from tests.solver.routes.tables import GAME_2005, GAME_BGA, events_to_come


def _connect_villages(setup: Setup, state: State) -> Iterator[Message]:
    """Some villages, and the same with wishes. Nothing for other games."""
    del state
    if setup.game not in (GAME_2005, GAME_BGA):
        return
    asked = amazonas_solver_pb2.ConnectVillagesRequest(villages=(0, 2, 3))
    yield asked
    asked.seat = 1
    asked.avoided_villages.append(1)
    asked.event = amazonas_pb2.AMAZONAS_EVENT_CARD_JAGUAR
    yield asked


def _plan_hut_route(setup: Setup, state: State) -> Iterator[Message]:
    """Some order of the events, the same with losses, and with what may go wrong. Nothing for other games."""
    if setup.game not in (GAME_2005, GAME_BGA):
        return
    events = [EVENTS_TO_WIRE[event] for event in events_to_come(random.Random(1), state)]
    yield amazonas_solver_pb2.PlanHutRouteRequest(events=events)
    yield amazonas_solver_pb2.PlanHutRouteRequest(events=events, assess_losses=True)
    yield amazonas_solver_pb2.PlanHutRouteRequest(
        events=events[:1],
        is_rest_unknown=True,
        site_risks=[amazonas_solver_pb2.AmazonasSiteRisk(village=0, probability=0.5)],
        samples=2,
    )


CASES = {"ConnectVillages": _connect_villages, "PlanHutRoute": _plan_hut_route}
