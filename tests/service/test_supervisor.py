"""The parts of the supervisor: its pauses, the port it holds, the page of its metrics, what it says to workers."""

from __future__ import annotations

import asyncio
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import pytest

from service import port
from service.addresses import join_address, split_address
from service.config import Settings
from service.control import Orders, Report
from service.keeper import Pauses
from service.metrics import CONTENT_TYPE
from service.port import CannotListen
from service.scrape import metrics_page
from service.settings import from_texts, to_texts
from service.transport import affordable_connections, channel_options
from tests.service.conftest import DEADLINE

LOOPBACK = "127.0.0.1:0"


def test_supervisor_knows_neither_grpc_nor_the_games() -> None:
    code = "import sys, service.supervisor; sys.exit(bool({'grpc', 'cext', 'engines.registry'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# -- pauses --


def test_pauses_grow_within_bounds_and_start_anew_after_a_healthy_life() -> None:
    pauses = Pauses()
    row = [pauses.after(1.0) for _ in range(9)]
    assert row[:4] == [0.1, 0.2, 0.4, 0.8]
    assert row == sorted(row)
    assert row[-1] == Pauses.LONGEST
    assert pauses.after(Pauses.HEALTHY) == 0.1
    assert pauses.after(1.0) == 0.2


# -- the port --


@contextmanager
def listening(address: str, *, shares: bool) -> Iterator[str]:
    """A socket that listens on the address, or on a free port of it."""
    with closing(socket.socket()) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, int(shares))
        listener.bind(split_address(address))
        listener.listen()
        yield join_address(*listener.getsockname())


def test_port_is_held_for_our_workers_and_takes_no_connection() -> None:
    with port.reserved(LOOPBACK) as address:
        assert split_address(address)[1] != 0
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(split_address(address), DEADLINE)
        with (
            listening(address, shares=True),
            listening(address, shares=True),
            socket.create_connection(split_address(address), DEADLINE),
        ):
            pass
        with pytest.raises(OSError, match="in use"), listening(address, shares=False):
            pass


def test_port_belongs_to_one_service() -> None:
    with (
        port.reserved(LOOPBACK) as address,
        pytest.raises(CannotListen, match=f"cannot listen on {address}: Address already in use"),
        port.reserved(address),
    ):
        pass
    with port.reserved(address) as again:
        assert again == address


@pytest.mark.parametrize("shares", [True, False])
def test_port_of_somebody_else_is_refused(shares: bool) -> None:
    """Even if that one would share it: half of the connections would be answered by a stranger."""
    with (
        listening(LOOPBACK, shares=shares) as address,
        pytest.raises(CannotListen, match="in use"),
        port.reserved(address),
    ):
        pass


def test_address_that_is_not_ours_is_refused() -> None:
    with pytest.raises(CannotListen, match=r"cannot listen on 192\.0\.2\.1:0: "), port.reserved("192.0.2.1:0"):
        pass


def test_all_addresses_of_a_name_get_one_port() -> None:
    with port.reserved("localhost:0") as address:
        host, number = split_address(address)
        assert host == "localhost"
        for _, _, _, _, place in socket.getaddrinfo(host, number, type=socket.SOCK_STREAM):
            with pytest.raises(CannotListen), port.reserved(join_address(str(place[0]), number)):
                pass


# -- the page of the metrics --


def ask(request: bytes, exposition: Callable[[], bytes] = lambda: b"canopy 1\n") -> tuple[str, dict[str, str], bytes]:
    """Status, headers and body of what the page answers; all empty if it closes the connection without an answer."""

    async def scenario() -> bytes:
        async with metrics_page(LOOPBACK, exposition) as address:
            reader, writer = await asyncio.open_connection(*split_address(address))
            writer.write(request)
            writer.write_eof()
            answer = await reader.read()
            writer.close()
            return answer

    head, _, body = asyncio.run(asyncio.wait_for(scenario(), DEADLINE)).partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    return status, dict(line.split(": ", 1) for line in lines), body


