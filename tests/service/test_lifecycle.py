"""The life of a service of several processes: all answer, the dead are replaced, and stopping loses nothing."""

from __future__ import annotations

import os
import queue
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2

from canopy.client import Canopy
from canopy.v1 import engine_pb2
from service import access
from service.addresses import split_address
from service.engine_service import SERVICE_NAME
from service.errors import Reason
from tests.service.conftest import DEADLINE
from tests.service.driver import Driven
from tests.service.processes import KEY_LINE, Client, Service, ending, running

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def test_all_workers_answer_on_one_port_and_are_counted_together(tmp_path: Path) -> None:
    with running(tmp_path, "--access-log", workers=2) as service, ExitStack() as clients:
        assert {service.ready_worker()[0] for _ in range(2)} == {0, 1}
        answered: set[int] = set()
        calls = 0
        while len(answered) < 2:
            # The system spreads connections as it likes; 64 to one and none to the other is not what it does.
            assert calls < 64
            clients.enter_context(Client(service.address)).list_rulesets()
            calls += 1
            answered.add(service.log.wait_for("call", method="ListRulesets")["worker"])
        assert service.stop() == 0
        assert answered == {0, 1}


def test_workers_count_into_one_page(tmp_path: Path, any_ruleset: str) -> None:
    with running(tmp_path, workers=2) as service, ExitStack() as clients:
        for _ in range(8):
            Driven(clients.enter_context(Client(service.address)), any_ruleset)
        created = {"grpc_type": "unary", "grpc_service": SERVICE_NAME, "grpc_method": "CreateGame"}
        # Counts are written some milliseconds after the answer.
        counted = service.scrape()
        while counted.value("grpc_server_handled_total", grpc_code="OK", **created) < 8:
            counted = service.scrape()
        assert counted.value("grpc_server_handled_total", grpc_code="OK", **created) == 8
        assert counted.value("canopy_games_created_total", ruleset=any_ruleset) == 8
        assert counted.value("canopy_workers") == 2
        assert counted.value("canopy_worker_restarts_total") == 0


def play_until(stop: threading.Event, address: str, ruleset: str) -> int:
    """Games one after the other over a connection of its own; how many decisions were made."""
    decisions = 0
    with Client(address) as client:
        while not stop.is_set():
            table = Driven(client, ruleset)
            while not table.status.finished and not stop.is_set():
                ply = table.status.ply
                assert table.decide().status.ply > ply
                decisions += 1
    return decisions


def test_killed_worker_is_replaced_and_clients_lose_nothing(tmp_path: Path, any_ruleset: str) -> None:
    stop = threading.Event()
    with running(tmp_path, workers=2) as service, ThreadPoolExecutor(4) as clients:
        first = dict(service.ready_worker() for _ in range(2))
        playing = [clients.submit(play_until, stop, service.address, any_ruleset) for _ in range(4)]
        try:
            with Client(service.address) as client:
                assert client.list_rulesets().rulesets
            os.kill(first[0], signal.SIGKILL)
            assert service.log.wait_for("a worker died")["status"] == -signal.SIGKILL
            number, process = service.ready_worker()
            assert number == 0
            assert process not in first.values()
            counted = service.scrape()
        finally:
            stop.set()
        assert all(decisions.result(DEADLINE) > 0 for decisions in playing)
        assert counted.value("canopy_worker_restarts_total") == 1
        assert counted.value("canopy_workers") == 2
        assert service.stop() == 0


def test_worker_that_is_told_to_stop_is_replaced_too(tmp_path: Path) -> None:
    """So workers can be renewed one after the other."""
    with running(tmp_path) as service:
        _, process = service.ready_worker()
        os.kill(process, signal.SIGTERM)
        assert service.log.wait_for("a worker died")["status"] == 0
        assert service.ready_worker()[1] != process
        with Client(service.address) as client:
            assert client.list_rulesets().rulesets


