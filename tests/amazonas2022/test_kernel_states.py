"""States of Amazonas 2022: draws, random moves, what is conserved, epochs, rules and words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cext import amazonas2022 as kernel
from cext.amazonas2022 import (
    ANACONDA_EFFECT,
    CARDS_DEALT,
    DISCARDS,
    DOLPHIN,
    DRAWING,
    EVENT_BLIND_CARD,
    EVENT_CARD_DRAWN,
    EVENT_DREW,
    EVENT_PASSED_ON,
    EVENT_RESERVE_TURNED,
    EVENT_SHUFFLED,
    FIRST_LOOK,
    FIRST_RETURN,
    JAGUAR_LOOK,
    KINDS,
    LEFT,
    MAX_CARDS,
    MAX_SLOTS,
    MONKEY,
    MOVE_CALL,
    MOVE_DIRECTION,
    MOVE_DRAW,
    MOVE_GIVE,
    MOVE_LOOK,
    MOVE_PICK,
    MOVE_TAKE,
    MOVE_WILD,
    PENALTY,
    PICKING,
    SLOTH,
    TOUCAN,
)
from cext.kernel import Rules, State
from cext.playout import measure, perft, playout
from cext.streams import GameStream
from tests.amazonas2022.positions import COUNTS, VALUES, Game, last_turn, position, rules_of
from tests.cext.kernels import trek12_rules

SEED = bytes(range(32))

# The usual games, and some of so few cards that piles run out all the time.
FEW = (2, 2, 0, 0, 0, 0, 3, 1, 1, 1, 2, 1, 0)
TABLES = {
    "two": rules_of(2),
    "three": rules_of(3),
    "three, without monkeys": rules_of(3, without_monkeys=True),
    "five": rules_of(5),
    "two, few cards": rules_of(2, FEW),
    "three, few cards": rules_of(3, FEW),
    "three, hands only": rules_of(3, (3, 3, 2, 2, 2, *[0] * 8)),
}
every_table = pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)


def random_walk(rules: Rules, seed: int) -> Iterator[tuple[State, State, list[Any]]]:
    """State, next state and events of every ply of a random game, in which seats also interrupt."""
    rng = random.Random(seed)
    state = State.start(rules)
    while not state.is_over:
        if state.chance_kind:
            after, events = state.resolve(rng.choice(state.outcomes()))
        else:
            interrupters = state.may_interrupt() if rng.random() < 0.2 else ()
            seat = rng.choice(interrupters or state.to_act())
            kinds: dict[int, list[int]] = {}
            for word in state.legal_moves(seat):
                kinds.setdefault(kernel.unpack_move(word)[0], []).append(word)
            after, events = state.apply(seat, rng.choice(kinds[rng.choice(list(kinds))]))
        yield state, after, events
        state = after


def states_of(rules: Rules, seed: int) -> Iterator[State]:
    """Every state of a random game."""
    yield State.start(rules)
    for _, after, _ in random_walk(rules, seed):
        yield after


# --- Draws ----------------------------------------------------------------------------------------------------------


@every_table
def test_each_card_is_one_of_those_left_of_its_shuffle(rules: Rules) -> None:
    for state in states_of(rules, 1):
        if state.chance_kind:
            fields = state.fields()
            domain = f"amazonas2022/deck/{fields['shuffles']}/{fields['drawn']}"
            assert state.chance_domain == domain
            left = [kind for kind in range(KINDS) for _ in range(fields["pile"][kind])]
            drawn = left[GameStream(SEED, domain).below(len(left))]
            assert state.draw(SEED) == kernel.pack_card(drawn)
            assert Counter(kernel.unpack_outcome(word)[1][0] for word in state.outcomes()) == Counter(left)


def test_no_domain_comes_twice_in_a_game() -> None:
    for name, rules in TABLES.items():
        domains = [state.chance_domain for state in states_of(rules, 2) if state.chance_kind]
        assert len(domains) == len(set(domains)), name


def test_copies_are_told_apart_but_lead_to_the_same() -> None:
    state = State.start(rules_of(2, (3, 0, 1, *[0] * 9, 4)))
    assert state.outcomes() == [
        *(kernel.pack_card(kind) for kind in (0, 2, DOLPHIN)),
        *(kernel.pack_card(kind, 1) for kind in (0, DOLPHIN)),
        *(kernel.pack_card(kind, 2) for kind in (0, DOLPHIN)),
        kernel.pack_card(DOLPHIN, 3),
    ]
    assert len({state.resolve(kernel.pack_card(0, copy))[0] for copy in range(3)}) == 1


def test_simulations_draw_every_kind_as_often_as_it_is_there() -> None:
    """One toucan and three dolphins are left, of which seat 0 draws one on the last turn of a game."""
    state = last_turn([[0] * 4] * 3, pile=[TOUCAN, *[DOLPHIN] * 3], phase=DRAWING)
    drawn = Counter(max(lying_open(playout(state, seed))) for seed in range(2000))
    assert 0.2 < drawn[TOUCAN] / 2000 < 0.3


def lying_open(end: State) -> set[int]:
    """Kinds that all can see when the game is over."""
    last = kernel.last_round(end)
    assert last is not None
    in_hands = {kind for hand in last.hands for kind in hand.cards if kind is not None}
    return in_hands | {card.kind for card in kernel.discards(end)}


# --- Random moves ---------------------------------------------------------------------------------------------------

# Each on the last turn of a game, so that the end tells which move was made.
HANDS: list[list[int | None]] = [[0, 1, None, 2, 3], [4, 5, 0, 1], [2, None, 3, 4, 5]]
SEEN = {(2, 3): 1}
LAST_TURNS: dict[str, Callable[[], State]] = {
    "a card in hand": lambda: last_turn(HANDS, held=5),
    "an anaconda": lambda: last_turn(HANDS, phase=ANACONDA_EFFECT),
    "a jaguar's look": lambda: last_turn(HANDS, phase=JAGUAR_LOOK, look_owner=2, look_slot=3, known=SEEN),
    "a monkey, the last to pick": lambda: last_turn(HANDS, phase=PICKING, direction=LEFT),
}


def ends_after(state: State) -> set[State]:
    """The ends of all games in which nobody attempts a wild discard any more."""
    if state.is_over:
        return {state}
    ends: set[State] = set()
    for seat in state.to_act()[:1]:
        for word in state.legal_moves(seat):
            if kernel.unpack_move(word)[0] != MOVE_WILD:
                ends |= ends_after(state.apply(seat, word)[0])
    return ends


def without_epoch(state: State) -> tuple[Any, ...]:
    """What lies on the table."""
    return kernel.last_round(state), kernel.discards(state)


@pytest.mark.parametrize("name", LAST_TURNS)
def test_random_play_makes_every_move(name: str) -> None:
    state = LAST_TURNS[name]()
    met = {without_epoch(playout(state, seed)) for seed in range(1500)}
    assert {without_epoch(end) for end in ends_after(state)} <= met


def test_random_games_meet_everything() -> None:
    """Random games of the playout come to all that can happen; what each is worth shows in the points alone."""
    for rules in TABLES.values():
        counts = measure(State.start(rules), 3, 50)
        assert counts.games == 50
        assert counts.plies > counts.moves > 50


# --- Conservation ---------------------------------------------------------------------------------------------------


def all_cards(state: State) -> Counter[int]:
    """Every card wherever it is."""
    seats = range(state.rules.players)
    fields = state.fields()
    cards = Counter({kind: left for kind, left in enumerate(fields["pile"]) if left})
    cards += Counter(card.kind for card in kernel.discards(state))
    cards += Counter(kernel.stack(state)) + Counter(kernel.reserve(state))
    cards += Counter(card.kind for seat in seats for card in kernel.hand(state, seat) if card is not None)
    held = kernel.held(state)
    return cards + Counter([held.kind] if held else [])


@every_table
def test_cards_are_conserved(rules: Rules) -> None:
    for seed in range(3):
        first = all_cards(State.start(rules))
        for state in states_of(rules, seed):
            assert all_cards(state) == first
            assert State.from_bytes(rules, state.to_bytes()) == state


def test_the_box_holds_114_cards_of_which_8_are_monkeys() -> None:
    assert all_cards(State.start(TABLES["three"])).total() == 114
    basic = all_cards(State.start(TABLES["three, without monkeys"]))
    assert basic.total() == 106
    assert basic[MONKEY] == 0


# --- Who is asked ---------------------------------------------------------------------------------------------------


@every_table
def test_somebody_is_asked_or_a_card_is_due_or_the_game_is_over(rules: Rules) -> None:
    for state in states_of(rules, 4):
        assert [bool(state.to_act()), state.chance_kind != 0, state.is_over].count(True) == 1
        assert not set(state.to_act()) & set(state.may_interrupt())
        assert state.to_act() or not state.may_interrupt()
        for seat in (*state.to_act(), *state.may_interrupt()):
            assert state.legal_moves(seat)
        for seat in state.may_interrupt():
            assert {kernel.unpack_move(word)[0] for word in state.legal_moves(seat)} == {MOVE_WILD}


@every_table
def test_whoever_is_barred_or_has_called_is_not_asked_for_an_attempt(rules: Rules) -> None:
    for state in states_of(rules, 5):
        table = kernel.table(state)
        for seat in (*table.barred, *(() if table.caller is None else (table.caller,))):
            assert MOVE_WILD not in {kernel.unpack_move(word)[0] for word in state.legal_moves(seat)}


@every_table
def test_epochs_count_decisions(rules: Rules) -> None:
    """The first look, its end and a monkey are one decision for all seats; every other move is one of its own."""
    for state, after, _ in random_walk(rules, 6):
        if state.chance_kind or not after.to_act():
            continue
        is_collecting = kernel.table(state).step in {FIRST_LOOK, FIRST_RETURN, PICKING} and set(after.to_act()) < set(
            state.to_act()
        )
        assert after.epoch == state.epoch + (not is_collecting)


# --- Draw piles -----------------------------------------------------------------------------------------------------


def test_a_penalty_makes_a_new_draw_pile_first() -> None:
    game = Game(position([[0] * 4, [1] * 4, [2] * 4], discard=[3, 4, 5], pile=[], shuffles=6))
    game.play(1, MOVE_WILD, 2, 0, 0)
    assert game.told(EVENT_SHUFFLED) == [(-1, (3, 7, DISCARDS, 0))]
    assert game.state.chance_domain == "amazonas2022/deck/7/0"
    assert game.discards() == []
    game.draw(4)
    assert game.told(EVENT_BLIND_CARD) == [(1, (4, PENALTY, 0, 0))]
    assert game.hand(1) == [1, 1, 1, 1, 4]


def test_the_reserve_comes_in_the_order_in_which_it_was_put_aside() -> None:
    game = Game(position([[0] * 4, [1] * 4], discard=[2], pile=[], reserve=[3, 4, 5]))
    game.play(0, MOVE_DRAW)
    assert game.told(EVENT_RESERVE_TURNED) == [(-1, (3, 0, 0, 0))]
    assert kernel.stack(game.state) == (4, 5)
    held = kernel.held(game.state)
    assert held is not None
    assert (held.kind, held.is_public) == (3, True)
    assert game.state.chance_kind == 0


def test_a_deal_goes_on_with_the_reserve() -> None:
    """Two cards are left in the pile when a round of two begins; six are dealt out of the reserve."""
    game = Game(position([[0] * 4, [1] * 4], discard=[2], pile=[3, 4], reserve=[5, SLOTH], turn=1, caller=0))
    game.play(1, MOVE_TAKE)
    game.play(1, kernel.MOVE_DISCARD)
    game.draw(3)
    game.draw(4)
    assert kernel.table(game.state).phase == FIRST_LOOK
    assert game.hand(0) == [3, 4, 5, SLOTH]
    assert game.hand(1) == [2, 0, 0, 0]
    assert kernel.stack(game.state) == (0, 1, 1, 1, 1)
    assert game.known(0, 1) == 0
    assert game.known(0, 2) == game.known(1, 3) == 0x83


def test_a_seat_whose_slots_are_used_up_gets_cards_in_gaps_but_not_in_the_gap_of_a_gift() -> None:
    gaps: list[int | None] = [None] * (MAX_SLOTS - 3)
    game = Game(position([[0] * 4, [1] * 4, [2, *gaps, 3, 4]], discard=[2], pile=[5, 5]))
    game.play(1, MOVE_WILD, 2, 0, 1)
    game.play(2, MOVE_WILD, 2, MAX_SLOTS - 1, 0)
    game.draw(5)
    assert game.hand(2)[:3] == [None, 5, None]
    game.play(1, MOVE_GIVE, 0)
    assert game.hand(2)[:3] == [1, 5, None]


# --- Events ---------------------------------------------------------------------------------------------------------


@every_table
def test_every_ply_is_told(rules: Rules) -> None:
    for _, _, events in random_walk(rules, 7):
        assert events


def test_that_a_card_is_drawn_is_told_before_which_it_is() -> None:
    game = Game(position([[0] * 4, [1] * 4, [2] * 4], discard=[3, 4, 5], pile=[]))
    game.play(0, MOVE_DRAW)
    assert [event.kind for event in game.events] == [EVENT_SHUFFLED, EVENT_DREW]
    assert game.told(EVENT_DREW) == [(0, (3, 0, 0, 0))]
    game.draw(4)
    assert [(event.kind, event.audience, event.args[0]) for event in game.events] == [(EVENT_CARD_DRAWN, 1, 4)]


def test_a_card_of_known_order_is_drawn_face_down_too() -> None:
    """Whoever remembers the reserve knows it; nobody is told."""
    game = Game(position([[0] * 4, [1] * 4], discard=[2], pile=[], stack=[5, 4]))
    game.play(0, MOVE_DRAW)
    assert [(event.kind, event.args[:2]) for event in game.events] == [(EVENT_DREW, (2, 0)), (EVENT_CARD_DRAWN, (5, 0))]
    assert [event.audience for event in game.events] == [2**64 - 1, 1]
    game.play(1, MOVE_WILD, 1, 0, 0)
    assert game.told(EVENT_BLIND_CARD) == [(1, (4, PENALTY, 0, 0))]
    assert game.hand(1) == [1, 1, 1, 1, 4]


@pytest.mark.parametrize(
    ("direction", "passed"),
    [
        (LEFT, [(0, (0, 1, 1, 0)), (1, (1, 3, 2, 0)), (3, (2, 0, 0, 0))]),
        (kernel.RIGHT, [(0, (0, 3, 2, 0)), (1, (1, 0, 0, 0)), (3, (2, 1, 1, 0))]),
    ],
)
def test_passed_cards_are_told_by_their_givers(direction: int, passed: list[tuple[int, tuple[int, ...]]]) -> None:
    """Seat 2 has called, so that the neighbours are 0, 1 and 3."""
    game = Game(position([[0] * 4, [1] * 4, [2] * 4, [3] * 4], phase=PICKING, direction=direction, caller=2))
    for seat, slot in ((3, 2), (0, 0), (1, 1)):
        game.play(seat, MOVE_PICK, slot)
    assert game.told(EVENT_PASSED_ON) == passed


# --- Rules and words ------------------------------------------------------------------------------------------------


def test_returns_are_points() -> None:
    for rules in TABLES.values():
        for state in states_of(rules, 8):
            assert state.returns() == tuple(standing.points for standing in kernel.standing(state))


def test_perft_counts_cards_and_moves() -> None:
    """Two seats get four of eight different cards each: 8! deals, of which the first two cards have 8 * 7."""
    state = State.start(rules_of(2, (*[1] * 8, *[0] * 5)))
    assert [perft(state, depth) for depth in range(3)] == [1, 8, 56]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"players": 1}, "number of players"),
        ({"players": 6}, "number of players"),
        ({"counts": COUNTS[:-1]}, "counts and values"),
        ({"values": VALUES[:-1]}, "counts and values"),
        ({"counts": (-1, *COUNTS[1:])}, "a number of cards"),
        ({"counts": (115, *[0] * 12)}, "a number of cards"),
        ({"counts": (9, *COUNTS[1:])}, "the number of cards"),
        ({"counts": (11, *[0] * 12)}, "the number of cards"),
        ({"counts": (*[0] * MONKEY, 12, 0, 0), "without_monkeys": True}, "the number of cards"),
        ({"values": (21, *VALUES[1:])}, "value of a card"),
        ({"values": (-21, *VALUES[1:])}, "value of a card"),
    ],
)
def test_rules_outside_the_limits_are_refused(changes: dict[str, Any], what: str) -> None:
    arguments: dict[str, Any] = {"players": 3, "counts": COUNTS, "values": VALUES, "without_monkeys": False}
    with pytest.raises(ValueError, match=what):
        kernel.compile_rules(**(arguments | changes))


def test_the_limits_themselves_are_rules() -> None:
    for players, counts in ((2, (8, *[0] * 12)), (5, (MAX_CARDS, *[0] * 12)), (5, (*[0] * 12, CARDS_DEALT * 5))):
        assert State.start(rules_of(players, counts)).outcomes()


def test_words_read_back() -> None:
    for kind, *arguments in (
        (MOVE_LOOK, 4, 119),
        (kernel.MOVE_EXCHANGE, 3, 4, 5),
        (MOVE_WILD, 0, 7, 1),
        (MOVE_DIRECTION, 1),
        (MOVE_CALL,),
    ):
        assert kernel.unpack_move(kernel.pack_move(kind, *arguments)) == (kind, *arguments, *[0] * (3 - len(arguments)))
    assert kernel.unpack_outcome(kernel.pack_card(DOLPHIN, 1)) == (kernel.CHANCE_CARD, (DOLPHIN, 1))


@pytest.mark.parametrize(
    "call",
    [
        lambda: kernel.pack_move(256),
        lambda: kernel.pack_move(1, 256),
        lambda: kernel.pack_move(1, 0, -1),
        lambda: kernel.pack_move(1, 0, 0, 256),
        lambda: kernel.pack_card(256),
        lambda: kernel.pack_card(0, 256),
    ],
)
def test_what_fits_no_word_is_refused(call: Callable[[], int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        call()


def test_only_seats_and_states_of_this_game_can_be_asked_about() -> None:
    state = State.start(rules_of())
    for seat in (-1, 3):
        for ask_seat in (kernel.hand, kernel.choice, kernel.look):
            with pytest.raises(IndexError):
                ask_seat(state, seat)
    other = State.start(trek12_rules(2))
    for ask in (
        kernel.table,
        kernel.discards,
        kernel.reserve,
        kernel.stack,
        kernel.held,
        kernel.last_round,
        kernel.standing,
    ):
        with pytest.raises(TypeError):
            ask(other)
