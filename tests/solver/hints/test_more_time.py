"""Hints do not become worse with more time: of each ruleset a match between much time and little."""

from __future__ import annotations

from math import sqrt

import pytest

from tests.bench.matches import TABLES, Table, search_player, title_of, wins
from tests.bench.positions import new_setup

NODES = 150
TIMES_MORE = 4
GAMES = 60
# Standard deviations of luck that are not taken for weakness; so much bad luck comes once in some thousand matches.
LUCK = 3.0


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES, ids=title_of)
def test_four_times_the_nodes_do_not_lose(table: Table) -> None:
    """One seat with more nodes among others with fewer, seats rotated, wins at least its share, but for luck."""
    setup = new_setup(table.ruleset, table.players)
    won = wins(setup, search_player(nodes=TIMES_MORE * NODES), search_player(nodes=NODES), GAMES)
    share = 1 / table.players
    assert won >= share - LUCK * sqrt(share * (1 - share) / GAMES)
