"""Who knows which card in Amazonas 2022: what is seen and can be followed, what a shuffle wipes, what stays hidden."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from cext import amazonas2022 as kernel
from cext.amazonas2022 import (
    ANACONDA_EFFECT,
    EVENT_CARD_DRAWN,
    EVENT_CARD_SEEN,
    FIRST_LOOK,
    FIRST_RETURN,
    JAGUAR_EFFECT,
    JAGUAR_LOOK,
    LEFT,
    LOOKING,
    MONKEY_DIRECTION,
    MOVE_DIRECTION,
    MOVE_DISCARD,
    MOVE_DRAW,
    MOVE_EXCHANGE,
    MOVE_GIVE,
    MOVE_LOOK,
    MOVE_PICK,
    MOVE_RETURN,
    MOVE_SWAP,
    MOVE_TAKE,
    MOVE_WILD,
    PICKING,
    RIGHT,
    SLOTH_EFFECT,
    SPECTATORS,
    TOAD_EFFECT,
    TURN,
)
from cext.kernel import Rules, State
from tests.amazonas2022.positions import Game, Place, last_turn, position, public
from tests.amazonas2022.test_kernel_states import TABLES, every_table, random_walk, states_of

HANDS = [[0, 1, 2, 3], [4, 5, 0, 1], [2, 3, 4, 5]]
BY_ALL = public(3)


def seen_by(game: Game, kind: int) -> dict[int, tuple[int, ...]]:
    """The arguments of the last ply's private events of a kind, by the one seat of their audience."""
    found = {}
    for event in game.events:
        if event.kind == kind:
            assert event.audience == 1 << event.seat
            found[event.seat] = event.args[:3]
    return found


# --- The first look -------------------------------------------------------------------------------------------------


def test_all_choose_before_anybody_looks() -> None:
    game = Game(position(HANDS, phase=FIRST_LOOK))
    game.play(1, MOVE_LOOK, 1, 3)
    game.play(0, MOVE_LOOK, 0, 2)
    assert game.state.to_act() == (2,)
    assert game.table.chosen == (0, 1)
    assert (kernel.choice(game.state, 1), kernel.look(game.state, 1), game.known(1, 3)) == (3, None, 0)
    game.play(2, MOVE_LOOK, 2, 0)
    assert game.table.phase == FIRST_RETURN
    assert seen_by(game, EVENT_CARD_SEEN) == {0: (0, 2, 2), 1: (1, 3, 1), 2: (2, 0, 2)}
    assert [game.known(seat, slot) for seat, slot in ((0, 2), (1, 3), (2, 0))] == [1, 2, 4]
    assert kernel.look(game.state, 1) == kernel.Look(1, 3, 1)
    assert kernel.choice(game.state, 1) is None


def test_a_look_lasts_until_the_card_is_returned() -> None:
    game = Game(position(HANDS, phase=FIRST_LOOK))
    for seat in range(3):
        game.play(seat, MOVE_LOOK, seat, seat)
    game.play(1, MOVE_RETURN)
    assert kernel.look(game.state, 1) is None
    assert kernel.look(game.state, 2) == kernel.Look(2, 2, 4)
    game.play(2, MOVE_RETURN)
    game.play(0, MOVE_RETURN)
    assert (game.table.phase, game.table.turn) == (TURN, 0)
    assert game.known(1, 1) == 2


# --- Turns ----------------------------------------------------------------------------------------------------------


def test_a_drawn_card_is_seen_by_its_drawer_and_followed_into_the_hand() -> None:
    game = Game(position(HANDS, turn=1))
    game.play(1, MOVE_DRAW)
    game.draw(5)
    assert seen_by(game, EVENT_CARD_DRAWN) == {1: (5, 0, 0)}
    game.play(1, MOVE_SWAP, 2)
    assert (game.hand(1)[2], game.known(1, 2)) == (5, 0b010)


def test_a_taken_card_is_known_to_all() -> None:
    game = Game(position(HANDS, discard=[5]))
    game.play(0, MOVE_TAKE)
    game.play(0, MOVE_SWAP, 0)
    assert game.known(0, 0) == BY_ALL


def test_a_card_from_the_reserve_is_known_to_all_wherever_it_goes() -> None:
    game = Game(position(HANDS[:2], discard=[0], stack=[1, 5, 5], pile=[]))
    game.play(0, MOVE_DRAW)
    game.play(0, MOVE_SWAP, 3)
    game.play(0, MOVE_WILD, 0, 0, 0)
    assert game.known(0, 3) == public(2)
    assert (game.hand(0)[4], game.known(0, 4)) == (5, public(2))


