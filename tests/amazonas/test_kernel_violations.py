"""What the kernel of Amazonas answers to moves and outcomes that break rules, and which rules it does not compile.

Codes and their arguments are described in `cext/amazonas.pyx`; a move breaks all that are listed, in this order.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cext import amazonas, playout
from cext.amazonas import (
    BONUS_FISH,
    BUILDING,
    BUTTERFLY,
    CHOOSING,
    CROCODILE,
    EARNING,
    FISH,
    JAGUAR,
    MOVE_BUILD,
    MOVE_CARD,
    MOVE_END,
    MOVE_HIRE,
    MOVE_INCOME,
    MOVE_NEUTRAL,
    MOVE_PASS,
    NATIVES,
    ORCHID,
    PARROT,
    SETTING_UP,
)
from cext.kernel import State
from tests.amazonas.maps import meadow
from tests.amazonas.play import EDITION_BGA, Game, names, rules_of, small_arguments
from tests.amazonas.small_map import DELTA, FORD, FORK, GLADE, GROVE, HOLLOW, MARSH, NEST
from tests.playing import play, random_ply
from tests.refusals import (
    GenericCase,
    RefusedCase,
    all_codes,
    codes_of,
    generic_cases,
    refused_cases,
    require_alone,
    require_move_refused,
    require_one_to_one,
    require_outcome_refused,
)

QUIET = BONUS_FISH + PARROT


def word(kind: int, argument: int = 0) -> int:
    """A move, even one that does not exist."""
    return kind << 56 | argument


# --- Moves ----------------------------------------------------------------------------------------------------------


def setting_up() -> State:
    """Seat 0 builds its first hut."""
    return Game().state


def full_set_up() -> State:
    """Hollow is full, and the next site of Ford costs 4; seat 2 builds."""
    game = Game(rules_of(4))
    game.set_up(HOLLOW, FORD, FORD)
    return game.state


def choosing() -> State:
    """Seat 0 has played card 6 in the first round and chooses for the second."""
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(QUIET, 6, 5, 4)
    game.event(BONUS_FISH)
    return game.state


def earning(**changes: Any) -> State:
    """Seat 0 is asked about a native."""
    game = Game(rules_of(**changes))
    game.set_up(DELTA, FORK, FORD)
    game.round(NATIVES, 6, 5, 4)
    return game.state


def earning_with_own_types() -> State:
    return earning(native_needs_own_type=True)


def building(event: int = QUIET) -> State:
    """Seat 0 has a hut in Delta and 3 gold; Hollow is full, and Fork has one site left."""
    game = Game()
    game.set_up(DELTA, FORK, HOLLOW)
    game.idle_round(BONUS_FISH + ORCHID, 2, 2, 2)
    game.round(event, 5, 4, 3)
    return game.state


def building_under_a_jaguar() -> State:
    return building(JAGUAR)


def building_under_a_crocodile() -> State:
    return building(CROCODILE)


def building_after_the_native() -> State:
    """Seat 0 has refused the native, which waits on."""
    state, _ = earning().apply(0, word(MOVE_INCOME))
    return state


def building_after_a_refusal_with_own_types() -> State:
    state, _ = earning_with_own_types().apply(0, word(MOVE_INCOME))
    return state


def poor() -> State:
    """Seat 0 has 8 silver, 2 gold: not enough for Grove."""
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.round(QUIET, 5, 0, 0)
    return game.state


def without_huts_left() -> State:
    """Seat 0 has built twelve huts in the villages 0 to 11; seat 1 sits in 14, villages 12 and 13 are free."""
    game = Game(rules_of(2, pack=meadow(range(5), sites=(1,), villages=15)))
    game.set_up(0, 14)
    todo = list(range(1, 12))
    while todo:
        affordable = min(len(todo), game.player(0).silver // 3)
        builds, todo = todo[:affordable], todo[affordable:]
        game.full_round(builds={0: builds})
    game.event(game.harmless_event())
    game.cards(game.player(0).hand[-1], game.player(1).hand[0])
    while game.table.active != 0 or game.table.phase == EARNING:
        game.play(MOVE_INCOME if game.table.phase == EARNING else MOVE_END)
    return game.state


def for_two() -> Game:
    """A BGA game for two in its first building step."""
    game = Game(rules_of(2, edition=EDITION_BGA))
    game.set_up(DELTA, MARSH)
    game.round(QUIET, 6, 3)
    return game


def after_a_neutral_hut() -> State:
    game = for_two()
    game.neutral(GROVE)
    return game.state


def facing_a_neutral_hut() -> State:
    """Seat 1 builds; seat 0 has put a neutral hut in Grove, where one site is left."""
    game = for_two()
    game.neutral(GROVE)
    game.end()
    return game.state


def without_neutral_huts_left() -> State:
    """Seat 0 has built all six."""
    game = Game(rules_of(2, pack=meadow(range(5), villages=20), edition=EDITION_BGA))
    game.set_up(0, 19)
    for village in range(1, 7):
        game.event(game.harmless_event())
        game.cards(*[game.player(seat).hand[-1] for seat in range(2)])
        while game.table.active is not None:
            if game.table.phase == EARNING:
                game.take()
            if game.table.active == 0:
                game.neutral(village)
            game.end()
    game.round(QUIET, game.player(0).hand[-1], game.player(1).hand[-1])
    while game.table.active != 0:
        game.end()
    return game.state


MOVE_CASES = refused_cases(
    ("no kind", building, 0, [(amazonas.NO_SUCH_MOVE, (0, 0, 0))]),
    ("too high a kind", building, word(8), [(amazonas.NO_SUCH_MOVE, (8, 0, 0))]),
    ("all bits", building, 2**64 - 1, [(amazonas.NO_SUCH_MOVE, (255, 0, 0))]),
    ("no word", building, 2**64, [(amazonas.NO_SUCH_MOVE, (255, 0, 0))]),
    ("stray bits", building, word(MOVE_BUILD, 1 << 8), [(amazonas.NO_SUCH_MOVE, (MOVE_BUILD, 0, 0))]),
    ("end of something", building, word(MOVE_END, 1), [(amazonas.NO_SUCH_MOVE, (MOVE_END, 0, 0))]),
    ("pass over something", setting_up, word(MOVE_PASS, 1), [(amazonas.NO_SUCH_MOVE, (MOVE_PASS, 0, 0))]),
    ("income of something", earning, word(MOVE_INCOME, 1), [(amazonas.NO_SUCH_MOVE, (MOVE_INCOME, 0, 0))]),
    *[
        (
            f"kind {kind} in phase {phase}",
            position,
            word(kind),
            [(amazonas.WRONG_STEP, (kind, phase, 0))],
        )
        for phase, position, kinds in (
            (SETTING_UP, setting_up, (MOVE_CARD, MOVE_INCOME, MOVE_HIRE, MOVE_NEUTRAL, MOVE_END)),
            (CHOOSING, choosing, (MOVE_BUILD, MOVE_PASS, MOVE_INCOME, MOVE_HIRE, MOVE_NEUTRAL, MOVE_END)),
            (EARNING, earning, (MOVE_BUILD, MOVE_PASS, MOVE_CARD, MOVE_NEUTRAL, MOVE_END)),
            (BUILDING, building, (MOVE_PASS, MOVE_CARD)),
        )
        for kind in kinds
    ],
    ("card played", choosing, word(MOVE_CARD, 6), [(amazonas.CARD_NOT_IN_HAND, (6, 0, 0))]),
    ("no such card", choosing, word(MOVE_CARD, 7), [(amazonas.CARD_NOT_IN_HAND, (7, 0, 0))]),
    ("far from a card", choosing, word(MOVE_CARD, 255), [(amazonas.CARD_NOT_IN_HAND, (255, 0, 0))]),
    ("no such type", earning, word(MOVE_HIRE, 5), [(amazonas.NO_SUCH_TYPE, (5, 0, 0))]),
    ("income twice", building, word(MOVE_INCOME), [(amazonas.INCOME_TAKEN_ALREADY, (0, 0, 0))]),
    (
        "native too late",
        building_after_the_native,
        word(MOVE_HIRE, FISH),
        [(amazonas.INCOME_TAKEN_ALREADY, (0, 0, 0))],
    ),
    (
        "no native, too late",
        building,
        word(MOVE_HIRE, FISH),
        [(amazonas.INCOME_TAKEN_ALREADY, (0, 0, 0)), (amazonas.NO_NATIVE, (0, 0, 0))],
    ),
    (
        "no native, too late, no such type",
        building,
        word(MOVE_HIRE, 9),
        [
            (amazonas.NO_SUCH_TYPE, (9, 0, 0)),
            (amazonas.INCOME_TAKEN_ALREADY, (0, 0, 0)),
            (amazonas.NO_NATIVE, (0, 0, 0)),
        ],
    ),
    (
        "not one's own type",
        earning_with_own_types,
        word(MOVE_HIRE, BUTTERFLY),
        [(amazonas.NATIVE_NEEDS_OWN_TYPE, (BUTTERFLY, 0, 0))],
    ),
    (
        "not one's own type, too late",
        building_after_a_refusal_with_own_types,
        word(MOVE_HIRE, BUTTERFLY),
        [(amazonas.INCOME_TAKEN_ALREADY, (0, 0, 0)), (amazonas.NATIVE_NEEDS_OWN_TYPE, (BUTTERFLY, 0, 0))],
    ),
    ("no village", building, word(MOVE_BUILD, 8), [(amazonas.NO_SUCH_VILLAGE, (8, 0, 0))]),
    ("no village at all", building, word(MOVE_BUILD, 255), [(amazonas.NO_SUCH_VILLAGE, (255, 0, 0))]),
    ("no village in the set-up", setting_up, word(MOVE_BUILD, 64), [(amazonas.NO_SUCH_VILLAGE, (64, 0, 0))]),
    ("no village for a neutral hut", building, word(MOVE_NEUTRAL, 8), [(amazonas.NO_SUCH_VILLAGE, (8, 0, 0))]),
    ("own hut", building, word(MOVE_BUILD, DELTA), [(amazonas.OWN_HUT_THERE, (DELTA, 0, 0))]),
    ("full village", building, word(MOVE_BUILD, HOLLOW), [(amazonas.VILLAGE_FULL, (HOLLOW, 1, 0))]),
    ("full village in the set-up", full_set_up, word(MOVE_BUILD, HOLLOW), [(amazonas.VILLAGE_FULL, (HOLLOW, 1, 0))]),
    ("own hut before all else", without_huts_left, word(MOVE_BUILD, 3), [(amazonas.OWN_HUT_THERE, (3, 0, 0))]),
    ("full before no hut left", without_huts_left, word(MOVE_BUILD, 14), [(amazonas.VILLAGE_FULL, (14, 1, 0))]),
    ("no hut left", without_huts_left, word(MOVE_BUILD, 12), [(amazonas.NO_HUT_LEFT, (12, 12, 0))]),
    ("not connected", building, word(MOVE_BUILD, GLADE), [(amazonas.NOT_CONNECTED, (GLADE, 0, 0))]),
    ("jaguar", building_under_a_jaguar, word(MOVE_BUILD, FORK), [(amazonas.BARRED_BY_JAGUAR, (FORK, 0, 0))]),
    (
        "crocodile",
        building_under_a_crocodile,
        word(MOVE_BUILD, GROVE),
        [(amazonas.BARRED_BY_CROCODILE, (GROVE, 0, 0))],
    ),
    ("too expensive", poor, word(MOVE_BUILD, GROVE), [(amazonas.TOO_EXPENSIVE, (GROVE, 9, 8))]),
    ("too expensive in the set-up", full_set_up, word(MOVE_BUILD, FORD), [(amazonas.TOO_EXPENSIVE, (FORD, 12, 9))]),
    ("pass with money", setting_up, word(MOVE_PASS), [(amazonas.PASS_NOT_ALLOWED, (DELTA, 6, 9))]),
    ("no neutral huts", building, word(MOVE_NEUTRAL, NEST), [(amazonas.NO_NEUTRAL_HUTS, (NEST, 0, 0))]),
    (
        "neutral hut spent",
        without_neutral_huts_left,
        word(MOVE_NEUTRAL, 1),
        [(amazonas.NO_NEUTRAL_HUT_LEFT, (1, 0, 0))],
    ),
    (
        "second neutral hut of a round",
        after_a_neutral_hut,
        word(MOVE_NEUTRAL, NEST),
        [(amazonas.NEUTRAL_HUT_BUILT_THIS_ROUND, (NEST, 0, 0))],
    ),
    (
        "second neutral hut of a village",
        facing_a_neutral_hut,
        word(MOVE_NEUTRAL, GROVE),
        [(amazonas.NEUTRAL_HUT_THERE, (GROVE, 0, 0))],
    ),
    (
        "the last free site",
        facing_a_neutral_hut,
        word(MOVE_NEUTRAL, NEST),
        [(amazonas.LAST_FREE_SITE, (NEST, 1, 0))],
    ),
)


@pytest.mark.parametrize("case", MOVE_CASES, ids=str)
def test_moves_that_break_rules(case: RefusedCase) -> None:
    require_move_refused(case)


def test_a_full_village_is_the_last_free_site_of_none() -> None:
    game = for_two()
    game.build(HOLLOW)
    assert game.state.check(0, word(MOVE_NEUTRAL, HOLLOW)) == [(amazonas.LAST_FREE_SITE, (HOLLOW, 0, 0))]


# --- Chance ---------------------------------------------------------------------------------------------------------


def before_a_mission() -> State:
    """Seat 0 has mission 3; seat 1 is to be dealt one."""
    state, _ = State.start(rules_of()).resolve(amazonas.pack_mission(0, 3))
    return state


def before_an_event() -> State:
    """The first card has been drawn."""
    game = Game()
    game.set_up(DELTA, FORK, FORD)
    game.idle_round(JAGUAR, 1, 2, 3)
    return game.state


def the_end() -> State:
    return playout.playout(State.start(rules_of()), 1)


TOO_MUCH = 2**31 - 1
OUTCOME_CASES = refused_cases(
    ("at the end", the_end, amazonas.pack_event(0), [(1, (0, 0, 0))]),
    ("while seats choose", choosing, amazonas.pack_event(5), [(4, (0, 0, 0))]),
    ("in the set-up", setting_up, amazonas.pack_event(5), [(4, (0, 0, 0))]),
    ("an event before a mission", before_a_mission, amazonas.pack_event(5), [(5, (0, 0, 0))]),
    ("a mission before an event", before_an_event, amazonas.pack_mission(0, 0), [(5, (0, 0, 0))]),
    ("no kind", before_an_event, 0, [(5, (0, 0, 0))]),
    ("no such mission", before_a_mission, amazonas.pack_mission(1, 5), [(amazonas.MISSION_UNKNOWN, (5, 0, 0))]),
    (
        "a mission's stray bits",
        before_a_mission,
        amazonas.pack_mission(1, 0) | 1 << 55,
        [(amazonas.MISSION_UNKNOWN, (TOO_MUCH, 0, 0))],
    ),
    ("a mission twice", before_a_mission, amazonas.pack_mission(1, 3), [(amazonas.MISSION_ALREADY_DEALT, (3, 0, 0))]),
    ("another seat's turn", before_a_mission, amazonas.pack_mission(2, 0), [(amazonas.MISSION_WRONG_SEAT, (2, 1, 0))]),
    (
        "no such mission for no seat",
        before_a_mission,
        amazonas.pack_mission(9, 99),
        [(amazonas.MISSION_UNKNOWN, (99, 0, 0)), (amazonas.MISSION_WRONG_SEAT, (9, 1, 0))],
    ),
    (
        "a mission twice for another seat",
        before_a_mission,
        amazonas.pack_mission(0, 3),
        [(amazonas.MISSION_ALREADY_DEALT, (3, 0, 0)), (amazonas.MISSION_WRONG_SEAT, (0, 1, 0))],
    ),
    ("no such event", before_an_event, amazonas.pack_event(18), [(amazonas.EVENT_UNKNOWN, (18, 0, 0))]),
    (
        "an event's stray bits",
        before_an_event,
        amazonas.pack_event(5) | 1 << 40,
        [(amazonas.EVENT_UNKNOWN, (TOO_MUCH, 0, 0))],
    ),
    ("an event twice", before_an_event, amazonas.pack_event(0), [(amazonas.EVENT_ALREADY_DRAWN, (0, 0, 0))]),
)


@pytest.mark.parametrize("case", OUTCOME_CASES, ids=str)
def test_outcomes_that_cannot_come(case: RefusedCase) -> None:
    require_outcome_refused(case)


# --- Generic --------------------------------------------------------------------------------------------------------


def one_has_chosen() -> State:
    state, _ = choosing().apply(0, word(MOVE_CARD, 0))
    return state


GENERIC_CASES = generic_cases(
    ("the game is over", the_end, 0, 1),
    ("over, no such seat", the_end, 9, 1),
    ("a mission is awaited", before_a_mission, 1, 2),
    ("an event is awaited", before_an_event, 0, 2),
    ("has chosen", one_has_chosen, 0, 3),
    ("not in turn", building, 1, 3),
    ("not in turn in the set-up", setting_up, 2, 3),
    ("not asked about the native", earning, 2, 3),
    ("no such seat", building, 3, 3),
    ("no seat at all", building, -1, 3),
)


@pytest.mark.parametrize("case", GENERIC_CASES, ids=str)
def test_generic_violations_stand_alone(case: GenericCase) -> None:
    require_alone(case, [word(MOVE_BUILD, 99), word(MOVE_END)])


def test_every_code_is_reached() -> None:
    assert codes_of((*MOVE_CASES, *OUTCOME_CASES), GENERIC_CASES) == all_codes(amazonas)


def test_codes_and_names_are_one_to_one() -> None:
    require_one_to_one(amazonas, {"VIOLATIONS": "", "EVENTS": "EVENT_", "CHANCES": "CHANCE_"})


def test_names_follow_codes() -> None:
    assert names(building().check(0, word(MOVE_BUILD, GLADE))) == ["NOT_CONNECTED"]


# --- Legal moves are exactly what nothing speaks against ------------------------------------------------------------


def every_word() -> Iterator[int]:
    """All moves that could be meant on a small map, one kind and one argument too many included."""
    return (word(kind, argument) for kind in range(9) for argument in range(10))


@pytest.mark.parametrize(
    "position",
    [
        setting_up,
        full_set_up,
        choosing,
        earning,
        earning_with_own_types,
        building,
        building_under_a_jaguar,
        building_under_a_crocodile,
        poor,
        after_a_neutral_hut,
        facing_a_neutral_hut,
    ],
)
def test_legal_moves_are_the_words_that_break_no_rule(position: Callable[[], State]) -> None:
    state = position()
    for seat in range(state.rules.players):
        assert state.legal_moves(seat) == [move for move in every_word() if not state.check(seat, move)]


@pytest.mark.parametrize("changes", [{}, {"edition": EDITION_BGA}], ids=["2005", "bga"])
def test_legal_moves_are_the_words_that_break_no_rule_all_along_a_game(changes: dict[str, Any]) -> None:
    state = State.start(rules_of(2, **changes))
    move = 0
    while not state.is_over:
        if state.chance_kind:
            state, _ = state.resolve(state.draw(b"2" * 32))
            continue
        (seat, *_) = state.to_act()
        moves = state.legal_moves(seat)
        assert moves == [move for move in every_word() if not state.check(seat, move)]
        state, _ = state.apply(seat, moves[(move := move + 7) % len(moves)])


# --- Rules that cannot be compiled ----------------------------------------------------------------------------------


VILLAGES = small_arguments()["villages"]
EDGES = small_arguments()["edges"]
MISSIONS = small_arguments()["missions"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 1}, "players"),
        ({"players": 5}, "players"),
        ({"villages": VILLAGES[:3]}, "number of villages"),
        ({"villages": VILLAGES[:1] * 65}, "number of villages"),
        ({"villages": [(5, [2]), *VILLAGES[1:]]}, "specimen of village 0"),
        ({"villages": [(-1, [2]), *VILLAGES[1:]]}, "specimen of village 0"),
        ({"villages": [(0, []), *VILLAGES[1:]]}, "sites of village 0"),
        ({"villages": [(0, [1, 2, 3, 4, 5]), *VILLAGES[1:]]}, "sites of village 0"),
        ({"villages": [(0, [0]), *VILLAGES[1:]]}, "price of village 0"),
        ({"villages": [(0, [10]), *VILLAGES[1:]]}, "price of village 0"),
        ({"villages": [*VILLAGES[:7], (0, [2, 2])]}, "prices of village 7"),
        ({"villages": [*VILLAGES[:7], (0, [3, 2])]}, "prices of village 7"),
        ({"edges": [*EDGES, (0, 8, True, False)]}, "edge's village"),
        ({"edges": [*EDGES, (-1, 0, True, False)]}, "edge's village"),
        ({"edges": [*EDGES, (3, 3, True, False)]}, "loop"),
        ({"edges": [*EDGES, (FORK, DELTA, False, True)]}, "twice"),
        ({"edges": [*EDGES[1:], (0, 1, False, False)]}, "neither"),
        ({"edges": EDGES[:7]}, "not connected"),
        ({"edges": []}, "not connected"),
        ({"missions": MISSIONS[:3]}, "number of missions"),
        ({"missions": MISSIONS[:1] * 17}, "number of missions"),
        ({"missions": [*MISSIONS, [0, 1, 2]]}, "mission 5"),
        ({"missions": [*MISSIONS, [0, 1, 2, 3, 4]]}, "mission 5"),
        ({"missions": [*MISSIONS, [0, 1, 2, 2]]}, "mission 5"),
        ({"missions": [*MISSIONS, [0, 1, 2, 8]]}, "village of mission 5"),
        ({"missions": [*MISSIONS, [0, 1, 2, -1]]}, "village of mission 5"),
        ({"tie_break": 2}, "tie-break"),
        ({"tie_break": -1}, "tie-break"),
        ({"mission_scoring": 2}, "scoring"),
    ],
)
def test_rules_outside_the_limits(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        amazonas.compile_rules(**small_arguments(**changes))


def test_rules_at_the_limits() -> None:
    # 64 villages of four sites, all next to each other by paths and rivers, 16 missions.
    edges = [(a, b, True, True) for a in range(64) for b in range(a)]
    for players in (2, 3, 4):
        arguments = small_arguments(
            players=players,
            villages=[(id_ % 5, [1, 2, 8, 9]) for id_ in range(64)],
            edges=edges,
            missions=[[id_, id_ + 1, id_ + 20, 63] for id_ in range(16)],
        )
        rules = amazonas.compile_rules(**(arguments | EDITION_BGA))
        assert len(State.start(rules).outcomes()) == 16
        for seed in range(50):
            end = playout.playout(State.start(rules), seed)
            assert end.is_over
            assert State.from_bytes(rules, end.to_bytes()) == end


def test_the_smallest_map() -> None:
    rules = amazonas.compile_rules(
        **small_arguments(
            villages=[(FISH, [9])] * 4,
            edges=[(0, 1, True, False), (1, 2, False, True), (2, 3, True, False)],
            missions=[[0, 1, 2, 3]] * 4,
        )
    )
    end = playout.playout(State.start(rules), 1)
    assert end.is_over
    # Nobody could afford a first hut, so nobody ever built.
    assert amazonas.sites(end) == ((None,),) * 4
    assert end.returns() == (-12, -12, -12)


def test_equal_rules_are_equal() -> None:
    assert rules_of() == rules_of()
    assert rules_of() != rules_of(extra_huts=True)
    assert rules_of(3, neutral_huts=True) == rules_of(3)


def test_every_event_is_reached() -> None:
    kinds = set[int]()
    for players, edition in ((2, EDITION_BGA), (4, EDITION_BGA)):
        for number in range(6):
            kinds |= kinds_of_a_game(players, edition, number)
    assert kinds == set(amazonas.EVENTS)


def kinds_of_a_game(players: int, edition: dict[str, Any], number: int) -> set[int]:
    """The kinds of the events of one random game."""
    rng = random.Random(f"amazonas/events/{number}")
    state = State.start(rules_of(players, edition=edition))
    kinds = set[int]()
    while (ply := random_ply(state, rng)) is not None:
        state, events = play(state, ply)
        assert events
        kinds |= {event.kind for event in events}
    return kinds
