"""Hints for Trek 12: exact ends are what plain enumeration finds, the race plays what it says."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from cext import trek12
from cext.kernel import State
from cext.stop import Stop
from cext.trek12_solve_expect import exact_values
from cext.trek12_solve_hint import BY_PLACES, BY_POINTS, Race, play_games
from engines.game import Malformed, Setup
from solver.answer import Answer, Status, ignore
from solver.budget import Budget
from solver.hints.answer import Goal, Hints
from solver.position import Position
from solver.trek12.advisor import Trek12Advisor
from tests.solver.trek12.games import after_random_moves, printed, random_lines, random_rolls, tiny

SEEDS = range(6)
FEATURES = 18
ENOUGH = 10**9


def asked(rng: random.Random, setup: Setup, rolls_left: int) -> State:
    """A random position with dice on the table and so many rolls to be written, these included."""
    rounds = trek12.OPERATIONS * setup.pack.data["boxes_per_operation"]
    numbers, cards = random_lines(rng, setup)
    state = after_random_moves(rng, setup, random_rolls(rng, rounds - rolls_left), numbers, cards)
    state, _ = state.resolve(rng.choice(state.outcomes()))
    return state


def plain_value(state: State) -> Fraction:
    """Expectimax as it is written in books."""
    if state.is_over:
        return Fraction(state.returns()[0])
    if state.to_act():
        return max(plain_value(state.apply(0, move)[0]) for move in state.legal_moves(0))
    outcomes = state.outcomes()
    return sum((plain_value(state.resolve(outcome)[0]) for outcome in outcomes), Fraction(0)) / len(outcomes)


def suggest(
    setup: Setup, state: State, budget: Budget, seed: int = 1, goal: Goal = Goal.POINTS, stop: Stop | None = None
) -> Hints:
    position = Position.seen_by(0, setup, state)
    return Trek12Advisor().suggest(position, 0, goal, budget, seed, stop or Stop(), ignore)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("rolls_left", [1, 2])
def test_exact_values_are_those_of_plain_enumeration(seed: int, rolls_left: int) -> None:
    """On tiny sheets, where lines often are still to be discovered."""
    rng = random.Random(seed)
    state = asked(rng, tiny(rng), rolls_left)
    values, _ = exact_values(state, 0, ENOUGH, Stop())
    assert values is not None
    assert sorted(move for move, _ in values) == state.legal_moves(0)
    assert [value for _, value in values] == sorted((value for _, value in values), reverse=True)
    for move, value in values:
        assert value == pytest.approx(float(plain_value(state.apply(0, move)[0])))


def test_exact_values_on_the_printed_sheet_are_those_of_plain_enumeration() -> None:
    state = asked(random.Random(2), printed(), 2)
    values, _ = exact_values(state, 0, ENOUGH, Stop())
    assert values is not None
    move, value = values[0]
    assert value == pytest.approx(float(plain_value(state.apply(0, move)[0])))


def test_sheets_that_are_met_again_are_worth_the_same() -> None:
    """Three rolls of a tiny sheet: the same sheet can be reached by other orders of writing."""
    rng = random.Random(1)
    state = asked(rng, tiny(rng), 3)
    values, _ = exact_values(state, 0, ENOUGH, Stop())
    assert values is not None
    move, value = values[0]
    assert value == float(plain_value(state.apply(0, move)[0]))


def test_four_rolls_on_the_printed_sheet_follow_from_three() -> None:
    """The best move of four is worth the mean of what the best moves of three are worth over all dice."""
    state = asked(random.Random(9), printed(), 4)
    assert None not in trek12.table(state).cards
    values, _ = exact_values(state, 0, ENOUGH, Stop())
    assert values is not None
    move, value = values[0]
    after, _ = state.apply(0, move)
    means = []
    for roll in after.outcomes():
        following, _ = exact_values(after.resolve(roll)[0], 0, ENOUGH, Stop())
        assert following is not None
        means.append(Fraction(following[0][1]))
    assert value == pytest.approx(float(sum(means) / len(means)))


def test_an_exact_hint_says_that_it_is_exact() -> None:
    setup = printed()
    hints = suggest(setup, asked(random.Random(3), setup, 2), Budget(nodes=100_000))
    assert hints.status is Status.OPTIMAL
    assert hints.value == hints.bound == hints.suggestions[0].value
    assert hints.suggestions[0].standard_error is None


def test_a_budget_too_small_for_exact_hints_goes_to_the_race_undivided() -> None:
    setup = printed()
    state = asked(random.Random(3), setup, 4)
    hints = suggest(setup, state, Budget(nodes=200))
    assert hints.status is Status.ESTIMATE
    assert not hints.cut_short
    assert hints.spent.nodes == sum(suggestion.visits for suggestion in hints.suggestions)


def test_an_exact_value_that_takes_too_long_is_none() -> None:
    state = asked(random.Random(4), printed(), 3)
    values, positions = exact_values(state, 0, 16, Stop())
    assert values is None
    assert positions < 500
    stop = Stop()
    stop.set()
    assert exact_values(state, 0, ENOUGH, stop)[0] is None


@pytest.mark.parametrize("positions", [1, 2, 5, 20, 60])
def test_an_exact_value_can_be_given_up_anywhere(positions: int) -> None:
    """Among the cards that may turn up, too."""
    rng = random.Random(1)
    state = asked(rng, tiny(rng), 4)
    assert None in trek12.table(state).cards
    values, searched = exact_values(state, 0, positions, Stop())
    assert values is None
    assert searched >= positions


def test_other_seats_can_turn_cards_up_so_that_only_a_lone_table_is_exact() -> None:
    setup = printed(players=2)
    rng = random.Random(5)
    hidden = asked(rng, setup, 2)
    while None not in trek12.table(hidden).cards:
        hidden = asked(rng, setup, 2)
    assert suggest(setup, hidden, Budget(nodes=400)).status is Status.ESTIMATE


@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("players", [1, 3])
def test_a_race_estimates_legal_moves_and_says_how_sure_it_is(players: int, goal: Goal) -> None:
    setup = printed(players)
    state = asked(random.Random(6), setup, 15)
    hints = suggest(setup, state, Budget(nodes=600), goal=goal)
    assert hints.status is Status.ESTIMATE
    assert hints.suggestions
    assert {suggestion.word for suggestion in hints.suggestions} <= set(state.legal_moves(0))
    assert sum(suggestion.visits for suggestion in hints.suggestions) == hints.spent.nodes
    for suggestion in hints.suggestions:
        assert suggestion.standard_error is not None
        assert suggestion.standard_error >= 0
        if players > 1 and goal is not Goal.POINTS:
            assert 0 <= suggestion.value <= 1
        else:
            assert suggestion.value == suggestion.points
    assert hints.value == hints.suggestions[0].value
    assert hints.suggestions[0].visits == max(suggestion.visits for suggestion in hints.suggestions)


def test_equal_requests_have_equal_hints_and_other_seeds_others() -> None:
    setup = printed(players=2)
    state = asked(random.Random(7), setup, 12)
    first = suggest(setup, state, Budget(nodes=300), seed=1, goal=Goal.WIN)
    assert first == suggest(setup, state, Budget(nodes=300), seed=1, goal=Goal.WIN)
    assert first != suggest(setup, state, Budget(nodes=300), seed=2, goal=Goal.WIN)


def test_a_hint_does_not_know_what_another_seat_has_chosen() -> None:
    setup = printed(players=2)
    state = asked(random.Random(8), setup, 12)
    moves = state.legal_moves(1)
    hints = [
        suggest(setup, state.apply(1, move)[0], Budget(nodes=200), goal=Goal.WIN) for move in (moves[0], moves[-1])
    ]
    assert hints[0] == hints[1]


def test_who_is_not_asked_gets_no_hint() -> None:
    setup = printed()
    with pytest.raises(Malformed, match="not asked"):
        suggest(setup, State.start(setup.rules), Budget(nodes=10))


def test_who_is_stopped_at_once_says_so() -> None:
    setup = printed()
    stop = Stop()
    stop.set()
    assert suggest(setup, asked(random.Random(9), setup, 12), Budget(nodes=10_000), stop=stop).cut_short


def test_reports_come_on_the_way() -> None:
    setup = printed()
    position = Position.seen_by(0, setup, asked(random.Random(10), setup, 12))
    reported: list[Answer] = []
    answer = Trek12Advisor().suggest(position, 0, Goal.POINTS, Budget(nodes=800), 1, Stop(), reported.append)
    assert reported
    assert all(told.spent.nodes < answer.spent.nodes for told in reported)


def test_all_runners_meet_the_same_worlds() -> None:
    """A race of one batch and one of two halves of it have the same games."""
    state = asked(random.Random(11), printed(), 10)
    whole, halves = Race(state, 0, 5, batch=8, keep=2), Race(state, 0, 5, batch=4, keep=2)
    whole.run(16, Stop())
    halves.run(16, Stop())
    assert sorted(whole.standings()) == sorted(halves.standings())


@pytest.mark.parametrize("goal", [BY_POINTS, BY_PLACES])
def test_a_race_can_end_after_any_game_and_go_on(goal: int) -> None:
    """Whoever is left has met the same worlds by then, but for the last one, which the best meet first."""
    state = asked(random.Random(14), printed(players=2), 6)
    race, again = (Race(state, 0, 5, batch=50, keep=7, goal=goal) for _ in range(2))
    for games in range(1, 60):
        race.run(1, Stop())
        standings = race.standings()
        assert race.games == games == sum(standing.games for standing in standings)
        met = [standing.games for standing in standings]
        assert met == sorted(met, reverse=True)
        assert met[0] - met[-1] <= 1
        merits = [(standing.games, standing.points if goal == BY_POINTS else standing.places) for standing in standings]
        assert merits == sorted(merits, key=lambda merit: (-merit[0], -(merit[1] or 0)))
    again.run(59, Stop())
    assert again.standings() == race.standings()


def test_the_chance_to_win_counts_others() -> None:
    state = asked(random.Random(12), printed(players=4), 1)
    race = Race(state, 0, 1, batch=4, keep=3, goal=BY_PLACES)
    race.run(100, Stop())
    for standing in race.standings():
        assert standing.places is not None
        assert standing.wins is not None
        # A win leaves everybody behind; a shared one not quite.
        assert standing.wins <= standing.places + 1e-9


def test_any_weights_play_whole_games() -> None:
    rng = random.Random(13)
    rules = printed().rules
    for _ in range(5):
        base = [rng.uniform(-5, 5) for _ in range(FEATURES)]
        slope = [rng.uniform(-5, 5) for _ in range(FEATURES)]
        totals = play_games(rules, 1, 20, base, slope)
        assert len(totals) == 20
        assert totals == play_games(rules, 1, 20, base, slope)
