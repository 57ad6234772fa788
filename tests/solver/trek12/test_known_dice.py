"""SolveTrek12's solver: right on what can be enumerated, honest about the rest."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Sequence

import pytest

from cext import trek12
from cext.kernel import State
from cext.stop import Stop
from cext.trek12_solve import Known
from cext.trek12_solve_endgame import MOST_ENDGAME_ROLLS, Ending
from cext.trek12_solve_temper import Tempering
from solver.answer import Answer, Status
from solver.budget import Budget
from solver.trek12.answer import SheetAnswer
from solver.trek12.board import Stopped
from solver.trek12.board_turns import BoardTurns
from solver.trek12.ends import search_ends
from solver.trek12.known_dice import solve_known_dice
from solver.trek12.proving import BoardSearch, counting_bound
from solver.trek12.replay import BadPlan, replay, value_of
from solver.trek12.second_core import Mail, SecondCore
from tests.solver.trek12.games import (
    best_by_enumeration,
    known_after,
    printed,
    random_lines,
    random_rolls,
    tiny,
)

SEEDS = range(12)
SMALL = Budget(nodes=300_000)


def solve(known: Known, budget: Budget = SMALL, seed: int = 1) -> SheetAnswer:
    return solve_known_dice(known, budget, seed, Stop())


def tiny_known(seed: int, rolls_left: int = 4) -> Known:
    rng = random.Random(seed)
    return known_after(rng, tiny(rng), rolls_left)


@functools.cache
def best_of_tiny(seed: int) -> int:
    """What enumeration finds for `tiny_known`; several tests ask for it."""
    best = best_by_enumeration(tiny_known(seed))
    assert best is not None
    return best


@pytest.mark.parametrize("seed", SEEDS)
def test_the_solver_finds_what_enumeration_finds(seed: int) -> None:
    known = tiny_known(seed)
    answer = solve(known)
    assert answer.status is Status.OPTIMAL
    assert answer.value == best_of_tiny(seed) == answer.bound


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_of_ends_alone_finds_what_enumeration_finds(seed: int) -> None:
    """Without a plan to begin with."""
    known = tiny_known(seed)
    ending = Ending(known)
    assert ending.run(10_000_000, Stop())
    assert ending.best is not None
    points, moves = ending.best
    assert points == value_of(known, moves) == best_of_tiny(seed) == ending.bound


@pytest.mark.parametrize("threads", [2, 3, 100])
@pytest.mark.parametrize("seed", SEEDS)
def test_threads_that_share_the_orders_find_what_one_finds(seed: int, threads: int) -> None:
    """Even when there are more of them than orders, and whether or not the best plan is known before."""
    known, best = tiny_known(seed), best_of_tiny(seed)
    ends = search_ends(known, None, 10_000_000, Stop(), threads=threads)
    assert ends.moves is not None
    assert value_of(known, ends.moves) == best == ends.bound
    assert ends.is_through
    ends = search_ends(known, best, 10_000_000, Stop(), threads=threads)
    assert (ends.moves, ends.bound, ends.is_through) == (None, best, True)


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_keep_to_their_budget_and_claim_no_more_than_they_know(threads: int) -> None:
    known = known_after(random.Random(1), printed(), 8)
    start = Ending(known).bound
    assert start is not None
    nothing = search_ends(known, None, 0, Stop(), threads=threads)
    assert (nothing.bound, nothing.is_through, nothing.nodes) == (start, False, 0)
    cut = search_ends(known, None, 2_000, Stop(), threads=threads)
    assert not cut.is_through
    # The budget is looked at every 256 nodes.
    assert 0 < cut.nodes <= 2_000 + 256 * threads
    assert cut.bound is not None
    plan = solve(known).moves
    assert plan is not None
    assert value_of(known, plan) <= cut.bound <= start


def test_parts_that_are_not_there_are_refused() -> None:
    for part, parts in ((-1, 2), (2, 2), (0, 0)):
        with pytest.raises(ValueError, match="no part"):
            Ending(tiny_known(1), None, part, parts)


def test_the_search_of_ends_can_begin_with_the_very_first_roll() -> None:
    known = tiny_known(5, rolls_left=5)
    ending = Ending(known)
    assert ending.run(10_000_000, Stop())
    assert ending.bound == best_by_enumeration(known)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_end_on_the_printed_sheet_is_what_enumeration_finds(seed: int) -> None:
    known = known_after(random.Random(seed), printed(), 2)
    ending = Ending(known)
    assert ending.run(10_000_000, Stop())
    assert ending.bound == best_by_enumeration(known)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_bound_lies_below_what_can_be_reached(seed: int) -> None:
    known, best = tiny_known(seed), best_of_tiny(seed)
    bound, _ = counting_bound(known.facts, 1, None, Stop())
    assert bound is not None
    assert bound >= best
    start = Ending(known).bound
    assert start is not None
    assert start >= best


def reached(known: Known, moves: Sequence[int]) -> float:
    """What a plan is worth; nothing at all if it breaks a rule."""
    try:
        return value_of(known, moves)
    except BadPlan:
        return -math.inf


@pytest.mark.parametrize("seed", SEEDS)
def test_the_board_model_has_the_best_sheet_and_none_above_that_can_be_written(seed: int) -> None:
    known, best = tiny_known(seed), best_of_tiny(seed)
    search = BoardSearch(known.facts, Stop())
    assert search.attempt(best, best, 1, None, Stop()).drawn is not None
    attempt = search.attempt(best + 1, 10_000, 1, None, Stop())
    while attempt.drawn is not None:
        assert reached(known, attempt.drawn.moves()) <= best
        search.forbid(attempt.drawn)
        attempt = search.attempt(best + 1, 10_000, 1, None, Stop())
    assert attempt.is_empty


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_turns_of_the_board_model_find_the_best_plan_and_prove_it(seed: int) -> None:
    """From a range that begins below the best plan to one that is empty."""
    known, best = tiny_known(seed), best_of_tiny(seed)
    board = BoardTurns(known, 1, Stop())
    points = best - 3
    turn = board.turn(points + 1, best + 5, None, Stop())
    while not turn.is_empty:
        if turn.plan is not None:
            assert turn.plan[0] == value_of(known, turn.plan[1])
            points = max(points, turn.plan[0])
        turn = board.turn(points + 1, best + 5, None, Stop())
    assert points == best


def test_the_second_core_brings_the_bound_down_to_the_best_plan() -> None:
    known, best = tiny_known(1), best_of_tiny(1)
    other = SecondCore(known, 1, Stop(), lambda: (best, best + 2))
    other.work()
    assert other.take_mail() == Mail(moves=None, bound=best)
    assert other.take_mail() == Mail()


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_the_second_core_finds_the_best_plan(seed: int) -> None:
    known, best = tiny_known(seed), best_of_tiny(seed)
    other = SecondCore(known, 1, Stop(), lambda: (None, best))
    other.work()
    assert other.news.is_set()
    moves = other.take_mail().moves
    assert moves is not None
    assert value_of(known, moves) == best


def whole_game(seed: int) -> Known:
    rng = random.Random(seed)
    setup = printed()
    numbers, cards = random_lines(rng, setup)
    return Known(State.start(setup.rules), 0, random_rolls(rng, 20), numbers, cards)


def test_a_whole_game_has_a_plan_and_a_bound_that_only_become_better() -> None:
    reported: list[Answer] = []
    known = whole_game(1)
    answer = solve_known_dice(known, Budget(nodes=1_000_000, deterministic_seconds=0.3), 1, Stop(), reported.append)
    assert answer.moves is not None
    assert answer.value == value_of(known, answer.moves)
    assert answer.bound is not None
    assert answer.value <= answer.bound
    values = [told.value for told in reported if told.value is not None]
    bounds = [told.bound for told in reported if told.bound is not None]
    assert values == sorted(values)
    assert bounds == sorted(bounds, reverse=True)
    assert (values[-1], bounds[-1]) == (answer.value, answer.bound)


def test_equal_requests_have_equal_answers() -> None:
    budget = Budget(nodes=300_000, deterministic_seconds=0.25)
    assert solve(whole_game(2), budget) == solve(whole_game(2), budget)


def test_wall_time_alone_is_used_in_two_threads_and_ends() -> None:
    known = whole_game(3)
    answer = solve_known_dice(known, Budget(seconds=1.0), 1, Stop(seconds=1.0))
    assert answer.moves is not None
    assert answer.value == value_of(known, answer.moves)
    assert answer.cut_short or answer.status is Status.OPTIMAL


def test_a_model_that_is_not_needed_any_more_is_not_written_down() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(Stopped):
        BoardSearch(whole_game(4).facts, stop)


def test_who_is_stopped_at_once_says_so() -> None:
    stop = Stop()
    stop.set()
    answer = solve_known_dice(whole_game(4), Budget(nodes=10_000_000), 1, stop)
    assert answer.cut_short
    assert answer.status is Status.FEASIBLE


@pytest.mark.parametrize("seed", SEEDS)
def test_what_has_to_stay_empty_stays_empty_and_what_is_fixed_holds_its_number(seed: int) -> None:
    rng = random.Random(seed)
    setup = tiny(rng)
    free = known_after(rng, setup, 4)
    usable = free.facts.usable
    spare = len(usable) - 4
    empty = rng.sample(usable, rng.randint(0, spare))
    fixed = {rng.choice([circle for circle in usable if circle not in empty]): rng.randrange(6)}
    known = Known(free.start, 0, free.rolls, free.numbers, free.cards, empty=empty, fixed=fixed)
    best = best_by_enumeration(known)
    answer = solve(known)
    assert answer.value == best
    if best is None:
        assert answer.status is Status.INFEASIBLE
        assert answer.moves is None
    else:
        assert answer.status is Status.OPTIMAL
        assert answer.moves is not None
        held = {circle.circle: circle.number for circle in trek12.written(replay(known, answer.moves), 0)}
        assert not set(empty) & set(held)
        assert all(held[circle] == number for circle, number in fixed.items())


def test_constraints_hold_in_a_whole_game() -> None:
    free = whole_game(5)
    known = Known(free.start, 0, free.rolls, free.numbers, free.cards, empty=[0, 8, 26], fixed={13: 4, 17: 5})
    answer = solve(known, Budget(nodes=300_000, deterministic_seconds=0.1))
    assert answer.moves is not None
    held = {circle.circle: circle.number for circle in trek12.written(replay(known, answer.moves), 0)}
    assert not {0, 8, 26} & set(held)
    assert (held[13], held[17]) == (4, 5)


def test_a_full_sheet_is_its_own_answer() -> None:
    known = known_after(random.Random(1), printed(), 0)
    answer = solve(known)
    assert (answer.status, answer.moves) == (Status.OPTIMAL, ())
    assert answer.value == known.start.returns()[0]


def test_other_players_change_nothing_but_what_they_discover() -> None:
    """The sheet of a seat at a table of three is solved as the same sheet alone."""
    rng = random.Random(7)
    known = known_after(rng, printed(players=3), 3)
    assert solve(known).value == best_by_enumeration(known)


@pytest.mark.parametrize("seed", range(4))
def test_tempering_finds_the_best_of_tiny_sheets(seed: int) -> None:
    known = tiny_known(seed)
    tempering = Tempering(known, seed)
    tempering.run(50_000, Stop())
    assert tempering.best is not None
    points, moves = tempering.best
    assert points == value_of(known, moves) == best_of_tiny(seed)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seat": 1}, "no seat"),
        ({"rolls": [(1, 1)] * 19}, "20 rolls"),
        ({"rolls": [(7, 1)] * 20}, "no dice"),
        ({"numbers": [1, 1, 2]}, "number of its own"),
        ({"numbers": [1, 2, 9]}, "number cards are"),
        ({"cards": [1, 1, 2]}, "card of its own"),
        ({"cards": [1, 2, 8]}, "no observation card"),
        ({"empty": [27]}, "no circle"),
        ({"fixed": {27: 1}}, "no circle"),
        ({"fixed": {0: 13}}, "no circle can hold"),
        ({"fixed": {0: 1}, "empty": [0]}, "cannot stay empty"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"seat": 0, "rolls": [(1, 1)] * 20, "numbers": [1, 2, 3], "cards": [1, 2, 3]}
    with pytest.raises(ValueError, match=message):
        Known(State.start(printed().rules), **(arguments | change))  # type: ignore[arg-type]


def test_too_long_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="searched through"):
        Ending(known_after(random.Random(1), printed(), MOST_ENDGAME_ROLLS + 1))
