"""How much the Trek 12 solver proves, and the ladder of players who do not know the dice."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

from solver.budget import Budget
from tests.bench import trek12
from tests.bench.rows import Row, Target, at_least, at_most
from tests.bench.sampling import FULL, Plan, Samples
from tests.bench.subjects import Subject

WHOLE_GAMES = 8
SHORT_GAMES = 10
ENDS = 40
# Games by milliseconds a move; ratios are taken over the same games.
LADDER_GAMES = {10: 40, 100: 40, 1000: 6}
QUICK = Budget(nodes=20_000, deterministic_seconds=0.05)


def measure(plan: Plan) -> Iterator[Row]:
    """Known dice, then the ladder; a short plan only shows that it works."""
    is_full = plan.seconds >= FULL.seconds
    whole = list(trek12.whole_games(range(WHOLE_GAMES if is_full else 1), Budget(seconds=60.0) if is_full else QUICK))
    yield row("20 rolls, 60 s: proved", trek12.proved(whole), "%", at_least(50))
    yield row("20 rolls, 60 s: mean gap of the rest", trek12.mean_gap(whole), "points", at_most(2.5))
    short = list(trek12.whole_games(range(SHORT_GAMES if is_full else 1), Budget(seconds=2.0) if is_full else QUICK))
    yield row("20 rolls, 2 s: mean gap", trek12.relative_gap(short), "% of value", at_most(6))
    ends = list(trek12.ends(range(ENDS if is_full else 1), Budget(seconds=2.0) if is_full else QUICK))
    yield row("8 rolls, 2 s: proved", trek12.proved(ends), "%", at_least(95))
    yield from ladder(is_full=is_full)


def ladder(*, is_full: bool) -> Iterator[Row]:
    """Mean totals of the same games."""
    steps = LADDER_GAMES if is_full else {10: 1}
    most = max(steps.values())
    greedy = trek12.points(most, trek12.greedy_player)
    best = trek12.hindsight(most, Budget(nodes=6_000_000, deterministic_seconds=1.0) if is_full else QUICK)
    yield row("random", fmean(trek12.points(most, trek12.random_player)), "points")
    yield row("greedy", fmean(greedy), "points")
    for milliseconds, games in steps.items():
        budget = Budget(seconds=milliseconds / 1000) if is_full else Budget(nodes=16)
        hints = fmean(trek12.points(games, trek12.hint_player(budget)))
        yield row(f"hints, {milliseconds} ms a move", hints, "points")
        is_goal = milliseconds == 100
        times = hints / fmean(greedy[:games])
        yield row(f"hints, {milliseconds} ms, to greedy", times, "times", at_least(1.6) if is_goal else None)
        share = 100 * hints / fmean(best[:games])
        yield row(f"hints, {milliseconds} ms, of hindsight", share, "%", at_least(75) if is_goal else None)
    yield row("hindsight", fmean(best), "points")


def row(what: str, figure: float, unit: str, target: Target | None = None) -> Row:
    """A figure that is measured once."""
    return Row(what, Samples((figure,)), unit, target)


SUBJECT = Subject(
    "Trek 12: what is proved with known dice, and the ladder without",
    45,
    measure,
    remarks=(
        f"{WHOLE_GAMES}, {SHORT_GAMES} and {ENDS} games; the ladder {max(LADDER_GAMES.values())}, with 1000 ms fewer.",
        "`python -m tests.bench.trek12` plays more.",
        "Wall times: another program on the machine makes all of these worse.",
    ),
)
