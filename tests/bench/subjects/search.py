"""How many iterations a second the search for hints makes, beside OpenSpiel's C++ MCTS on games of like length."""

from __future__ import annotations

from collections.abc import Iterator

from cext import playout
from cext.kernel import State
from cext.search import Search
from tests.bench.openspiel import Rollouts
from tests.bench.positions import SEED, new_setup
from tests.bench.rows import Row, Target, at_least
from tests.bench.sampling import Measurement, Plan, in_turns, repetitions, seconds_of
from tests.bench.subjects import Subject

TIMES = at_least(20)
# Ours, with the number of players, beside one of OpenSpiel's: of like length, and of dice or hidden cards like ours.
# Those without a target are there for scale: games of perfect information and without chance, with less to do.
PAIRS: tuple[tuple[str, int, str, Target | None], ...] = (
    ("trek12-amazonia", 2, "yacht(players=2)", TIMES),
    ("amazonia-park", 2, "gin_rummy", TIMES),
    ("amazonas-bga", 2, "backgammon", TIMES),
    ("amazonas-2005", 3, "backgammon", TIMES),
    ("amazonas-2022", 2, "gin_rummy", TIMES),
    ("amazonia-park", 2, "othello", None),
    ("amazonas-bga", 2, "hex(board_size=11)", None),
)
GAMES_COUNTED = 200


def first_decision(ruleset: str, players: int) -> State:
    """The state in which the first seat is asked."""
    state = State.start(new_setup(ruleset, players).rules)
    while not state.to_act():
        state, _ = state.resolve(state.outcomes()[0])
    return state


def iterations_per_second(start: State, plan: Plan) -> Measurement:
    """A measurement of iterations of one search from `start`, its memory made anew each time."""

    def search(iterations: int) -> None:
        Search(start, start.to_act()[0], SEED).run(iterations)

    iterations = repetitions(search, plan.seconds)
    return lambda: iterations / seconds_of(lambda: search(iterations))


def measure(plan: Plan) -> Iterator[Row]:
    """Rates and ratios, pair by pair."""
    starts = {ours: first_decision(ours, players) for ours, players, _, _ in PAIRS}
    theirs = {name: Rollouts(name) for _, _, name, _ in PAIRS}
    samples = in_turns(
        {ours: iterations_per_second(start, plan) for ours, start in starts.items()}
        | {name: rollouts.iterations_per_second(plan) for name, rollouts in theirs.items()},
        plan.turns,
    )
    for ours, start in starts.items():
        plies = playout.measure(start, SEED, GAMES_COUNTED).plies / GAMES_COUNTED
        yield Row(f"{ours}, random games of {plies:.0f} plies", samples[ours], "iterations/s")
    for name, rollouts in theirs.items():
        yield Row(f"{name}, of {rollouts.length().plies:.0f} plies", samples[name], "iterations/s")
    for ours, _, name, target in PAIRS:
        yield Row(f"{ours} : {name}", samples[ours].over(samples[name]), "x", target)


SUBJECT = Subject(
    "Tree search beside OpenSpiel's C++ MCTS, one thread",
    41,
    measure,
    remarks=(
        "An iteration is one descent and one game to the end. Ours samples a world each time, and its games are mostly",
        "played by a policy that is better than random and slower; OpenSpiel's are random, and it sees everything.",
    ),
    needs_openspiel=True,
)
