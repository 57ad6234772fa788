"""SolverService over gRPC: who may ask what, streams, deadlines, cancelling, too much at once, losses, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from canopy.client import Canopy, Refused
from canopy.v1 import common_pb2, solver_pb2, solving_pb2
from cext.kernel import State
from engines import registry
from engines.position import BadPosition, PositionDefect
from service import solver_service
from service.engine import Engine
from service.engine_service import SERVICE_NAME as ENGINE_SERVICE
from service.errors import Reason
from service.keyring import KeyRing
from service.rpc import CallLimits, Wrapper
from service.server import Server
from service.solver_service import SERVICE_NAME
from tests.service.conftest import DEADLINE
from tests.service.counted import Counted
from tests.service.solver.conftest import Served, new_solver, position_of, served
from tests.service.solver.problems import CANARY, KNOWN, USUAL_NODES, Deed
from tests.service.test_rpc_wrapper import Flight

Unary: TypeAlias = "grpc.UnaryUnaryMultiCallable[bytes, bytes]"
Stream: TypeAlias = "grpc.StreamStreamMultiCallable[bytes, bytes]"
HEALTH = "grpc.health.v1.Health"


# -- answers --


def test_a_unary_call_gets_the_final_answer(server: Served, ruleset: str) -> None:
    solution = server.suggest(Deed.COUNT, server.table(ruleset)).solution
    assert solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL
    assert (solution.value, solution.bound, solution.nodes) == (USUAL_NODES, USUAL_NODES, USUAL_NODES)
    assert not solution.cut_short


def test_a_stream_gets_them_all(server: Served, ruleset: str) -> None:
    table = server.table(ruleset)
    key = table.seat_keys[table.seats[0]]
    budget = solving_pb2.Budget(nodes=7)
    told = list(server.canopy.stream_suggestions(table.token, key, seed=Deed.COUNT, budget=budget))
    assert [answer.solution.value for answer in told] == list(range(1, 8))
    assert told[-1].solution.status == solving_pb2.SOLUTION_STATUS_OPTIMAL


def test_calls_are_counted_like_all_others(ring: KeyRing, one_ruleset: str) -> None:
    with served(ring) as server:
        table = server.table(one_ruleset)
        server.suggest(Deed.COUNT, table)
        with pytest.raises(Refused):
            server.suggest(Deed.REFUSE, table)
        list(server.canopy.stream_suggestions(table.token, table.seat_keys[table.seats[0]], seed=Deed.COUNT))
    counted = server.counted
    assert counted.codes("SuggestMoves") == {"OK": 1, "INVALID_ARGUMENT": 1}
    assert counted.codes("StreamSuggestions") == {"OK": 1}
    assert counted.method("msg_sent_total", "StreamSuggestions") == USUAL_NODES
    assert counted.value("canopy_in_flight") == 0


# -- who may ask --


def test_a_seat_asks_for_itself_and_the_host_for_any(server: Served, ruleset: str) -> None:
    table = server.table(ruleset)
    seat, players = table.seats[0], table.status.players
    ask = server.canopy.suggest_moves
    for key, named in ((table.seat_keys[seat], None), (table.seat_keys[seat], seat), (table.host_key, seat)):
        assert ask(table.token, key, seat=named).solution.value == USUAL_NODES

    def reason_of(key: bytes, named: int | None) -> str:
        with pytest.raises(Refused) as refused:
            ask(table.token, key, seat=named)
        return refused.value.reason

    assert reason_of(table.seat_keys[seat], players) == "KEY_LACKS_RIGHT"
    assert reason_of(b"", seat) == "KEY_LACKS_RIGHT"
    assert reason_of(b"", None) == "KEY_LACKS_RIGHT"
    assert reason_of(table.host_key, None) == "MALFORMED"
    assert reason_of(table.host_key, players) == "MALFORMED"
    assert reason_of(b"x", None) == "KEY_UNOPENABLE"
    other = server.canopy.create_game(ruleset, players)
    assert reason_of(other.seat_keys[0], None) == "KEY_OF_ANOTHER_TABLE"


def test_a_token_is_needed_that_opens(server: Served) -> None:
    with pytest.raises(Refused) as refused:
        server.canopy.suggest_moves(b"x")
    assert refused.value.reason == "TOKEN_UNOPENABLE"


def test_a_seat_that_is_not_asked_has_nothing_to_decide(
    server: Served, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(KNOWN["SuggestMoves"]), "needs_turn", True)
    table = server.table(ruleset)
    assert server.suggest(Deed.COUNT, table).solution.value == USUAL_NODES
    table.finish()
    with pytest.raises(Refused) as refused:
        server.canopy.suggest_moves(table.token, table.seat_keys[0])
    assert refused.value.reason == "NOTHING_TO_DECIDE"
    assert refused.value.code is grpc.StatusCode.FAILED_PRECONDITION


@pytest.mark.parametrize(
    "budget",
    [
        solving_pb2.Budget(nodes=0),
        solving_pb2.Budget(wall_seconds=0),
        solving_pb2.Budget(wall_seconds=float("nan")),
        solving_pb2.Budget(deterministic_seconds=-1),
        solving_pb2.Budget(deterministic_seconds=float("inf")),
    ],
)
def test_a_budget_leaves_room_for_work(server: Served, ruleset: str, budget: solving_pb2.Budget) -> None:
    with pytest.raises(Refused) as refused:
        server.suggest(Deed.COUNT, server.table(ruleset), budget=budget)
    assert refused.value.reason == "MALFORMED"


def test_a_question_that_the_problem_refuses_is_malformed(server: Served, ruleset: str) -> None:
    table = server.table(ruleset)
    with pytest.raises(Refused, match=f"Seat {table.seats[0]} asks for too much") as refused:
        server.suggest(Deed.REFUSE, table)
    assert refused.value.reason == "MALFORMED"


# -- plain positions --


def plain(ruleset: str, players: int, **more: Any) -> solving_pb2.PlainPosition:
    return solving_pb2.PlainPosition(ruleset=ruleset, players=players, **more)


def reason_of_plain(canopy: Canopy, position: solving_pb2.PlainPosition) -> str:
    with pytest.raises(Refused) as refused:
        canopy.suggest_moves(position)
    return refused.value.reason


def test_a_plain_position_is_checked_like_a_new_table(server: Served, ruleset: str) -> None:
    canopy, players = server.canopy, server.table(ruleset).status.players
    option = common_pb2.OptionValue(name="gone")
    assert reason_of_plain(canopy, plain("chess", 2)) == "UNKNOWN_RULESET"
    assert reason_of_plain(canopy, plain(ruleset, players, rules_version=99)) == "UNKNOWN_RULES_VERSION"
    assert reason_of_plain(canopy, plain(ruleset, 0)) == "BAD_PLAYERS"
    assert reason_of_plain(canopy, plain(ruleset, players, options=[option])) == "BAD_OPTION"
    assert reason_of_plain(canopy, plain(ruleset, players, content_pack_id="gone")) == "UNKNOWN_CONTENT_PACK"
    assert reason_of_plain(canopy, plain(ruleset, players, content_pack_json="{}")) == "BAD_CONTENT_PACK"
    # The first position is a spectator's, and suggestions are for a seat.
    assert reason_of_plain(canopy, plain(ruleset, players)) == "MALFORMED"
    assert reason_of_plain(canopy, plain(ruleset, players, view={})) == "MALFORMED"


def test_a_position_is_needed(server: Served) -> None:
    for position in (None, solving_pb2.Position()):
        with pytest.raises(Refused, match="no position") as refused:
            server.canopy.call(server.canopy.solver.SuggestMoves, solver_pb2.SuggestMovesRequest(position=position))
        assert refused.value.reason == "MALFORMED"


def test_a_view_of_another_game_and_of_nobody_is_malformed(server: Served, ruleset: str) -> None:
    table = server.table(ruleset)
    view = server.canopy.get_view(table.token, table.seat_keys[0]).view
    others = [name for name, game in registry.games().items() if not view.HasField(game.wire_field)]
    for other in others:
        game = registry.game(other)
        assert reason_of_plain(server.canopy, plain(other, game.min_players, view=view)) == "MALFORMED"
    inner = getattr(view, registry.game(ruleset).wire_field)
    inner.viewer = table.status.players
    assert reason_of_plain(server.canopy, plain(ruleset, table.status.players, view=view)) == "MALFORMED"


def test_every_defect_of_a_position_is_named(server: Served, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [PositionDefect("TOO_MANY", f"seats[{seat}].cards", f"Seat {seat} has too many cards.") for seat in (0, 1)]

    def defective(*_: object) -> State:
        raise BadPosition(found)

    monkeypatch.setattr(type(registry.game(ruleset)), "state_of_view", defective)
    table = server.table(ruleset)
    view = server.canopy.get_view(table.token, table.seat_keys[0]).view
    with pytest.raises(Refused) as refused:
        server.canopy.suggest_moves(plain(ruleset, table.status.players, view=view))
    assert refused.value.reason == "BAD_POSITION"
    assert refused.value.code is grpc.StatusCode.INVALID_ARGUMENT
    assert list(refused.value.defects) == [
        solving_pb2.PositionDefect(code=defect.code, field=defect.field, message=defect.message) for defect in found
    ]


def test_a_plain_position_is_answered_for_whose_view_it_is(
    server: Served, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen through a game that takes any view for the first position."""
    monkeypatch.setattr(
        type(registry.game(ruleset)), "state_of_view", lambda _, setup, view: State.start(setup.rules) if view else None
    )
    table = server.table(ruleset)
    for seat in range(table.status.players):
        view = server.canopy.get_view(table.token, table.seat_keys[seat]).view
        position = plain(ruleset, table.status.players, view=view)
        assert server.canopy.suggest_moves(position).solution.value == USUAL_NODES
        with pytest.raises(Refused, match=f"Seat {seat} asks"):
            server.canopy.suggest_moves(position, seed=Deed.REFUSE)