def test_workers_that_die_in_a_row_are_replaced_ever_more_slowly(tmp_path: Path) -> None:
    with running(tmp_path) as service:
        pauses = []
        for _ in range(3):
            _, process = service.ready_worker()
            os.kill(process, signal.SIGKILL)
            pauses.append(service.log.wait_for("a worker died")["pause_seconds"])
        assert pauses == [0.1, 0.2, 0.4]
        # Nobody has to wait for a pause to stop the service.
        assert service.stop() == 0


def test_worker_that_cannot_start_again_is_tried_again_until_it_can(tmp_path: Path) -> None:
    api_keys = tmp_path / "api-keys"
    secret, key = access.generate("somebody")
    access.add(api_keys, key)
    with running(tmp_path, "--api-keys-file", str(api_keys), workers=2) as service:
        first = dict(service.ready_worker() for _ in range(2))
        good = api_keys.read_text()
        api_keys.write_text("nonsense")
        os.kill(first[0], signal.SIGKILL)
        assert str(api_keys) in service.log.wait_for("a worker cannot start", worker=0)["reason"]
        # The other one goes on with what it knows.
        with Canopy(service.address, timeout=DEADLINE, api_key=secret) as client:
            assert client.list_rulesets().rulesets
        api_keys.write_text(good)
        assert service.ready_worker(0)[1] not in first.values()
        assert service.stop() == 0


def test_workers_end_with_their_supervisor(tmp_path: Path) -> None:
    with running(tmp_path, workers=2) as service:
        workers = [service.ready_worker()[1] for _ in range(2)]
        with ending(workers):
            service.process.kill()
        # Nothing listens any more.
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(split_address(service.address), DEADLINE)
        assert service.log.drained().count("abandoned") == 2


def test_keys_show_in_no_command_line_and_no_environment_of_a_worker(tmp_path: Path) -> None:
    secret = KEY_LINE.partition(":")[2].encode()
    with running(tmp_path) as service:
        worker = Path("/proc") / str(service.ready_worker()[1])
        for name in ("cmdline", "environ"):
            assert secret not in (worker / name).read_bytes()
        assert service.stop() == 0
        assert secret.decode() not in service.log.drained()
        assert list(tmp_path.iterdir()) == []


class HalfCall:
    """A call that a worker has begun and waits for: of its request the headers are sent, the message is not."""

    def __init__(self, client: Client, method: str) -> None:
        self._request: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        call: grpc.StreamUnaryMultiCallable[bytes, bytes] = client.channel.stream_unary(f"/{SERVICE_NAME}/{method}")
        self._answer = call.future(self._requests(), timeout=DEADLINE)
        # What comes after it on the connection is answered, so this has come, too.
        client.list_rulesets()

    def _requests(self) -> Iterator[bytes]:
        yield self._request.get(timeout=DEADLINE)

    def finish(self, request: bytes) -> bytes:
        """Send the message and give the answer."""
        self._request.put(request)
        return self._answer.result(DEADLINE)


def watch_health(client: Client) -> Iterator[object]:
    """The health of the whole process, as it changes."""
    call: grpc.UnaryStreamMultiCallable[bytes, bytes] = client.channel.unary_stream("/grpc.health.v1.Health/Watch")
    for answer in call(b"", timeout=DEADLINE):
        yield health_pb2.HealthCheckResponse.FromString(answer).status


def wait_until_refused(service: Service) -> None:
    """Return when new connections are refused."""
    while True:
        try:
            socket.create_connection(split_address(service.address), DEADLINE).close()
        except ConnectionRefusedError:
            return
        except ConnectionResetError:
            # It came between: taken in by the system, and not by a server that is just closing its port.
            continue


