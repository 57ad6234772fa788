"""Counting in the Amazonas kernel: points item by item, what ranks the seats, and what never changes in any game."""

import random
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any

import pytest

from cext import amazonas
from cext.amazonas import BUTTERFLY, FISH, GAIN, IGUANA, LOSS, NATIVES, ORCHID, PARROT
from cext.kernel import State
from engines.ranking import rank
from tests.amazonas.maps import meadow, random_map
from tests.amazonas.play import EDITION_2005, EDITION_BGA, Game, rules_of
from tests.amazonas.small_map import DELTA, FORD, FORK, GROVE, HOLLOW
from tests.playing import play, random_ply

# --- The End of the Game and Final Scoring --------------------------------------------------------------------------


def playing(
    wanted: Sequence[Sequence[int]],
    natives: Sequence[tuple[int, int]] = (),
    missions: Sequence[Sequence[int]] = (),
    **options: Any,
) -> Game:
    """A whole game in which each seat gets these specimens, one after the other, in villages of its own.

    `natives` names who hires one and for which type, in this order. Villages count through the seats' wishes, seat 0's
    first; four more come after them, which nobody reaches and all missions name unless others are given.
    """
    starts = [sum(map(len, wanted[:seat])) for seat in range(len(wanted) + 1)]
    specimens = [type_ for types in wanted for type_ in types]
    game = Game(
        rules_of(
            len(wanted),
            pack=meadow([*specimens, *[ORCHID] * 4], sites=(1, 2)),
            missions=missions or [range(starts[-1], starts[-1] + 4)] * 4,
            **options,
        )
    )
    game.set_up(*starts[:-1])
    todo = [list(range(start + 1, end)) for start, end in pairwise(starts)]
    hires = list(natives)
    while not game.state.is_over:
        now = [hires.pop(0)] if hires else []
        builds = {}
        for seat, villages in enumerate(todo):
            affordable = game.player(seat).silver // 3
            builds[seat], todo[seat] = villages[:affordable], villages[affordable:]
        game.full_round(NATIVES if now else None, builds=builds, hires=dict(now))
    assert not any(todo)
    return game


def test_example_of_the_rulebook_is_9_points() -> None:
    # 2 orchids, 3 butterflies and a native, 1 iguana, 4 parrots, 1 fish and a native. Second to complete its set, and
    # three of four villages.
    first = [FISH, BUTTERFLY, IGUANA, PARROT, ORCHID]
    example = [ORCHID, BUTTERFLY, FISH, IGUANA, PARROT, ORCHID, *[BUTTERFLY] * 2, *[PARROT] * 3]
    game = playing(
        [first, example, [FISH], [FISH]],
        natives=[(1, BUTTERFLY), (1, FISH)],
        missions=[[0, 1, 2, 3], [5, 6, 7, 0], [0, 1, 2, 3], [0, 1, 2, 3]],
    )
    assert game.player(1).specimens == (1, 3, 1, 4, 2)
    assert game.player(1).natives == (1, 1, 0, 0, 0)
    assert game.score(1) == amazonas.SeatScore(types=(0, 4, 0, 4, 0), five_types=4, majority=0, missions=-3, total=9)
    assert game.state.returns()[1] == 9


@pytest.mark.parametrize(("count", "points"), [(1, 0), (2, 0), (3, 3), (4, 4), (5, 5)])
def test_a_type_counts_from_three_specimens_on(count: int, points: int) -> None:
    game = playing([[FISH] * count, [ORCHID] * 3])
    assert game.score(0).types == (points, 0, 0, 0, 0)


def test_a_native_may_be_the_third_specimen() -> None:
    game = playing([[FISH, FISH], [ORCHID] * 2], natives=[(0, FISH)])
    assert game.score(0).types == (3, 0, 0, 0, 0)


@pytest.mark.parametrize("reached", range(5))
def test_missions_cost_for_each_village_missed_or_bring_for_each_reached(reached: int) -> None:
    # Seat 0 builds in the villages 0 .. 3, the mission names so many of them and else villages of seat 1.
    mission = [*range(reached), *range(4, 8 - reached)]
    for scoring, points in ((LOSS, -3 * (4 - reached)), (GAIN, 3 * reached)):
        game = playing([[FISH] * 4, [IGUANA] * 4], missions=[mission, *[[4, 5, 6, 7]] * 3], mission_scoring=scoring)
        assert game.score(0).missions == points
        assert game.score(1).missions == (0 if scoring == LOSS else 12)


def test_neutral_huts_reach_no_mission() -> None:
    game = Game(rules_of(2, edition=EDITION_BGA))
    game.set_up(DELTA, FORD)
    game.round(amazonas.CROCODILE, 6, 5)
    game.neutral(FORK)
    assert game.score(0).missions == 3


def test_a_mission_not_dealt_counts_nothing_yet() -> None:
    state = State.start(rules_of())
    assert state.returns() == (0, 0, 0)
    state, _ = state.resolve(amazonas.pack_mission(0, 0))
    assert state.returns() == (-12, 0, 0)


