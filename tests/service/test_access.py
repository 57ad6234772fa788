"""API keys: their file, who is let in, how often, and what happens when the file changes."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2

from canopy.client import Canopy, Refused
from canopy.v1 import engine_pb2
from service import access, cli
from service.access import Access, ApiKey, BadApiKeys, Client
from service.config import BadConfig
from service.engine import Engine
from service.engine_service import new_metrics
from service.errors import Reason, Refusal
from service.keyring import KeyRing
from service.rpc import CallLimits, Wrapper
from service.server import make_server
from service.settings import Settings
from tests.service.conftest import DEADLINE, serving
from tests.service.counted import Counted

SECRET = "canopy_secret-of-alice"
DIGEST = hashlib.sha256(SECRET.encode()).hexdigest()
OTHER = hashlib.sha256(b"another").hexdigest()
HEALTH_CHECK = "/grpc.health.v1.Health/Check"
Request = engine_pb2.PlayGameRequest


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Keys:
    """A file of API keys in force, with a clock, and how often a change of it could not be used."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.clock = Clock()
        self.failures = 0
        path.write_text(text)
        self.access = Access(path, self._fail, self.clock)

    def _fail(self) -> None:
        self.failures += 1

    def change(self, text: str) -> None:
        """Replace the file, and wait until it is looked at again."""
        new = self.path.with_suffix(".new")
        new.write_text(text)
        new.replace(self.path)
        self.clock.now += access.CHECK_SECONDS

    def admits(self, secret: str = SECRET) -> bool:
        """Whether a call with this key is let in."""
        try:
            self.access.admit((("x-api-key", secret),))
        except Refusal as refusal:
            if refusal.reason is not Reason.API_KEY_UNKNOWN:
                raise
            return False
        return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "api-keys"


# -- the file --


def test_a_file_lists_keys() -> None:
    text = f"# comment\n\n  alice:{DIGEST}\nbob:{OTHER}:2.5\ncarol:{'0' * 64}:100:1000\n"
    alice, bob, carol = access.parse(text)
    assert alice == ApiKey("alice", bytes.fromhex(DIGEST))
    assert (bob.rate, bob.burst) == (2.5, 2.5)
    assert (carol.rate, carol.burst) == (100, 1000)
    assert DIGEST not in repr(alice)
    assert access.parse("\n".join(key.line for key in (alice, bob, carol))) == (alice, bob, carol)
    assert access.parse("") == ()


def test_less_than_one_call_a_second_can_be_allowed() -> None:
    (key,) = access.parse(f"slow:{DIGEST}:0.1")
    assert (key.rate, key.burst) == (0.1, 1)


@pytest.mark.parametrize(
    "line",
    [
        "alice",
        f":{DIGEST}",
        f"al ice:{DIGEST}",
        f"{'a' * 65}:{DIGEST}",
        "alice:secret",
        f"alice:{DIGEST[:-2]}",
        f"alice:{DIGEST}:0",
        f"alice:{DIGEST}:-1",
        f"alice:{DIGEST}:nan",
        f"alice:{DIGEST}:inf",
        f"alice:{DIGEST}:fast",
        f"alice:{DIGEST}:1:0.5",
        f"alice:{DIGEST}:1:2:3",
        f"bob:{OTHER}",
        f"alice:{'1' * 64}",
    ],
)
def test_a_bad_line_is_named_and_not_shown(line: str) -> None:
    with pytest.raises(BadApiKeys, match="line 3") as error:
        access.parse(f"bob:{'2' * 64}\nalice:{OTHER}\n{line}")
    assert DIGEST[:32] not in str(error.value)
    assert OTHER not in str(error.value)