def test_sigterm_tells_health_takes_nothing_new_and_finishes_what_runs(tmp_path: Path, any_ruleset: str) -> None:
    with (
        running(tmp_path, "--grace-seconds", str(10 * DEADLINE)) as service,
        Client(service.address) as client,
        Client(service.address) as watcher,
    ):
        request = first_moves(Driven(client, any_ruleset))
        expected = client.call(client.stub.ApplyMoves, request)
        watch = watch_health(watcher)
        assert next(watch) == SERVING
        half = HalfCall(client, "ApplyMoves")

        service.process.send_signal(signal.SIGTERM)
        assert list(watch) == [NOT_SERVING]
        wait_until_refused(service)
        assert service.process.poll() is None
        answer = half.finish(request.SerializeToString())
        assert engine_pb2.ApplyMovesResponse.FromString(answer) == expected
        assert service.process.wait(DEADLINE) == 0


def test_grace_ends_what_does_not_finish(tmp_path: Path) -> None:
    with running(tmp_path, "--grace-seconds", "0") as service, Client(service.address) as client:
        half = HalfCall(client, "GetView")
        assert service.stop() == 0
        with pytest.raises(grpc.RpcError) as end:
            half.finish(b"")
        assert end.value.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


def test_second_signal_ends_the_grace(tmp_path: Path) -> None:
    with running(tmp_path, "--grace-seconds", "3600") as service, Client(service.address) as client:
        half = HalfCall(client, "GetView")
        service.process.send_signal(signal.SIGTERM)
        wait_until_refused(service)
        assert service.process.poll() is None
        assert service.stop(signal.SIGINT) == 0
        with pytest.raises(grpc.RpcError):
            half.finish(b"")


def first_moves(table: Driven) -> engine_pb2.ApplyMovesRequest:
    """Everybody who is asked takes the first legal move."""
    request = engine_pb2.ApplyMovesRequest(token=table.token, key=table.host_key)
    for seat in table.seats:
        action = request.actions.add(move=engine_pb2.SeatMove(seat=seat))
        action.move.move.text = table.legal(seat)[0]
    return request


def ends_for_stopping(stream: Iterator[engine_pb2.PlayGameResponse]) -> bool:
    """Whether the stream has nothing more to say but that the service stops."""
    with pytest.raises(grpc.RpcError) as end:
        next(stream)
    return (end.value.code(), end.value.details()) == (grpc.StatusCode.UNAVAILABLE, Reason.SHUTTING_DOWN.sentence)


def test_stream_is_told_to_go_and_its_game_goes_on_elsewhere(tmp_path: Path, any_ruleset: str) -> None:
    with running(tmp_path) as service, Client(service.address) as client:
        table = Driven(client, any_ruleset)
        requests: queue.SimpleQueue[engine_pb2.PlayGameRequest | None] = queue.SimpleQueue()
        stream = client.play_game(iter(requests.get, None), timeout=DEADLINE)
        for number in range(3):
            requests.put(engine_pb2.PlayGameRequest(id=number, apply_moves=first_moves(table)))
            answer = next(stream)
            assert answer.id == number
            table.token, table.status = answer.apply_moves.token, answer.apply_moves.status
        service.process.send_signal(signal.SIGTERM)
        assert ends_for_stopping(stream)
        requests.put(None)
        assert service.process.wait(DEADLINE) == 0
    with running(tmp_path) as other, Client(other.address) as client:
        table.canopy = client
        assert client.get_view(table.token).status.ply == table.status.ply
        table.decide()


def test_stream_ends_between_two_answers_however_fast_it_asks(tmp_path: Path, any_ruleset: str) -> None:
    """Requests come without end; those that are answered are the first so many, each whole."""
    with running(tmp_path) as service, Client(service.address) as client:
        request = first_moves(Driven(client, any_ruleset))
        requests = (engine_pb2.PlayGameRequest(id=number, apply_moves=request) for number in count())
        stream = client.play_game(requests, timeout=DEADLINE)
        answers = [next(stream)]
        service.process.send_signal(signal.SIGTERM)
        with pytest.raises(grpc.RpcError) as end:
            answers.extend(stream)
        assert end.value.details() == Reason.SHUTTING_DOWN.sentence
        assert [answer.id for answer in answers] == list(range(len(answers)))
        assert len({answer.apply_moves.token for answer in answers}) == 1
        assert service.process.wait(DEADLINE) == 0
