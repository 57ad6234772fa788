"""The reconstructed map keeps its promises: what is known of the printed one, fair to play on, and easy to read."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import inf

import pytest

from cext import amazonas
from engines import registry
from engines.games.amazonas import map_quality
from engines.games.amazonas.content import Content, Edge, Village, content_of

MAP = content_of(registry.default_pack(registry.game("amazonas-2005")))
VILLAGES = range(len(MAP.villages))
NUMBERS = {village.name: number for number, village in enumerate(MAP.villages)}
NET = map_quality.neighbours(MAP)
ONLY_SITES = [number for number in VILLAGES if len(MAP.villages[number].sites) == 1]
UNIT = 100


def made_of(*places: tuple[int, int], edges: list[Edge]) -> Content:
    """A map that is nothing but a drawing."""
    return Content(tuple(Village("Any", x, y, 0, (2,)) for x, y in places), tuple(edges), ())


# --- What is known, and what was decided of it ---------------------------------------------------------------------


def test_there_are_thirty_villages_and_the_nine_known_names_are_among_them() -> None:
    assert len(MAP.villages) == 30
    known = {"Rosaria", "Santo Caño", "Moreña", "Piedras", "Xibu", "Tucu", "Bidora", "Otire", "Porto Morro"}
    assert known <= set(NUMBERS)


def test_rosaria_is_joined_to_its_five_neighbours_by_paths_and_rivers() -> None:
    rosaria = NUMBERS["Rosaria"]
    near = {MAP.villages[number].name for number in NET[rosaria]}
    assert near == {"Santo Caño", "Moreña", "Piedras", "Xibu", "Tucu"}
    kinds = Counter((edge.path, edge.river) for edge in MAP.edges if rosaria in (edge.a, edge.b))
    assert kinds == {(True, False): 2, (False, True): 2, (True, True): 1}


def test_each_specimen_is_collected_in_six_villages() -> None:
    assert Counter(village.specimen for village in MAP.villages) == dict.fromkeys(range(amazonas.TYPES), 6)


@pytest.mark.parametrize("village", MAP.villages, ids=lambda village: village.name)
def test_sites_and_their_prices(village: Village) -> None:
    assert 1 <= len(village.sites) <= 3
    assert list(village.sites) == sorted(set(village.sites))
    assert village.sites[0] in (2, 3)
    assert village.sites[-1] <= 5


def test_eight_missions_mark_each_village_once_or_twice() -> None:
    assert [len(set(mission)) for mission in MAP.missions] == [4] * 8
    times = Counter(village for mission in MAP.missions for village in mission)
    assert set(times) == set(VILLAGES)
    assert sorted(times.values()) == [1] * 28 + [2] * 2


# --- Good to play --------------------------------------------------------------------------------------------------


def test_no_village_is_a_dead_end_and_none_has_more_ways_than_rosaria() -> None:
    assert {len(near) for near in NET.values()} == {2, 3, 4, 5}


def test_every_village_has_a_path_and_a_river() -> None:
    assert min(map(len, map_quality.by_path(MAP).values())) >= 1
    assert min(map(len, map_quality.by_river(MAP).values())) >= 1


def test_paths_alone_and_rivers_alone_reach_ten_villages_and_all_specimens_from_everywhere() -> None:
    """A crocodile parts west and east, a jaguar parts north and south; nobody is stuck."""
    paths, rivers = map_quality.parts(map_quality.by_path(MAP)), map_quality.parts(map_quality.by_river(MAP))
    assert [len(part) for part in paths] == [16, 14]
    assert [len(part) for part in rivers] == [20, 10]
    for part in paths + rivers:
        specimens = Counter(MAP.villages[village].specimen for village in part)
        fair = len(part) / amazonas.TYPES
        assert all(abs(specimens[type_] - fair) < 1 for type_ in range(amazonas.TYPES))


def test_sites_are_spread_fairly_over_the_parts() -> None:
    """Within a tenth of a site and a tenth of a gold coin of the whole map's mean."""
    for part in map_quality.parts(map_quality.by_path(MAP)) + map_quality.parts(map_quality.by_river(MAP)):
        villages = [MAP.villages[village] for village in part]
        assert sum(len(village.sites) for village in villages) / len(part) == pytest.approx(65 / 30, abs=0.1)
        assert sum(village.sites[0] for village in villages) / len(part) == pytest.approx(75 / 30, abs=0.1)


def test_each_specimen_has_the_same_sites_at_the_same_prices() -> None:
    prices = [
        sorted(village.sites for village in MAP.villages if village.specimen == type_)
        for type_ in range(amazonas.TYPES)
    ]
    assert prices == [prices[0]] * amazonas.TYPES
    assert sum(map(len, prices[0])) == 13 > amazonas.TOKENS


def test_neighbours_offer_different_specimens_and_all_five_lie_within_two_steps() -> None:
    for edge in MAP.edges:
        assert MAP.villages[edge.a].specimen != MAP.villages[edge.b].specimen
    for village in VILLAGES:
        near = [other for other, steps in map_quality.steps(NET, village).items() if steps <= 2]
        assert len({MAP.villages[other].specimen for other in near}) == amazonas.TYPES


def test_no_full_village_cuts_the_map() -> None:
    assert all(map_quality.cut_off(NET, [village]) == 0 for village in VILLAGES)


def test_nor_do_all_villages_with_one_site_and_any_other() -> None:
    assert len(ONLY_SITES) == 5
    assert all(map_quality.cut_off(NET, [*ONLY_SITES, village]) == 0 for village in VILLAGES)


def test_two_full_villages_cut_off_one_corner_at_most() -> None:
    assert max(map_quality.cut_off(NET, pair) for pair in combinations(VILLAGES, 2)) == 1