@pytest.mark.parametrize("path", [b"/metrics", b"/metrics?name[]=canopy"])
def test_page_tells_the_metrics(path: bytes) -> None:
    status, headers, body = ask(b"GET " + path + b" HTTP/1.1\r\nHost: here\r\n\r\n")
    assert (status, body) == ("HTTP/1.1 200 OK", b"canopy 1\n")
    assert (headers["Content-Type"], headers["Content-Length"]) == (CONTENT_TYPE, "9")


def test_page_tells_its_length_alone() -> None:
    status, headers, body = ask(b"HEAD /metrics HTTP/1.1\r\n\r\n")
    assert (status, headers["Content-Length"], body) == ("HTTP/1.1 200 OK", "9", b"")


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET / HTTP/1.1", "HTTP/1.1 404 Not Found"),
        (b"GET /metrics/../keys HTTP/1.1", "HTTP/1.1 404 Not Found"),
        (b"POST /metrics HTTP/1.1", "HTTP/1.1 405 Method Not Allowed"),
        (b"", "HTTP/1.1 404 Not Found"),
        (b"\xff\xfe\x00", "HTTP/1.1 404 Not Found"),
    ],
)
def test_page_refuses_what_it_has_not(request_line: bytes, status: str) -> None:
    assert ask(request_line + b"\r\n\r\n")[0] == status


@pytest.mark.parametrize("request_bytes", [b"", b"GET /metrics HTTP/1.1\r\n", b"x" * 100_000])
def test_page_has_no_answer_to_what_is_no_request(request_bytes: bytes) -> None:
    async def scenario() -> bytes:
        async with metrics_page(LOOPBACK, lambda: b"") as address:
            reader, writer = await asyncio.open_connection(*split_address(address))
            writer.write(request_bytes)
            writer.write_eof()
            try:
                return await reader.read()
            except ConnectionResetError:  # it has closed without reading all
                return b""
            finally:
                writer.close()

    assert asyncio.run(asyncio.wait_for(scenario(), DEADLINE)) == b""


def test_page_survives_metrics_that_cannot_be_read(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> bytes:
        raise ValueError("a secret")

    assert ask(b"GET /metrics HTTP/1.1\r\n\r\n", broken)[0] == "HTTP/1.1 503 Service Unavailable"
    assert [record.message for record in caplog.records] == ["the metrics cannot be read just now"]
    assert "secret" not in caplog.text


def test_page_on_a_port_that_is_taken() -> None:
    async def scenario(address: str) -> None:
        async with metrics_page(address, lambda: b""):
            pass

    with listening(LOOPBACK, shares=False) as address, pytest.raises(CannotListen, match="cannot listen"):
        asyncio.run(scenario(address))


# -- what is said to workers --


def test_orders_and_reports_arrive_as_they_were_sent() -> None:
    orders = Orders(3, "/tmp/counts", {"bind": '127.0.0.1:1"\n'}, "00112233:key\n")  # noqa: S108 - only a text
    assert Orders.from_line(orders.to_line()) == orders
    assert orders.to_line().count(b"\n") == 1
    report = Report(failure="no\nway", is_config=True)
    assert Report.from_line(report.to_line()) == Report([], "no\nway", True)


def test_workers_are_told_all_settings_but_secrets() -> None:
    settings = Settings(bind="127.0.0.1:7", insecure_bind=True, grace_seconds=1.25, keys="secret", log_format="json")
    texts = to_texts(settings)
    assert "secret" not in texts.values()
    assert from_texts(texts) == Settings(bind="127.0.0.1:7", insecure_bind=True, grace_seconds=1.25, log_format="json")


# -- how connections are treated --


def test_connections_are_no_more_than_the_files_of_the_process_allow() -> None:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert affordable_connections(1) == 1
    assert affordable_connections(soft + 1) < soft


def test_zero_seconds_mean_never() -> None:
    never = dict(channel_options(Settings(max_connection_age_seconds=0, keepalive_seconds=0)))
    assert never["grpc.max_connection_age_ms"] == never["grpc.keepalive_time_ms"] == 2**31 - 1
    assert dict(channel_options(Settings(keepalive_seconds=1.5)))["grpc.keepalive_time_ms"] == 1500
