"""The end: returns, ranking and score items say the same."""

from collections.abc import Iterator
from itertools import pairwise

from engines.game import Game
from tests.playing import Walk, cases_of


def test_returns_are_points_of_every_seat(walks: Iterator[Walk]) -> None:
    for game in walks:
        for state in game.states:
            assert len(state.returns()) == game.setup.players


def test_every_seat_is_placed_once_with_points_that_are_its_return(walks: Iterator[Walk]) -> None:
    for game in walks:
        outcome = game.setup.game.outcome(game.setup, game.end)
        returns = game.end.returns()
        assert outcome.criteria == game.setup.game.criteria_at(game.setup)
        assert outcome.fewest_first == game.setup.game.fewest_first_at(game.setup)
        assert sorted(placing.seat for placing in outcome.placings) == list(range(game.setup.players))
        for placing in outcome.placings:
            assert len(placing.values) == len(outcome.criteria)
            assert placing.values[0] == returns[placing.seat]


def test_items_add_up_to_the_points(walks: Iterator[Walk]) -> None:
    for game in walks:
        for placing in game.setup.game.outcome(game.setup, game.end).placings:
            assert placing.items
            assert sum(item.points for item in placing.items) == placing.values[0]
            assert all(item.name for item in placing.items)


def test_places_are_shared_by_equals_and_by_nobody_else(walks: Iterator[Walk]) -> None:
    for game in walks:
        outcome = game.setup.game.outcome(game.setup, game.end)
        first = outcome.placings[0]
        assert (first.place, first.decided_by) == (1, "")
        for position, (better, placing) in enumerate(pairwise(outcome.placings), start=2):
            differing = [
                name
                for name, mine, theirs in zip(outcome.criteria, placing.values, better.values, strict=True)
                if mine != theirs
            ]
            if differing:
                assert (placing.place, placing.decided_by) == (position, differing[0])
                decided = outcome.criteria.index(differing[0])
                has_less = placing.values[decided] < better.values[decided]
                assert has_less != (differing[0] in outcome.fewest_first)
            else:
                assert (placing.place, placing.decided_by) == (better.place, "")
                assert placing.seat > better.seat


def test_remarks_are_sentences(walks: Iterator[Walk]) -> None:
    for game in walks:
        for remark in game.setup.game.outcome(game.setup, game.end).remarks:
            assert remark.endswith(".")


def test_criteria_have_names_of_their_own(game: Game) -> None:
    for case in cases_of(game):
        criteria = game.criteria_at(case.setup)
        assert criteria
        assert all(criteria)
        assert len(set(criteria)) == len(criteria)
    assert any(game.criteria_at(case.setup) == game.criteria for case in cases_of(game))
    assert set(game.fewest_first) <= set(game.criteria)
