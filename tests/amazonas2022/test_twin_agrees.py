"""The kernel of Amazonas 2022 and its plain twin play the same random games and agree at every step.

At every step of every game they are compared on: the whole state, knowledge and origin of each card included, who is
asked and who may interrupt, the cards that may come and the name under which the next one is drawn, the legal moves,
the violations of random words and the events; at the end also on the ranking.
"""

from __future__ import annotations

import random

import pytest

from cext.kernel import State
from engines import registry
from engines.game import Game as Ruleset
from engines.game import Setup
from tests.amazonas2022.kernel_side import assert_agree, event_row, names
from tests.amazonas2022.random_play import (
    HOARDING,
    STYLES,
    TO_REACH,
    Player,
    Ply,
    before,
    new_game,
    play_on,
    reached,
)
from tests.amounts import usual_amount
from tests.playing import packs_of
from tests.reference.amazonas2022_cards import Content, Move, card_word

GAME: Ruleset = registry.game("amazonas-2022")
USUAL_GAMES = usual_amount(40)
# So many games, at most, reach everything that has to be reached.
GAMES_TO_REACH_ALL = 60
SOAK_GAMES = 6_000
# Games are dealt to the tests in batches, so that workers can share them.
BATCH = 5
WORDS_PER_STEP = 6
# The twin's search is slow: the legal moves of all seats are compared now and then, else those of one.
ALL_SEATS_EVERY = 10
# Whoever has so many cards can exchange them in too many ways for the twin to try at every step.
MANY_CARDS = 30
HOARDING_EVERY = 30


PACKS = packs_of(GAME)
SHIPPED, *ODD = PACKS


def game_of(number: int) -> tuple[Player, Setup]:
    """One random game by its number: all styles in turn, the cards of the game or others, and variants at random.

    Now and then cards run out.
    """
    rng = random.Random(f"amazonas2022/{number}")
    pack = PACKS[rng.choice((SHIPPED, SHIPPED, SHIPPED, *ODD))]
    style = HOARDING if number % HOARDING_EVERY == 5 else STYLES[number % len(STYLES)]
    player = new_game(rng, style, Content.from_json(pack.data))
    options = {"without_monkeys": "true" if player.twin.without_monkeys else "false"}
    return player, registry.make_setup(GAME, player.twin.players, options, pack)


class Pair:
    """The kernel's state beside the twin of a random game."""

    def __init__(self, number: int) -> None:
        self.player, self.setup = game_of(number)
        self.twin = self.player.twin
        self.rng = random.Random(f"amazonas2022/{number}/asked")
        self.state = State.start(self.setup.rules)
        self.steps = 0
        self.seen = [card_word(0), Move(1, 0, 1).word]
        """Words of plies that have been played."""

    def step(self) -> None:
        """One ply of both."""
        ply = self.player.next_ply()
        self.seen.append(ply.word)
        self._play(ply)
        self.steps += 1
        self.compare()

    def _play(self, ply: Ply) -> None:
        if ply.seat is None:
            self.state, events = self.state.resolve(ply.word)
        else:
            self.state, events = self.state.apply(ply.seat, ply.word)
        play_on(self.twin, ply)
        told = [(event.kind, event.seat, event.audience, event.args) for event in events]
        assert told == [event_row(event) for event in self.twin.events]

    def compare(self) -> None:
        """Everything that both can be asked."""
        state, twin = self.state, self.twin
        assert_agree(twin, state)
        assert state.outcomes() == twin.possible_outcomes()
        assert twin.all_kinds() == twin.deck()
        for seat in self._seats_to_compare():
            assert state.legal_moves(seat) == [move.word for move in twin.legal_moves(seat)]
        for word in self._odd_words():
            assert names(state.check_outcome(word)) == twin.outcome_violations(word), hex(word)
            for seat in (*state.to_act(), self.rng.randrange(-1, twin.players + 1)):
                assert names(state.check(seat, word)) == twin.violations(seat, Move.from_word(word)), (seat, hex(word))

    def _seats_to_compare(self) -> list[int]:
        twin = self.twin
        if max(len(twin.hands[seat]) for seat in range(twin.players)) > MANY_CARDS and self.rng.random() < 0.9:
            return []
        seats = list(range(twin.players))
        return seats if self.steps % ALL_SEATS_EVERY == 0 else [self.rng.choice(seats)]

    def _odd_words(self) -> list[int]:
        """Words that are close to those that were played, and some that are not."""
        rng = self.rng
        odd = [rng.getrandbits(64)]
        for _ in range(WORDS_PER_STEP - 1):
            parts = bytearray(rng.choice(self.seen).to_bytes(8, "little"))
            for _ in range(rng.randint(0, 3)):
                # Arguments and kind far more often than the bytes that say nothing.
                place = rng.choice((0, 1, 2, 7, 7, rng.randrange(8)))
                parts[place] = rng.choice((0, 0, 1, 2, 3, 4, 5, rng.randrange(16), rng.randrange(256)))
            odd.append(int.from_bytes(parts, "little"))
        return odd

    def compare_ends(self) -> None:
        """The ranking."""
        outcome = GAME.outcome(self.setup, self.state)
        ours = [(placing.place, placing.seat, placing.values, placing.decided_by) for placing in outcome.placings]
        assert ours == self.twin.ranking()


def play_games(numbers: range) -> None:
    """Each of these games, compared at every step."""
    for number in numbers:
        pair = Pair(number)
        pair.compare()
        while pair.twin.due() != "OVER":
            pair.step()
        pair.compare_ends()


@pytest.mark.parametrize("first", range(0, USUAL_GAMES, BATCH))
def test_kernel_and_twin_agree_in_random_games(first: int) -> None:
    play_games(range(first, min(first + BATCH, USUAL_GAMES)))


@pytest.mark.soak
@pytest.mark.parametrize("first", range(USUAL_GAMES, USUAL_GAMES + SOAK_GAMES, 20 * BATCH))
def test_kernel_and_twin_agree_in_many_random_games(first: int) -> None:
    play_games(range(first, first + 20 * BATCH))


def test_the_usual_random_games_reach_everything() -> None:
    """Were something never reached, the agreement would say nothing about it."""
    missing = set(TO_REACH)
    for number in range(GAMES_TO_REACH_ALL):
        player, _ = game_of(number)
        while player.twin.due() != "OVER":
            then, ply = before(player.twin), player.next_ply()
            play_on(player.twin, ply)
            missing.difference_update(reached(then, ply, player.twin))
        if not missing:
            break
    assert missing == set()
