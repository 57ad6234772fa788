"""Whatever is wrong with a token, it takes equally long to say so: a thousand calls of each kind tell no difference.

Looked at from both sides, with calls of all kinds interleaved in a random order, so that whatever else the machine does
hits all kinds alike. A stranger makes a thousand calls of each kind over the network and judges by the Mann-Whitney
test, which asks how often a call of one kind takes longer than one of another, and so minds no outliers. Where the work
is done, at `open_table`, the medians are compared, which would show what the network hides from him: a few hundredths
are about a hundred nanoseconds, ten times less than a thousand calls from outside could tell.

Tokens of one length are compared: how long a token is the sender knows anyway. Part of `make soak`, because a busy
machine must not decide about a change.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import combinations
from statistics import median

import pytest

from canopy.v1 import engine_pb2
from engines.game import Game
from service.errors import Refusal
from service.keyring import KeyRing
from service.sealing import Purpose, Sealer
from service.table import open_table, seal_table
from tests.service.conftest import make_key
from tests.trust.integrity.damage import sealed_by_version
from tests.trust.scenes import Scene, random_game, usual_scene
from tests.trust.wire import Wire

CALLS = 1000
ROUNDS = 5
# How far the median of one kind may be from that of another, in parts of it.
RATIO = 0.03
# How often one kind takes longer than another: half of the time when nothing can be told. A thousand calls of each
# have a standard error of 0.013 here; this is four times as much.
EVEN = 0.5
TOLERANCE = 0.052


def bad_tokens(game: Game, ring: KeyRing) -> dict[str, bytes]:
    """One token of each kind, all of one length."""
    sealer = Sealer(ring)
    table = random_game(usual_scene(game))[0].table
    token, plaintext = seal_table(sealer, table), table.to_bytes()
    other = seal_table(sealer, Scene(usual_scene(game).case, number=1).new_table())

    def changed(at: int) -> bytes:
        damaged = bytearray(token)
        damaged[at] ^= 1
        return bytes(damaged)

    tokens = {
        "the first byte of the tag": changed(5),
        "the last byte of the tag": changed(20),
        "the first byte within": changed(21),
        "the last byte within": changed(-1),
        "an unknown key": changed(2),
        "another format": changed(0),
        "an older format": sealed_by_version(0, ring.sealing, Purpose.TABLE, plaintext),
        "a foreign ring": Sealer(KeyRing((make_key("foreign"),))).seal(Purpose.TABLE, plaintext),
        "sealed as a key": sealer.seal(Purpose.KEY, plaintext),
        "half of another table": token[: len(token) // 2] + other[len(token) // 2 :],
        "the second key's id": token[:1] + ring.keys[1].id + token[5:],
    }
    assert {len(wrong) for wrong in tokens.values()} == {len(token)}
    return tokens


def times(call: Callable[[bytes], object], tokens: dict[str, bytes], rng: random.Random) -> dict[str, list[int]]:
    """Nanoseconds of a thousand calls of each kind, interleaved."""
    order = [*tokens] * CALLS
    rng.shuffle(order)
    taken: dict[str, list[int]] = {kind: [] for kind in tokens}
    for kind in order:
        token = bytes(bytearray(tokens[kind]))  # always a new one, wherever it may lie in memory
        begin = time.perf_counter_ns()
        call(token)
        taken[kind].append(time.perf_counter_ns() - begin)
    return taken


def longer(one: Sequence[int], other: Sequence[int]) -> float:
    """How often a call of the one takes longer than a call of the other; equal ones count half (Mann-Whitney)."""
    ranked = sorted([(value, 1) for value in one] + [(value, 0) for value in other])
    total = 0.0
    at = 0
    while at < len(ranked):
        end = at
        while end < len(ranked) and ranked[end][0] == ranked[at][0]:
            end += 1
        rank = (at + 1 + end) / 2
        total += rank * sum(which for _, which in ranked[at:end])
        at = end
    return (total - len(one) * (len(one) + 1) / 2) / (len(one) * len(other))


@pytest.mark.soak
def test_the_work_takes_equally_long_whatever_is_wrong(ring: KeyRing, game: Game) -> None:
    """In one round something else may happen, but not in most of them to the same kind."""
    sealer, tokens = Sealer(ring), bad_tokens(game, ring)

    def call(token: bytes) -> None:
        with suppress(Refusal):
            open_table(sealer, token)

    rng = random.Random(f"{game.id}/work")
    times(call, tokens, rng)  # everything is warm after that
    ratios: dict[str, list[float]] = {kind: [] for kind in tokens}
    for _ in range(ROUNDS):
        medians = {kind: median(taken) for kind, taken in times(call, tokens, rng).items()}
        for kind, middle in medians.items():
            ratios[kind].append(middle / median(medians.values()))
    assert {kind: median(found) for kind, found in ratios.items() if abs(median(found) - 1) > RATIO} == {}


@pytest.mark.soak
def test_a_stranger_cannot_tell_what_is_wrong(wire: Wire, ring: KeyRing, game: Game) -> None:
    """By chance he thinks so in one round, but not in most of them and of the same two kinds."""
    tokens = bad_tokens(game, ring)
    rng = random.Random(f"{game.id}/stranger")
    told: dict[tuple[str, str], list[float]] = {pair: [] for pair in combinations(tokens, 2)}
    for _ in range(ROUNDS):
        taken = times(lambda token: wire.call("GetView", engine_pb2.GetViewRequest(token=token)), tokens, rng)
        for one, other in told:
            told[one, other].append(longer(taken[one], taken[other]))
    assert {pair: median(shares) for pair, shares in told.items() if abs(median(shares) - EVEN) > TOLERANCE} == {}


def test_the_measure_of_longer() -> None:
    assert longer([1, 2, 3], [1, 2, 3]) == EVEN
    assert longer([4, 5], [1, 2, 3]) == 1.0
    assert longer([1], [2, 3]) == 0.0
    assert longer([1, 4], [2, 3]) == EVEN
    assert math.isclose(longer([2, 2], [1, 2, 3]), EVEN)
    # The standard error that TOLERANCE is four times of.
    assert math.isclose(math.sqrt((2 * CALLS + 1) / (12 * CALLS * CALLS)), TOLERANCE / 4, rel_tol=0.01)
