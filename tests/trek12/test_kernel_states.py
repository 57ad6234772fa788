"""States of the Trek 12 kernel: what a stream draws, what a viewer cannot know, and which bytes are no state."""

import hashlib
import random
from collections import Counter

import pytest

from cext import playout, trek12
from cext.kernel import State
from cext.streams import GameStream
from cext.trek12 import DIFFERENCE, HIGHER, LOWER, PRODUCT, SUM
from tests.corruption import UnsoundCase, flip, invariants_broken_by_flips, put, require_refused, unsound_cases
from tests.trek12.play import PACK, Game, card, printed_rules, small_rules

SEED = bytes(range(32))
# How many streams tell whether each card is as likely as the others.
STREAMS = 700


# --- Draws ----------------------------------------------------------------------------------------------------------


def test_numbers_are_a_shuffle_of_the_number_cards() -> None:
    start = State.start(printed_rules())
    assert start.chance_domain == "trek12/numbers"
    order = GameStream(SEED, "trek12/numbers").shuffle(7)
    assert start.draw(SEED) == trek12.pack_numbers([PACK["number_cards"][i] for i in order[:3]])


def test_each_round_has_a_roll_of_its_own_green_first() -> None:
    game = Game(numbers=(1, 2, 3))
    for number in range(1, 5):
        assert game.state.chance_domain == f"trek12/roll/{number}"
        stream = GameStream(SEED, f"trek12/roll/{number}")
        assert game.state.draw(SEED) == trek12.pack_roll(1 + stream.below(6), stream.below(6))
        game.round((5, 5), (SUM, number - 1))
    assert game.state.chance_domain == "trek12/roll/5"


def test_rolls_depend_on_no_choice() -> None:
    rolls = []
    for circle in (0, 13):
        game = Game(numbers=(1, 2, 3))
        game.round((5, 5), (SUM, circle))
        rolls.append(game.state.draw(SEED))
    assert rolls[0] == rolls[1]


@pytest.mark.parametrize("first", [0, 2])
def test_the_card_of_a_line_depends_on_no_order_of_discovery(first: int) -> None:
    order = GameStream(SEED, "trek12/cards").shuffle(8)
    game = Game(numbers=(6, 1, 4))
    for line in (first, 2 - first):
        dice, operation = ((6, 0), HIGHER) if line == 0 else ((4, 4), LOWER)
        game.round(dice, (operation, 0 if line == first else 1))
        assert game.state.chance_domain == "trek12/cards"
        assert game.state.draw(SEED) == trek12.pack_card(line, order[line])
        game.tell(game.state.draw(SEED))
    assert trek12.table(game.state).cards == (order[0], None, order[2])


def test_the_stream_of_another_game_turns_up_what_is_left() -> None:
    """In a position told or sampled cards lie face up that the stream has not dealt; every other one is as likely."""
    turned_up: Counter[int] = Counter()
    game = Game(numbers=(6, 1, 4))
    game.round((6, 0), (HIGHER, 0))
    game.tell(trek12.pack_card(0, 5))
    game.round((4, 4), (LOWER, 1))
    for number in range(STREAMS):
        seed = hashlib.sha256(number.to_bytes(2, "little")).digest()
        after, _ = game.state.resolve(game.state.draw(seed))
        drawn = trek12.table(after).cards[2]
        order = GameStream(seed, "trek12/cards").shuffle(8)
        assert drawn is not None
        assert drawn == order[2] or order[2] == 5
        turned_up[drawn] += 1
    assert set(turned_up) == set(range(8)) - {5}
    # Within five standard deviations of what is to be expected.
    share = STREAMS / 7
    assert all(abs(count - share) < 5 * (share * 6 / 7) ** 0.5 for count in turned_up.values())


def test_no_domain_and_no_draw_while_seats_choose() -> None:
    game = Game()
    game.roll(6, 5)
    assert game.state.chance_domain == ""
    with pytest.raises(ValueError, match="no chance"):
        game.state.draw(SEED)


# --- Outcomes and samples -------------------------------------------------------------------------------------------


def test_outcomes_ascend_and_each_is_possible() -> None:
    game = Game(numbers=(1, 4, 6))
    game.round((6, 4), (HIGHER, 0))
    for state, count in ((State.start(printed_rules()), 7 * 6 * 5), (Game().state, 36), (game.state, 8)):
        outcomes = state.outcomes()
        assert len(outcomes) == count
        assert outcomes == sorted(set(outcomes))
        assert not any(state.check_outcome(outcome) for outcome in outcomes)