def test_points_run_while_the_game_goes_on() -> None:
    game = Game(rules_of(mission_scoring=GAIN))
    game.set_up(DELTA, HOLLOW, GROVE)
    assert game.state.returns() == (3, 0, 3)


# --- Runde Bonus-Chips ----------------------------------------------------------------------------------------------


def test_whoever_alone_has_most_of_a_type_gets_a_point_from_three_on() -> None:
    game = playing([[FISH] * 3, [FISH] * 2, [FISH]], majority_chips=True)
    assert [game.score(seat).majority for seat in range(3)] == [1, 0, 0]
    assert game.score(0).total - game.score(0).missions == 4


def test_no_majority_below_three() -> None:
    game = playing([[FISH] * 2, [FISH], [IGUANA]], majority_chips=True)
    assert [game.score(seat).majority for seat in range(3)] == [0, 0, 0]


def test_no_majority_of_two_who_have_the_same() -> None:
    game = playing([[FISH] * 3, [FISH] * 3, [FISH]], majority_chips=True)
    assert [game.score(seat).majority for seat in range(3)] == [0, 0, 0]


def test_a_native_takes_a_majority_away_or_brings_it() -> None:
    game = playing([[FISH] * 3, [FISH] * 2, [IGUANA]], natives=[(1, FISH)], majority_chips=True)
    assert [game.score(seat).majority for seat in range(3)] == [0, 0, 0]
    game = playing([[FISH] * 3, [FISH] * 3, [IGUANA]], natives=[(1, FISH)], majority_chips=True)
    assert [game.score(seat).majority for seat in range(3)] == [0, 1, 0]


def test_one_seat_may_have_several_majorities() -> None:
    game = playing([[*[FISH] * 3, *[PARROT] * 3], [ORCHID] * 3], majority_chips=True)
    assert [game.score(seat).majority for seat in range(2)] == [2, 1]


def test_no_majorities_without_the_option() -> None:
    game = playing([[FISH] * 3, [IGUANA]])
    assert game.score(0).majority == 0


# --- Ranking --------------------------------------------------------------------------------------------------------


ORDERS = list(permutations(range(3)))
"""In which order three seats may sit: who is ranked where must not depend on it."""


def places(values: Sequence[amazonas.Standing]) -> list[tuple[int, int, str]]:
    """(seat, place, decided by)."""
    criteria = tuple(
        name for name, value in zip(amazonas.Standing._fields, values[0], strict=True) if value is not None
    )
    plain = [tuple(value for value in standing if value is not None) for standing in values]
    return [(placing.seat, placing.place, placing.decided_by) for placing in rank(plain, criteria)]


def replaced(state: State, silver: Sequence[int], coins: Sequence[int] | None = None) -> State:
    """The same end with other money, and other coins, before the seats."""
    kernel = state.rules.kernel
    table_size = sum(field.width * field.items for field in kernel.table_fields)
    seat_size = sum(field.width * field.items for field in kernel.seat_fields)
    data = bytearray(state.to_bytes())
    for field in kernel.seat_fields:
        values = {"silver": silver, "coin": coins}.get(field.name)
        for seat, value in enumerate(values or ()):
            at = table_size + seat * seat_size + field.offset
            data[at : at + field.width] = value.to_bytes(field.width, "little")
    return State.from_bytes(state.rules, bytes(data))


@pytest.mark.parametrize("order", ORDERS)
def test_points_decide_first(order: tuple[int, ...]) -> None:
    ranked = [[FISH] * 5, [FISH] * 4, [FISH] * 3]
    end = playing([ranked[number] for number in order]).state
    best_first = [order.index(number) for number in range(3)]
    assert places(amazonas.standing(replaced(end, (1, 2, 3)))) == [
        (best_first[0], 1, ""),
        (best_first[1], 2, "points"),
        (best_first[2], 3, "points"),
    ]


@pytest.mark.parametrize("order", ORDERS)
def test_equal_points_the_most_specimens_decide(order: tuple[int, ...]) -> None:
    ranked = [[FISH, IGUANA, PARROT, FISH], [IGUANA, PARROT], [BUTTERFLY]]
    end = playing([ranked[number] for number in order]).state
    standing = amazonas.standing(replaced(end, (1, 2, 3)))
    assert len({values.points for values in standing}) == 1
    best_first = [order.index(number) for number in range(3)]
    assert places(standing) == [
        (best_first[0], 1, ""),
        (best_first[1], 2, "specimens"),
        (best_first[2], 3, "specimens"),
    ]


def test_natives_are_specimens_in_the_ranking() -> None:
    game = playing([[FISH, FISH], [FISH, FISH]], natives=[(1, ORCHID)])
    assert [values.specimens for values in amazonas.standing(game.state)] == [2, 3]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("tie_break", [amazonas.WHITE_NUMBER, amazonas.COPPER_COINS])
