"""Matches between players of a ruleset: whoever is to be measured against whoever plays worse.

A player is asked with what its seat may know only: the state it gets is a world sampled for it, in which everything that it
cannot know has been replaced.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence

from cext.kernel import State
from cext.search import Search
from cext.stop import Stop
from engines.game import Setup

# Chooses a move for a seat, out of a world sampled for it and randomness for this one decision.
Player = Callable[[Setup, State, int, random.Random], int]

_ROUND_OF_OTHERS = 64


def random_player(setup: Setup, state: State, seat: int, rng: random.Random) -> int:
    """Any legal move, each equally likely."""
    del setup
    return rng.choice(state.legal_moves(seat))


def greedy_player(setup: Setup, state: State, seat: int, rng: random.Random) -> int:
    """The move after which the seat stands best at once, by all criteria of the ruleset; equals by lot.

    Where others choose at the same time, they choose at random before anything is counted.
    """
    moves = state.legal_moves(seat)
    others = rng.randrange(2**32)
    merits = [_standing(setup, _opened(state, seat, move, random.Random(others)), seat) for move in moves]
    best = max(merits)
    return rng.choice([move for move, merit in zip(moves, merits, strict=True) if merit == best])


def _opened(state: State, seat: int, move: int, rng: random.Random) -> State:
    """The state after a move, and after the choices that are made at the same time."""
    after, _ = state.apply(seat, move)
    for _ in range(_ROUND_OF_OTHERS):
        asked = after.to_act()
        if not asked or after.epoch != state.epoch:
            break
        after, _ = after.apply(asked[0], rng.choice(after.legal_moves(asked[0])))
    return after


def _standing(setup: Setup, state: State, seat: int) -> tuple[int, ...]:
    """What ranks the seat, more being better: what the kernel calls its standing, or points."""
    kernel = importlib.import_module(f"cext.{setup.game.wire_field}")
    if hasattr(kernel, "standing"):
        return tuple(value or 0 for value in kernel.standing(state)[seat])
    return (state.returns()[seat],)


def search_player(*, nodes: int | None = None, seconds: float | None = None, **options: float) -> Player:
    """The move that a search visits most, within so many nodes or so much time."""

    def choose(setup: Setup, state: State, seat: int, rng: random.Random) -> int:
        del setup
        search = Search(state, seat, rng.randrange(2**64), **options)  # type: ignore[arg-type]
        search.run(10**9 if nodes is None else nodes, Stop(seconds=seconds))
        return search.lines()[0].move

    return choose


def play_game(setup: Setup, players: Sequence[Player], seed: int) -> tuple[float, ...]:
    """One game; what its end is worth to each seat."""
    rng = random.Random(f"{setup.game.id}/{seed}")
    state = State.start(setup.rules)
    while not state.is_over:
        if seats := state.to_act():
            moves = []
            for seat in seats:  # all choose before any of them is told
                world = state.determinize(seat, rng.randrange(2**64))
                moves.append(players[seat](setup, world, seat, rng))
            for seat, move in zip(seats, moves, strict=True):
                state, _ = state.apply(seat, move)
        else:
            state, _ = state.resolve(rng.choice(state.outcomes()))
    return state.payoffs()


def wins(setup: Setup, player: Player, other: Player, games: int, first: int = 0) -> float:
    """The share of games won by one `player` among others of one kind, seats rotated; a shared win counts one half."""
    won = 0.0
    for game in range(first, first + games):
        seat = game % setup.players
        payoffs = play_game(setup, [player if s == seat else other for s in range(setup.players)], game)
        best = max(payoffs)
        won += (payoffs[seat] == best) * (1.0 if payoffs.count(best) == 1 else 0.5)
    return won / games
