"""`make soak`: an hour of everything that strangers send, at a whole service. It neither fails, dies, nor grows.

CANOPY_SOAK_SECONDS says how long; without it an hour.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from canopy.v1 import engine_pb2
from engines.game import Game
from service.keyring import KeyRing
from service.limits import Limits
from service.sealing import Sealer
from tests.playing import all_games
from tests.service.conftest import make_key
from tests.service.processes import Service, running
from tests.trust.robustness.conduct import DEFECTS, Witness, require_decent_in_stream
from tests.trust.robustness.http2 import Http2, ends_after, grpc_frame, headers_of
from tests.trust.robustness.mangled import STRANGE_BYTES, mangled
from tests.trust.robustness.material import real_requests, streamed
from tests.trust.robustness.mutants import mutants
from tests.trust.robustness.story import tell_story
from tests.trust.robustness.test_http2 import ANSWERED, ANSWERED_INTERNAL_BY_GRPC, FRAMES, headers
from tests.trust.robustness.test_packs import Stranger, real_pack, structures
from tests.trust.scenes import usual_players
from tests.trust.wire import METHODS, OK, Wire, wire_bytes

SECONDS = int(os.environ.get("CANOPY_SOAK_SECONDS", "3600"))
# What a worker keeps of the tables it has seen is bounded: setups, and packs that tables brought. So many fill most of
# it, and over so many connections they come to every worker.
TABLES = 260
CONNECTIONS = 4
# Whatever else grows to a size of its own has done so when so much of the time is over.
WARM_UP = 1 / 3
MAX_ROUNDS = 100_000
WORKERS = 2
# Setups may still be added, and what the allocator holds back differs from time to time. A leak of 1 KiB a call would
# be ten times as much in an hour.
MAY_GROW = 128 * 2**20
SOME = 40


@pytest.mark.soak
def test_an_hour_of_everything(tmp_path: Path) -> None:
    with running(tmp_path, workers=WORKERS) as service:
        workers = [service.ready_worker()[1] for _ in range(WORKERS)]
        fill_caches(service.address)
        rounds = iter(range(MAX_ROUNDS))
        play_rounds(service.address, rounds, SECONDS * WARM_UP)
        warm = sum(map(resident_bytes, workers))
        play_rounds(service.address, rounds, SECONDS * (1 - WARM_UP))
        grown = sum(map(resident_bytes, workers)) - warm
        assert grown <= MAY_GROW, f"{grown} bytes more than the {warm} after the warm-up"
        require_no_defect(service)
        assert service.stop() == 0


def fill_caches(address: str) -> None:
    """Open tables with packs that differ in their names alone, and look at them."""
    game = max(all_games(), key=lambda game: len(real_pack(game)))
    pack = json.loads(real_pack(game))
    for _ in range(CONNECTIONS):
        with Wire(address) as wire:
            for number in range(TABLES):
                text = json.dumps(pack | {"name": f"pack-{number}"})
                request = engine_pb2.CreateGameRequest(
                    ruleset=game.id, players=usual_players(game), content_pack_json=text
                )
                created = engine_pb2.CreateGameResponse.FromString(wire.call("CreateGame", request).body)
                assert wire.call("GetView", engine_pb2.GetViewRequest(token=created.token)).code is OK


def play_rounds(address: str, rounds: Iterator[int], seconds: float) -> None:
    """As many rounds as there is time for, at least one."""
    end = time.monotonic() + seconds
    for number in rounds:
        play_a_round(address, number)
        if time.monotonic() >= end:
            return


def resident_bytes(process: int) -> int:
    """How much memory a process has; it has to be there."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def require_no_defect(service: Service) -> None:
    """By the service's own count: no call ended with a defect, and no worker was replaced."""
    counted = service.scrape()
    for method in METHODS.values():
        ended = counted.codes(method.name)
        assert sum(ended.values())
        assert not ended.keys() & {code.name for code in DEFECTS}, (method.name, ended)
    assert counted.total("canopy_worker_restarts_total") == 0