def test_three_full_villages_leave_three_quarters_of_the_map() -> None:
    assert max(map_quality.cut_off(NET, three) for three in combinations(VILLAGES, 3)) <= 7


# --- Missions of comparable reach ----------------------------------------------------------------------------------


@cache
def mission_costs() -> list[map_quality.MissionCost]:
    return [map_quality.mission_cost(MAP, mission) for mission in MAP.missions]


def test_every_mission_takes_eight_of_the_twelve_huts() -> None:
    assert {cost.huts for cost in mission_costs()} == {8}


def test_missions_cost_the_same_to_within_a_gold_coin_on_an_empty_map() -> None:
    assert {cost.early for cost in mission_costs()} == {19, 20}


def test_missions_cost_the_same_where_others_came_first() -> None:
    assert {cost.late for cost in mission_costs()} == {28}


def test_no_mission_is_clustered() -> None:
    for mission in MAP.missions:
        apart = [map_quality.steps(NET, a)[b] for a, b in combinations(mission, 2)]
        assert min(apart) >= 2
        assert 4 <= max(apart) <= 6


def test_missions_mark_several_specimens_and_at_most_one_village_with_one_site() -> None:
    for mission in MAP.missions:
        assert len({MAP.villages[village].specimen for village in mission}) >= 3
        assert sum(village in ONLY_SITES for village in mission) <= 1


def test_two_missions_share_one_village_at_most() -> None:
    assert max(len(set(one) & set(other)) for one, other in combinations(MAP.missions, 2)) == 1


# --- Good to look at -----------------------------------------------------------------------------------------------


def test_paths_and_rivers_do_not_cross() -> None:
    assert map_quality.crossings(MAP) == []


def test_villages_and_bends_lie_on_a_sheet_of_four_by_three_with_a_margin() -> None:
    points = [point for edge in MAP.edges for point in map_quality.course(MAP, edge)]
    assert all(5 * UNIT <= x <= 115 * UNIT and 5 * UNIT <= y <= 85 * UNIT for x, y in points)


def test_there_is_room_for_names_and_sites() -> None:
    """A village's plate is about ten units wide."""
    assert map_quality.village_spacing(MAP) >= 16 * UNIT
    assert map_quality.edge_clearance(MAP) >= 11 * UNIT


def test_ways_leave_a_village_in_different_directions() -> None:
    assert map_quality.sharpest_fork(MAP) >= 29


# --- The measures themselves ---------------------------------------------------------------------------------------

CROSS = [(0, 0), (10, 10), (0, 10), (10, 0)]


@pytest.mark.parametrize(
    ("edges", "meet"),
    [
        ([Edge(0, 1, True, False), Edge(2, 3, True, False)], True),
        ([Edge(0, 2, True, False), Edge(1, 3, True, False)], False),
        ([Edge(0, 1, True, False), Edge(0, 3, True, False)], False),
        # Bends lead one edge around the other, against it, onto it and back over it.
        ([Edge(0, 1, True, False, ((20, -20),)), Edge(2, 3, True, False)], False),
        ([Edge(0, 2, True, False, ((12, 5),)), Edge(1, 3, True, False)], True),
        ([Edge(0, 2, True, False, ((10, 5),)), Edge(1, 3, True, False)], True),
        ([Edge(0, 1, True, False), Edge(0, 3, True, False, ((5, 5),))], True),
        ([Edge(0, 1, True, False), Edge(0, 3, True, False, ((2, 6), (6, 2)))], True),
        ([Edge(0, 1, True, False, ((5, 2),)), Edge(0, 3, True, False, ((5, 2),))], True),
    ],
)
def test_edges_that_meet(edges: list[Edge], meet: bool) -> None:
    drawing = made_of(*CROSS, edges=edges)
    assert map_quality.crossings(drawing) == ([(edges[0], edges[1])] if meet else [])


def test_distances_and_angles() -> None:
    drawing = made_of((0, 0), (40, 0), (20, 30), edges=[Edge(0, 1, True, False, ((20, 10),)), Edge(0, 2, True, False)])
    assert map_quality.village_spacing(drawing) == pytest.approx(1300**0.5)
    assert map_quality.edge_clearance(drawing) == 20
    assert map_quality.sharpest_fork(drawing) == pytest.approx(29.7449, abs=1e-4)


def test_the_cheapest_tree_is_that_of_trying_all_sets_of_villages() -> None:
    """On the west of the map, for every mission that could be marked there."""
    west = sorted(map_quality.parts(map_quality.by_path(MAP))[0])[:12]
    net = {village: NET[village] & set(west) for village in west}
    prices = [village.sites[0] for village in MAP.villages]
    cheapest = dict.fromkeys(combinations(west, 4), inf)
    for size in range(4, len(west) + 1):
        for chosen in combinations(west, size):
            if len(map_quality.parts({village: net[village] & set(chosen) for village in chosen})) == 1:
                price = sum(prices[village] for village in chosen)
                for four in combinations(chosen, 4):
                    cheapest[four] = min(cheapest[four], price)
    assert all(map_quality.cheapest_tree(net, four, prices) == price for four, price in cheapest.items())


def test_there_is_no_tree_over_a_full_village() -> None:
    net = {0: frozenset({1}), 1: frozenset({0, 2}), 2: frozenset({1})}
    assert map_quality.cheapest_tree(net, [0, 2], [1, inf, 1]) == inf
    assert map_quality.cheapest_tree(net, [0, 2], [1, 5, 1]) == 7
    assert map_quality.cheapest_tree(net, [0], [1, 5, 1]) == 1
