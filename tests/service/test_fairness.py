"""Commit and reveal, computed again with nothing but hashlib and hmac, and compared with what was rolled."""

import hashlib
import hmac

import pytest

from cext.kernel import State
from engines import registry
from service import fairness
from service.fairness import Origin
from tests.service.driver import Driven


def plain_hkdf(key: bytes, salt: bytes, info: bytes) -> bytes:
    """RFC 5869 as it is written, for one block of output."""
    pseudorandom_key = hmac.new(salt, key, hashlib.sha256).digest()
    return hmac.new(pseudorandom_key, info + bytes([1]), hashlib.sha256).digest()


def plain_seeds_hash(seeds: list[bytes]) -> bytes:
    return hashlib.sha256(b"".join(len(seed).to_bytes(4, "big") + seed for seed in seeds)).digest()


def plain_draw(seed: bytes, domain: str, bounds: list[int]) -> list[int]:
    """Numbers below the bounds, one after the other, from the stream of a domain."""
    numbers = []
    words = plain_words(seed, domain)
    for bound in bounds:
        word = next(words)
        while word >= 2**32 - 2**32 % bound:
            word = next(words)
        numbers.append(word % bound)
    return numbers


def plain_words(seed: bytes, domain: str):
    block = 0
    while True:
        data = hmac.new(seed, domain.encode() + b"\0" + block.to_bytes(4, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def test_hkdf_is_that_of_rfc_5869() -> None:
    """Test case 1 of its appendix A, of which the first 32 bytes are one block."""
    okm = fairness.hkdf(
        bytes.fromhex("0b" * 22), bytes.fromhex("000102030405060708090a0b0c"), bytes.fromhex("f0f1f2f3f4f5f6f7f8f9")
    )
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"


@pytest.mark.parametrize("seeds", [[], [b""], [b"a", b"bc"], [b"ab", b"c"], [b"x" * 64] * 64])
def test_client_seeds_are_hashed_with_their_lengths(seeds: list[bytes]) -> None:
    assert fairness.hash_client_seeds(seeds) == plain_seeds_hash(seeds)


def test_moving_a_byte_from_one_seed_to_the_next_changes_the_hash() -> None:
    assert fairness.hash_client_seeds([b"a", b"bc"]) != fairness.hash_client_seeds([b"ab", b"c"])


def test_a_repeatable_origin_depends_on_everything_it_is_made_of() -> None:
    made = {
        fairness.repeatable_origin(ring, request_id, request)
        for ring in (b"r" * 64, b"R" * 64)
        for request_id in (b"i", b"I")
        for request in (b"q", b"Q")
    }
    assert len(made) == 8
    assert len({origin.game_id for origin in made} | {origin.server_secret[:16] for origin in made}) == 16
    assert fairness.repeatable_origin(b"r", b"i", b"q") == fairness.repeatable_origin(b"r", b"i", b"q")


def test_random_origins_differ() -> None:
    assert fairness.random_origin() != fairness.random_origin()
    assert isinstance(fairness.random_origin(), Origin)


def test_the_revealed_secret_is_what_was_promised_and_makes_every_draw(canopy, ruleset: str) -> None:
    """The whole recipe of RevealGameResponse, and then every chance outcome of the game replayed from the seed."""
    seeds = [b"mine", b"yours"]
    table = Driven(canopy, ruleset, client_seeds=seeds)
    promised = table.status.fairness
    table.finish()
    revealed = canopy.reveal_game(table.token)
    assert hashlib.sha256(revealed.server_secret).digest() == promised.commitment == table.status.fairness.commitment
    assert revealed.client_seeds_hash == plain_seeds_hash(seeds) == promised.client_seeds_hash
    assert revealed.game_id == table.status.game_id
    info = b"canopy/v1/seed" + revealed.game_id
    assert revealed.seed == plain_hkdf(revealed.server_secret, plain_seeds_hash(seeds), info)
    assert revealed.fairness == table.status.fairness

    setup = registry.make_setup(
        registry.game(ruleset), table.status.players, {}, registry.game(ruleset).packs[table.status.content.id]
    )
    start = State.start(setup.rules)
    if start.chance_kind:
        _, events = start.resolve(start.draw(revealed.seed))
        assert setup.game.event(setup, events[0], None)[1] == table.events[0].text


def test_trek12_dice_are_those_of_the_plain_stream(canopy) -> None:
    """A roll is a green die below 6 and a yellow one below 6, drawn under the domain of its round."""
    table = Driven(canopy, "trek12-amazonia", client_seeds=[b"mine"])
    table.finish()
    seed = canopy.reveal_game(table.token).seed
    rolled = [event.trek12.rolled for event in table.events if event.trek12.HasField("rolled")]
    assert len(rolled) == 20
    for event in rolled:
        green, yellow = plain_draw(seed, f"trek12/roll/{event.round}", [6, 6])
        assert (event.roll.green, event.roll.yellow) == (green + 1, yellow)