def test_cards_shown_do_not_come_again() -> None:
    game = Game(numbers=(6, 4, 1))
    game.round((6, 4), (HIGHER, 0))
    game.turn(0, "toucan")
    game.round((4, 4), (LOWER, 1))
    assert game.state.outcomes() == [trek12.pack_card(1, number) for number in range(8) if number != card("toucan")]


def test_simulations_meet_all_numbers_and_cards() -> None:
    start = State.start(printed_rules())
    tables = [trek12.table(playout.playout(start, seed)) for seed in range(3000)]
    assert len({table.numbers for table in tables}) == 7 * 6 * 5
    assert all(len(set(table.numbers or ())) == 3 for table in tables)
    shown = [[number for number in table.cards if number is not None] for table in tables]
    assert all(len(cards) == len(set(cards)) for cards in shown)
    for line in range(3):
        assert {table.cards[line] for table in tables} == {None, *range(8)}


# --- What a viewer cannot know --------------------------------------------------------------------------------------


def two_links_to_choose(second_choice: tuple[int, int]) -> Game:
    """Two seats with two 5s around the empty 14; seat 1 has chosen."""
    game = Game(printed_rules(players=2), numbers=(1, 2, 3))
    game.round((5, 5), (LOWER, 13), (LOWER, 13))
    game.round((5, 5), (HIGHER, 21), (HIGHER, 21))
    game.roll(6, 0)
    game.write(*second_choice, seat=1)
    return game


def test_others_choices_are_sampled_from_all_that_are_legal() -> None:
    state = two_links_to_choose((LOWER, 14)).state
    legal = set(two_links_to_choose((PRODUCT, 22)).state.legal_moves(0))
    sampled = Counter(trek12.choice(state.determinize(0, seed), 1) for seed in range(5000))
    assert set(sampled) == legal
    # As documented: operation, then circle, then each link, all equally likely.
    operations: Counter[int] = Counter()
    for move, times in sampled.items():
        operations[trek12.unpack_move(move or 0)[0]] += times
    assert all(abs(operations[operation] - 1000) < 150 for operation in range(5))
    links = [sampled[trek12.pack_move(HIGHER, 14, below, None)] for below in (13, 21)]
    assert abs(links[0] - links[1]) < 60


def test_a_sample_tells_nothing_of_the_choice_it_replaces() -> None:
    one, other = two_links_to_choose((LOWER, 14)).state, two_links_to_choose((PRODUCT, 22)).state
    assert one != other
    for seed in range(50):
        assert one.determinize(0, seed) == other.determinize(0, seed)
        assert one.determinize(None, seed) == other.determinize(None, seed)


def test_a_viewer_keeps_the_own_choice() -> None:
    state = two_links_to_choose((LOWER, 14)).state
    assert all(state.determinize(1, seed) == state for seed in range(50))
    assert any(state.determinize(None, seed) != state for seed in range(50))


def test_nothing_is_hidden_between_choices() -> None:
    game = Game(printed_rules(players=3), numbers=(6, 4, 1))
    game.roll(6, 4)
    assert game.state.determinize(None, 1) == game.state
    for seat in range(3):
        game.write(HIGHER, seat, seat=seat)
    assert game.state.determinize(None, 1) == game.state


# --- What a table is told -------------------------------------------------------------------------------------------


def test_written_circles_in_the_order_of_writing() -> None:
    game = Game(numbers=(1, 2, 3))
    game.rounds(
        ((5, 5), (HIGHER, 6)), ((4, 4), (LOWER, 0, None, 6)), ((6, 0), (DIFFERENCE, 5, 6)), ((6, 5), (PRODUCT, 7))
    )
    assert trek12.written(game.state, 0) == (
        trek12.WrittenCircle(6, 5, 1, HIGHER, True, False, 0, 5),
        trek12.WrittenCircle(0, 4, 2, LOWER, False, False, None, 6),
        trek12.WrittenCircle(5, 6, 3, DIFFERENCE, True, False, 6, None),
        trek12.WrittenCircle(7, None, 4, PRODUCT, True, False, None, None),
    )


