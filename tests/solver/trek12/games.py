"""Positions of Trek 12 with known dice for the tests, on the printed sheet and on tiny ones."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from cext import trek12
from cext.kernel import State
from cext.trek12_solve import Known
from engines.game import Setup
from engines.registry import custom_pack, default_pack, game, make_setup
from solver.trek12.replay import resolve_cards, roll_dice
from tests.trek12.sheets import random_pack

GAME = game("trek12-amazonia")


def printed(players: int = 1) -> Setup:
    """The printed sheet with the usual options."""
    return make_setup(GAME, players, {}, default_pack(GAME))


def tiny(rng: random.Random) -> Setup:
    """A random sheet with one box per operation: five rolls, five to seven circles."""
    while True:
        pack = random_pack(rng)
        if pack["boxes_per_operation"] == 1 and len(pack["circles"]) <= 7:
            return make_setup(GAME, 1, {}, custom_pack(GAME, json.dumps(pack)))


def random_rolls(rng: random.Random, count: int) -> list[tuple[int, int]]:
    return [(rng.randint(1, 6), rng.randrange(6)) for _ in range(count)]


def random_lines(rng: random.Random, setup: Setup) -> tuple[list[int], list[int]]:
    """Numbers and cards at the observation lines."""
    data = setup.pack.data
    lines = data["observation_lines"]
    return (
        rng.sample(data["number_cards"], lines),
        rng.sample(range(len(data["observation_cards"])), lines),
    )


def after_random_moves(
    rng: random.Random, setup: Setup, rolls: Sequence[tuple[int, int]], numbers: Sequence[int], cards: Sequence[int]
) -> State:
    """The table once random moves have been written for these rolls."""
    state, _ = State.start(setup.rules).resolve(trek12.pack_numbers(numbers))
    for roll in rolls:
        state, _ = state.resolve(trek12.pack_roll(*roll))
        for seat in range(setup.players):
            state, _ = state.apply(seat, rng.choice(state.legal_moves(seat)))
        while state.chance_kind == trek12.CHANCE_CARD:
            line = trek12.unpack_outcome(state.outcomes()[0])[1][0]
            state, _ = state.resolve(trek12.pack_card(line, cards[line]))
    return state


def known_after(rng: random.Random, setup: Setup, rolls_left: int, **constraints: object) -> Known:
    """A random position with so many rolls to come, all known."""
    rounds = trek12.OPERATIONS * setup.pack.data["boxes_per_operation"]
    rolls = random_rolls(rng, rounds)
    numbers, cards = random_lines(rng, setup)
    state = after_random_moves(rng, setup, rolls[: rounds - rolls_left], numbers, cards)
    return Known(state, 0, rolls[rounds - rolls_left :], numbers, cards, **constraints)  # type: ignore[arg-type]


def best_by_enumeration(known: Known) -> int | None:
    """The most points of all plans that meet the constraints, by trying every move; None when there is no plan."""

    def best_from(state: State, step: int) -> int | None:
        state = resolve_cards(known, state)
        if step == len(known.rolls):
            held = {circle.circle: circle.number for circle in trek12.written(state, 0)}
            meets = all(held.get(circle) == number for circle, number in known.fixed.items())
            return state.returns()[0] if meets else None
        state = roll_dice(state, known.rolls[step])
        moves = [move for move in state.legal_moves(0) if trek12.unpack_move(move)[1] not in known.empty]
        values = [best_from(state.apply(0, move)[0], step + 1) for move in moves]
        return max((value for value in values if value is not None), default=None)

    return best_from(known.start, 0)
