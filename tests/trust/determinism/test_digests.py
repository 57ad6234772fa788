"""The same request gives the same bytes: in every process, on every machine, in both builds of the kernels."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from engines.game import Game
from tests.playing import ROOT, all_games
from tests.trust.determinism import pins
from tests.trust.determinism.requests import SERVICE, build, record, record_service, serving_all
from tests.trust.wire import QUESTIONS, Wire
from tests.trust.wire import SERVICE as ENGINE_SERVICE

DEADLINE = 1200.0

# Processes that differ in what must not matter: the hashes of Python, time zone, language, and whether it optimises.
# Each asks for everything anew, which takes its time: two differ in all of it, from each other and from this one, and
# the second one asks about one ruleset only, but in `make soak`.
PROCESSES = {
    "far away": {
        "PYTHONHASHSEED": "1",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "tr_TR.UTF-8",
        "PYTHONOPTIMIZE": "2",
        "PYTHONDONTWRITEBYTECODE": "1",
    },
    "plain": {"PYTHONHASHSEED": "271828", "TZ": "America/Manaus", "LC_ALL": "C", "PYTHONUTF8": "0"},
}


@pytest.fixture(scope="module")
def server() -> Iterator[Wire]:
    """A server with the ring of the digests, and with solvers."""
    with serving_all() as address, Wire(address) as wire:
        yield wire


def test_answers_are_the_pinned_ones(server: Wire, game: Game) -> None:
    """In both builds: `make test-debug` runs this too. What changes on purpose is pinned anew by `make golden`."""
    assert record(server, game) == pins.read(game)


@pytest.mark.parametrize(
    ("process", "games"),
    [
        pytest.param("far away", all_games(), id="far-away"),
        pytest.param("plain", all_games()[-1:], id="plain"),
        pytest.param("plain", all_games(), id="plain-all", marks=pytest.mark.soak),
    ],
)
def test_another_process_gives_the_same_answers(server: Wire, process: str, games: Sequence[Game]) -> None:
    """Also when it is asked in another order."""
    expected = [f"# {build()}"]
    for name, lines in sorted({SERVICE: record_service(server), **{g.id: pins.read(g) for g in games}}.items()):
        expected += [f"# {name}", *lines]
    backwards = ["--backwards"] if process == "far away" else []
    assert run(PROCESSES[process], *backwards, *(game.id for game in games)).splitlines() == expected


def run(differences: dict[str, str], *arguments: str) -> str:
    """What a process prints that has the build of this one, and an environment that differs so."""
    # The root comes last, behind the debug build where that is tested.
    path = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(ROOT))))
    return subprocess.run(
        [sys.executable, "-m", "tests.trust.determinism.requests", *arguments],
        env=os.environ | {"PYTHONPATH": path} | differences,
        stdout=subprocess.PIPE,
        timeout=DEADLINE,
        check=True,
        encoding="utf-8",
    ).stdout


def test_every_rpc_is_asked(game: Game) -> None:
    asked = {line.split()[2] for line in pins.read(game)}
    assert asked - set(QUESTIONS) == {method.name for method in ENGINE_SERVICE.methods} - {"ListRulesets"}
    assert asked >= {"SuggestMoves", "StreamSuggestions", "SampleWorlds"}


def test_whatever_succeeds_is_refused_as_well(game: Game) -> None:
    """Refusals are answers too, and are pinned like the others."""
    outcomes = {tuple(line.split()[2:4]) for line in pins.read(game)}
    for rpc in ("CreateGame", "CheckMove", "CommitMove", "ApplyMoves", "RevealGame"):
        assert len({outcome for asked, outcome in outcomes if asked == rpc}) > 1, rpc


def test_no_digests_are_left_of_rulesets_that_are_gone() -> None:
    assert set(pins.FOLDER.glob("*.txt")) == {pins.path_of(game) for game in all_games()}