def test_equal_specimens_the_most_money_decides(order: tuple[int, ...], tie_break: int) -> None:
    end = playing([[FISH], [IGUANA], [PARROT]], tie_break=tie_break).state
    best_first = [order.index(number) for number in range(3)]
    standing = amazonas.standing(replaced(end, [10 - number for number in order]))
    assert places(standing) == [(best_first[0], 1, ""), (best_first[1], 2, "silver"), (best_first[2], 3, "silver")]


@pytest.mark.parametrize("order", ORDERS)
def test_equal_money_the_highest_coin_decides(order: tuple[int, ...]) -> None:
    end = playing([[FISH], [IGUANA], [PARROT]], tie_break=amazonas.COPPER_COINS).state
    best_first = [order.index(number) for number in range(3)]
    standing = amazonas.standing(replaced(end, (7, 7, 7), [3 - number for number in order]))
    assert places(standing) == [(best_first[0], 1, ""), (best_first[1], 2, "coin"), (best_first[2], 3, "coin")]


def test_equal_in_all_without_coins_is_a_shared_place() -> None:
    standing = amazonas.standing(replaced(playing([[FISH], [IGUANA], [PARROT]]).state, (7, 7, 7)))
    assert places(standing) == [(0, 1, ""), (1, 1, ""), (2, 1, "")]
    assert {values.coin for values in standing} == {None}


def test_coins_are_those_held_after_the_last_round() -> None:
    game = Game(rules_of(2, pack=meadow([IGUANA], villages=4), tie_break=amazonas.COPPER_COINS))
    game.set_up(0, 1)
    while not game.state.is_over:
        before = game.coins()
        game.full_round(amazonas.JAGUAR if game.table.events_left[amazonas.JAGUAR] else None)
        assert game.coins() == before[::-1]  # equal cards in every round
    assert [values.coin for values in amazonas.standing(game.state)] == [1, 2]


# --- What never changes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(60))
def test_what_never_changes_in_a_game(number: int) -> None:
    rng = random.Random(f"amazonas/conservation/{number}")
    pack = random_map(rng)
    edition = rng.choice((EDITION_2005, EDITION_BGA))
    players = rng.randint(2, 4)
    rules = rules_of(players, pack=pack, edition=edition)
    state, drawn, events_seen = State.start(rules), list[int](), list[int]()
    while (ply := random_ply(state, rng)) is not None:
        if ply.seat is None and state.chance_kind == amazonas.CHANCE_EVENT:
            drawn.append(ply.word & 0xFF)
        before = state
        state, events = play(state, ply)
        events_seen += [event.args[1] for event in events if event.kind == amazonas.EVENT_EVENT_DRAWN]
        assert_conserved(state, pack)
        assert_money_is_told(before, state, [(event.kind, event.seat, event.args) for event in events])
    # Each of the 18 events exactly once.
    assert sorted(drawn) == list(range(18))
    assert events_seen == [amazonas.event_shown(card) for card in drawn]


def assert_conserved(state: State, pack: dict[str, Any]) -> None:
    """Huts, tokens, cards, coins and events are neither lost nor made."""
    table = amazonas.table(state)
    players = [amazonas.player(state, seat) for seat in range(state.rules.players)]
    sites = amazonas.sites(state)
    for seat, player in enumerate(players):
        built = [village for village, owners in enumerate(sites) if seat in owners]
        assert player.huts == tuple(built)
        assert player.huts_left == max(0, 12 - len(built))
        assert player.silver >= 0
        assert sum(owners.count(seat) for owners in sites) == len(built)
    for type_ in range(amazonas.TYPES):
        assert sum(player.specimens[type_] for player in players) + table.supply[type_] == 12
    neutral = sum(owners.count(amazonas.NEUTRAL_OWNER) for owners in sites)
    assert neutral + sum(player.neutral_left for player in players) in (0, 12)
    in_hand = {(len(player.hand), player.played is None) for player in players}
    assert len(in_hand) == 1
    assert {player.coin for player in players} in ({None}, set(range(1, len(players) + 1)))
    assert sum(table.events_left) == 18 - table.round + (table.phase == amazonas.DRAWING)
    assert sum(map(sum, (player.natives for player in players))) + table.native <= 4 - table.events_left[NATIVES]
    assert all(len(owners) == len(village["sites"]) for owners, village in zip(sites, pack["villages"], strict=True))


def assert_money_is_told(before: State, after: State, events: list[tuple[int, int, tuple[int, ...]]]) -> None:
    """Each change of money begins where the last one ended, and the last one ends at what the seat has."""
    for seat in range(before.rules.players):
        silver = amazonas.player(before, seat).silver
        for kind, whose, args in events:
            if kind == amazonas.EVENT_MONEY and whose == seat:
                assert args[0] == silver
                silver = args[1]
        assert silver == amazonas.player(after, seat).silver