def test_a_generated_key_is_stored_as_its_hash_only(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secrets = []
    for name, limits in (("alice", ()), ("bob", ("--rate", "5", "--burst", "9"))):
        assert cli.main(["keys", "api", name, "--file", str(path), *limits]) == 0
        secrets.append(capsys.readouterr().out.strip())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    alice, bob = access.load(path)
    assert [key.digest for key in (alice, bob)] == [hashlib.sha256(secret.encode()).digest() for secret in secrets]
    assert (alice.name, alice.rate, bob.rate, bob.burst) == ("alice", None, 5, 9)
    assert not any(secret in path.read_text() for secret in secrets)
    assert all(len(secret) > 40 for secret in secrets)


@pytest.mark.parametrize(
    "arguments", [("bob",), ("a b",), ("alice", "--rate", "0"), ("alice", "--burst", "3"), ("alice", "--rate", "nan")]
)
def test_a_key_that_cannot_be_leaves_the_file_alone(
    arguments: tuple[str, ...], path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(f"bob:{DIGEST}")
    assert cli.main(["keys", "api", *arguments, "--file", str(path)]) == 1
    assert capsys.readouterr().out == ""
    assert path.read_text() == f"bob:{DIGEST}"


# -- who is let in --


@pytest.mark.parametrize(
    "header",
    [
        ("x-api-key", SECRET),
        ("authorization", f"Bearer {SECRET}"),
        ("authorization", f"bearer  {SECRET} "),
    ],
)
def test_a_key_comes_in_either_header(header: tuple[str, str], path: Path) -> None:
    client = Keys(path, f"alice:{DIGEST}").access.identify((("user-agent", "x"), header))
    assert client.key.name == "alice"


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        (),
        (("x-api-key", ""),),
        (("x-api-key", "wrong"),),
        (("x-api-key", DIGEST),),
        (("x-api-key", SECRET[:-1]),),
        (("x-api-key-bin", SECRET.encode()),),
        (("authorization", SECRET),),
        (("authorization", f"Basic {SECRET}"),),
        (("authorization", "Bearer"),),
    ],
)
def test_whoever_has_no_key_is_told_always_the_same(metadata: access.Metadata | None, path: Path) -> None:
    with pytest.raises(Refusal) as error:
        Keys(path, f"alice:{DIGEST}").access.identify(metadata)
    assert error.value.reason is Reason.API_KEY_UNKNOWN
    assert error.value.message == Reason.API_KEY_UNKNOWN.sentence


# -- how often --


def test_a_client_spends_its_allowance_and_gets_it_back(path: Path) -> None:
    keys = Keys(path, f"alice:{DIGEST}:2:3")
    for _ in range(3):
        assert keys.admits()
    with pytest.raises(Refusal) as error:
        keys.admits()
    assert error.value.reason is Reason.RATE_LIMITED
    assert error.value.retry_after == pytest.approx(0.5)
    keys.clock.now += 0.5
    assert keys.admits()
    keys.clock.now += 1000
    assert [keys.admits() for _ in range(3)] == [True] * 3
    with pytest.raises(Refusal):
        keys.admits()


def test_without_a_rate_there_is_no_limit() -> None:
    client = Client(ApiKey("alice", b""), 0.0)
    for _ in range(10_000):
        client.spend(0.0)


# -- when the file changes --


def test_keys_come_and_go_without_a_restart(path: Path) -> None:
    keys = Keys(path, f"alice:{DIGEST}")
    alice = keys.access.identify((("x-api-key", SECRET),))
    keys.change(f"bob:{OTHER}")
    assert not keys.admits(SECRET)
    assert keys.admits("another")
    with pytest.raises(Refusal, match=Reason.API_KEY_UNKNOWN.sentence):
        keys.access.spend(alice)
    keys.change(f"alice:{DIGEST}")
    assert keys.admits(SECRET)


def test_the_file_is_looked_at_once_a_second(path: Path) -> None:
    keys = Keys(path, f"alice:{DIGEST}")
    keys.change(f"bob:{OTHER}")
    keys.clock.now -= 0.001
    assert keys.admits(SECRET)
    keys.clock.now += 0.001
    assert not keys.admits(SECRET)