# --- Effects --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "owner"), [(SLOTH_EFFECT, 0), (TOAD_EFFECT, 2)])
def test_sloth_and_toad_show_one_card_to_one_seat(phase: int, owner: int) -> None:
    game = Game(position(HANDS, phase=phase, known={(owner, 1): 0b010}))
    game.play(0, MOVE_LOOK, owner, 1)
    assert game.table.phase == LOOKING
    assert seen_by(game, EVENT_CARD_SEEN) == {0: (owner, 1, HANDS[owner][1])}
    assert kernel.look(game.state, 0) == kernel.Look(owner, 1, HANDS[owner][1])
    assert kernel.look(game.state, 1) is None
    game.play(0, MOVE_RETURN)
    assert game.known(owner, 1) == 0b011
    assert kernel.look(game.state, 0) is None


def test_whoever_knows_a_card_follows_it_through_an_anaconda() -> None:
    game = Game(position(HANDS, phase=ANACONDA_EFFECT, known={(0, 3): 0b101, (2, 0): 0b010}))
    game.play(0, MOVE_EXCHANGE, 3, 2, 0)
    assert (game.hand(0)[3], game.known(0, 3)) == (2, 0b010)
    assert (game.hand(2)[0], game.known(2, 0)) == (3, 0b101)


def test_a_jaguar_shows_the_card_that_it_may_exchange() -> None:
    for moves in ([(MOVE_RETURN,)], [(MOVE_EXCHANGE, 1, 1, 3)]):
        game = Game(position(HANDS, phase=JAGUAR_EFFECT, known={(1, 3): 0b110}))
        game.play(0, MOVE_LOOK, 1, 3)
        assert game.table.phase == JAGUAR_LOOK
        assert kernel.look(game.state, 0) == kernel.Look(1, 3, 1)
        for move in moves:
            game.play(0, *move)
        place = (0, 1) if moves[0][0] == MOVE_EXCHANGE else (1, 3)
        assert game.known(*place) == 0b111
        assert game.known(0, 1) == (0b111 if moves[0][0] == MOVE_EXCHANGE else 0)


@pytest.mark.parametrize(
    ("direction", "hands"),
    [
        (LEFT, [[5, 1, 2, 3], [0, 5, 0, 1], [2, 3, 4, 4]]),
        (RIGHT, [[4, 1, 2, 3], [5, 5, 0, 1], [2, 3, 4, 0]]),
    ],
)
def test_a_monkey_shows_each_his_card_and_he_follows_it(direction: int, hands: list[list[int]]) -> None:
    game = Game(position(HANDS, phase=MONKEY_DIRECTION, known={(1, 0): 0b001}))
    game.play(0, MOVE_DIRECTION, direction)
    assert game.state.to_act() == (0, 1, 2)
    game.play(2, MOVE_PICK, 3)
    game.play(0, MOVE_PICK, 0)
    assert (kernel.choice(game.state, 2), game.known(2, 3)) == (3, 0)
    game.play(1, MOVE_PICK, 0)
    assert seen_by(game, EVENT_CARD_SEEN) == {0: (0, 0, 0), 1: (1, 0, 4), 2: (2, 3, 5)}
    assert [game.hand(seat) for seat in range(3)] == hands
    into_0, into_1, into_2 = game.known(0, 0), game.known(1, 0), game.known(2, 3)
    # Seat 0 knew seat 1's card before; who gets a card does not see it.
    assert (into_0, into_1, into_2) == ((4, 1, 3) if direction == LEFT else (3, 4, 1))


def test_the_caller_takes_no_part_in_a_monkey() -> None:
    game = Game(position(HANDS, phase=MONKEY_DIRECTION, caller=1))
    game.play(0, MOVE_DIRECTION, LEFT)
    assert game.state.to_act() == (0, 2)
    game.play(0, MOVE_PICK, 0)
    assert game.state.to_act() == (2,)


# --- Wild discards --------------------------------------------------------------------------------------------------


def test_a_wrong_card_has_been_seen_by_all() -> None:
    game = Game(position(HANDS, discard=[5]))
    game.play(2, MOVE_WILD, 1, 3, 0)
    assert game.known(1, 3) == BY_ALL


def test_a_late_card_has_been_seen_by_all() -> None:
    game = Game(position(HANDS, discard=[5]))
    game.play(2, MOVE_WILD, 1, 1, 1)
    game.play(1, MOVE_WILD, 2, 3, 0)
    assert game.known(2, 3) == BY_ALL


def test_whoever_knows_a_gift_goes_on_knowing_it() -> None:
    game = Game(position(HANDS, discard=[5], known={(2, 0): 0b101}))
    game.play(2, MOVE_WILD, 1, 1, 0)
    game.play(2, MOVE_GIVE, 0)
    assert (game.hand(1)[1], game.known(1, 1)) == (2, 0b101)
    game = Game(position(HANDS, discard=[5]))
    game.play(2, MOVE_WILD, 1, 1, 0)
    game.play(2, MOVE_GIVE, 0)
    assert game.known(1, 1) == 0


