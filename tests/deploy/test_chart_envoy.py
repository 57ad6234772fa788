"""A real Envoy with the configuration of the chart lets browsers call a real service, and lets nothing else through."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sysconfig
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path

import pytest
import yaml

from canopy.v1 import engine_pb2, solver_pb2, solving_pb2
from service import port
from service.addresses import split_address
from tests.deploy.chart import Object, component_image, feature, of_kind
from tests.service.certificates import Authority
from tests.service.conftest import DEADLINE
from tests.service.processes import Service, running

pytestmark = pytest.mark.system

PROGRAM = Path(sysconfig.get_path("scripts"), "envoy")
ORIGIN = "https://play.example"
ENGINE = "canopy.v1.EngineService"
SOLVER = "canopy.v1.SolverService"
# The first byte of a frame of grpc-web: a message, or the trailers.
MESSAGE, TRAILERS = 0x00, 0x80
# Pages that call at the same moment.
PAGES = 8
LISTENING = "starting main dispatch loop"


def shipped(name: str) -> Object:
    """The files of Envoy in a release."""
    (found,) = of_kind(feature(name), "ConfigMap").values()
    return {file: yaml.safe_load(text) for file, text in found["data"].items()}


def configuration(name: str) -> Object:
    """Envoy's configuration in a release."""
    parsed: Object = shipped(name)["envoy.yaml"]
    return parsed


def placed(parsed: Object, listener: str, service: Service) -> Object:
    """The configuration on this machine: where it listens, and where both deployments are."""

    def place(address: str) -> Object:
        host, number = split_address(address)
        return {"socket_address": {"address": host, "port_value": number}}

    parsed["static_resources"]["listeners"][0]["address"] = place(listener)
    for cluster in parsed["static_resources"]["clusters"]:
        cluster["load_assignment"]["endpoints"][0]["lb_endpoints"][0]["endpoint"]["address"] = place(service.address)
    return parsed


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("service"), "--max-waiting-calls", "1", "--access-log") as service:
        yield service


