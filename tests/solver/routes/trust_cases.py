"""What might be asked about routes of Amazonas, for the tests that ask everything of everybody (see
tests/trust/questions.py)."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf.message import Message

from canopy.v1 import amazonas_pb2, amazonas_solver_pb2
from cext.kernel import State
from engines.game import Setup
from tests.solver.routes.tables import GAME_2005, GAME_BGA


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


CASES = {"ConnectVillages": _connect_villages}
