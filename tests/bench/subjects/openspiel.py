"""Random playouts of Trek 12 beside OpenSpiel's rollouts of `yacht`, another game of dice and boxes to fill."""

from __future__ import annotations

from collections.abc import Iterator

from cext import playout
from cext.kernel import State
from tests.bench.openspiel import Rollouts
from tests.bench.positions import SEED, new_setup
from tests.bench.rows import Row, at_least
from tests.bench.sampling import Plan, in_turns
from tests.bench.subjects import Subject
from tests.bench.subjects.playouts import RULESET, moves_per_second, table_name

# Alone and in a pair, Trek 12 against yacht each time.
PLAYERS = (1, 2)
# A game of OpenSpiel's with cheap rolls, for scale: not everything there is as slow as yacht.
LIGHT_GAME = "pig"


def yacht(players: int) -> str:
    """The game as OpenSpiel loads it."""
    return f"yacht(players={players})"


def plies_per_move(start: State) -> float:
    """How many plies, dice and cards included, our random games have per player's move."""
    counts = playout.measure(start, SEED, 1000)
    return counts.plies / counts.moves


def measure(plan: Plan) -> Iterator[Row]:
    """Rates and ratios for each number of players, then the rate of a light game of OpenSpiel's."""
    starts = {players: State.start(new_setup(RULESET, players).rules) for players in PLAYERS}
    theirs = {name: Rollouts(name) for name in (*map(yacht, PLAYERS), LIGHT_GAME)}
    samples = in_turns(
        {RULESET + table_name(players): moves_per_second(start, plan) for players, start in starts.items()}
        | {name: rollouts.per_second(plan) for name, rollouts in theirs.items()},
        plan.turns,
    )
    for players in PLAYERS:
        length = theirs[yacht(players)].length()
        all_plies = samples[yacht(players)].times(length.plies)
        decisions = samples[yacht(players)].times(length.decisions)
        placements = samples[RULESET + table_name(players)]
        our_plies = placements.times(plies_per_move(starts[players]))
        table = table_name(players)
        yield Row(f"Trek 12, {table}", placements, "placements/s")
        yield Row(f"yacht, {table}, rolls counted", all_plies, "plies/s")
        yield Row(f"yacht, {table}, rolls not counted", decisions, "decisions/s")
        yield Row(f"plies : yacht's plies, {table}", our_plies.over(all_plies), "x", at_least(100))
        yield Row(f"placements : yacht's decisions, {table}", placements.over(decisions), "x", at_least(100))
        yield Row(f"for information, placements : yacht's plies, {table}", placements.over(all_plies), "x")
    yield Row(f"{LIGHT_GAME}, rolls counted", samples[LIGHT_GAME].times(theirs[LIGHT_GAME].length().plies), "plies/s")


SUBJECT = Subject(
    "Trek 12 beside OpenSpiel's C++ rollouts, one thread",
    20,
    measure,
    remarks=(
        "The target stands on the counts that compare like with like: all plies, and decisions of players.",
        "For information there is the count that favours OpenSpiel: its rolls count as plies, Trek 12's do not.",
        "OpenSpiel lists all outcomes of a chance node before it draws one: up to 7,776 in yacht, 6 in pig.",
    ),
    needs_openspiel=True,
)
