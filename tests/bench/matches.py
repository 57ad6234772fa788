"""Matches between players of a ruleset: whoever is to be measured against whoever plays worse.

    python -m tests.bench.matches --games 100 --only amazonas-bga

A player is asked with what its seat may know only: the state it gets is a world sampled for it, in which everything
that it cannot know has been replaced.
"""

from __future__ import annotations

import argparse
import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cext.kernel import State
from cext.search import Search
from cext.stop import Stop
from engines.game import Setup
from tests.bench.positions import new_setup

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
    if not hasattr(kernel, "standing"):
        return (state.returns()[seat],)
    standing = kernel.standing(state)[seat]
    fewest = setup.game.fewest_first_at(setup)
    signs = [-1 if field in fewest else 1 for field in standing._fields]
    return tuple(sign * (value or 0) for sign, value in zip(signs, standing, strict=True))


def search_player(*, nodes: int | None = None, seconds: float | None = None, **options: float) -> Player:
    """The move that a search visits most, within so many nodes or so much time."""

    def choose(setup: Setup, state: State, seat: int, rng: random.Random) -> int:
        del setup
        search = Search(state, seat, rng.randrange(2**64), **options)  # type: ignore[arg-type]
        search.run(10**9 if nodes is None else nodes, Stop(seconds=seconds))
        return search.lines()[0].move

    return choose


def play_game(setup: Setup, players: Sequence[Player], seed: int) -> tuple[float, ...]:
    """One game; what its end is worth to each seat. Nobody interrupts."""
    rng = random.Random(f"{setup.game.id}/{seed}")
    state = State.start(setup.rules)
    while not state.is_over:
        if seats := state.to_act():
            moves = []
            for seat in seats:  # all choose before any of them is told
                world = state.determinize(seat, rng.randrange(2**64))
                moves.append(players[seat](setup, world, seat, rng))
            decision = state
            for seat, move in zip(seats, moves, strict=True):
                if seat in state.to_act() and state.epoch == decision.epoch:  # in a race the first one may end it
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


# --- Which matches --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A table at which one player meets others of one kind."""

    ruleset: str
    players: int
    # Of 100 games, so many should be won against each kind of opponent.
    targets: Mapping[str, int]


OPPONENTS: Mapping[str, Player] = {"random": random_player, "greedy": greedy_player}
_FOR_TWO = {"random": 95, "greedy": 70}
_FOR_THREE = {"random": 90, "greedy": 55}
TABLES = (
    Table("amazonas-2005", 3, _FOR_THREE),
    Table("amazonas-2022", 2, _FOR_TWO),
    Table("amazonas-bga", 2, _FOR_TWO),
    Table("amazonia-park", 2, _FOR_TWO),
    Table("trek12-amazonia", 2, _FOR_TWO),
)


def title_of(table: Table) -> str:
    """A table in words."""
    return f"{table.ruleset}, {table.players} players"


def main(arguments: Sequence[str] | None = None) -> None:
    """Play matches and print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.matches", description="Play matches against hints.")
    parser.add_argument("--games", type=int, default=100, help="of each match")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, on which all chance depends")
    parser.add_argument("--seconds", type=float, default=0.05, help="wall time a move")
    parser.add_argument("--nodes", type=int, help="iterations a move instead of time")
    parser.add_argument("--only", default="", help="only the rulesets whose id contains this")
    options = parser.parse_args(arguments)
    seconds = None if options.nodes else options.seconds
    player = search_player(nodes=options.nodes, seconds=seconds)
    for table in TABLES:
        if options.only not in table.ruleset:
            continue
        setup = new_setup(table.ruleset, table.players)
        for name, opponent in OPPONENTS.items():
            won = wins(setup, player, opponent, options.games, options.first)
            target = table.targets[name]
            print(
                f"{title_of(table)}, against {name}: {100 * won:.1f} % of {options.games} (target {target})", flush=True
            )


if __name__ == "__main__":
    main()
