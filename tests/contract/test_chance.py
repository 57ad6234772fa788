"""Chance: dice and cards are plies of their own, each listed outcome is possible, and no move changes what comes."""

import hashlib
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from canopy.v1 import game_pb2
from cext import kernel
from cext.kernel import IllegalMove, State
from engines.game import Game
from tests.contract import words
from tests.contract.envelopes import sent
from tests.playing import Case, Walk, play, random_ply, said_by

ALONE = {kernel.GAME_OVER, kernel.CHANCE_NOT_DUE, kernel.WRONG_CHANCE}
WHOLE_LISTS = 12


def test_outcomes_ascend_are_unique_and_all_possible(walks: Iterator[Walk]) -> None:
    for game in walks:
        due = [state for state in game.states if state.chance_kind]
        for state in due[:: max(1, len(due) // WHOLE_LISTS)]:
            outcomes = state.outcomes()
            assert outcomes
            assert outcomes == sorted(set(outcomes))
            for outcome in outcomes:
                assert state.check_outcome(outcome) == []
            for outcome in outcomes[:: max(1, len(outcomes) // 40)]:
                after, _ = state.resolve(outcome)
                assert after != state


def test_nobody_moves_while_chance_is_due(walks: Iterator[Walk]) -> None:
    for game in walks:
        moves = [ply.word for ply in game.plies if ply.seat is not None][:3]
        for state in game.states:
            assert bool(state.chance_kind) + bool(state.to_act()) + state.is_over == 1
            assert bool(state.chance_domain) == bool(state.chance_kind) == bool(state.outcomes())
            if state.chance_kind:
                assert state.may_interrupt() == ()
                assert state.chance_kind in game.setup.game.chances
                for seat in (*range(min(3, game.setup.players)), -1, game.setup.players, 64):
                    for word in (*moves, *words.STRANGE_WORDS):
                        assert [code for code, _ in state.check(seat, word)] == [kernel.CHANCE_PENDING]


def test_no_outcome_is_taken_when_none_is_due(walks: Iterator[Walk]) -> None:
    for game in walks:
        told = {ply.word for ply in game.plies if ply.seat is None}
        for state in game.states:
            if not state.chance_kind:
                expected = kernel.GAME_OVER if state.is_over else kernel.CHANCE_NOT_DUE
                for word in (*sorted(told)[:3], *words.STRANGE_WORDS):
                    assert [code for code, _ in state.check_outcome(word)] == [expected]
                with pytest.raises(ValueError, match="chance"):
                    state.draw(bytes(32))


def test_outcomes_are_all_words_that_pass_the_check(walks: Iterator[Walk]) -> None:
    for game in walks:
        rng = game.random("outcome words")
        told = {ply.word for ply in game.plies if ply.seat is None}
        for state in game.states:
            if state.chance_kind:
                possible = set(state.outcomes())
                for word in words.odd_words(told | possible, rng, 40):
                    broken = state.check_outcome(word)
                    assert (broken == []) == (word in possible)
                    if broken:
                        with pytest.raises(IllegalMove) as refused:
                            state.resolve(word)
                        assert refused.value.violations == broken


def test_text_and_wire_form_read_back(walks: Iterator[Walk]) -> None:
    """As the outcome itself, or as the first of those that are told alike because they lead to the same."""
    for game in walks:
        setup = game.setup
        for state in game.states:
            outcomes = state.outcomes()
            first = {setup.game.outcome_text(setup, outcome): outcome for outcome in reversed(outcomes)}
            for outcome in outcomes[:: max(1, len(outcomes) // 12)]:
                text = setup.game.outcome_text(setup, outcome)
                assert setup.game.parse_outcome(setup, text) == first[text]
                assert text == text.strip()
                assert text.isprintable()
                form = setup.game.encode_outcome(setup, outcome)
                assert (
                    setup.game.decode_outcome(setup, sent(game_pb2.ChanceOutcome, "form", setup, form)) == first[text]
                )
                assert outcome == first[text] or state.resolve(outcome) == state.resolve(first[text])


class Draw(NamedTuple):
    """What the stream gave once, and what else could have come."""

    domain: str
    possible: frozenset[int]
    outcome: int


def test_draws_depend_on_the_seed_and_the_domain_alone(case: Case) -> None:
    """Whatever is played: of all that a domain ever gave, exactly one thing is possible at each draw, and it comes.

    So a domain may hold a whole shuffled deck, one card for each place, but no move can change what lies there. Where
    moves decide what is shuffled (see `shuffles_what_moves_leave`), they decide what can come, and nothing else: where
    the same can come, the same comes.
    """
    seed = hashlib.sha256(case.name.encode()).digest()
    drawn = [draw for attempt in range(4) for draw in draws(case, attempt, seed)]
    given: dict[object, set[int]] = {}
    for draw in drawn:
        given.setdefault(choice(case, draw), set()).add(draw.outcome)
    for draw in drawn:
        assert given[choice(case, draw)] & draw.possible == {draw.outcome}


def choice(case: Case, draw: Draw) -> object:
    """What a draw is, apart from the seed."""
    return (draw.domain, draw.possible) if shuffles_what_moves_leave(case.setup.game) else draw.domain


def shuffles_what_moves_leave(game: Game) -> bool:
    """Whether the game says that moves decide which cards are shuffled into a new pile.

    It does so in `tests/<game>/trust_cases.py`, where `SHUFFLES_WHAT_MOVES_LEAVE` is the reason in a sentence.
    """
    return bool(said_by(game.wire_field, "SHUFFLES_WHAT_MOVES_LEAVE"))


def draws(case: Case, attempt: int, seed: bytes) -> Iterator[Draw]:
    """What the stream of this seed gives in one game of random moves."""
    rng = random.Random(f"{case.name}/{attempt}/moves between draws")
    state = State.start(case.setup.rules)
    while not state.is_over:
        if state.chance_kind:
            draw = Draw(state.chance_domain, frozenset(state.outcomes()), state.draw(seed))
            assert draw.outcome in draw.possible
            assert draw.outcome == state.draw(seed)
            yield draw
            state, _ = state.resolve(draw.outcome)
        else:
            ply = random_ply(state, rng)
            assert ply is not None
            state, _ = play(state, ply)


def test_another_seed_draws_otherwise(case: Case) -> None:
    seeds = [hashlib.sha256(bytes([number])).digest() for number in range(4)]
    assert len({tuple(draws(case, 0, seed)) for seed in seeds}) == len(seeds)


def test_domains_name_their_game(walks: Iterator[Walk]) -> None:
    for game in walks:
        for state in game.states:
            if state.chance_kind:
                assert state.chance_domain.startswith(f"{game.setup.rules.kernel.name}/")
