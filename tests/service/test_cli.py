"""The commands, each as a process of its own."""

from __future__ import annotations

import base64
import os
import queue
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

import grpc
import pytest

from canopy.client import Canopy
from canopy.v1 import engine_pb2
from engines import registry
from service import cli, keyring
from tests.service.conftest import DEADLINE, key_line, make_key
from tests.service.driver import Driven

RING = "\n".join(key_line(make_key(name)) for name in ("first", "second"))
READY = re.compile(r"canopy \S+ on (\S+) - rulesets: (.+) - keys: (.+)\n")


def environment(**variables: str) -> dict[str, str]:
    """This process's environment with no settings but these."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CANOPY_")}
    return kept | variables


def canopy_command(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=2 * DEADLINE,
        check=False,
    )


class Command(Protocol):
    """Runs a command in this process, which is faster, and gives what `canopy_command` gives."""

    def __call__(self, *arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]: ...


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def run(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("CANOPY_")]:
                patch.delenv(name)
            for name, value in variables.items():
                patch.setenv(name, value)
            try:
                status = cli.main([str(argument) for argument in arguments])
            except SystemExit as end:  # of argparse: help, version, wrong usage
                status = end.code if isinstance(end.code, int) else 0
        output = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, output.out, output.err)

    return run


@contextmanager
def canopy_serve(*arguments: str | Path, **variables: str) -> Iterator[tuple[subprocess.Popen[str], re.Match[str]]]:
    """`canopy serve` once it is ready, with what it said."""
    command = [sys.executable, "-m", "service", "serve", *arguments]
    with subprocess.Popen(
        command, env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            ready = READY.fullmatch(process.stdout.readline())
            assert ready, process.stderr.read() if process.stderr else ""
            yield process, ready
        finally:
            process.kill()


def failed(run: subprocess.CompletedProcess[str], *says: str, status: int = 1) -> None:
    """It failed with one sentence and no traceback."""
    assert run.returncode == status
    assert run.stdout == ""
    assert run.stderr.startswith("canopy: ")
    assert run.stderr.count("\n") == 1
    for text in says:
        assert text in run.stderr


# -- serve --


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
def test_serve_starts_answers_and_stops(signal_number: signal.Signals) -> None:
    with canopy_serve("--bind", "127.0.0.1:0") as (process, ready):
        assert ready[2] == ", ".join(sorted(registry.games()))
        assert ready[3] == "generated for development"
        with Canopy(ready[1], timeout=DEADLINE) as canopy:
            assert canopy.list_rulesets().rulesets
        process.send_signal(signal_number)
        _, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert "WARNING" in errors
    assert "Traceback" not in errors


def test_a_second_signal_ends_the_wait() -> None:
    with ExitStack() as stack:
        hours = ("--drain-seconds", "3600", "--grace-seconds", "3600")
        process, ready = stack.enter_context(canopy_serve("--bind", "127.0.0.1:0", *hours))
        canopy = stack.enter_context(Canopy(ready[1], timeout=DEADLINE))
        # A stream that was answered once and then asks nothing more, so that it does not end by itself.
        requests: queue.SimpleQueue[engine_pb2.PlayGameRequest | None] = queue.SimpleQueue()
        stream = canopy.play_game(iter(requests.get, None))
        requests.put(engine_pb2.PlayGameRequest(id=1))
        assert next(stream).id == 1
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        while "SIGTERM" not in process.stderr.readline():
            pass
        # It goes on to serve, as long as nobody is in a hurry.
        requests.put(engine_pb2.PlayGameRequest(id=2))
        assert next(stream).id == 2
        process.send_signal(signal.SIGTERM)
        process.wait(DEADLINE)
        with pytest.raises(grpc.RpcError) as end:
            next(stream)
        assert end.value.code() is grpc.StatusCode.UNAVAILABLE
        requests.put(None)
    assert process.returncode == 0


def test_serve_takes_keys_from_the_environment(any_ruleset: str) -> None:
    key = make_key("environment")
    with canopy_serve("--bind", "127.0.0.1:0", CANOPY_KEYS=key_line(key)) as (process, ready):
        assert ready[3] == "environment"
        with Canopy(ready[1], timeout=DEADLINE) as canopy:
            assert Driven(canopy, any_ruleset).token[1:5] == key.id
        process.terminate()
        _, errors = process.communicate(timeout=DEADLINE)
    assert "WARNING" not in errors
    assert key_line(key)[10:20] not in errors


def test_serve_takes_keys_from_a_file_and_warns_when_others_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(key_line(make_key("file")))
    for mode, warns in ((0o600, False), (0o644, True)):
        path.chmod(mode)
        with canopy_serve("--bind", "127.0.0.1:0", "--keys-file", path) as (process, ready):
            assert ready[3] == f"file {path}"
            process.terminate()
            _, errors = process.communicate(timeout=DEADLINE)
        assert ("WARNING" in errors) == warns
        assert process.returncode == 0


def test_serve_refuses_what_it_cannot_do(command: Command, address: str) -> None:
    failed(command("serve", "--bind", "0.0.0.0:0"), "--insecure-bind", status=2)
    failed(command("serve", "--bind", "nonsense"), "--bind", status=2)
    failed(command("serve", "--workers", "0"), "--workers", status=2)
    failed(command("serve", CANOPY_KEYS="nonsense"), "CANOPY_KEYS", status=2)
    failed(command("serve", "--keys-file", "/nonexistent/keys"), "/nonexistent/keys", status=2)
    failed(command("serve", "--config", "/nonexistent/canopy.toml"), "/nonexistent/canopy.toml", status=2)
    for addresses in (("--bind", address), ("--bind", "127.0.0.1:0", "--metrics-address", address)):
        failed(canopy_command("serve", *addresses, CANOPY_KEYS=RING), f"cannot listen on {address}")


def test_serve_tells_what_a_worker_cannot_use(tmp_path: Path) -> None:
    files = ("--tls-cert", tmp_path / "gone", "--tls-key", "gone")
    run = canopy_command("serve", "--bind", "127.0.0.1:0", *files, CANOPY_KEYS=RING)
    failed(run, f"{tmp_path / 'gone'}: No such file", status=2)


# -- config --


def test_config_shows_what_serve_would_use(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "canopy.toml"
    path.write_text("workers = 3\n")
    run = command("config", "--config", path, "--bind", "127.0.0.1:7", CANOPY_LOG_LEVEL="error", CANOPY_KEYS="secret")
    assert run.returncode == 0
    lines = run.stdout.splitlines()
    for line in (
        f"workers = 3  # {path}, line 1",
        'bind = "127.0.0.1:7"  # --bind',
        'log_level = "ERROR"  # CANOPY_LOG_LEVEL',
        "# keys = (hidden)  # CANOPY_KEYS",
    ):
        assert line in lines
    assert "secret" not in run.stdout
    path.write_text("bind = 7\n")
    failed(command("config", "--config", path), f"{path}, line 1: bind", status=2)


# -- keys --


def test_keys_new_list_rotate(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "keys"
    assert canopy_command("keys", "new", "--file", path).returncode == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    failed(command("keys", "new", "--file", path), f"canopy: {path}: File exists")
    ids = [_listed(command, path)]
    for _ in range(3):
        assert command("keys", "rotate", "--file", path, "--keep", "2").returncode == 0
        ids.append(_listed(command, path))
    assert [len(step) for step in ids] == [1, 2, 3, 3]
    assert ids[3][1:] == ids[2][:2]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_keys_stage_and_seal(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "keys"
    assert command("keys", "new", "--file", path).returncode == 0
    (old,) = _listed(command, path)
    staged = command("keys", "stage", "--file", path)
    assert staged.returncode == 0
    assert _listed(command, path)[0] == old
    new = _listed(command, path)[1]
    assert f"keys seal {new}" in staged.stdout
    assert command("keys", "seal", new, "--file", path).returncode == 0
    assert _listed(command, path) == [new, old]
    failed(command("keys", "seal", "00000000", "--file", path), "the ring has no key 00000000")


def _listed(command: Command, path: Path) -> list[str]:
    lines = command("keys", "list", "--file", path).stdout.splitlines()
    assert [line.split()[1] for line in lines] == ["seals", *["opens"] * (len(lines) - 1)]
    # When each was made; the ring holds the same.
    assert [line.split()[2:] for line in lines] == [["made", str(key.made)] for key in keyring.load(path).keys]
    assert not any(key.made is None for key in keyring.load(path).keys)
    secrets = [line.partition(":")[2] for line in path.read_text().splitlines() if not line.startswith("#")]
    assert not any(secret[:10] in line for line in lines for secret in secrets)
    return [line.split()[0] for line in lines]


def test_keys_of_no_file(command: Command) -> None:
    for action in ("rotate", "stage", "list"):
        failed(command("keys", action, "--file", "/nonexistent/keys"), "No such file")
    failed(command("keys", "new", "--file", "/nonexistent/keys"), "/nonexistent")


# -- render --


@pytest.fixture
def saved(tmp_path: Path, canopy: Canopy, ruleset: str) -> Driven:
    """A table, its token and first seat key in files, raw and as base64."""
    table = Driven(canopy, ruleset)
    table.decide()
    (tmp_path / "token").write_bytes(table.token)
    (tmp_path / "key").write_text(base64.urlsafe_b64encode(table.seat_keys[0]).decode() + "\n")
    return table


def test_render_with_the_key_ring(command: Command, saved: Driven, tmp_path: Path) -> None:
    files = ("--token-file", tmp_path / "token", "--key-file", tmp_path / "key")
    text = command("render", *files, "--format", "text", CANOPY_KEYS=RING)
    assert text.stdout == saved.canopy.render_view(saved.token, saved.seat_keys[0], picture="text").picture
    svg = command("render", *files, "--output", tmp_path / "table.svg", CANOPY_KEYS=RING)
    assert (svg.returncode, svg.stdout, svg.stderr) == (0, "", "")
    expected = saved.canopy.render_view(saved.token, saved.seat_keys[0]).picture
    assert (tmp_path / "table.svg").read_text() == expected


def test_render_by_a_service(command: Command, saved: Driven, address: str) -> None:
    arguments = ("--token", base64.b64encode(saved.token).decode(), "--address", address, "--format", "text")
    host = ("--key", base64.b64encode(saved.host_key).decode(), "--seat", "0")
    spectator = command("render", *arguments)
    assert spectator.stdout == saved.canopy.render_view(saved.token, picture="text").picture
    seat = command("render", *arguments, *host)
    assert seat.stdout == saved.canopy.render_view(saved.token, saved.seat_keys[0], picture="text").picture


def test_render_a_game_that_plays_itself(command: Command, ruleset: str) -> None:
    first, again = (command("render", "--demo", ruleset, "--format", "text") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == again.stdout != ""
    seat = command("render", "--demo", ruleset, "--seat", "0")
    assert seat.stdout.lstrip().startswith("<")


def test_render_refuses_what_it_cannot_draw(command: Command, saved: Driven, address: str, tmp_path: Path) -> None:
    token = base64.b64encode(saved.token).decode()
    failed(command("render", "--token", token), "key ring")
    failed(command("render", "--token", "AAAA", CANOPY_KEYS=RING), "token cannot be opened")
    failed(command("render", "--token", "AAAA", "--address", address), "token cannot be opened")
    failed(command("render", "--token", "!", CANOPY_KEYS=RING), "base64")
    failed(command("render", "--token", token, "--key", "AAAA", CANOPY_KEYS=RING), "key cannot be opened")
    failed(command("render", "--token-file", tmp_path / "gone", CANOPY_KEYS=RING), "gone")
    failed(command("render", "--demo", "chess"), "ruleset")
    failed(command("render", "--demo", saved.status.ruleset, "--seat", "64"), "seat 64")
    failed(command("render", "--token", token, "--address", "127.0.0.1:1"), "127.0.0.1:1")


# -- the rest --


@pytest.fixture(scope="module")
def demo() -> subprocess.CompletedProcess[str]:
    """What the demo says; it takes some seconds."""
    return canopy_command("demo")


def test_demo_plays_every_ruleset_proves_its_dice_and_is_the_same_every_time(
    demo: subprocess.CompletedProcess[str],
) -> None:
    run, again = demo, canopy_command("demo")
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    for game in registry.games().values():
        assert game.title in run.stdout
    assert run.stdout.count("is what was promised") == len(registry.games())
    assert "IS NOT" not in run.stdout
    first, second = (re.sub(r"127\.0\.0\.1:\d+", "", output) for output in (run.stdout, again.stdout))
    assert first == second


def test_demo_tells_each_game_in_a_screenful(demo: subprocess.CompletedProcess[str]) -> None:
    told = {
        game.title: story
        for game in registry.games().values()
        for story in demo.stdout.split("\n\n== ")
        if story.startswith(game.title)
    }
    assert told.keys() == {game.title for game in registry.games().values()}
    for title, story in told.items():
        lines = story.partition("\n\nThe service has stopped")[0].split("\n")
        assert len(lines) <= 45, title
        assert max(map(len, lines)) <= 110, title
        for passage in ("is promised: ", "commits to ", "now it is open", "ILLEGAL_MOVE", "The end, as", "made again"):
            assert story.count(passage) == 1, (title, passage)
        # A rule of this game refuses the illegal move, and the rulebook is named.
        refusal = story.partition("ILLEGAL_MOVE:\n")[2]
        assert re.match(r"  [A-Z_]+: [^\[]+\[[a-z0-9-]+,\s+\"", refusal), title
        assert not refusal.startswith(("  NOT_TO_ACT", "  GAME_OVER")), title


def test_demo_asks_every_kind_of_question(demo: subprocess.CompletedProcess[str]) -> None:
    assert demo.returncode == 0, demo.stderr
    questions = demo.stdout.partition("\n\n== Questions ")[2]
    for rpc in ("SuggestMoves", "SolveTrek12", "PlanHutRoute"):
        assert questions.count(f"({rpc})") == 1
    for ruleset in registry.games():
        assert re.search(rf"^  {ruleset}, seat \d: .+, worth -?\d", questions, re.MULTILINE)
    assert questions.count("Nothing better exists, proved") == 2
    assert max(map(len, questions.split("\n"))) <= 110


def test_version_help_and_wrong_usage(command: Command) -> None:
    assert canopy_command("--version").stdout.startswith("canopy ")
    usage = command("--help").stdout
    assert all(name in usage for name in ("serve", "config", "demo", "keys", "render", "record"))
    wrong_usages = [
        (),
        ("dance",),
        ("keys",),
        ("render",),
        ("serve", "--keys", "x"),
        ("keys", "rotate", "--file", "x", "--keep", "-1"),
    ]
    for wrong in wrong_usages:
        run = command(*wrong)
        assert run.returncode == 2
        assert "usage" in run.stderr