def play_a_round(address: str, number: int) -> None:
    """A few connections, on which all kinds of things are sent about one ruleset."""
    rng = random.Random(number)
    game = rng.choice(all_games())
    sealer = Sealer(KeyRing((make_key("first"),)))
    with Wire(address) as wire:
        witness = Witness(wire, sealer, game, confirm_every=1)
        attacks: list[Callable[[], None]] = [
            lambda: send_mutants(witness, sealer, game, rng),
            lambda: send_mangled(witness, sealer, game, rng),
            lambda: send_packs(wire, witness, game, rng),
            lambda: stream_garbage(wire, sealer, game, rng),
            lambda: tell_a_story(wire, game, f"round {number}"),
            lambda: send_odd_http2(address, rng),
        ]
        rng.shuffle(attacks)
        for attack in attacks:
            attack()
        witness.confirm_all()


def send_mutants(witness: Witness, sealer: Sealer, game: Game, rng: random.Random) -> None:
    """Requests that were tampered with, once or twice."""
    for method in METHODS.values():
        request = rng.choice(real_requests(sealer, game, method.name))
        found = list(mutants(request))
        for mutant in rng.sample(found, min(SOME, len(found))):
            witness.provoke(method.name, mutant)
        # What is far too large gRPC itself refuses, without a reason; test_limits.py sees to that.
        again = [mutant for mutant in mutants(rng.choice(found)) if mutant.ByteSize() <= Limits().request_bytes]
        for mutant in rng.sample(again, min(SOME, len(again))):
            witness.provoke(method.name, mutant)


def send_mangled(witness: Witness, sealer: Sealer, game: Game, rng: random.Random) -> None:
    """Bytes that are no request any more."""
    for method in METHODS.values():
        for data in mangled(wire_bytes(rng.choice(real_requests(sealer, game, method.name))), rng, SOME):
            witness.provoke(method.name, data)


def send_packs(wire: Wire, witness: Witness, game: Game, rng: random.Random) -> None:
    """Packs, and tables with those that are taken."""
    stranger = Stranger(wire, witness, game)
    found = list(structures(real_pack(game)))
    for pack in rng.sample(found, min(SOME // 4, len(found))):
        stranger.bring(pack)
    for data in mangled(real_pack(game).encode(), rng, SOME // 4):
        stranger.bring(data.decode(errors="replace"))


def stream_garbage(wire: Wire, sealer: Sealer, game: Game, rng: random.Random) -> None:
    """Good requests and garbage over one stream."""
    good = streamed(sealer, game)
    requests = [wire_bytes(rng.choice(good)) for _ in range(SOME)]
    requests += [data for item in good for data in mangled(wire_bytes(item), rng, 4)]
    requests += STRANGE_BYTES.values()
    rng.shuffle(requests)
    bodies, end = wire.stream(requests)
    assert end.code is OK
    assert len(bodies) == len(requests)
    for body in bodies:
        require_decent_in_stream(body)


def tell_a_story(wire: Wire, game: Game, name: str) -> None:
    """A new table, by single calls and over a stream."""
    story = tell_story(wire, game, name, 3)
    assert wire.stream(story.streamed())[0] == story.expected()


def send_odd_http2(address: str, rng: random.Random) -> None:
    """What no gRPC library sends; that the service lives is seen by the rest of the round."""
    for odd in rng.sample([*ANSWERED_INTERNAL_BY_GRPC.values(), *(request for request, _ in ANSWERED.values())], 4):
        with Http2(address) as connection:
            assert connection.call(headers(odd), odd.data).end == "ended"
    with Http2(address) as connection:
        for _ in range(SOME):
            connection.reset(connection.open_stream(headers_of("ListRulesets")))
            connection.send_data(connection.open_stream(headers_of("PlayGame")), grpc_frame(b"", length=9))
    for name in rng.sample(sorted(FRAMES), 4):
        ends_after(address, FRAMES[name])
