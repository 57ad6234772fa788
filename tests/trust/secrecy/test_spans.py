"""Nothing hidden turns up in traces, whatever is asked and whatever a caller writes beside it."""

from __future__ import annotations

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from engines.game import Game
from service.engine import Engine
from service.keyring import KeyRing
from service.limits import Limits
from service.rpc import CallLimits, Wrapper
from service.sealing import Sealer
from service.solver import Solver
from service.solver_pool import Pool
from service.solver_service import new_metrics
from service.tracing import Tracing
from tests.service.conftest import serving
from tests.trust.canary import Canary
from tests.trust.conftest import LONGEST_SECONDS
from tests.trust.scenes import chosen_moments, usual_scene
from tests.trust.secrecy.test_canary import ask, every_request, inner, sealed, secret_moves
from tests.trust.wire import Wire


def test_spans_hold_nothing_hidden(sealer: Sealer, ring: KeyRing, game: Game) -> None:
    scene = usual_scene(game)
    (moment, *_) = chosen_moments(scene, secret=1, plain=0)
    kept = InMemorySpanExporter()
    metrics = new_metrics()
    assert metrics.solver is not None
    tracing = Tracing(kept, 1.0, "1")
    served = serving(
        Engine(ring),
        wrapper=Wrapper(metrics, CallLimits(Limits().request_bytes), watcher=tracing),
        solver=Solver(ring, Pool(1, 16, metrics.solver), max_seconds=LONGEST_SECONDS),
        tracing=tracing,
    )
    with served as address, Wire(address) as wire:
        for rpc, request in every_request(sealer, scene, moment):
            ask(wire, rpc, request)
    hidden = inner(moment.table, ring) | sealed(moment.table, sealer) | {"the game": moment.table.game_id}
    canary = Canary({**hidden, **secret_moves(moment)})
    text = "\n".join(span.to_json() for span in kept.get_finished_spans())
    assert text.count(f'"canopy.ruleset": "{game.id}"') > 1
    assert text.count('"canopy.reason"') > 1
    assert canary.found_in(text) == []