def test_the_table_at_every_phase() -> None:
    state = State.start(printed_rules(players=2))
    assert trek12.table(state) == trek12.Table(0, trek12.DEALING, None, None, (None, None, None), ())
    game = Game(printed_rules(players=2), numbers=(0, 6, 4))
    assert trek12.table(game.state) == trek12.Table(0, trek12.ROLLING, None, (0, 6, 4), (None, None, None), ())
    game.roll(6, 0)
    assert trek12.table(game.state) == trek12.Table(0, trek12.CHOOSING, (6, 0), (0, 6, 4), (None, None, None), ())
    game.write(LOWER, 0, seat=1)
    assert trek12.table(game.state) == trek12.Table(0, trek12.CHOOSING, (6, 0), (0, 6, 4), (None, None, None), (1,))
    game.write(LOWER, 0, seat=0)
    assert trek12.table(game.state) == trek12.Table(1, trek12.TURNING, None, (0, 6, 4), (None, None, None), ())
    game.turn(0, "jaguar")
    assert trek12.table(game.state) == trek12.Table(
        1, trek12.ROLLING, None, (0, 6, 4), (card("jaguar"), None, None), ()
    )


def test_words_round_trip() -> None:
    for pieces in ((LOWER, 0, None, None), (SUM, 22, 14, 15), (PRODUCT, 26, 0, None), (DIFFERENCE, 5, None, 0)):
        assert trek12.unpack_move(trek12.pack_move(*pieces)) == pieces
    assert trek12.pack_move(SUM, 22, 14, 15) == 3 << 24 | 22 << 16 | 15 << 8 | 16
    assert trek12.pack_numbers((1, 4, 6)) == 1 << 56 | 6 << 16 | 4 << 8 | 1
    assert trek12.pack_roll(6, 2) == 2 << 56 | 2 << 8 | 6
    assert trek12.pack_card(2, 7) == 3 << 56 | 7 << 8 | 2
    assert trek12.unpack_outcome(trek12.pack_numbers((1, 4, 6))) == (1, (1, 4, 6, 0))
    assert trek12.unpack_outcome(trek12.pack_roll(6, 2)) == (2, (6, 2))
    assert trek12.unpack_outcome(trek12.pack_card(2, 7)) == (3, (2, 7))


@pytest.mark.parametrize("pieces", [(-1, 0, None, None), (256, 0, None, None), (0, 256, None, None), (0, 0, 255, None)])
def test_pieces_that_fit_no_word(pieces: tuple[int, int, int | None, int | None]) -> None:
    with pytest.raises(ValueError, match="must be"):
        trek12.pack_move(*pieces)


# --- Bytes that are no state ----------------------------------------------------------------------------------------


def choosing() -> State:
    """Seat 1 of two has chosen; a trail 5-6 in 0-1, a spider in 5R, a toucan at line 0."""
    game = Game(printed_rules(players=2), numbers=(6, 4, 0))
    game.round((5, 5), (LOWER, 0), (LOWER, 0))
    game.round((6, 5), (HIGHER, 1, 0), (PRODUCT, 5))
    game.turn(0, "toucan")
    game.roll(6, 2)
    game.write(SUM, 6, seat=1)
    return game.state


def turning() -> State:
    """Line 1 waits for its card; the one of line 0 has been shown."""
    game = Game(printed_rules(players=2), numbers=(6, 4, 0))
    game.round((6, 0), (HIGHER, 0), (HIGHER, 0))
    game.turn(0, "toucan")
    game.round((4, 4), (LOWER, 1), (HIGHER, 1))
    return game.state


def over() -> State:
    game = Game(small_rules(), numbers=(6,))
    for circle in range(5):
        game.round((5, 5), (circle, circle))
    return game.state


