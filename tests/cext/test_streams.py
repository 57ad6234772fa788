"""The two random streams: published vectors, agreement with plain Python, uniformity, bad arguments."""

import json
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cext.streams import SEED_BYTES, GameStream, SimulationStream
from tests.cext import stream_reference as reference

SEED = bytes(range(SEED_BYTES))
VECTORS: dict[str, Any] = json.loads(reference.VECTORS.read_text(encoding="utf-8"))
NO_SEEDS = [b"", bytes(31), bytes(33)]

seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
domains = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)
bounds = st.integers(1, 2**32 - 1)


def chi_square(counts: list[int]) -> float:
    """Pearson's statistic against equal shares."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


# The game's stream


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: f"{case['seed'][:4]}-{case['domain']}")
def test_game_stream_gives_the_published_vectors(case: dict[str, Any]) -> None:
    seed = bytes.fromhex(case["seed"])
    stream = GameStream(seed, case["domain"])
    assert [stream.below(bound) for bound in VECTORS["bounds"]] == case["values"]
    assert [GameStream(seed, case["domain"]).shuffle(count) for count in VECTORS["counts"]] == case["shuffles"]


def test_published_vectors_are_those_of_the_reference() -> None:
    assert reference.vectors() == VECTORS


def test_published_vectors_reject_words() -> None:
    """A bound of 3,000,000,019 rejects three words in ten, so the vectors do exercise rejection."""
    words = list(islice(reference.game_words(SEED, "trek12/roll/1"), 16))
    assert any(word >= 3_000_000_019 for word in words)


@given(seeds, domains, st.lists(bounds, max_size=30))
def test_game_stream_agrees_with_the_reference(seed: bytes, domain: str, asked: list[int]) -> None:
    stream, words = GameStream(seed, domain), reference.game_words(seed, domain)
    assert [stream.below(bound) for bound in asked] == [reference.game_below(words, bound) for bound in asked]


@given(seeds, st.integers(0, 60))
def test_game_shuffle_is_a_permutation(seed: bytes, count: int) -> None:
    order = GameStream(seed, "shuffle").shuffle(count)
    assert sorted(order) == list(range(count))
    assert order == reference.game_shuffle(reference.game_words(seed, "shuffle"), count)


def test_domains_are_separate_streams() -> None:
    draws = {domain: GameStream(SEED, domain).below(2**32 - 1) for domain in ("roll/1", "roll/10", "roll/11", "roll/")}
    assert len(set(draws.values())) == len(draws)


def test_game_stream_is_uniform() -> None:
    counts = [0] * 6
    stream = GameStream(SEED, "uniform")
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert chi_square(counts) < 30  # five degrees of freedom: exceeded once in 68,000 streams


@pytest.mark.parametrize("seed", NO_SEEDS)
def test_game_stream_wants_a_whole_seed(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        GameStream(seed, "roll")


def test_game_stream_refuses_a_domain_with_nul() -> None:
    with pytest.raises(ValueError, match="NUL"):
        GameStream(SEED, "roll\0")


def test_nothing_is_below_zero() -> None:
    with pytest.raises(ValueError, match="below 0"):
        GameStream(SEED, "roll").below(0)


# The simulation stream


def test_splitmix64_reference_gives_the_published_outputs() -> None:
    assert list(islice(reference.splitmix64(1234567), 5)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_xoshiro256pp_reference_gives_the_published_outputs() -> None:
    assert list(islice(reference.xoshiro256pp(1, 2, 3, 4), 10)) == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_simulation_stream_is_seeded_by_splitmix64() -> None:
    assert SimulationStream(1234567).state == tuple(islice(reference.splitmix64(1234567), 4))


@given(st.integers(0, 2**64 - 1))
def test_simulation_stream_is_xoshiro256pp(seed: int) -> None:
    stream = SimulationStream(seed)
    words = reference.xoshiro256pp(*stream.state)
    assert [stream.next() for _ in range(50)] == list(islice(words, 50))


@given(st.integers(0, 2**64 - 1), st.lists(bounds, max_size=30))
def test_simulation_bounds_agree_with_the_reference(seed: int, asked: list[int]) -> None:
    stream = SimulationStream(seed)
    words = reference.xoshiro256pp(*stream.state)
    assert [stream.below(bound) for bound in asked] == [reference.fast_below(words, bound) for bound in asked]


def test_simulation_stream_is_uniform() -> None:
    counts = [0] * 7
    stream = SimulationStream(12)
    for _ in range(70_000):
        counts[stream.below(7)] += 1
    assert chi_square(counts) < 32  # six degrees of freedom: exceeded once in 61,000 streams


@pytest.mark.parametrize("bound", [0, -1, 2**32])
def test_simulation_stream_refuses_bounds_beyond_32_bits(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        SimulationStream(0).below(bound)


def test_simulation_stream_takes_any_integer_as_seed() -> None:
    assert SimulationStream(-1).next() == SimulationStream(2**64 - 1).next()
