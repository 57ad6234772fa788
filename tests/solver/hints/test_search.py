"""The tree search over `GameOps`: repeatable, bounded, blind to hidden things, and right where it can be checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cext.kernel import State
from cext.search import GOAL_PLACE, GOAL_POINTS, GOAL_WIN, Line, Search
from cext.stop import Stop
from tests.playing import Case
from tests.solver.hints.tables import cases, choosing_at_once, decisions

every_case = pytest.mark.parametrize("case", cases(), ids=str)


def searched(state: State, seat: int, seed: int = 1, iterations: int = 120, **options: int) -> list[Line]:
    """What a search of a state knows after so many iterations."""
    search = Search(state, seat, seed, **options)  # type: ignore[arg-type]
    assert search.run(iterations) == search.spent == iterations
    lines = search.lines()
    assert sum(line.visits for line in lines) == iterations
    return lines


# Repeatable


@every_case
def test_equal_seeds_give_equal_statistics_however_the_work_is_split(case: Case) -> None:
    for seat, state in decisions(case):
        search = Search(state, seat, 7)
        for part in (1, 30, 0, 89):
            search.run(part)
        assert search.spent == 120
        assert search.lines() == searched(state, seat, 7)
        assert search.lines() == searched(state, seat, 7 + 2**64)


@every_case
def test_another_seed_gives_other_games(case: Case) -> None:
    first_seat, first = next(decisions(case))
    assert len({tuple(searched(first, first_seat, seed)) for seed in range(5)}) > 1


@every_case
def test_a_search_leaves_its_state_alone(case: Case) -> None:
    for seat, state in decisions(case):
        before = state.to_bytes()
        searched(state, seat)
        assert state.to_bytes() == before


# Blind


@every_case
def test_what_the_seat_cannot_know_changes_nothing(case: Case) -> None:
    for seat, state in decisions(case):
        lines = searched(state.determinize(seat, 0), seat)
        assert searched(state, seat) == lines
        assert searched(state.determinize(seat, 99), seat) == lines


@every_case
def test_secret_choices_of_the_others_change_nothing(case: Case) -> None:
    for _, state in decisions(case, number=8):
        if not (asked := choosing_at_once(state)):
            continue
        chooser, seat = asked[:2]
        moves = state.legal_moves(chooser)
        assert searched(state.apply(chooser, moves[0])[0], seat) == searched(state.apply(chooser, moves[-1])[0], seat)


@every_case
def test_no_seat_answers_to_a_choice_that_it_has_not_seen(case: Case) -> None:
    """What others choose at the same time is the same whatever the seat chooses."""
    for _, state in decisions(case, number=8):
        if not (asked := choosing_at_once(state)):
            continue
        search = Search(state, asked[0], 3)
        search.run(600)
        plies = [search.principal(line.move)[: len(asked) - 1] for line in search.lines()]
        answers = [tuple(ply for ply in line if ply[0] != asked[0]) for line in plies]
        longest = max(answers, key=len)
        assert all(answer == longest[: len(answer)] for answer in answers)


# Bounded


@every_case
def test_a_stop_that_is_set_ends_it_at_once(case: Case) -> None:
    stop = Stop()
    stop.set()
    for seat, state in decisions(case):
        search = Search(state, seat, 1)
        assert search.run(1000, stop) == search.spent == 0
        assert search.lines() == []


def test_time_that_is_over_ends_it_after_a_few_iterations() -> None:
    seat, state = next(decisions(cases()[0]))
    assert Search(state, seat, 1).run(10**9, Stop(seconds=0)) == 0


@every_case
def test_memory_is_bounded_and_a_full_search_goes_on(case: Case) -> None:
    for seat, state in decisions(case):
        search = Search(state, seat, 1, most_nodes=3)
        search.run(400)
        assert search.information_sets <= 3
        assert search.is_full == (search.information_sets == 3)
        assert sum(line.visits for line in search.lines()) == 400


# What it says


@every_case
def test_lines_are_legal_moves_with_means_in_their_ranges(case: Case) -> None:
    for seat, state in decisions(case):
        for goal in (GOAL_PLACE, GOAL_WIN, GOAL_POINTS):
            lines = searched(state, seat, goal=goal)
            assert {line.move for line in lines} <= set(state.legal_moves(seat))
            assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
            for line in lines:
                assert 0 <= line.reward <= 1
                assert 0 <= line.wins <= line.payoff <= 1
                assert line.payoff_error >= 0
                assert line.points_error >= 0


@every_case
def test_principal_lines_can_be_played_by_who_is_asked(case: Case) -> None:
    for seat, state in decisions(case):
        search = Search(state, seat, 5)
        search.run(800)
        for line in search.lines()[:3]:
            for who, word in search.principal(line.move):
                assert 0 <= who < case.setup.players
                assert case.setup.game.move_text(case.setup, word)
            assert search.principal(line.move) == search.principal(line.move)


@every_case
def test_to_look_at_a_line_does_not_change_the_search(case: Case) -> None:
    seat, state = next(decisions(case))
    search = Search(state, seat, 5)
    search.run(60)
    search.principal(search.lines()[0].move)
    search.run(60)
    assert search.lines() == searched(state, seat, 5)


@every_case
def test_only_candidates_are_searched(case: Case) -> None:
    for seat, state in decisions(case):
        moves = state.legal_moves(seat)[:2]
        assert {line.move for line in searched(state, seat, candidates=moves)} == set(moves)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="candidate"):
            Search(state, seat, 1, candidates=[])


@every_case
def test_who_has_nothing_to_decide_is_refused(case: Case) -> None:
    for _, state in decisions(case):
        for seat in set(range(case.setup.players)) - set(state.to_act()) - set(state.may_interrupt()):
            with pytest.raises(ValueError, match="nothing to decide"):
                Search(state, seat, 1)
    with pytest.raises(ValueError, match="no seat"):
        Search(state, case.setup.players, 1)


# Right


def last_decisions(case: Case, seeds: range) -> Iterator[tuple[int, State]]:
    """Decisions of a seat alone at the table before which no more than one other is left, with chance between."""
    for seed in seeds:
        *_, (seat, state) = decisions(case, seed)
        yield seat, state


def value_of(state: State) -> float:
    """The expected points of a seat alone that plays on as well as can be."""
    if state.is_over:
        return float(state.returns()[0])
    if state.chance_kind:
        outcomes = state.outcomes()
        return sum(value_of(state.resolve(outcome)[0]) for outcome in outcomes) / len(outcomes)
    return max(value_of(state.apply(0, move)[0]) for move in state.legal_moves(0))


def solo_cases() -> list[Case]:
    return [case for case in cases() if case.setup.players == 1]


def test_there_is_a_game_for_one() -> None:
    assert solo_cases()


@pytest.mark.parametrize("case", solo_cases(), ids=str)
def test_the_best_last_move_is_found_and_its_points_are_right(case: Case) -> None:
    for seat, state in last_decisions(case, range(12)):
        exact = {move: value_of(state.apply(seat, move)[0]) for move in state.legal_moves(seat)}
        best = searched(state, seat, iterations=4000)[0]
        assert exact[best.move] == max(exact.values())
        assert abs(best.points - exact[best.move]) <= 5 * best.points_error + 1e-9


@pytest.mark.parametrize("case", solo_cases(), ids=str)
def test_more_iterations_lose_no_points_against_perfect_play(case: Case) -> None:
    """Over last decisions, summed up: the choice after ten times the work is at least as good, and nearly perfect."""
    lost = {50: 0.0, 500: 0.0, 5000: 0.0}
    for seat, state in last_decisions(case, range(20)):
        exact = {move: value_of(state.apply(seat, move)[0]) for move in state.legal_moves(seat)}
        for iterations in lost:
            lost[iterations] += max(exact.values()) - exact[searched(state, seat, iterations=iterations)[0].move]
    assert lost[50] >= lost[500] >= lost[5000]
    assert lost[5000] == 0


@every_case
def test_a_move_that_wins_at_once_is_the_first(case: Case) -> None:
    """Where the game ends with this move whatever it is, the one that places the seat best comes first."""
    for seed in range(6):
        *_, (seat, state) = decisions(case, seed)
        if len(state.to_act()) > 1:
            continue
        ends = {move: state.apply(seat, move)[0] for move in state.legal_moves(seat)}
        if not all(end.is_over for end in ends.values()) or state.determinize(seat, 0) != state.determinize(seat, 1):
            continue
        best = searched(state, seat, iterations=1500)[0]
        assert ends[best.move].payoffs()[seat] == max(end.payoffs()[seat] for end in ends.values())
        assert best.payoff == pytest.approx(ends[best.move].payoffs()[seat])