# -- time --


def test_the_answer_comes_before_the_deadline(ring: KeyRing, one_ruleset: str) -> None:
    """The call has no other end than its deadline, and is answered; so it was answered before."""
    with served(ring) as server:
        table = server.table(one_ruleset)
        server.suggest(Deed.COUNT, table)
        request = solver_pb2.SuggestMovesRequest(position=position_of(table), seed=Deed.COUNT_FOR_EVER)
        answer = server.canopy.solver.SuggestMoves(request, timeout=3.0)
        assert answer.solution.cut_short
        assert answer.solution.status == solving_pb2.SOLUTION_STATUS_FEASIBLE


def test_no_question_takes_longer_than_the_service_allows(ring: KeyRing, one_ruleset: str) -> None:
    """The client would wait for ever."""
    with served(ring, max_seconds=2.0) as server:
        table = server.table(one_ruleset)
        server.suggest(Deed.COUNT, table)
        request = solver_pb2.SuggestMovesRequest(position=position_of(table), seed=Deed.COUNT_FOR_EVER)
        assert server.canopy.solver.SuggestMoves(request).solution.cut_short


def test_wall_time_is_a_budget(server: Served, one_ruleset: str) -> None:
    budget = solving_pb2.Budget(wall_seconds=0.05)
    answer = server.suggest(Deed.COUNT_FOR_EVER, server.table(one_ruleset), budget=budget)
    assert answer.solution.cut_short


