"""How long it takes to pair and to rank a tournament of 200, and how near to the best the tables are."""

from __future__ import annotations

import random
from collections.abc import Iterator

from canopy.v1 import tournament_pb2
from cext.stop import Stop
from solver.answer import ignore
from solver.budget import Budget
from solver.tournament.problem import PairRound
from solver.tournament.reading import tournament_of
from solver.tournament.standings import standings
from tests.bench.rows import Row, Target, at_most
from tests.bench.sampling import FULL, Plan, Samples, seconds_of
from tests.bench.subjects import Subject

PLAYERS = 200
ROUNDS = 9
QUICK_PLAYERS = 12
SEED = 1


def measure(plan: Plan) -> Iterator[Row]:
    """One Swiss tournament, each round paired by the results of those before, which are drawn by lot."""
    is_full = plan.seconds >= FULL.seconds
    players, rounds = (PLAYERS, ROUNDS) if is_full else (QUICK_PLAYERS, 2)
    rng = random.Random(SEED)
    problem = PairRound()
    tournament = tournament_pb2.Tournament(
        format=tournament_pb2.TOURNAMENT_FORMAT_SWISS,
        players=[tournament_pb2.TournamentPlayer(id=str(number)) for number in range(players)],
    )
    # OR-Tools is loaded once and for all questions of a process.
    problem.solve(tournament_pb2.PairRoundRequest(tournament=tournament), None, Budget(), SEED, Stop(), ignore)
    seconds: list[float] = []
    gaps: list[float] = []
    repeated = proved = 0
    for round_ in range(1, rounds + 1):
        request = tournament_pb2.PairRoundRequest(tournament=tournament, seed=SEED)
        responses: list[tournament_pb2.PairRoundResponse] = []

        def pair(
            request: tournament_pb2.PairRoundRequest = request,
            responses: list[tournament_pb2.PairRoundResponse] = responses,
        ) -> None:
            answer = problem.solve(request, None, Budget(), SEED, Stop(), ignore)
            responses.append(problem.encode(request, None, answer))

        seconds.append(seconds_of(pair))
        (response,) = responses
        value, bound = response.solution.value, response.solution.bound
        repeated += response.repeats > 0
        gaps.append(100 * (value - bound) / value if value else 0.0)
        proved += value <= bound
        for table in response.tables:
            order = list(range(1, len(table.players) + 1))
            rng.shuffle(order)
            tournament.tables.add(
                round=round_,
                seats=[
                    tournament_pb2.TournamentSeat(player=player, place=place)
                    for player, place in zip(table.players, order, strict=True)
                ],
            )
    yield Row(f"{players} players, a round paired", Samples(tuple(seconds)), "s")
    yield row(f"{players} players, the slowest of {rounds} rounds", max(seconds), "s", at_most(2))
    yield row("rounds proved to be the best", 100 * proved / rounds, "%")
    yield Row("gap to the bound", Samples(tuple(gaps)), "%")
    yield row("rounds in which some meet again", 100 * repeated / rounds, "%", at_most(0))
    read = tournament_of(tournament)
    yield row(f"{players} players, {rounds} rounds ranked", seconds_of(lambda: standings(read)), "s")


def row(what: str, figure: float, unit: str, target: Target | None = None) -> Row:
    """A figure that is measured once."""
    return Row(what, Samples((figure,)), unit, target)


SUBJECT = Subject(
    "Tournaments: pairing and ranking 200 players",
    48,
    measure=measure,
    remarks=(
        "The bound of a large field minds no repeats, so that the gap is an upper limit of what better tables save.",
    ),
)
