"""The cases themselves: any two choices of those who open a table meet in one of them, and each has its own name."""

from itertools import combinations, product

import pytest

from engines.game import Game
from tests.pairwise import pairwise_rows
from tests.playing import all_cases, cases_of, option_tag, packs_of, player_counts


@pytest.mark.parametrize(
    "sizes", [(1,), (3,), (1, 1), (4, 2), (3, 2, 2, 2, 2, 2, 2, 2), (2,) * 12, (5, 1, 4, 3)], ids=str
)
def test_any_two_values_meet_in_a_row(sizes: tuple[int, ...]) -> None:
    rows = pairwise_rows(sizes)
    assert rows[0] == (0,) * len(sizes)
    assert len(set(rows)) == len(rows)
    for column, size in enumerate(sizes):
        assert {row[column] for row in rows} == set(range(size))
    for one, other in combinations(range(len(sizes)), 2):
        expected = set(product(range(sizes[one]), range(sizes[other])))
        assert {(row[one], row[other]) for row in rows} == expected


def test_rows_are_few() -> None:
    assert len(pairwise_rows((2,) * 12)) <= 12
    assert len(pairwise_rows((4, 3, 2))) == 12


def test_any_two_of_pack_players_and_options_meet_in_a_case(game: Game) -> None:
    choices: dict[str, list[object]] = {"players": [*player_counts(game)], "pack": list(packs_of(game).values())}
    choices |= {option.name: list(option.values) for option in game.options}
    chosen = [
        {"players": case.setup.players, "pack": case.setup.pack, **dict(case.setup.options)} for case in cases_of(game)
    ]
    for one, other in combinations(choices, 2):
        met = [(row[one], row[other]) for row in chosen]
        assert all(pair in met for pair in product(choices[one], choices[other])), (one, other)


def test_the_fullest_table_is_a_case(game: Game) -> None:
    assert max(case.setup.players for case in cases_of(game)) == game.max_players


def test_the_first_case_is_the_game_as_it_is_shipped(game: Game) -> None:
    first = cases_of(game)[0]
    assert first.setup.pack == next(iter(game.packs.values()))
    assert dict(first.setup.options) == {option.name: option.default for option in game.options}


def test_every_case_has_its_own_name() -> None:
    assert len({case.name for case in all_cases()}) == len(all_cases())


def test_every_change_of_an_option_has_its_own_name(game: Game) -> None:
    tags = [option_tag(game, option.name, value) for option in game.options for value in option.values]
    assert len(set(tags)) == len(tags)
