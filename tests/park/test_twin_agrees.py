"""The kernel of Amazonia Park and its plain twin play the same random games and agree at every step.

At every step of every game they are compared on: what is due, the outcomes that may come, the seats asked, the legal
moves, the whole state, the violations of random words and what ranks the seats; at the end also on the ranking.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from cext import park
from cext.kernel import State
from engines import registry
from engines.game import Game as Ruleset
from engines.game import Setup
from tests.amounts import usual_amount
from tests.park.play import CODE_NAMES, names
from tests.playing import packs_of
from tests.reference.park import ANIMALS, Content, Move, Park

GAME: Ruleset = registry.game("amazonia-park")
USUAL_GAMES = usual_amount(200)
SOAK_GAMES = 20_000
# Games are dealt to the tests in batches, so that workers can share them.
BATCH = 50
WORDS_PER_STEP = 6
# Long lists of payments are compared with the twin's full search only now and then.
MANY_TOKENS = 30

STEPS = {
    park.DEALING: "TILE",
    park.TURN: "TURN",
    park.SUBSTITUTING: "SUBSTITUTE",
    park.REWARD: "BONUS",
    park.DRAWING: "TILE",
    park.OVER: "OVER",
}
KINDS = [(animal, count) for animal in range(park.ANIMALS) for count in range(1, park.TILE_COUNTS + 1)]


# --- Both at once ---------------------------------------------------------------------------------------------------


class Pair:
    """The kernel's state and the twin of one game."""

    def __init__(self, pack: str, players: int) -> None:
        self.setup: Setup = registry.make_setup(GAME, players, {}, packs_of(GAME)[pack])
        self.state = State.start(self.setup.rules)
        self.twin = Park(Content.from_json(self.setup.pack.data), players)

    def tell(self, outcome: int) -> None:
        """The same outcome for both."""
        self.state, _ = self.state.resolve(outcome)
        self.twin.tell(outcome)

    def choose(self, seat: int, move: int) -> None:
        """The same move for both."""
        self.state, _ = self.state.apply(seat, move)
        self.twin.choose(seat, Move.from_word(move))

    def play(self, rng: random.Random) -> None:
        """One random ply."""
        if self.state.chance_kind:
            self.tell(rng.choice(self.state.outcomes()))
        else:
            (seat,) = self.state.to_act()
            self.choose(seat, random_move(self.state, seat, rng))


def random_move(state: State, seat: int, rng: random.Random) -> int:
    """A legal move; placements are likelier than their share, or games would be all publications."""
    moves = state.legal_moves(seat)
    placements = [word for word in moves if park.unpack_move(word)[0] == park.MOVE_PLACE]
    return rng.choice(placements if placements and rng.random() < 0.7 else moves)


def left_of_kinds(state: State, pack: dict[str, Any], part: str, first: int) -> tuple[int, ...]:
    """Tiles left in a part of the stack by kind."""
    drawn = state.fields()["drawn"][first : first + len(KINDS)]
    tiles = (pack[part][ANIMALS[animal]][count - 1] for animal, count in KINDS)
    return tuple(number - gone for number, gone in zip(tiles, drawn, strict=True))


def kernel_state(pair: Pair) -> tuple[object, ...]:
    """The kernel's state in the form of the twin's `public_state`."""
    state, pack = pair.state, dict(pair.setup.pack.data)
    table = park.table(state)
    players = [park.player(state, seat) for seat in range(pair.setup.players)]
    turn = state.fields()["turn"]
    return (
        park.board(state),
        left_of_kinds(state, pack, "morning", 0),
        left_of_kinds(state, pack, "evening", len(KINDS)),
        tuple(stack.values for stack in park.magazines(state)),
        table.supply,
        tuple(player.tile for player in players),
        tuple(player.tokens for player in players),
        tuple(player.magazines for player in players),
        STEPS[table.phase],
        turn,
        turn if table.phase == park.DEALING else pair.setup.players,
        table.missing,
        table.passes,
    )


def in_order(codes: tuple[str, ...]) -> list[str]:
    """The twin's violations once each, in the order of the kernel's codes."""
    return [name for _, name in sorted(CODE_NAMES.items()) if name in codes]


def odd_words(words: list[int], rng: random.Random, number: int) -> list[int]:
    """Words that are close to these, and some that are not."""
    odd = [rng.getrandbits(64) for _ in range(number // 3)]
    for _ in range(number - len(odd)):
        parts = bytearray(rng.choice(words).to_bytes(8, "little"))
        for _ in range(rng.randint(0, 3)):
            parts[rng.randrange(8)] = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, rng.randrange(256)))
        odd.append(int.from_bytes(parts, "little"))
    return odd


def compare(pair: Pair, seen: list[int], rng: random.Random) -> None:
    """Everything that both can be asked."""
    state, twin = pair.state, pair.twin
    assert kernel_state(pair) == twin.public_state()
    assert state.outcomes() == twin.possible_outcomes()
    assert state.to_act() == twin.seats_to_act()
    assert state.is_over == (twin.due() == "OVER")
    for seat in state.to_act():
        if sum(park.player(state, seat).tokens) <= MANY_TOKENS or rng.random() < 0.1:
            assert state.legal_moves(seat) == [move.word for move in twin.legal_moves(seat)]
    for word in odd_words(seen, rng, WORDS_PER_STEP):
        assert names(state.check_outcome(word)) == in_order(twin.outcome_violations(word))
        for seat in (*state.to_act(), rng.randrange(pair.setup.players)):
            kernel, plain = names(state.check(seat, word)), in_order(twin.violations(seat, Move.from_word(word)))
            assert kernel == plain, hex(word)
    scores = [twin.score(seat) for seat in range(pair.setup.players)]
    assert park.standing(state) == tuple((score.cards, score.tokens) for score in scores)


def compare_ends(pair: Pair) -> None:
    """The ranking; six colours decide for the twin what the most magazines decide here."""
    outcome = GAME.outcome(pair.setup, pair.state)
    ours = [(placing.place, placing.seat, *placing.values, placing.decided_by) for placing in outcome.placings]
    theirs = [
        (placing.place, placing.seat, *placing.values[1:], placing.decided_by.replace("six colours", "magazines"))
        for placing in pair.twin.ranking()
    ]
    assert ours == theirs


def play_games(first: int, number: int) -> None:
    """So many games, each compared at every step."""
    for game in range(first, first + number):
        rng = random.Random(f"park/{game}")
        pair = Pair(rng.choice(sorted(packs_of(GAME))), rng.randint(2, 4))
        seen = [word for seat in range(2) for word in (park.pack_tile(seat, 1, 2), park.pack_move(park.MOVE_PASS))]
        while not pair.state.is_over:
            compare(pair, seen, rng)
            plies = pair.state.outcomes() or pair.state.legal_moves(pair.state.to_act()[0])
            seen.append(rng.choice(plies))
            pair.play(rng)
        compare(pair, seen, rng)
        compare_ends(pair)


@pytest.mark.parametrize("first", range(0, USUAL_GAMES, BATCH))
def test_kernel_and_twin_agree_in_random_games(first: int) -> None:
    play_games(first, min(BATCH, USUAL_GAMES - first))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(USUAL_GAMES, USUAL_GAMES + SOAK_GAMES, 20 * BATCH))
def test_kernel_and_twin_agree_in_many_random_games(first: int) -> None:
    play_games(first, 20 * BATCH)