INVARIANTS = set(range(1, 23))
UNSOUND = unsound_cases(
    (1, choosing, None, "phase", 0, put(5)),
    (1, choosing, None, "round", 0, put(21)),
    (1, choosing, None, "phase", 0, put(trek12.OVER)),
    (1, choosing, None, "phase", 0, put(trek12.DEALING)),
    (1, choosing, None, "round", 0, put(20)),
    (2, choosing, None, "green", 0, put(0)),
    (2, choosing, None, "green", 0, put(7)),
    (2, choosing, None, "yellow", 0, put(6)),
    (2, turning, None, "green", 0, put(1)),
    (3, choosing, None, "numbers", 0, put(7)),
    (3, choosing, None, "numbers", 0, put(4)),
    (3, choosing, None, "numbers", 0, put(255)),
    (3, choosing, None, "numbers", 3, put(1)),
    (4, choosing, None, "cards", 0, put(8)),
    (4, choosing, None, "cards", 3, put(1)),
    (4, choosing, None, "cards", 1, put(card("toucan"))),
    (5, choosing, None, "cards", 1, put(0)),
    (5, choosing, None, "due_lines", 0, put(2)),
    (5, turning, None, "due_lines", 0, put(16)),
    (5, turning, None, "due_lines", 0, put(1 << 1 | 1 << 2)),
    (5, turning, None, "due_lines", 0, put(1 << 0 | 1 << 1)),
    (6, choosing, None, "chosen", 0, put(0b100)),
    (6, choosing, None, "chosen", 0, put(0b11)),
    (6, turning, None, "chosen", 0, put(0b1)),
    (7, choosing, 0, "choice", 0, put(1)),
    (7, choosing, 1, "choice", 0, put(0)),
    (7, choosing, 1, "choice", 0, put(2**64 - 1)),
    (8, choosing, 0, "circle_of_round", 0, put(27)),
    (8, choosing, 0, "circle_of_round", 0, put(255)),
    (8, choosing, 0, "circle_of_round", 1, put(0)),
    (8, choosing, 0, "circle_of_round", 1, put(26)),
    (9, choosing, 0, "operation_of_round", 0, put(5)),
    (10, choosing, 0, "by_number", 5, flip(0)),
    (10, choosing, 0, "by_number", 7, flip(0)),
    (10, choosing, 1, "spiders", 0, flip(5)),
    (11, choosing, 0, "above", 0, put(0)),
    (12, choosing, 1, "operation_of_round", 1, put(HIGHER)),
    (12, choosing, 1, "operation_of_round", 0, put(PRODUCT)),
    (13, choosing, 0, "circle_of_round", 2, put(1)),
    (13, choosing, 0, "operation_of_round", 39, put(1)),
    (14, choosing, 0, "filled", 0, flip(20)),
    (15, choosing, 0, "open", 0, flip(20)),
    (15, choosing, 0, "open", 0, flip(63)),
    (16, choosing, 0, "by_number", 9, flip(20)),
    (16, choosing, 0, "by_number", 15, flip(20)),
    (16, choosing, 0, "spiders", 0, flip(20)),
    (17, choosing, 0, "piranhas", 0, flip(20)),
    (17, choosing, 1, "piranhas", 0, flip(5)),
    (11, choosing, 0, "above", 1, put(1)),
    (18, choosing, 0, "above", 2, put(5)),
    (18, choosing, 0, "above", 63, put(255)),
    (18, choosing, 0, "has_below", 0, flip(0)),
    (18, choosing, 0, "has_above", 0, flip(1)),
    (19, choosing, 0, "used", 4, put(1)),
    (20, choosing, 0, "orphans", 0, flip(0)),
    (20, over, 0, "orphans", 0, put(0)),
    (21, choosing, 0, "ticks", 0, put(1)),
    (21, over, 0, "ticks", 0, put(0)),
    (22, choosing, 0, "observed", 0, put(2)),
    (22, choosing, 0, "observed", 3, put(1)),
    (22, choosing, 1, "observed", 0, put(1)),
)


@pytest.mark.parametrize("case", UNSOUND, ids=str)
def test_bytes_that_break_an_invariant(case: UnsoundCase) -> None:
    require_refused(case)


def test_every_invariant_has_been_broken() -> None:
    assert {case.invariant for case in UNSOUND} == INVARIANTS


def test_whatever_bytes_are_taken_can_be_played_on() -> None:
    def play_on(state: State) -> None:
        end = playout.playout(state, 1)
        assert end.is_over
        for seat in range(state.rules.players):
            assert trek12.score(end, seat).total == end.returns()[seat]

    rng = random.Random("trek12/bytes")
    assert invariants_broken_by_flips([choosing(), turning(), over()], rng, 4000, play_on) == INVARIANTS


def test_random_bytes_are_no_state() -> None:
    rng = random.Random("trek12/noise")
    rules = printed_rules(players=2)
    for _ in range(2000):
        with pytest.raises(ValueError, match="invariant"):
            State.from_bytes(rules, rng.randbytes(rules.state_size))


def test_all_states_of_random_games_are_sound() -> None:
    for players, seed in ((1, 1), (3, 2)):
        rng = random.Random(seed)
        state = State.start(printed_rules(players=players))
        while not state.is_over:
            assert State.from_bytes(state.rules, state.to_bytes()) == state
            seats = state.to_act()
            if seats:
                seat = rng.choice(seats)
                state, _ = state.apply(seat, rng.choice(state.legal_moves(seat)))
            else:
                state, _ = state.resolve(rng.choice(state.outcomes()))
        assert State.from_bytes(state.rules, state.to_bytes()) == state