def test_a_look_ends_when_its_card_is_discarded() -> None:
    game = Game(position(HANDS, discard=[5], phase=TOAD_EFFECT))
    game.play(0, MOVE_LOOK, 1, 1)
    game.play(2, MOVE_WILD, 1, 1, 0)
    assert kernel.look(game.state, 0) is None
    game.play(2, MOVE_GIVE, 0)
    assert kernel.look(game.state, 0) is None
    assert game.known(1, 1) == 0
    game.play(0, MOVE_RETURN)
    assert game.told(kernel.EVENT_RETURNED) == [(0, (-1, -1, 0, 0))]
    assert game.table.turn == 1


def test_a_look_ends_when_its_card_is_given_away() -> None:
    game = Game(position(HANDS, discard=[5], phase=SLOTH_EFFECT))
    game.play(0, MOVE_LOOK, 0, 2)
    game.play(0, MOVE_WILD, 1, 1, 0)
    assert kernel.look(game.state, 0) == kernel.Look(0, 2, 2)
    game.play(0, MOVE_GIVE, 2)
    assert kernel.look(game.state, 0) is None
    assert (game.hand(1)[1], game.known(1, 1)) == (2, 0b001)
    assert game.kinds(0) == {MOVE_RETURN}


def test_penalties_and_replacements_are_drawn_blind() -> None:
    game = Game(position([*HANDS[:2], [None, None, None, 5]], discard=[5]))
    game.play(2, MOVE_WILD, 2, 3, 1)
    game.draw(3)
    game.play(0, MOVE_WILD, 0, 0, 0)
    game.draw(4)
    assert (game.hand(2), game.known(2, 4)) == ([None, None, None, None, 3], 0)
    assert (game.hand(0)[4], game.known(0, 4)) == (4, 0)


# --- Worlds ---------------------------------------------------------------------------------------------------------


def bit_of(viewer: int | None) -> int:
    """The bit of `known` that says that a viewer knows a card."""
    return SPECTATORS if viewer is None else 1 << viewer


def worlds(state: State, viewer: int | None, number: int = 300) -> set[State]:
    """States that the viewer cannot tell apart from this one."""
    return {state.determinize(viewer, seed) for seed in range(number)}


def hands_of(state: State) -> tuple[tuple[int | None, ...], ...]:
    """Kinds by seat and slot."""
    return tuple(tuple(card and card.kind for card in kernel.hand(state, seat)) for seat in range(state.rules.players))


def test_what_was_seen_stays_and_the_rest_is_any_card_of_the_shuffle() -> None:
    state = position([[0, 0, 0, 0], [1, 2, 2, 2]], pile=[3], known={(1, 0): 0b01, (0, 0): 0b10, (0, 1): 0b10})
    assert {hands_of(world)[1][0] for world in worlds(state, 0)} == {1}
    assert {hands_of(world)[1][1] for world in worlds(state, 0)} == {0, 2, 3}
    assert {hands_of(world)[0][0] for world in worlds(state, 0)} == {0, 2, 3}
    assert {hands_of(world)[0][:2] for world in worlds(state, 1)} == {(0, 0)}
    assert {hands_of(world)[1][0] for world in worlds(state, None)} == {0, 1, 2, 3}


def test_a_card_is_one_of_those_of_the_shuffle_it_was_drawn_from() -> None:
    """Old cards are from the first shuffle, new ones from the second, of which the pile is the rest."""
    origins: dict[Place, int] = {(0, 3): 1, (1, 3): 1}
    state = position([[0, 0, 0, 5], [1, 1, 1, 4]], pile=[3], shuffles=1, origins=origins)
    for world in worlds(state, None):
        old = [kind for hand in hands_of(world) for kind in hand[:3]]
        assert Counter(old) == {0: 3, 1: 3}
    assert {hands_of(world)[0][3] for world in worlds(state, None)} == {3, 4, 5}
    assert {hands_of(world)[0][0] for world in worlds(state, None)} == {0, 1}


def held_kind(state: State) -> int:
    """The card in the hand of the seat in turn."""
    held = kernel.held(state)
    assert held is not None
    return held.kind


def test_a_card_in_hand_is_its_owner_s_secret() -> None:
    state = position([[0] * 4, [1] * 4], held=5, pile=[4])
    kinds = {viewer: {held_kind(world) for world in worlds(state, viewer)} for viewer in (None, 0, 1)}
    assert kinds == {None: {0, 1, 4, 5}, 0: {5}, 1: {0, 1, 4, 5}}


def test_samples_follow_the_number_of_cards_that_are_hidden() -> None:
    state = position([[0, 0, 0, 0], [1, 2, 2, 2]], pile=[], known={(0, slot): 0b11 for slot in range(4)})
    ones = Counter(hands_of(state.determinize(0, seed))[1].index(1) for seed in range(4000))
    assert all(0.22 < ones[slot] / 4000 < 0.28 for slot in range(4))