def test_what_cannot_be_stopped_is_answered_before_the_deadline_all_the_same(ring: KeyRing, one_ruleset: str) -> None:
    """With the best that it told, or with a refusal where it told nothing; and the process is replaced."""
    with served(ring) as server:
        table = server.table(one_ruleset)
        server.suggest(Deed.COUNT, table)
        request = solver_pb2.SuggestMovesRequest(position=position_of(table), seed=Deed.DEAF)
        answer = server.canopy.solver.SuggestMoves(request, timeout=3.0)
        assert answer.solution.cut_short
        assert (answer.solution.value, answer.solution.bound) == (1, 9)
        server.suggest(Deed.COUNT, table)
        request.seed = Deed.DEAF_AND_DUMB
        with pytest.raises(grpc.RpcError) as error:
            server.canopy.solver.SuggestMoves(request, timeout=3.0)
        assert error.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert error.value.details() == Reason.NO_ANSWER_IN_TIME.sentence
        server.suggest(Deed.COUNT, table)


# -- cancelling, too much, losses, the end --


def in_one_loop(ring: KeyRing, scenario: Callable[[grpc.aio.Channel, Flight, Server], Awaitable[None]]) -> Wrapper:
    """Run a scenario with a channel to a server in the same event loop, to the end of all calls."""
    metrics = solver_service.new_metrics(KNOWN)
    wrapper = Wrapper(metrics, CallLimits(65_536))
    flight = Flight(wrapper)

    async def run() -> None:
        solver = new_solver(ring, metrics, queue=1)
        async with Server(Engine(ring), "127.0.0.1:0", wrapper=wrapper, solver=solver, grace_seconds=1.0) as server:
            async with grpc.aio.insecure_channel(server.address) as channel:
                await scenario(channel, flight, server)
            await flight.until(0)

    asyncio.run(asyncio.wait_for(run(), 3 * DEADLINE))
    return wrapper


