"""How good the Trek 12 solver is, on random games of the printed sheet: `python -m tests.bench.trek12 WHAT`.

`known` solves whole games whose dice are known, `ends` positions with eight rolls to come, and `ladder` plays games
whose dice are not known: at random, greedily, by hints of several times per move, and with hindsight. Games are the
same in every run; times are wall times, so that a busy machine looks worse than it is.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from cext import trek12
from cext.kernel import State
from cext.stop import Stop
from cext.trek12_solve import Known
from engines.game import Setup
from solver.answer import Status, ignore
from solver.budget import Budget
from solver.hints.answer import Goal
from solver.position import Position
from solver.trek12.advisor import Trek12Advisor
from solver.trek12.answer import SheetAnswer
from solver.trek12.known_dice import solve_known_dice
from solver.trek12.replay import resolve_cards
from tests.bench.positions import new_setup

ROUNDS = 20
END_ROLLS = 8

# Chooses a move; the random numbers are its own.
Player = Callable[[Setup, State, random.Random], int]


@dataclass(frozen=True)
class Game:
    """The dice and cards of one game."""

    rolls: Sequence[tuple[int, int]]
    numbers: Sequence[int]
    cards: Sequence[int]

    @classmethod
    def random(cls, seed: int) -> Game:
        """Game number `seed`."""
        rng = random.Random(seed)
        rolls = [(rng.randint(1, 6), rng.randrange(6)) for _ in range(ROUNDS)]
        return cls(rolls, rng.sample(range(7), 3), rng.sample(range(8), 3))

    def known_from(self, state: State) -> Known:
        """The rest of the game, known."""
        return Known(state, 0, self.rolls[trek12.table(state).round :], self.numbers, self.cards)


def play(setup: Setup, game: Game, player: Player, rounds: int = ROUNDS) -> State:
    """The table after so many rounds."""
    rng = random.Random(1)
    start = State.start(setup.rules)
    known = game.known_from(start)
    state = resolve_cards(known, start)
    for roll in game.rolls[:rounds]:
        state, _ = state.resolve(trek12.pack_roll(*roll))
        state, _ = state.apply(0, player(setup, state, rng))
        state = resolve_cards(known, state)
    return state


def random_player(_: Setup, state: State, rng: random.Random) -> int:
    """Any legal move."""
    return rng.choice(state.legal_moves(0))


def greedy_player(_: Setup, state: State, rng: random.Random) -> int:
    """The move after which the sheet has most points at once."""
    moves = state.legal_moves(0)
    points = [state.apply(0, move)[0].returns()[0] for move in moves]
    return rng.choice([move for move, gained in zip(moves, points, strict=True) if gained == max(points)])


def hint_player(budget: Budget) -> Player:
    """The first suggestion."""

    def choose(setup: Setup, state: State, rng: random.Random) -> int:
        position = Position.seen_by(0, setup, state)
        hints = Trek12Advisor().suggest(
            position, 0, Goal.POINTS, budget, rng.randrange(2**32), budget.stop(Stop()), ignore
        )
        return hints.suggestions[0].word if hints.suggestions else random_player(setup, state, rng)

    return choose


def solve(known: Known, budget: Budget) -> SheetAnswer:
    """The answer of SolveTrek12."""
    return solve_known_dice(known, budget, 1, budget.stop(Stop()))


def whole_games(seeds: Iterable[int], budget: Budget) -> Iterator[SheetAnswer]:
    """Answers to whole games with known dice."""
    start = State.start(new_setup("trek12-amazonia", 1).rules)
    for seed in seeds:
        yield solve(Game.random(seed).known_from(start), budget)


def ends(seeds: Iterable[int], budget: Budget) -> Iterator[SheetAnswer]:
    """Answers to positions with eight rolls to come, reached by random play."""
    setup = new_setup("trek12-amazonia", 1)
    for seed in seeds:
        game = Game.random(seed)
        yield solve(game.known_from(play(setup, game, random_player, ROUNDS - END_ROLLS)), budget)


def told(seeds: Iterable[int], answers: Iterable[SheetAnswer]) -> Iterator[SheetAnswer]:
    """The same answers, each printed as soon as it is there, for a run takes an hour."""
    begun = time.perf_counter()
    for seed, answer in zip(seeds, answers, strict=True):
        taken, begun = time.perf_counter() - begun, time.perf_counter()
        print(
            f"{seed} {answer.status.name} {answer.value} {answer.bound} {answer.certificate.proof.value} {taken:.1f} s",
            flush=True,
        )
        yield answer


def proved(answers: Sequence[SheetAnswer]) -> float:
    """The share of answers that are proved, in percent."""
    return 100 * sum(answer.status is Status.OPTIMAL for answer in answers) / len(answers)


def mean_gap(answers: Sequence[SheetAnswer]) -> float:
    """The mean gap of those that are not, in points; 0 when all are."""
    gaps = [answer.gap for answer in answers if answer.status is not Status.OPTIMAL and answer.gap is not None]
    return statistics.fmean(gaps) if gaps else 0.0


def relative_gap(answers: Sequence[SheetAnswer]) -> float:
    """The mean of all gaps, in percent of the value."""
    return statistics.fmean(100 * (answer.gap or 0.0) / (answer.value or 1.0) for answer in answers)


def points(games: int, player: Player) -> list[float]:
    """The totals of a player's games."""
    setup = new_setup("trek12-amazonia", 1)
    return [play(setup, Game.random(seed), player).returns()[0] for seed in range(games)]


def hindsight(games: int, budget: Budget) -> list[float]:
    """What the same dice allowed, as far as the solver knows."""
    return [answer.value or 0.0 for answer in whole_games(range(games), budget)]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.trek12", description=__doc__)
    parser.add_argument("what", choices=("known", "ends", "ladder"))
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game, unless for the ladder")
    parser.add_argument("--seconds", type=float, default=60.0, help="of wall time, for each game or end")
    parser.add_argument("--nodes", type=int, help="work instead of time")
    parser.add_argument("--milliseconds", type=int, nargs="*", default=[10, 100, 1000], help="of hints, per move")
    asked = parser.parse_args()
    budget = Budget(nodes=asked.nodes) if asked.nodes else Budget(seconds=asked.seconds)
    if asked.what == "ladder":
        players: dict[str, Player] = {"random": random_player, "greedy": greedy_player}
        players |= {f"hints, {ms} ms": hint_player(Budget(seconds=ms / 1000)) for ms in asked.milliseconds}
        for name, player in players.items():
            print(f"{name:<20}{statistics.fmean(points(asked.games, player)):8.1f}", flush=True)
        print(f"{'hindsight':<20}{statistics.fmean(hindsight(asked.games, budget)):8.1f}", flush=True)
        return
    seeds = range(asked.first, asked.first + asked.games)
    answers = list(told(seeds, (whole_games if asked.what == "known" else ends)(seeds, budget)))
    print(f"proved {proved(answers):.0f} %, mean gap of the rest {mean_gap(answers):.2f} points")
    print(f"mean gap of all {relative_gap(answers):.2f} % of the value")


if __name__ == "__main__":
    main()