def test_a_choice_is_secret_until_all_have_chosen() -> None:
    game = Game(position(HANDS, phase=FIRST_LOOK))
    game.play(1, MOVE_LOOK, 1, 3)
    assert {kernel.choice(world, 1) for world in worlds(game.state, 0)} == {0, 1, 2, 3}
    assert {kernel.choice(world, 1) for world in worlds(game.state, 1)} == {3}
    game = Game(position(HANDS, phase=PICKING, direction=LEFT))
    game.play(2, MOVE_PICK, 1)
    assert {kernel.choice(world, 2) for world in worlds(game.state, None)} == {0, 1, 2, 3}


def known_cards(state: State, viewer: int | None) -> list[Any]:
    """All that a viewer knows: the table, and each card that he has seen and could follow."""
    fields = state.fields()
    held = kernel.held(state)
    is_own = viewer is not None and held is not None and kernel.table(state).turn == viewer
    seats = [
        [
            (known, origin, card if known & bit_of(viewer) else bool(card))
            for card, known, origin in zip(seat["cards"], seat["known"], seat["origin"], strict=True)
        ]
        for seat in fields.pop("seats")
    ]
    for hidden in ("pile", "held"):
        fields.pop(hidden)
    return [fields, seats, held if held is None or is_own or held.is_public else None]


@every_table
def test_a_world_is_the_same_to_its_viewer_and_depends_on_nothing_else(rules: Rules) -> None:
    """Two states that a viewer cannot tell apart become the same worlds, and these are states of the game."""
    for seed, state in enumerate(islice(states_of(rules, 11), 0, None, 5)):
        for viewer in (None, *range(rules.players)):
            world = state.determinize(viewer, seed)
            assert known_cards(world, viewer) == known_cards(state, viewer)
            assert State.from_bytes(rules, world.to_bytes()) == world
            assert world.determinize(viewer, seed) == world
            assert state.determinize(viewer, seed + 1).determinize(viewer, seed) == world


@every_table
def test_whoever_is_told_a_card_knows_it(rules: Rules) -> None:
    for before, after, events in random_walk(rules, 12):
        if kernel.table(before).round < kernel.table(after).round:
            continue
        cards = [card for owner in range(rules.players) for card in kernel.hand(after, owner) if card is not None]
        for event in events:
            if event.kind == EVENT_CARD_SEEN:
                assert any(card.kind == event.args[2] and event.seat in card.known for card in cards)
            if event.kind == EVENT_CARD_DRAWN:
                assert held_kind(after) == event.args[0]


@every_table
def test_nobody_s_moves_depend_on_what_he_does_not_know(rules: Rules) -> None:
    rng = random.Random(13)
    for seed, state in enumerate(states_of(rules, 13)):
        for seat in (*state.to_act(), *state.may_interrupt()):
            world = state.determinize(seat, seed)
            assert world.legal_moves(seat) == state.legal_moves(seat)
            words = [rng.choice(state.legal_moves(seat)) ^ 1 << rng.randrange(20) for _ in range(3)]
            assert [world.check(seat, word) for word in words] == [state.check(seat, word) for word in words]


# --- Shuffles -------------------------------------------------------------------------------------------------------


def test_a_shuffle_wipes_what_was_known() -> None:
    """Everybody knows the discards, but nobody which of them he draws."""
    game = Game(position([[0] * 4, [1] * 4, [2] * 4], discard=[3, 4, 5], pile=[]))
    game.play(0, MOVE_DRAW)
    game.draw(4)
    game.play(0, MOVE_SWAP, 0)
    assert game.known(0, 0) == 0b001
    assert {hands_of(world)[0][0] for world in worlds(game.state, 1)} == {3, 4, 5}
    assert {hands_of(world)[0][0] for world in worlds(game.state, 0)} == {4}


def test_the_last_cards_of_a_game_are_known_to_all() -> None:
    game = Game(last_turn([[0] * 4, [1] * 4, [2] * 4], held=5))
    game.play(0, MOVE_DISCARD)
    assert game.state.is_over
    for viewer in (None, 0, 1, 2):
        assert {hands_of(world) for world in worlds(game.state, viewer, 20)} == {hands_of(game.state)}


def test_every_table_has_been_played() -> None:
    """The random games above meet shuffles and reserves, so that what they show holds for these too."""
    kinds = {event.kind for rules in TABLES.values() for _, _, events in random_walk(rules, 11) for event in events}
    assert {kernel.EVENT_SHUFFLED, kernel.EVENT_RESERVE_TURNED, kernel.EVENT_PASSED_ON, kernel.EVENT_GAVE} <= kinds