def stream(channel: grpc.aio.Channel, position: solving_pb2.Position, deed: Deed) -> Any:
    """A stream of suggestions."""
    call: Any = channel.unary_stream(
        f"/{SERVICE_NAME}/StreamSuggestions",
        request_serializer=solver_pb2.StreamSuggestionsRequest.SerializeToString,
        response_deserializer=solver_pb2.StreamSuggestionsResponse.FromString,
    )
    return call(solver_pb2.StreamSuggestionsRequest(position=position, seed=deed), timeout=DEADLINE)


async def remembered(channel: grpc.aio.Channel, position: solving_pb2.Position) -> tuple[str, str]:
    """Which process answers now, and how far COUNT_FOR_EVER came in it."""
    answer = await stream(channel, position, Deed.REMEMBER).read()
    process, count = (suggestion.text for suggestion in answer.suggestions)
    return process, count


def test_a_cancelled_call_stops_computing(ring: KeyRing, server: Served, one_ruleset: str) -> None:
    """The process does not count on, and it was not killed: it answers the next question."""
    position = position_of(server.table(one_ruleset))

    async def scenario(channel: grpc.aio.Channel, flight: Flight, server: Server) -> None:
        del server
        before, _ = await remembered(channel, position)
        for _ in range(3):
            running = stream(channel, position, Deed.COUNT_FOR_EVER)
            assert await running.read() is not grpc.aio.EOF
            running.cancel()
            await flight.until(0)
            after, count = await remembered(channel, position)
            assert after == before
            assert (after, count) == await remembered(channel, position)

    counted = Counted.of(in_one_loop(ring, scenario).metrics)
    assert counted.value("canopy_solver_stopped_total", where="running") == 3
    assert counted.total("canopy_solver_lost_total") == 0
    assert counted.codes("StreamSuggestions")["CANCELLED"] >= 3