@pytest.mark.parametrize("text", ["nonsense", f"alice:{DIGEST}:fast"])
def test_a_bad_file_leaves_the_old_keys_in_force(text: str, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    keys = Keys(path, f"alice:{DIGEST}")
    keys.change(text)
    assert keys.admits()
    assert keys.failures == 1
    keys.clock.now += access.CHECK_SECONDS
    assert keys.admits()
    assert keys.failures == 1
    (record,) = caplog.records
    assert record.message == "the changed file of API keys cannot be used"
    assert DIGEST not in repr(record.__dict__)


def test_a_file_that_is_gone_leaves_the_old_keys_in_force(path: Path) -> None:
    keys = Keys(path, f"alice:{DIGEST}")
    path.unlink()
    keys.clock.now += access.CHECK_SECONDS
    assert keys.admits()
    assert keys.failures == 1


def test_a_change_elsewhere_in_the_file_gives_nobody_new_allowance(path: Path) -> None:
    keys = Keys(path, f"alice:{DIGEST}:0.001:1")
    assert keys.admits()
    keys.change(f"alice:{DIGEST}:0.001:1\nbob:{OTHER}")
    assert keys.admits("another")
    with pytest.raises(Refusal, match="too many calls"):
        keys.admits()


# -- over the wire --


@contextmanager
def guarded(ring: KeyRing, path: Path, text: str) -> Iterator[tuple[str, Wrapper]]:
    """A service that wants API keys."""
    path.write_text(text)
    metrics = new_metrics()
    guard = Access(path, lambda: metrics.reload_failed("api_keys"))
    wrapper = Wrapper(metrics, CallLimits(65_536), access=guard)
    with serving(Engine(ring), wrapper=wrapper) as address:
        yield address, wrapper


def test_calls_need_a_key_and_health_does_not(ring: KeyRing, path: Path) -> None:
    with guarded(ring, path, f"alice:{DIGEST}") as (address, wrapper):
        with Canopy(address, timeout=DEADLINE, api_key=SECRET) as canopy:
            canopy.wait_until_ready()
            assert canopy.list_rulesets().rulesets
            assert len(list(canopy.play_game([Request(id=1)], timeout=DEADLINE))) == 1
        for stranger in (Canopy(address, timeout=DEADLINE), Canopy(address, timeout=DEADLINE, api_key="wrong")):
            with stranger as canopy:
                with pytest.raises(Refused) as error:
                    canopy.list_rulesets()
                assert error.value.code is grpc.StatusCode.UNAUTHENTICATED
                assert error.value.reason == "API_KEY_UNKNOWN"
                with pytest.raises(grpc.RpcError) as streamed:
                    list(canopy.play_game([Request(id=1)], timeout=DEADLINE))
                assert streamed.value.code() is grpc.StatusCode.UNAUTHENTICATED
                health: grpc.UnaryUnaryMultiCallable[bytes, bytes] = canopy.channel.unary_unary(HEALTH_CHECK)
                answer = health_pb2.HealthCheckResponse.FromString(health(b"", timeout=DEADLINE))
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
    counted = Counted.of(wrapper.metrics)
    assert counted.codes("ListRulesets") == {"OK": 1, "UNAUTHENTICATED": 2}
    assert counted.codes("PlayGame") == {"OK": 1, "UNAUTHENTICATED": 2}


def test_a_key_beyond_its_rate_is_told_when_to_come_back(ring: KeyRing, path: Path) -> None:
    with (
        guarded(ring, path, f"alice:{DIGEST}:0.001:2") as (address, wrapper),
        Canopy(address, timeout=DEADLINE, api_key=SECRET) as canopy,
    ):
        assert canopy.list_rulesets().rulesets
        answers = list(canopy.play_game([Request(id=number) for number in (1, 2, 3)], timeout=DEADLINE))
        assert [answer.error.reason for answer in answers] == ["MALFORMED", "RATE_LIMITED", "RATE_LIMITED"]
        with pytest.raises(Refused) as error:
            canopy.list_rulesets()
        assert error.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert error.value.reason == "RATE_LIMITED"
        assert error.value.retry_after is not None
        assert 900 < error.value.retry_after <= 1000
    assert Counted.of(wrapper.metrics).value("canopy_shed_total", reason="RATE_LIMITED") == 3


@pytest.mark.parametrize("text", [None, "nonsense"])
def test_a_service_does_not_start_with_keys_it_cannot_use(text: str | None, ring: KeyRing, path: Path) -> None:
    if text is not None:
        path.write_text(text)
    with pytest.raises(BadConfig, match=os.fspath(path)):
        make_server(Settings(api_keys_file=path), ring, share_port=False)
