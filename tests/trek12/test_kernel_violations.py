"""Everything the Trek 12 kernel can refuse: every code reached, all that hold reported, in their order."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from cext import playout, trek12
from cext.kernel import State
from cext.trek12 import HIGHER, LOWER, PRODUCT, SUM
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
from tests.trek12.play import Game, card, names, printed_rules, small_rules


def word(operation: int, circle: int, below: int | None = None, above: int | None = None) -> int:
    """A move word."""
    return trek12.pack_move(operation, circle, below, above)


# --- Positions, each with the dice (6, 5) on the table: 5, 6, 1, 11, spider ------------------------------------------


def beside_a_five() -> State:
    """5 in 0."""
    game = Game(numbers=(1, 2, 3))
    game.round((5, 5), (LOWER, 0))
    game.roll(6, 5)
    return game.state


def beside_a_six() -> State:
    """6 in 0."""
    game = Game(numbers=(1, 2, 3))
    game.round((6, 0), (HIGHER, 0))
    game.roll(6, 5)
    return game.state


def on_a_trail() -> State:
    """4-5-6 in 12-13-14."""
    game = Game(numbers=(1, 2, 3))
    game.rounds(((4, 4), (LOWER, 12)), ((5, 5), (LOWER, 13, 12)), ((6, 0), (HIGHER, 14, 13)))
    game.roll(6, 5)
    return game.state


def on_a_second_trail() -> State:
    """5-6 in 12-13, and a 10 in 20."""
    game = Game(numbers=(1, 2, 3))
    game.rounds(((5, 5), (LOWER, 12)), ((6, 0), (HIGHER, 13, 12)), ((5, 5), (SUM, 20)))
    game.roll(6, 5)
    return game.state


def without_higher() -> State:
    """6s in 0 to 3: HIGHER is used up."""
    game = Game(numbers=(1, 2, 3))
    for circle in range(4):
        game.round((6, 5), (HIGHER, circle))
    game.roll(6, 5)
    return game.state


MOVE_CASES = refused_cases(
    ("no operation", beside_a_five, word(5, 1), [(trek12.NO_SUCH_OPERATION, (5, 0, 0))]),
    ("bits above", beside_a_five, 1 << 63 | word(LOWER, 1), [(trek12.NO_SUCH_OPERATION, (255, 0, 0))]),
    ("no circle", beside_a_five, word(LOWER, 27), [(trek12.NO_SUCH_CIRCLE, (27, 0, 0))]),
    ("no circle at all", beside_a_five, word(LOWER, 255), [(trek12.NO_SUCH_CIRCLE, (255, 0, 0))]),
    ("used up", without_higher, word(HIGHER, 4), [(trek12.OPERATION_USED_UP, (HIGHER, 4, 0))]),
    ("filled", beside_a_five, word(LOWER, 0), [(trek12.CIRCLE_FILLED, (0, 5, 0))]),
    ("not adjacent", beside_a_five, word(LOWER, 2), [(trek12.CIRCLE_NOT_ADJACENT, (2, 0, 0))]),
    ("spider below", beside_a_five, word(PRODUCT, 1, below=0), [(trek12.LINK_ON_SPIDER, (1, 30, 0))]),
    ("spider above", beside_a_five, word(PRODUCT, 1, above=0), [(trek12.LINK_ON_SPIDER, (1, 30, 0))]),
    ("spider to nowhere", beside_a_five, word(PRODUCT, 1, 99, 99), [(trek12.LINK_ON_SPIDER, (1, 30, 0))]),
    ("below afar", beside_a_five, word(LOWER, 1, below=3), [(trek12.LINK_BELOW_NOT_NEIGHBOUR, (1, 5, 3))]),
    ("below itself", beside_a_five, word(LOWER, 1, below=1), [(trek12.LINK_BELOW_NOT_NEIGHBOUR, (1, 5, 1))]),
    ("below nowhere", beside_a_five, word(LOWER, 1, below=254), [(trek12.LINK_BELOW_NOT_NEIGHBOUR, (1, 5, 254))]),
    ("below empty", beside_a_five, word(LOWER, 1, below=2), [(trek12.LINK_BELOW_WRONG_NUMBER, (1, 5, 2))]),
    ("below wrong", beside_a_five, word(SUM, 1, below=0), [(trek12.LINK_BELOW_WRONG_NUMBER, (1, 11, 0))]),
    ("below taken", on_a_second_trail, word(HIGHER, 5, below=12), [(trek12.LINK_BELOW_TAKEN, (5, 6, 12))]),
    ("below missing", beside_a_five, word(HIGHER, 1), [(trek12.LINK_BELOW_MISSING, (1, 6, 0))]),
    ("above afar", beside_a_six, word(LOWER, 1, above=3), [(trek12.LINK_ABOVE_NOT_NEIGHBOUR, (1, 5, 3))]),
    ("above nowhere", beside_a_six, word(LOWER, 1, above=254), [(trek12.LINK_ABOVE_NOT_NEIGHBOUR, (1, 5, 254))]),
    ("above empty", beside_a_six, word(LOWER, 1, above=2), [(trek12.LINK_ABOVE_WRONG_NUMBER, (1, 5, 2))]),
    ("above wrong", beside_a_six, word(SUM, 1, above=0), [(trek12.LINK_ABOVE_WRONG_NUMBER, (1, 11, 0))]),
    ("above taken", on_a_trail, word(LOWER, 15, above=14), [(trek12.LINK_ABOVE_TAKEN, (15, 5, 14))]),
    ("above missing", beside_a_six, word(LOWER, 1), [(trek12.LINK_ABOVE_MISSING, (1, 5, 0))]),
    # Several at once, in order.
    (
        "nothing exists",
        beside_a_five,
        word(9, 99, 99, 99),
        [(trek12.NO_SUCH_OPERATION, (9, 0, 0)), (trek12.NO_SUCH_CIRCLE, (99, 0, 0))],
    ),
    (
        "no operation, filled",
        beside_a_five,
        word(9, 0, 5, 5),
        [(trek12.NO_SUCH_OPERATION, (9, 0, 0)), (trek12.CIRCLE_FILLED, (0, 5, 0))],
    ),
    (
        "no operation, not adjacent",
        beside_a_five,
        word(9, 2),
        [(trek12.NO_SUCH_OPERATION, (9, 0, 0)), (trek12.CIRCLE_NOT_ADJACENT, (2, 0, 0))],
    ),
    (
        "no circle, used up",
        without_higher,
        word(HIGHER, 27),
        [(trek12.NO_SUCH_CIRCLE, (27, 0, 0)), (trek12.OPERATION_USED_UP, (HIGHER, 4, 0))],
    ),
    (
        "used up, filled, links of either side",
        without_higher,
        word(HIGHER, 1, below=0, above=26),
        [
            (trek12.OPERATION_USED_UP, (HIGHER, 4, 0)),
            (trek12.CIRCLE_FILLED, (1, 6, 0)),
            (trek12.LINK_BELOW_WRONG_NUMBER, (1, 6, 0)),
            (trek12.LINK_ABOVE_NOT_NEIGHBOUR, (1, 6, 26)),
        ],
    ),
    (
        "filled, and a candidate ignored",
        on_a_trail,
        word(HIGHER, 13, above=26),
        [(trek12.CIRCLE_FILLED, (13, 5, 0)), (trek12.LINK_ABOVE_NOT_NEIGHBOUR, (13, 6, 26))],
    ),
    (
        "not adjacent, and a link to an empty circle",
        beside_a_five,
        word(SUM, 26, below=19, above=25),
        [
            (trek12.CIRCLE_NOT_ADJACENT, (26, 0, 0)),
            (trek12.LINK_BELOW_WRONG_NUMBER, (26, 11, 19)),
            (trek12.LINK_ABOVE_WRONG_NUMBER, (26, 11, 25)),
        ],
    ),
)


@pytest.mark.parametrize("case", MOVE_CASES, ids=str)
def test_moves_that_break_rules(case: RefusedCase) -> None:
    require_move_refused(case)


# --- Chance ---------------------------------------------------------------------------------------------------------


def before_the_deal() -> State:
    return State.start(printed_rules())


def before_a_roll() -> State:
    return Game().state


def before_a_card() -> State:
    """A toucan lies at line 0; line 1 waits for its card."""
    game = Game(numbers=(6, 4, 1))
    game.round((6, 0), (HIGHER, 0))
    game.turn(0, "toucan")
    game.round((4, 4), (LOWER, 1))
    return game.state


def before_a_choice() -> State:
    return beside_a_five()


def the_end() -> State:
    return playout.playout(before_the_deal(), 1)


TOO_MUCH = 2**31 - 1
OUTCOME_CASES = refused_cases(
    ("at the end", the_end, trek12.pack_roll(1, 1), [(1, (0, 0, 0))]),
    ("while seats choose", before_a_choice, trek12.pack_roll(1, 1), [(4, (0, 0, 0))]),
    ("a roll before the deal", before_the_deal, trek12.pack_roll(1, 1), [(5, (0, 0, 0))]),
    ("a card before a roll", before_a_roll, trek12.pack_card(0, 0), [(5, (0, 0, 0))]),
    ("numbers before a card", before_a_card, trek12.pack_numbers((1, 2, 3)), [(5, (0, 0, 0))]),
    ("no kind", before_a_roll, 0, [(5, (0, 0, 0))]),
    ("green 0", before_a_roll, trek12.pack_roll(0, 5), [(trek12.GREEN_DIE_IMPOSSIBLE, (0, 0, 0))]),
    ("green 7", before_a_roll, trek12.pack_roll(7, 5), [(trek12.GREEN_DIE_IMPOSSIBLE, (7, 0, 0))]),
    ("yellow 6", before_a_roll, trek12.pack_roll(6, 6), [(trek12.YELLOW_DIE_IMPOSSIBLE, (6, 0, 0))]),
    (
        "both dice",
        before_a_roll,
        trek12.pack_roll(9, 9),
        [(trek12.GREEN_DIE_IMPOSSIBLE, (9, 0, 0)), (trek12.YELLOW_DIE_IMPOSSIBLE, (9, 0, 0))],
    ),
    (
        "bits beside the dice",
        before_a_roll,
        trek12.pack_roll(6, 5) | 1 << 55,
        [(trek12.YELLOW_DIE_IMPOSSIBLE, (TOO_MUCH, 0, 0))],
    ),
    (
        "an unknown number",
        before_the_deal,
        trek12.pack_numbers((0, 7, 9)),
        [(trek12.NUMBER_CARD_UNKNOWN, (1, 7, 0))],
    ),
    (
        "a number twice",
        before_the_deal,
        trek12.pack_numbers((0, 6, 0)),
        [(trek12.NUMBER_CARD_REPEATED, (2, 0, 0))],
    ),
    (
        "an unknown number twice",
        before_the_deal,
        trek12.pack_numbers((9, 9, 0)),
        [(trek12.NUMBER_CARD_UNKNOWN, (0, 9, 0)), (trek12.NUMBER_CARD_REPEATED, (1, 9, 0))],
    ),
    (
        "a fourth line",
        before_the_deal,
        trek12.pack_numbers((0, 1, 2, 3)),
        [(trek12.NUMBER_CARD_UNKNOWN, (2, 2 + 3 * 256, 0))],
    ),
    ("the wrong line", before_a_card, trek12.pack_card(2, 0), [(trek12.CARD_WRONG_LINE, (2, 1, 0))]),
    ("an unknown card", before_a_card, trek12.pack_card(1, 8), [(trek12.CARD_UNKNOWN, (8, 0, 0))]),
    ("a card's stray bits", before_a_card, trek12.pack_card(1, 0) | 1 << 40, [(trek12.CARD_UNKNOWN, (TOO_MUCH, 0, 0))]),
    (
        "a card shown",
        before_a_card,
        trek12.pack_card(1, card("toucan")),
        [(trek12.CARD_ALREADY_SHOWN, (card("toucan"), 0, 0))],
    ),
    (
        "a card shown at a wrong line",
        before_a_card,
        trek12.pack_card(0, card("toucan")),
        [(trek12.CARD_WRONG_LINE, (0, 1, 0)), (trek12.CARD_ALREADY_SHOWN, (card("toucan"), 0, 0))],
    ),
)


@pytest.mark.parametrize("case", OUTCOME_CASES, ids=str)
def test_outcomes_that_cannot_come(case: RefusedCase) -> None:
    require_outcome_refused(case)


# --- Generic --------------------------------------------------------------------------------------------------------


def one_has_chosen() -> State:
    game = Game(printed_rules(players=2))
    game.roll(6, 5)
    game.write(LOWER, 0)
    return game.state


GENERIC_CASES = generic_cases(
    ("the game is over", the_end, 0, 1),
    ("over, no such seat", the_end, 9, 1),
    ("numbers are awaited", before_the_deal, 0, 2),
    ("dice are awaited", before_a_roll, 0, 2),
    ("a card is awaited", before_a_card, 0, 2),
    ("has chosen", one_has_chosen, 0, 3),
    ("no such seat", one_has_chosen, 2, 3),
    ("no seat at all", one_has_chosen, -1, 3),
)


@pytest.mark.parametrize("case", GENERIC_CASES, ids=str)
def test_generic_violations_stand_alone(case: GenericCase) -> None:
    require_alone(case, [word(9, 99, 99, 99)])


def test_every_code_is_reached() -> None:
    assert codes_of((*MOVE_CASES, *OUTCOME_CASES), GENERIC_CASES) == all_codes(trek12)


def test_codes_and_names_are_one_to_one() -> None:
    require_one_to_one(trek12, {"VIOLATIONS": "", "EVENTS": "EVENT_", "CHANCES": "CHANCE_"})


def test_every_event_is_reached() -> None:
    state, kinds = State.start(printed_rules(players=3)), set[int]()
    while not state.is_over:
        seats = state.to_act()
        state, events = (
            state.apply(seats[0], state.legal_moves(seats[0])[0]) if seats else state.resolve(state.draw(b"4" * 32))
        )
        kinds |= {event.kind for event in events}
    assert kinds == set(trek12.EVENTS)


# --- Legal moves are exactly what nothing speaks against ------------------------------------------------------------


def every_word(circles: int) -> Iterator[int]:
    """All moves on a sheet, one operation, one circle and one link too many of each included."""
    links = (None, *range(circles + 1))
    return (word(*pieces) for pieces in product(range(6), range(circles + 1), links, links))


@pytest.mark.parametrize("position", [beside_a_five, beside_a_six, on_a_trail, on_a_second_trail, without_higher])
def test_legal_moves_are_the_words_that_break_no_rule(position: Callable[[], State]) -> None:
    state = position()
    assert state.legal_moves(0) == [move for move in every_word(27) if not state.check(0, move)]


def test_legal_moves_are_the_words_that_break_no_rule_all_along_a_small_game() -> None:
    state, move = State.start(small_rules()), 0
    while not state.is_over:
        if state.chance_kind:
            state, _ = state.resolve(state.draw(b"2" * 32))
            continue
        moves = state.legal_moves(0)
        assert moves == [move for move in every_word(5) if not state.check(0, move)]
        state, _ = state.apply(0, moves[(move := move + 7) % len(moves)])


def test_names_follow_codes() -> None:
    assert names(beside_a_five().check(0, word(HIGHER, 1))) == ["LINK_BELOW_MISSING"]


# --- Rules that cannot be compiled ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 0}, "players"),
        ({"players": 51}, "players"),
        ({"river": [False] * 4, "edges": [(0, 1), (1, 2), (2, 3)]}, "number of circles"),
        ({"river": [False] * 65, "edges": [(i, i + 1) for i in range(64)]}, "number of circles"),
        ({"boxes_per_operation": 0}, "boxes"),
        ({"boxes_per_operation": 9}, "boxes"),
        ({"boxes_per_operation": 2}, "number of circles"),
        ({"edges": [(0, 1), (1, 2), (2, 3), (3, 5)]}, "edge's circle"),
        ({"edges": [(0, 1), (1, 2), (2, 3), (3, -1)]}, "edge's circle"),
        ({"edges": [(0, 1), (1, 2), (2, 3), (3, 4), (4, 4)]}, "loop"),
        ({"edges": [(0, 1), (1, 2), (2, 3), (3, 4), (1, 0)]}, "twice"),
        ({"edges": [(0, 1), (1, 2), (3, 4)]}, "not connected"),
        ({"river": [False] * 14, "edges": [(0, i) for i in range(1, 14)]}, "neighbours"),
        ({"max_number": 4}, "highest number"),
        ({"max_number": 16}, "highest number"),
        ({"danger_points": -1}, "danger"),
        ({"danger_points": 100}, "danger"),
        ({"lines": 0}, "lines"),
        ({"lines": 5, "cards": [[1]] * 5, "number_cards": [1, 2, 3, 4, 5]}, "lines"),
        ({"cards": []}, "observation cards"),
        ({"cards": [[1]] * 17}, "observation cards"),
        ({"cards": [[]]}, "values of card 0"),
        ({"cards": [[1] * 9]}, "values of card 0"),
        ({"cards": [[3, 2]]}, "fall"),
        ({"cards": [[100]]}, "value of card 0"),
        ({"number_cards": []}, "number cards"),
        ({"number_cards": list(range(11))}, "number cards"),
        ({"number_cards": [3, 3]}, "alike"),
        ({"number_cards": [13]}, "number card"),
        ({"number_cards": [-1]}, "number card"),
        ({"safe_operation": trek12.SUM}, "LOWER or HIGHER"),
    ],
)
def test_rules_outside_the_limits(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        small_rules(**({"players": 1} | changes))


def test_rules_at_the_limits() -> None:
    # 64 circles; circle 0 has twelve neighbours; forty rounds, four lines, ten number cards, sixteen cards.
    edges = [(i, i + 1) for i in range(63)] + [(0, i) for i in range(2, 13)]
    rules = small_rules(
        players=2,
        river=[True] * 64,
        edges=edges,
        boxes_per_operation=8,
        max_number=15,
        danger_points=99,
        cards=[[0, 0, 0, 99, 99, 99, 99, 99]] * 16,
        number_cards=[15, 9, 8, 7, 6, 5, 4, 3, 2, 0],
        lines=4,
    )
    start = State.start(rules)
    outcomes = start.outcomes()
    assert len(outcomes) == len(set(outcomes)) == 10 * 9 * 8 * 7
    assert outcomes == sorted(outcomes)
    for seed in range(50):
        end = playout.playout(start, seed)
        assert end.is_over
        assert trek12.table(end).round == 40
        assert State.from_bytes(rules, end.to_bytes()) == end