def test_a_call_too_many_is_told_when_to_come_again(ring: KeyRing, server: Served, one_ruleset: str) -> None:
    position = position_of(server.table(one_ruleset))

    async def scenario(channel: grpc.aio.Channel, flight: Flight, _: Server) -> None:
        running = stream(channel, position, Deed.COUNT_FOR_EVER)
        assert await running.read() is not grpc.aio.EOF
        waiting = stream(channel, position, Deed.COUNT)
        await flight.until(2)
        refused = stream(channel, position, Deed.COUNT)
        assert await refused.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert Reason.SOLVER_BUSY.sentence in await refused.details()
        assert "grpc-status-details-bin" in dict(await refused.trailing_metadata())
        running.cancel()
        assert len([answer async for answer in waiting]) == USUAL_NODES

    counted = Counted.of(in_one_loop(ring, scenario).metrics)
    assert counted.value("canopy_shed_total", reason="SOLVER_BUSY") == 1


def test_a_lost_process_is_told_as_unavailable(server: Served, one_ruleset: str) -> None:
    table = server.table(one_ruleset)
    with pytest.raises(Refused) as refused:
        server.suggest(Deed.DIE, table)
    assert refused.value.reason == "SOLVER_LOST"
    assert refused.value.code is grpc.StatusCode.UNAVAILABLE
    assert refused.value.retry_after is not None
    assert server.suggest(Deed.COUNT, table).solution.value == USUAL_NODES


def test_a_defect_says_nothing_of_itself(server: Served, one_ruleset: str) -> None:
    with pytest.raises(Refused) as refused:
        server.suggest(Deed.DEFECT, server.table(one_ruleset))
    assert refused.value.message == Reason.INTERNAL_ERROR.sentence
    assert CANARY not in repr(refused.value.__dict__)


def test_what_runs_answers_its_best_when_the_service_stops(ring: KeyRing, server: Served, one_ruleset: str) -> None:
    position = position_of(server.table(one_ruleset))
    last: list[Any] = []

    async def scenario(channel: grpc.aio.Channel, _: Flight, server: Server) -> None:
        running = stream(channel, position, Deed.COUNT_FOR_EVER)
        assert await running.read() is not grpc.aio.EOF
        stopping = asyncio.create_task(server.__aexit__(None, None, None))
        while (answer := await running.read()) is not grpc.aio.EOF:
            last.append(answer)
        assert await running.code() is grpc.StatusCode.OK
        await stopping

    in_one_loop(ring, scenario)
    assert last[-1].solution.cut_short


# -- where it is offered --


def test_health_and_reflection_know_the_service(server: Served) -> None:
    check: Unary = server.canopy.channel.unary_unary(f"/{HEALTH}/Check")
    for name in ("", ENGINE_SERVICE, SERVICE_NAME):
        raw = check(health_pb2.HealthCheckRequest(service=name).SerializeToString(), timeout=DEADLINE)
        assert health_pb2.HealthCheckResponse.FromString(raw).status == health_pb2.HealthCheckResponse.SERVING
    ask: Stream = server.canopy.channel.stream_stream("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    (raw,) = ask(iter([request.SerializeToString()]), timeout=DEADLINE)
    listed = reflection_pb2.ServerReflectionResponse.FromString(raw).list_services_response.service
    assert {ENGINE_SERVICE, SERVICE_NAME} <= {service.name for service in listed}


def test_a_server_without_a_solver_does_not_offer_it(canopy: Canopy) -> None:
    with pytest.raises(grpc.RpcError) as error:
        canopy.sample_worlds(b"x")
    assert error.value.code() is grpc.StatusCode.UNIMPLEMENTED
    check: Unary = canopy.channel.unary_unary(f"/{HEALTH}/Check")
    with pytest.raises(grpc.RpcError) as unknown:
        check(health_pb2.HealthCheckRequest(service=SERVICE_NAME).SerializeToString(), timeout=DEADLINE)
    assert unknown.value.code() is grpc.StatusCode.NOT_FOUND


def test_every_rpc_is_answered_by_the_pool_or_without_it() -> None:
    every = solver_pb2.DESCRIPTOR.services_by_name["SolverService"].methods
    assert [method.name for method in solver_service.methods()] == [method.name for method in every]