@pytest.fixture(scope="module")
def web(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where browsers call."""
    with enveloped(lambda listener: placed(configuration("grpc-web"), listener, service), tmp_path_factory) as address:
        yield address


@contextmanager
def enveloped(configured: Callable[[str], Object], temporary: pytest.TempPathFactory) -> Iterator[str]:
    """An Envoy with what is configured for the address at which it listens; gives that."""
    file = temporary.mktemp("envoy") / "envoy.yaml"
    # Envoy shares its port, so it may be held for it.
    with port.reserved("127.0.0.1:0") as listener:
        file.write_text(yaml.safe_dump(configured(listener)))
        command = [str(PROGRAM), "--config-path", str(file), "--concurrency", "1", "--use-dynamic-base-id"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as envoy:
            try:
                assert envoy.stderr is not None
                said = iter(envoy.stderr.readline, "")
                assert any(LISTENING in line for line in said)
                yield f"http://{listener}"
            finally:
                envoy.kill()


def ask(url: str, method: str = "POST", body: bytes = b"", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer over HTTP."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(url, data=body or None, method=method, headers=named)  # noqa: S310 - ours
    try:
        with urllib.request.urlopen(request, timeout=DEADLINE) as answer:  # noqa: S310
            return answer.status, {key.lower(): value for key, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {key.lower(): value for key, value in error.headers.items()}, error.read()


def call(web: str, method: str, message: bytes, **more: str) -> tuple[list[bytes], dict[str, str]]:
    """The messages that a browser gets, and the trailers; where there is no message, these are headers."""
    body = struct.pack(">BI", MESSAGE, len(message)) + message
    status, headers, raw = ask(
        f"{web}/{method}", body=body, origin=ORIGIN, content_type="application/grpc-web+proto", x_grpc_web="1", **more
    )
    assert status == 200
    assert headers["access-control-allow-origin"] == ORIGIN
    messages, trailers = [], {name: value for name, value in headers.items() if name.startswith("grpc-")}
    while raw:
        kind, length = struct.unpack(">BI", raw[:5])
        part, raw = raw[5 : 5 + length], raw[5 + length :]
        if kind == TRAILERS:
            for line in part.decode().splitlines():
                name, _, value = line.partition(":")
                trailers[name.strip()] = value.strip()
        else:
            messages.append(part)
    return messages, trailers


@pytest.mark.parametrize("name", ["grpc-web", "grpc-web-tls"])
def test_envoy_takes_the_configuration(name: str, tmp_path: Path) -> None:
    for file, parsed in shipped(name).items():
        (tmp_path / file).write_text(yaml.safe_dump(parsed).replace("/etc/envoy", str(tmp_path)))
    checked = subprocess.run(
        [PROGRAM, "--mode", "validate", "--config-path", tmp_path / "envoy.yaml"],
        check=False,
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stderr


def test_certificates_of_another_authority_are_taken_without_a_restart(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As with an authority that is renewed, and whenever a certificate signs itself."""
    mounted = tmp_path / "tls"
    mounted.mkdir()

    def mount(number: int) -> None:
        """Put another authority and a certificate of it in place at one instant, as Kubernetes does."""
        authority = Authority()
        server = authority.server(name="canopy-engine")
        (mounted / f"..{number}").mkdir()
        files = {"tls.crt": server.certificate, "tls.key": server.key, "ca.crt": authority.certificate}
        for name, content in files.items():
            (mounted / f"..{number}" / name).write_bytes(content)
            if number == 0:
                (mounted / name).symlink_to(f"..data/{name}")
        (mounted / "..new").symlink_to(f"..{number}")
        (mounted / "..new").replace(mounted / "..data")

    def configured(listener: str) -> Object:
        (tmp_path / "authorities.yaml").write_text(text_of(shipped("grpc-web-tls")["authorities.yaml"]))
        parsed: Object = yaml.safe_load(text_of(placed(configuration("grpc-web-tls"), listener, encrypted)))
        return parsed

    def text_of(parsed: Object) -> str:
        """With the places of its files on this machine."""
        text = yaml.safe_dump(parsed)
        return text.replace("/etc/canopy/tls", str(mounted)).replace("/etc/envoy", str(tmp_path))

    def is_answered() -> bool:
        empty = struct.pack(">BI", MESSAGE, 0)
        status, _, raw = ask(f"{address}/{ENGINE}/ListRulesets", body=empty, content_type="application/grpc-web+proto")
        return status == HTTPStatus.OK and raw[:1] == bytes([MESSAGE])

    mount(0)
    files = ("--tls-cert", str(mounted / "tls.crt"), "--tls-key", str(mounted / "tls.key"))
    with running(tmp_path, *files) as encrypted, enveloped(configured, tmp_path_factory) as address:
        _, worker = encrypted.ready_worker()
        assert is_answered()
        mount(1)
        # Connections go on with what they began with; the next process knows the new certificate only.
        os.kill(worker, signal.SIGKILL)
        encrypted.ready_worker()
        assert any(is_answered() for _ in range(100))


def test_envoy_of_the_tests_is_that_of_the_chart() -> None:
    version = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout
    tag = component_image("grpc-web", "envoy").rpartition(":")[2]
    assert tag.rpartition("-v")[2] in version


def test_a_page_makes_a_table(web: str) -> None:
    (listed,), trailers = call(web, f"{ENGINE}/ListRulesets", b"")
    ruleset = engine_pb2.ListRulesetsResponse.FromString(listed).rulesets[0]
    assert trailers["grpc-status"] == "0"
    request = engine_pb2.CreateGameRequest(ruleset=ruleset.id, players=ruleset.min_players)
    (created,), _ = call(web, f"{ENGINE}/CreateGame", request.SerializeToString())
    table = engine_pb2.CreateGameResponse.FromString(created)

    # A question goes to the solver, and its improving answers come one by one.
    question = solver_pb2.StreamSuggestionsRequest(
        position=solving_pb2.Position(table=solving_pb2.TablePosition(token=table.token, key=table.host_key, seat=0)),
        budget=solving_pb2.Budget(nodes=200),
    )
    answers, trailers = call(web, f"{SOLVER}/StreamSuggestions", question.SerializeToString())
    assert answers
    assert trailers["grpc-status"] == "0"


def test_a_refusal_arrives_with_its_details(web: str) -> None:
    messages, trailers = call(web, f"{ENGINE}/GetView", engine_pb2.GetViewRequest(token=b"x").SerializeToString())
    assert messages == []
    assert trailers["grpc-status"] == "16"
    assert trailers["grpc-status-details-bin"]
    assert "grpc-status-details-bin" in headers_that_pages_may_read(web)


def test_calls_that_find_no_room_are_made_again(service: Service, web: str) -> None:
    """Only one may wait, so of some that come together others are turned away; the page notices nothing."""

    def is_answered(_: int) -> bool:
        messages, trailers = call(web, f"{ENGINE}/ListRulesets", b"")
        return (len(messages), trailers["grpc-status"]) == (1, "0")

    with ThreadPoolExecutor(PAGES) as pages:
        while not service.scrape().total("canopy_shed_total", reason="NOT_TAKEN_UP"):
            assert all(pages.map(is_answered, range(PAGES)))


def test_a_page_finds_its_call_in_the_log(service: Service, web: str) -> None:
    call(web, f"{ENGINE}/ListRulesets", b"", x_request_id="of-a-page")
    assert service.log.wait_for("call", request_id="of-a-page")["method"] == "ListRulesets"


def headers_that_pages_may_read(web: str) -> str:
    """The headers of an answer that a browser shows to the page."""
    _, headers, _ = ask(
        f"{web}/{ENGINE}/ListRulesets", body=b"\0" * 5, origin=ORIGIN, content_type="application/grpc-web"
    )
    return headers["access-control-expose-headers"]


@pytest.mark.parametrize(("origin", "allowed"), [(ORIGIN, True), ("https://elsewhere.example", False)])
def test_browsers_are_told_whose_pages_may_call(origin: str, allowed: bool, web: str) -> None:
    _, headers, _ = ask(
        f"{web}/{ENGINE}/CreateGame",
        "OPTIONS",
        origin=origin,
        access_control_request_method="POST",
        access_control_request_headers="content-type,x-grpc-web,authorization,x-request-id",
    )
    assert (headers.get("access-control-allow-origin") == origin) == allowed
    if allowed:
        assert {"content-type", "x-grpc-web", "authorization", "x-request-id"} <= set(
            headers["access-control-allow-headers"].replace(" ", "").split(",")
        )


@pytest.mark.parametrize(
    "path", ["grpc.health.v1.Health/Check", "grpc.reflection.v1alpha.ServerReflection/x", "", "stats"]
)
def test_nothing_else_is_let_through(path: str, web: str) -> None:
    status, _, _ = ask(f"{web}/{path}", body=b"\0\0\0\0\0", content_type="application/grpc-web+proto")
    assert status == 404
